// SPDX-License-Identifier: Apache-2.0
#include "lockscope/patience.hpp"

#include <QTest>

using namespace lockscope;
using namespace std::chrono_literals;
using std::chrono::milliseconds;
using std::chrono::steady_clock;
using std::chrono::system_clock;

class PatienceTest : public QObject
{
    Q_OBJECT

private slots:
    void durationsAreRoundedUpAndNeverNegative()
    {
        QCOMPARE(to_wait(5s).count(), milliseconds(5s).count());
        QCOMPARE(to_wait(1ns).count(), milliseconds(1).count());
        QCOMPARE(to_wait(-1h).count(), milliseconds(0).count());
        QCOMPARE(to_wait(std::chrono::hours::max()).count(), milliseconds::max().count());
    }

    void aDeadlineThatIsOverIsNotWaitedFor()
    {
        QCOMPARE(to_wait(steady_clock::time_point::min()).count(), milliseconds(0).count());
        QCOMPARE(to_wait(system_clock::time_point::min()).count(), milliseconds(0).count());
        QCOMPARE(to_wait(steady_clock::now() - 1ns).count(), milliseconds(0).count());
        const std::chrono::time_point<system_clock, std::chrono::hours> ages_ago = decltype(ages_ago)::min();
        QCOMPARE(to_wait(ages_ago).count(), milliseconds(0).count());
    }

    void aDeadlineThatNeverComesIsWaitedForWithoutEnd()
    {
        const milliseconds century = std::chrono::hours(24 * 365 * 100);
        QVERIFY(to_wait(steady_clock::time_point::max()) > century);
        const std::chrono::time_point<system_clock, std::chrono::hours> never = decltype(never)::max();
        QVERIFY(to_wait(never) > century);
    }

    void whatIsLeftOfADeadlineIsWaitedFor()
    {
        const milliseconds wait = to_wait(steady_clock::now() + 10min);
        QVERIFY(wait <= 10min);
        QVERIFY(wait > 5min); // however slow this machine is
    }
};

QTEST_APPLESS_MAIN(PatienceTest)
#include "patience_test.moc"
