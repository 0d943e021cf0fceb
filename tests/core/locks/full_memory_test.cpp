// SPDX-License-Identifier: Apache-2.0
// A server whose memory is full takes no new locks, but gives back and renews what is held: of every type of lock.
#include "lockscope/permit_semaphore.hpp"
#include "lockscope/semaphore.hpp"

#include "lock_rows.hpp"
#include "support/lock_suite.hpp"
#include "support/timing.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

class FullMemoryTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;
    std::optional<Client> m_client;

    RedisClient& redis() { return m_server->redis; }
    Lock lock(const std::string& name = "a") { return lock_row().make(*m_client, name); }
    void fill() { redis().expect({"CONFIG", "SET", "maxmemory", "1"}); }

private slots:
    void initTestCase() { m_server.emplace(); }
    void cleanupTestCase() { m_server.reset(); }
    void init()
    {
        m_server->empty();
        ClientOptions options;
        options.watchdog_lease = brief_lease;
        m_client.emplace(m_server->endpoint(), options);
    }
    void cleanup()
    {
        redis().expect({"CONFIG", "SET", "maxmemory", "0"});
        m_client.reset();
    }

    void acquisitionsAreRefusedReleasesAreNot_data() { add_lock_rows(); }
    void acquisitionsAreRefusedReleasesAreNot()
    {
        const int entries = lock_row().is_reentrant() ? 3 : 1;
        for (int i = 0; i < entries; ++i)
            lock().lock();
        fill();
        QCOMPARE(thrown([&] { return lock("b").try_lock(); }), Errc::out_of_memory);
        QVERIFY(!lock("b").is_held());
        QVERIFY(!redis().exists("b"));
        if (lock_row().is_reentrant())
            QCOMPARE(thrown([&] { return lock().try_lock(); }), Errc::out_of_memory);
        for (int left = entries - 1; left >= 0; --left) {
            QCOMPARE(lock().hold_count(), left + 1);
            QCOMPARE(lock().release(), left);
        }
        QVERIFY(!redis().exists("a"));
    }

    void whatIsHeldStays_data() { add_lock_rows(); }
    void whatIsHeldStays()
    {
        lock().lock();
        fill();
        QVERIFY(are_renewed(redis(), {"a"}));
        QVERIFY(lock().is_held());
        QCOMPARE(lock().release(), 0);
    }

    void aPermitComesBackAsSoonAsThereIsRoom()
    {
        Semaphore seats = m_client->semaphore("seats");
        QVERIFY(seats.try_set_permits(1));
        {
            const SemaphoreGuard seat(seats);
            fill();
        }
        QCOMPARE(seats.available(), 0);
        redis().expect({"CONFIG", "SET", "maxmemory", "0"});
        QVERIFY(until([&] { return seats.available() == 1; }));
    }

    void aKeptPermitStays()
    {
        PermitSemaphore permits = m_client->permit_semaphore("p");
        QVERIFY(permits.try_set_permits(1));
        const std::string id = permits.acquire(brief_lease);
        QVERIFY(permits.keep(id));
        const auto end = [&] {
            return std::stoll(redis().list({"ZRANGE", "{p}:timeout", "0", "0", "WITHSCORES"}).at(1));
        };
        fill();
        const auto before = end();
        QVERIFY(until([&] { return end() > before + 2 * brief_lease.count(); })); // several renewals
        QVERIFY(permits.update_lease(id, std::chrono::seconds(60)));
    }

    void readersStayAndLeave()
    {
        ReadLock a = m_client->read_write_lock("a").read();
        const std::string deadline = "{a}:" + m_client->this_thread().field() + ":rwlock_timeout:";
        a.lock();
        a.lock();
        fill();
        QVERIFY(are_renewed(redis(), {"a", deadline + "1", deadline + "2"}));
        QVERIFY(a.is_held());
        QCOMPARE(thrown([&] { return m_client->read_write_lock("b").try_lock_shared(); }), Errc::out_of_memory);
        QVERIFY(!redis().exists("b"));
        QCOMPARE(a.release(), 1);
        QCOMPARE(a.release(), 0);
        QCOMPARE(redis().keys(), std::vector<std::string>());
    }

    /// Not even one whom others behind it have left time.
    void whoGivesUpLeavesTheQueue()
    {
        redis().expect({"HSET", "a", java_owner, "1"});
        redis().expect({"PEXPIRE", "a", "600000"});
        std::stop_source stop;
        auto waiting = in_thread([&] {
            return thrown([&] {
                return m_client->fair_lock("a").acquire({.wait = patience, .lease = {}, .stop = stop.get_token()});
            });
        });
        const std::string queue = "redisson_lock_queue:{a}";
        const std::string deadlines = "redisson_lock_timeout:{a}";
        QVERIFY(until([&] { return redis().integer({"LLEN", queue}) == 1; }));
        const std::string behind = "0a0a0a0a-1111-4222-8333-444444444444:7";
        const std::string late = std::to_string(std::stoll(redis().list({"TIME"}).front()) * 1000 + 3'600'000);
        redis().expect({"RPUSH", queue, behind});
        redis().expect({"ZADD", deadlines, late, behind});
        fill();
        stop.request_stop();
        QVERIFY(waiting.get() != Errc::ok); // cancelled, or refused because it has just tried once more
        QVERIFY(until([&] { return redis().list({"LRANGE", queue, "0", "-1"}) == std::vector{behind}; }));
        QCOMPARE(redis().list({"ZRANGE", deadlines, "0", "-1"}), std::vector{behind});
        QVERIFY(redis().text({"ZSCORE", deadlines, behind}) < late); // what was left to the one in front
    }

    void aDowngradeWorks()
    {
        ReadWriteLock a = m_client->read_write_lock("a");
        a.lock();
        a.lock_shared();
        fill();
        QCOMPARE(a.write().release(), 0);
        QCOMPARE(redis().hash("a"), (Fields{{"mode", "read"}, {m_client->this_thread().field(), "1"}}));
        QCOMPARE(a.read().release(), 0);
        QCOMPARE(redis().keys(), std::vector<std::string>());
    }
};

QTEST_GUILESS_MAIN(FullMemoryTest)
#include "full_memory_test.moc"
