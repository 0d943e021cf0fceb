// SPDX-License-Identifier: Apache-2.0
// The queue of a fair lock vanishes: deleted by Java's delete(), evicted, or emptied by a client whose clock is ahead.
// Those who wait join it anew, and are served one after the other without a pause.
#include "lockscope/fair_lock.hpp"
#include "support/lock_suite.hpp"
#include "support/timing.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

class VanishedQueueTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;
    RedisClient& redis() { return m_server->redis; }

private slots:
    void initTestCase() { m_server.emplace(); }
    void cleanupTestCase() { m_server.reset(); }
    void init() { m_server->empty(); }

    void thoseWhoWaitAreServedWithoutAPause_data()
    {
        QTest::addColumn<bool>("is_free");
        QTest::newRow("with the lock") << true;
        QTest::newRow("while it is held") << false;
    }
    void thoseWhoWaitAreServedWithoutAPause()
    {
        QFETCH(bool, is_free);
        constexpr int waiters = 12; // one look of the first is due after a second and a half
        Client client(m_server->endpoint());
        redis().expect({"HSET", "a", java_owner, "1"});
        std::vector<std::future<void>> all;
        for (int i = 0; i < waiters; ++i) {
            all.push_back(in_thread([&] {
                FairLock lock = client.fair_lock("a");
                lock.lock();
                lock.unlock();
            }));
        }
        const std::string queue = "redisson_lock_queue:{a}", deadlines = "redisson_lock_timeout:{a}";
        QVERIFY(until([&] { return redis().integer({"LLEN", queue}) == waiters; }));
        const auto start = Clock::now();
        redis().expect({"DEL", queue, deadlines});
        if (is_free)
            redis().expect({"DEL", "a"});
        else
            QVERIFY(until([&] { return redis().integer({"LLEN", queue}) == waiters; }));
        if (!is_free)
            QVERIFY(client.fair_lock("a").force_unlock());
        for (std::future<void>& each : all)
            each.get();
        QVERIFY2(since(start) < waiters * 1500ms / 2, std::to_string(since(start).count()).c_str());
        QVERIFY(until([&] { return redis().keys().empty(); }));
    }
};

QTEST_MAIN(VanishedQueueTest)
#include "vanished_queue_test.moc"
