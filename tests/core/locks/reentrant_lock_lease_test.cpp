// SPDX-License-Identifier: Apache-2.0
// How long the blocking lock is held: leases, and what is refused as one.
#include "support/lock_suite.hpp"
#include "support/timing.hpp"

#include <QTest>

#include <limits>

using namespace lockscope;
using namespace lockscope::test;

class ReentrantLockLeaseTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;
    std::optional<Client> m_client;

    RedisClient& redis() { return m_server->redis; }
    ReentrantLock lock(const std::string& name = "a") { return m_client->reentrant_lock(name); }

private slots:
    void initTestCase() { m_server.emplace(); }
    void cleanupTestCase() { m_server.reset(); }
    void init()
    {
        m_server->empty();
        m_client.emplace(m_server->endpoint());
    }
    void cleanup() { m_client.reset(); }

    // Leases.

    void withoutALeaseTheWatchdogsIsTaken()
    {
        lock().lock();
        const auto ttl = redis().pttl("a");
        QVERIFY2(ttl > 25000 && ttl <= 30000, std::to_string(ttl).c_str());
        const auto left = lock().remaining_lease();
        QVERIFY(left && *left > 25s && *left <= 30s);
    }

    void aLeaseEndsByItself()
    {
        lock().lock(150ms);
        QVERIFY(redis().pttl("a") <= 150);
        QVERIFY(until([&] { return !lock().is_held(); }, soon));
        QVERIFY(until([&] { return !redis().exists("a"); }));
        QCOMPARE(thrown([&] { return lock().release(); }), Errc::lost);
    }

    /// No message tells of it, and who stands behind in the same process counts on the lease.
    void whatIsDeletedWakesTheNextOfItsProcess()
    {
        lock().lock(60s);
        auto next = in_thread([&] { return lock().try_lock_for(30s); });
        QVERIFY(until([&] { return redis().subscribers("redisson_lock__channel:{a}") == 1; }));
        redis().expect({"DEL", "a"});
        const Clock::time_point from = Clock::now();
        QVERIFY(next.get());
        QVERIFY2(since(from) < soon, std::to_string(since(from).count()).c_str());
    }

    void aLeaseCountsFromWhereItWasGiven()
    {
        lock("b").lock(60s);
        m_server->sandbox.kill_server();
        auto acquired = in_thread([&] {
            auto mine = lock();
            mine.lock(3s);
            const Clock::time_point from = Clock::now();
            const bool is_held_late = until([&] { return since(from) > 2s; }) && mine.is_held();
            return is_held_late || since(from) > 2800ms; // the test itself was late
        });
        QTest::qWait(1500); // it is sent now and then, and not answered
        m_server->sandbox.restart();
        QVERIFY(acquired.get());
        m_server->redis = RedisClient(m_server->direct());
    }

    void aSlowServerDoesNotShortenALease()
    {
        auto mine = lock();
        mine.lock(5s);
        const Clock::time_point from = Clock::now();
        const std::string is_tracked = "tracking_total_keys:1\r";
        QVERIFY(until([&] { return redis().text({"INFO", "stats"}).find(is_tracked) != std::string::npos; }));
        // Somebody else touches it, and the server is slow to answer the look that follows.
        redis().command({"MULTI"});
        redis().command({"PEXPIRE", "a", "5000"});
        redis().command({"CLIENT", "PAUSE", "2000", "ALL"});
        redis().command({"EXEC"});
        QVERIFY(until([&] { return since(from) > 3500ms; }));
        QVERIFY(mine.is_held() || since(from) > 4800ms);
    }

    void aWaiterEntersWhenTheLeaseEnds()
    {
        lock().lock(300ms);
        Client other(m_server->endpoint());
        const auto start = Clock::now();
        QVERIFY(other.reentrant_lock("a").try_lock_for(5s));
        QVERIFY2(since(start) < soon, std::to_string(since(start).count()).c_str());
    }

    void enteringAgainNeverShortensALease()
    {
        ReentrantLock a = lock();
        a.lock(60s);
        a.lock(100ms);
        QVERIFY(redis().pttl("a") > 50000);
        QVERIFY(a.try_lock());
        QVERIFY(redis().pttl("a") > 50000);
        QCOMPARE(a.release(), 2);
        QVERIFY(redis().pttl("a") > 50000);
    }

    void enteringAgainLengthensAShorterLease()
    {
        ReentrantLock a = lock();
        a.lock(3s);
        a.lock(60s);
        QVERIFY(redis().pttl("a") > 50000);
        QTest::qWait(3200);
        QCOMPARE(a.hold_count(), 2);
    }

    void theLeaseOfOneHoldIsNotThatOfTheNext()
    {
        ReentrantLock a = lock();
        a.lock(1h);
        a.unlock();
        a.lock();
        QVERIFY(redis().pttl("a") <= 30000);
    }

    void ownersHaveLeasesOfTheirOwn()
    {
        lock("a").lock(1h);
        auto other = in_thread([&] {
            ReentrantLock b = lock("b");
            b.lock(5s);
            return redis().pttl("b");
        });
        QVERIFY(other.get() <= 5000);
        QVERIFY(redis().pttl("a") > 3500000);
    }

    void remainingLeaseOfOthers()
    {
        QVERIFY(!lock().remaining_lease());
        redis().expect({"HSET", "a", java_owner, "1"});
        QCOMPARE(lock().remaining_lease(), std::optional(milliseconds::max()));
        redis().expect({"PEXPIRE", "a", "5000"});
        QVERIFY(lock().remaining_lease() <= 5s);
    }

    // Arguments.

    void senselessLeasesAreRefused_data()
    {
        QTest::addColumn<qlonglong>("lease");
        QTest::newRow("zero") << 0LL;
        QTest::newRow("negative") << -1LL;
        QTest::newRow("smallest") << std::numeric_limits<qlonglong>::min();
        QTest::newRow("largest") << std::numeric_limits<qlonglong>::max();
    }
    void senselessLeasesAreRefused()
    {
        QFETCH(qlonglong, lease);
        QCOMPARE(thrown([&] {
                     lock().lock(milliseconds(lease));
                     return 0;
                 }),
                 Errc::invalid_argument);
        QCOMPARE(thrown([&] { return lock().try_lock_for(1s, milliseconds(lease)); }), Errc::invalid_argument);
        QVERIFY(!redis().exists("a"));
    }

    void oddWaitsAndLeasesWork()
    {
        QVERIFY(lock().try_lock_for(milliseconds::min()));
        QVERIFY(lock().try_lock_for(milliseconds::max()));
        QVERIFY(lock().try_lock_for(std::chrono::hours::max()));
        QVERIFY(lock().try_lock_for(std::chrono::duration<double>(std::numeric_limits<double>::quiet_NaN())));
        QVERIFY(lock().try_lock_for(std::chrono::duration<double>(1e300)));
        QVERIFY(lock().try_lock_for(1s, 1ms)); // the lease of the others is longer
        QVERIFY(lock().try_lock_for(1s, milliseconds(std::chrono::hours(24 * 365 * 100))));
        QVERIFY(lock().try_lock_until(Clock::now() - 1h));
        QVERIFY(lock().try_lock_until(Clock::time_point::max()));
        QCOMPARE(lock().hold_count(), 9);
    }

    void anEmptyNameIsRefused()
    {
        QCOMPARE(thrown([&] { return lock(""); }), Errc::invalid_argument);
    }

    void senselessOptionsAreRefused()
    {
        const auto with = [&](auto change) {
            ClientOptions options;
            change(options);
            return thrown([&] { return Client(m_server->endpoint(), options).id(); });
        };
        QCOMPARE(with([](ClientOptions& options) { options.watchdog_lease = 0ms; }), Errc::invalid_argument);
        QCOMPARE(with([](ClientOptions& options) { options.command_timeout = -1ms; }), Errc::invalid_argument);
        QCOMPARE(with([](ClientOptions& options) { options.connect_timeout = 0ms; }), Errc::invalid_argument);
        QCOMPARE(with([](ClientOptions&) {}), Errc::ok);
    }
};

QTEST_GUILESS_MAIN(ReentrantLockLeaseTest)
#include "reentrant_lock_lease_test.moc"
