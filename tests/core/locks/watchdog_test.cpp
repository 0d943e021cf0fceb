// SPDX-License-Identifier: Apache-2.0
// What is held stays held as long as its holder and its Redis live; what is not, is told in time.
#include "support/fault_proxy.hpp"
#include "support/lock_suite.hpp"
#include "support/losses.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;

namespace {

constexpr milliseconds short_lease{600};

ClientOptions with_lease(milliseconds lease)
{
    ClientOptions options;
    options.watchdog_lease = lease;
    return options;
}

} // namespace

class WatchdogTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;
    std::optional<Client> m_client;

    RedisClient& redis() { return m_server->redis; }
    ReentrantLock lock(const std::string& name = "a") { return m_client->reentrant_lock(name); }
    /// Connections with client tracking whose messages arrive.
    std::size_t tracked_connections()
    {
        std::size_t count = 0;
        for (const auto& client : redis().clients()) {
            const std::string& flags = client.at("flags");
            if (flags.find('t') != std::string::npos && flags.find('R') == std::string::npos)
                ++count;
        }
        return count;
    }
    /// While @p limit lasts, the key lives and is never found with much less than two thirds of its lease.
    bool stays(const std::string& name, milliseconds limit)
    {
        return !until([&] { return redis().pttl(name) < short_lease.count() / 4; }, limit);
    }

