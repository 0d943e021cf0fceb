// SPDX-License-Identifier: Apache-2.0
// Who tries again needs time for the rest before it, and as much for the answer.
#include "redis/retry.hpp"

#include <QTest>

using namespace lockscope::redis;
using namespace std::chrono_literals;

class RetryTest : public QObject
{
    Q_OBJECT

private slots:
    void theAnswerNeedsTimeToo_data()
    {
        QTest::addColumn<qint64>("left"); // ms
        QTest::addColumn<bool>("again");
        QTest::newRow("over") << qint64(-1) << false;
        QTest::newRow("not even the rest") << qint64(50) << false;
        QTest::newRow("the rest, not the answer") << qint64(150) << false;
        QTest::newRow("both") << qint64(3'600'000) << true;
    }
    void theAnswerNeedsTimeToo()
    {
        QFETCH(qint64, left);
        QFETCH(bool, again);
        QCOMPARE(has_time_to_retry(100ms, std::chrono::steady_clock::now() + std::chrono::milliseconds(left)), again);
    }
};

QTEST_GUILESS_MAIN(RetryTest)
#include "retry_test.moc"
