// SPDX-License-Identifier: Apache-2.0
#include "monitor/portion.hpp"

#include <QTest>

using namespace lockscope::monitor;
using namespace std::chrono_literals;

namespace {

constexpr lockscope::SteadyTime start{1h};

qint64 milliseconds_of(std::chrono::nanoseconds time)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
}

} // namespace

class PortionTest : public QObject
{
    Q_OBJECT

private slots:
    void theFurtherTheServerTheMoreAMessageCarries_data()
    {
        QTest::addColumn<int>("way"); // in microseconds, there and back
        QTest::addColumn<std::size_t>("keys");
        QTest::addColumn<std::size_t>("locks");
        QTest::addColumn<unsigned>("walks");
        QTest::addColumn<qint64>("patience");
        const auto add = [](const char* where, int way, std::size_t keys, std::size_t locks, unsigned walks,
                            qint64 patience) { QTest::newRow(where) << way << keys << locks << walks << patience; };
        add("a unix socket", 50, 50, 3, 1, 20);
        add("the same rack", 240, 60, 4, 2, 20);
        add("the same data centre", 400, 80, 5, 2, 20);
        add("another building", 700, 80, 5, 4, 20);
        add("another zone", 2'000, 80, 6, 8, 20);
        add("a VPN", 20'000, 100, 66, 16, 200);
        add("another continent", 150'000, 750, 500, 16, 1'000);
        add("as far as it may be", 10'000'000, 1'000, 33'333, 16, 1'000);
    }
    void theFurtherTheServerTheMoreAMessageCarries()
    {
        QFETCH(const int, way);
        Portion portion;
        portion.answered(std::chrono::microseconds(way), start);
        QTEST(portion.keys(), "keys");
        QTEST(portion.locks(), "locks");
        QTEST(portion.walks(), "walks");
        QTEST(milliseconds_of(portion.patience()), "patience");
    }

    void beforeAnAnswerTheServerIsNear()
    {
        Portion portion;
        QCOMPARE(portion.keys(), std::size_t(50));
        portion.answered(0ns, start); // by a clock that does not move
        QCOMPARE(portion.keys(), std::size_t(50));
    }

    /// Whoever takes a busy server for one that is far away makes it busier still.
    void aBusyServerIsNotFarAway()
    {
        Portion portion;
        portion.answered(240us, start);
        portion.answered(500ms, start + 9s);
        QCOMPARE(portion.keys(), std::size_t(60));
        QVERIFY(portion.work() == 60us);
    }

    /// A tunnel that is rerouted, say.
    void theWayMayBecomeLonger()
    {
        Portion portion;
        portion.answered(240us, start);
        for (auto passed = 1s; passed <= 25s; passed += 1s)
            portion.answered(150ms, start + passed);
        QVERIFY(portion.way() == 150ms);
        portion.answered(240us, start + 26s);
        QVERIFY(portion.way() == 240us);
    }
};

QTEST_APPLESS_MAIN(PortionTest)
#include "portion_test.moc"