private slots:
    void initTestCase() { m_server.emplace(); }
    void cleanupTestCase() { m_server.reset(); }
    void init()
    {
        m_server->empty();
        m_client.emplace(m_server->endpoint(), with_lease(short_lease));
    }
    void cleanup() { m_client.reset(); }

    void renewsWhatIsHeld()
    {
        lock().lock();
        QVERIFY(stays("a", 3 * short_lease));
        QVERIFY(lock().is_held());
        QCOMPARE(lock().release(), 0);
    }

    void renewsWhatWasEnteredAgainAndLeftOnce()
    {
        lock().lock();
        lock().lock();
        QCOMPARE(lock().release(), 1);
        QVERIFY(stays("a", 3 * short_lease));
        QCOMPARE(lock().release(), 0);
    }

    void renewsWhatWasReleasedAndTakenAgain()
    {
        for (int i = 0; i < 3; ++i) {
            lock().lock();
            lock().unlock();
        }
        lock().lock();
        QVERIFY(stays("a", 3 * short_lease));
    }

    void renewsWhatWasLostAndTakenAgain()
    {
        lock().lock();
        redis().command({"DEL", "a"});
        QVERIFY(until([&] { return !lock().is_held(); }));
        lock().lock();
        QVERIFY(stays("a", 3 * short_lease));
    }

    void neverRenewsWhatWasReleased()
    {
        for (int i = 0; i < 300; ++i) {
            lock().lock();
            lock().unlock();
        }
        redis().expect({"HSET", "a", m_client->this_thread().field(), "1"}); // what a late renewal would find
        redis().expect({"PEXPIRE", "a", "400"});
        QVERIFY(until([&] { return !redis().exists("a"); }, 700ms));
    }

    void doesNotRenewALease()
    {
        lock().lock(500ms);
        QVERIFY(until([&] { return !redis().exists("a"); }, 800ms));
        QVERIFY(!lock().is_held());
    }

    void aPoisonedKeyHarmsNoOther()
    {
        for (int i = 0; i < 100; ++i)
            lock("lock " + std::to_string(i)).lock();
        redis().expect({"CLIENT", "TRACKING", "OFF"});
        redis().expect({"SET", "lock 50", "poison"});
        QTest::qWait(static_cast<int>(3 * short_lease.count()));
        for (int i = 0; i < 100; ++i) {
            const std::string name = "lock " + std::to_string(i);
            QCOMPARE(lock(name).is_held(), i != 50);
            QCOMPARE(redis().exists(name), true);
        }
        QCOMPARE(redis().text({"GET", "lock 50"}), std::string("poison"));
    }

    void renewalsAreBatched()
    {
        m_client.emplace(m_server->endpoint(), with_lease(1500ms));
        constexpr int locks = 1000;
        for (int i = 0; i < locks; ++i)
            lock("lock " + std::to_string(i)).lock();
        QTest::qWait(500);
        redis().reset_stats();
        QTest::qWait(2000); // four periods of 500 ms
        const auto scripts = redis().calls("evalsha") + redis().calls("eval");
        QVERIFY2(scripts >= 20 && scripts <= 5 * (locks / 100) + 5, std::to_string(scripts).c_str());
        for (int i = 0; i < locks; ++i)
            QVERIFY(lock("lock " + std::to_string(i)).is_held());
    }

    // Losses.

    void aDeletedLockIsToldAtOnce()
    {
        m_client.emplace(m_server->endpoint(), with_lease(60s));
        Losses losses(*m_client);
        lock().lock();
        const std::stop_token token = lock().loss_token();
        QTest::qWait(200); // longer than most holds: now it is watched for changes
        redis().command({"DEL", "a"});
        const auto start = Clock::now();
        QVERIFY(until([&] { return losses.count() == 1; }));
        QVERIFY2(since(start) < 250ms, std::to_string(since(start).count()).c_str());
        QVERIFY(token.stop_requested());
        QVERIFY(!lock().is_held());
        QCOMPARE(losses.first().lock, std::string("a"));
        QVERIFY(losses.first().owner == m_client->this_thread());
        QVERIFY(losses.first().reason == LossNotice::Reason::taken);
    }

    void lossesAreToldAtOnce_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::newRow("overwritten") << QStringList{"SET", "a", "x"};
        QTest::newRow("renamed") << QStringList{"RENAME", "a", "b"};
        QTest::newRow("database flushed") << QStringList{"FLUSHALL"};
    }
    void lossesAreToldAtOnce()
    {
        QFETCH(QStringList, command);
        m_client.emplace(m_server->endpoint(), with_lease(60s));
        Losses losses(*m_client);
        lock().lock();
        QTest::qWait(200);
        std::vector<std::string> words;
        for (const QString& word : command)
            words.push_back(word.toStdString());
        redis().expect(words);
        QVERIFY(until([&] { return losses.count() == 1; }, 1s));
    }

    void aLeaseThatAnOperatorShortenedEndsWhenHeSaid()
    {
        m_client.emplace(m_server->endpoint(), with_lease(60s));
        Losses losses(*m_client);
        lock().lock();
        // Held long enough to be watched by tracking: only then a change is told.
        QVERIFY(until([&] { return tracked_connections() == 1; }));
        redis().expect({"PEXPIRE", "a", "700"});
        QVERIFY(until([&] { return losses.count() == 1; }, 3s));
        QVERIFY(!lock().is_held());
        QVERIFY(until([&] { return redis().pttl("a") == -2; }, 1s));
    }

    void lossesAreStillToldAfterTheConnectionsWereKilled()
    {
        m_client.emplace(m_server->endpoint(), with_lease(60s));
        Losses losses(*m_client);
        lock().lock();
        QTest::qWait(200);
        QVERIFY(redis().kill_clients("lockscope-renewals") == 1);
        QVERIFY(redis().kill_clients("lockscope-messages") == 1);
        QVERIFY(until([&] { return tracked_connections() == 1; }));
        QTest::qWait(200);
        redis().command({"DEL", "a"});
        QVERIFY(until([&] { return losses.count() == 1; }, 1s));
    }

    void withoutTheRightToTrackRenewalsTell()
    {
        redis().expect({"ACL", "SETUSER", "plain", "on", ">x", "~*", "&*", "+@all", "-client|tracking"});
        Endpoint endpoint = m_server->endpoint();
        endpoint.user = "plain";
        endpoint.password = "x";
        m_client.emplace(endpoint, with_lease(short_lease));
        Losses losses(*m_client);
        lock().lock();
        QTest::qWait(100);
        redis().command({"DEL", "a"});
        QVERIFY(until([&] { return losses.count() == 1; }, short_lease));
    }

    void aStoppedServerIsToldBeforeAnybodyElseCanHold()
    {
        Losses losses(*m_client);
        lock().lock();
        QTest::qWait(300);
        const auto left = milliseconds(redis().pttl("a"));
        const auto end = Clock::now() + left;
        m_server->sandbox.pause_server();
        const bool told = until([&] { return losses.count() == 1; }, 2s);
        m_server->sandbox.resume_server();
        QVERIFY(told);
        QVERIFY2(losses.when() <= end + 30ms, std::to_string((losses.when() - end) / 1ms).c_str());
        QVERIFY(losses.first().reason == LossNotice::Reason::expired);
        QVERIFY(!lock().is_held());
    }

    void aReleaseUnderWayDoesNotHideTheEnd()
    {
        Losses losses(*m_client);
        lock().lock();
        lock().lock();
        m_server->sandbox.pause_server();
        const auto start = Clock::now();
        const Errc error = thrown([&] { return lock().release(); });
        const auto took = since(start);
        m_server->sandbox.resume_server();
        QCOMPARE(error, Errc::lost);
        QVERIFY(took < short_lease + 200ms);
        QCOMPARE(losses.count(), std::size_t(1));
    }

    void aShortPauseOfTheServerLosesNothing()
    {
        m_client.emplace(m_server->endpoint(), with_lease(1500ms));
        Losses losses(*m_client);
        lock().lock();
        for (int i = 0; i < 3; ++i) {
            QTest::qWait(300);
            m_server->sandbox.pause_server();
            QTest::qWait(400);
            m_server->sandbox.resume_server();
        }
        QTest::qWait(1000);
        QCOMPARE(losses.count(), std::size_t(0));
        QVERIFY(lock().is_held());
        QVERIFY(redis().exists("a"));
    }

    void aBusyServerDoesNotEndTheWatchdog()
    {
        m_client.emplace(m_server->endpoint(), with_lease(1500ms));
        redis().expect({"CONFIG", "SET", "busy-reply-threshold", "100"});
        lock().lock();
        QTest::qWait(100);
        auto slow = in_thread([&] {
            RedisClient other(m_server->endpoint());
            return other.command({"EVAL", "while true do end", "0"}).text;
        });
        QTest::qWait(700);
        QVERIFY(until([&] { return redis().command({"SCRIPT", "KILL"}).text == "OK"; }));
        slow.get();
        QTest::qWait(2000);
        QVERIFY(lock().is_held());
        QVERIFY(redis().exists("a"));
    }

    void scriptFlushesDoNotEndTheWatchdog()
    {
        lock().lock();
        for (int i = 0; i < 20; ++i) {
            redis().expect({"SCRIPT", "FLUSH"});
            QTest::qWait(100);
        }
        QVERIFY(lock().is_held());
        QCOMPARE(lock().release(), 0);
    }

    void fullMemoryDoesNotEndTheWatchdog()
    {
        lock().lock();
        redis().expect({"CONFIG", "SET", "maxmemory", "1"});
        const bool stayed = stays("a", 2 * short_lease);
        redis().expect({"CONFIG", "SET", "maxmemory", "0"});
        QVERIFY(stayed);
    }
};

QTEST_GUILESS_MAIN(WatchdogTest)
#include "watchdog_test.moc"
