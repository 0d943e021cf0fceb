// SPDX-License-Identifier: Apache-2.0
#include "backlog.hpp"

#include <QTest>

#include <string>
#include <thread>

using namespace lockscope;
using lockctl::Backlog;

/// What waits for a reader of lockctl watch that is slow.
class LockctlBacklogTest : public QObject
{
    Q_OBJECT

    static MonitorBatch news(int count)
    {
        MonitorBatch batch;
        batch.events.resize(static_cast<std::size_t>(count));
        return batch;
    }
    static MonitorBatch status(std::size_t locks, int count = 0)
    {
        MonitorBatch batch = news(count);
        batch.status.emplace().counts.locks = locks;
        return batch;
    }
    /// All that is left, "news", "status s" and "-lost", in its order.
    static QString rest(Backlog& backlog)
    {
        backlog.close();
        QStringList all;
        while (const auto next = backlog.take()) {
            if (next->lost > 0)
                all << QString::number(-static_cast<int>(next->lost));
            if (!next->batch.events.empty())
                all << QString::number(next->batch.events.size());
            if (next->batch.status)
                all << "s" + QString::number(next->batch.status->counts.locks);
        }
        return all.join(' ');
    }

private slots:
    void keepsTheOrder()
    {
        Backlog backlog(10);
        for (const int count : {1, 2, 3})
            backlog.push(news(count));
        QCOMPARE(rest(backlog), QString("1 2 3"));
    }

    void beyondItsLimitNewsAreLostAndCounted()
    {
        Backlog backlog(10);
        for (const int count : {6, 4, 1, 2})
            backlog.push(news(count));
        QCOMPARE(rest(backlog), QString("6 4 -3"));
    }

    void oneBatchMayBeLargerThanTheLimit()
    {
        Backlog backlog(10);
        backlog.push(news(100));
        backlog.push(news(1));
        QCOMPARE(rest(backlog), QString("100 -1"));
    }

    /// Otherwise every second batch would be lost as long as the reader is slow.
    void onceItWasFullHalfOfItMustBeReadFirst()
    {
        Backlog backlog(10);
        for (const int count : {4, 4, 2, 1})
            backlog.push(news(count));
        QVERIFY(backlog.take()); // 6 are left
        backlog.push(news(1));
        QVERIFY(backlog.take()); // 2 are left
        backlog.push(news(5));
        QCOMPARE(rest(backlog), QString("2 -2 5"));
    }

    void ofStatusesTheLastIsKept()
    {
        Backlog backlog(10);
        for (const std::size_t locks : {1, 2, 3})
            backlog.push(status(locks));
        backlog.push(news(10));
        backlog.push(status(4, 5)); // too much, but for what it says of the whole
        backlog.push(news(7));
        backlog.push(status(5));
        QCOMPARE(rest(backlog), QString("s3 10 -12 s5"));
    }

    void takingWaits()
    {
        Backlog backlog(10);
        std::optional<Backlog::Entry> taken;
        std::thread reader([&] { taken = backlog.take(); });
        backlog.push(news(1));
        reader.join();
        QVERIFY(taken && taken->batch.events.size() == 1);
        std::thread other([&] { taken = backlog.take(); });
        backlog.close();
        other.join();
        QVERIFY(!taken);
    }
};

QTEST_GUILESS_MAIN(LockctlBacklogTest)
#include "lockctl_backlog_test.moc"
