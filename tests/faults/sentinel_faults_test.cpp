// SPDX-License-Identifier: Apache-2.0
// The master dies or is replaced, under real sentinels, while locks are held, waited for and taken.
#include "any_lock.hpp"
#include "lockscope/sandbox_sentinel.hpp"
#include "support/lock_suite.hpp"
#include "support/losses.hpp"
#include "support/timing.hpp"

#include <atomic>
#include <optional>

using namespace lockscope;
using namespace lockscope::test;

class SentinelFaultsTest : public QObject
{
    Q_OBJECT

    std::optional<SandboxSentinel> m_servers;

    [[nodiscard]] Sandbox& server_at(const Address& address)
    {
        for (int i = 0; i < m_servers->servers(); ++i) {
            if (m_servers->server(i).endpoint().port == address.port)
                return m_servers->server(i);
        }
        throw std::runtime_error("no server at " + address.display());
    }
    [[nodiscard]] RedisClient master() { return RedisClient(server_at(m_servers->master_address()).endpoint()); }
    [[nodiscard]] static bool is_replica(const Sandbox& server)
    {
        try {
            return RedisClient(server.endpoint()).expect({"ROLE"}).elements.at(0).text == "slave";
        } catch (const std::runtime_error&) {
            return false; // who is demoted sends its clients away
        }
    }
    /// The same deployment; each type of lock has a database of its own.
    [[nodiscard]] Endpoint database(std::size_t number) const
    {
        Endpoint endpoint = m_servers->endpoint();
        endpoint.database = static_cast<int>(number);
        return endpoint;
    }

    struct Contender
    {
        Contender(const Endpoint& endpoint, const LockKind& kind)
            : holder(endpoint)
            , waiter(endpoint)
            , losses(holder)
            , held(kind.make(holder))
            , wanted(kind.make(waiter))
        {}
        Client holder, waiter;
        Losses losses;
        std::unique_ptr<AnyLock> held, wanted;
        std::future<bool> turn;
    };

private slots:
    void init() { m_servers.emplace(); }
    void cleanup() { m_servers.reset(); }

    void everyLockIsStillHeldAndItsWaitersAreServed_data()
    {
        QTest::addColumn<QString>("how");
        QTest::newRow("the master is killed") << "kill";
        QTest::newRow("the master stops") << "pause";
        QTest::newRow("SENTINEL FAILOVER") << "failover";
    }
    void everyLockIsStillHeldAndItsWaitersAreServed()
    {
        QFETCH(QString, how);
        std::list<Contender> contenders;
        for (std::size_t i = 0; i < lock_kinds().size(); ++i) {
            Contender& each = contenders.emplace_back(database(i), lock_kinds()[i]);
            each.held->lock();
            each.turn = in_thread([&each] {
                return each.wanted->acquire({std::chrono::seconds(60), {}, {}}) && each.wanted->release() == 0;
            });
        }
        m_servers->wait_until_synchronised();
        const Address before = m_servers->master_address();
        if (how == "kill")
            m_servers->kill_master();
        else if (how == "pause")
            m_servers->pause_master();
        else
            m_servers->failover();
        const Address after = m_servers->wait_for_failover(before);
        QVERIFY(after != before);
        if (how == "failover") { // until then the old one takes what nobody will ever know of
            QVERIFY(until([&] { return is_replica(server_at(before)); }));
        }
        std::size_t number = 0;
        for (Contender& each : contenders) {
            const char* name = lock_kinds()[number++].name.c_str();
            QVERIFY2(!is_ready(each.turn), name);
            QVERIFY2(each.held->is_held(), name);
            QCOMPARE(each.held->release(), 0);
            QVERIFY2(is_ready(each.turn, patience), name);
            QVERIFY2(each.turn.get(), name);
            QCOMPARE(each.losses.count(), std::size_t(0));
        }
        for (std::size_t i = 0; i < lock_kinds().size(); ++i) {
            Endpoint endpoint = server_at(after).endpoint();
            endpoint.database = static_cast<int>(i);
            RedisClient redis(endpoint);
            QVERIFY2(!redis.exists("lock"), lock_kinds()[i].name.c_str());
        }
    }

    void locksThatTheReplicaDidNotGetAreToldAsLost()
    {
        Client client(m_servers->endpoint());
        Losses losses(client);
        auto lock = client.reentrant_lock("lock");
        m_servers->cut_replication();
        lock.lock();
        const Address before = m_servers->master_address();
        m_servers->kill_master();
        m_servers->wait_for_failover(before);
        QVERIFY(until([&] { return losses.count() == 1; }));
        QCOMPARE(losses.first().reason, LossNotice::Reason::taken);
        QVERIFY(!lock.is_held());
        QCOMPARE(thrown([&] { return lock.release(); }), Errc::lost);
        QVERIFY(lock.try_lock());
        QVERIFY(master().exists("lock"));
    }

    void theFirstAcquireSucceedsSoonAfterTheNewMasterTakesWrites()
    {
        Client client(m_servers->endpoint());
        auto lock = client.reentrant_lock("lock");
        lock.lock();
        lock.unlock();
        const Address before = m_servers->master_address();
        const int other = m_servers->server(0).endpoint().port == before.port ? 1 : 0;
        const Endpoint replica = m_servers->server(other).endpoint();
        m_servers->kill_master();
        auto acquired = in_thread([&] {
            lock.lock();
            return Clock::now();
        });
        // A connection each: the sentinels end those of the server that they promote.
        QVERIFY(until([&] { return !RedisClient(replica).command({"SET", "probe", "1"}).is_error(); }));
        const Clock::time_point writable = Clock::now();
        QVERIFY(is_ready(acquired, patience));
        const milliseconds took = std::chrono::duration_cast<milliseconds>(acquired.get() - writable);
        qInfo() << "first acquire" << took.count() << "ms after the first write";
        QVERIFY(took < soon);
    }

    void nothingIsWrittenToAMasterThatComesBack()
    {
        ClientOptions options;
        options.name = "writer";
        Client client(m_servers->endpoint(), options);
        auto lock = client.reentrant_lock("lock");
        lock.lock();
        lock.unlock();
        const Address before = m_servers->master_address();
        m_servers->kill_master();
        m_servers->wait_for_failover(before);
        std::atomic<bool> stop{false};
        std::atomic<int> turns{0};
        auto writing = in_thread([&] {
            while (!stop) {
                lock.lock();
                lock.unlock();
                ++turns;
            }
        });
        QVERIFY(until([&] { return turns > 0; }));
        m_servers->restart_old(); // it believes to be the master until the sentinels tell it
        m_servers->wait_until_synchronised();
        const int seen = turns;
        QVERIFY(until([&] { return turns > seen + 10; }));
        stop = true;
        QVERIFY(is_ready(writing, patience));
        writing.get();
        RedisClient old(server_at(before).endpoint());
        QCOMPARE(old.calls("evalsha"), std::int64_t(0));
        QCOMPARE(old.calls("eval"), std::int64_t(0));
        for (const auto& each : old.clients())
            QVERIFY2(each.at("name").rfind("writer", 0) != 0, each.at("name").c_str());
    }

    void aDemotedMasterWhoseConnectionsLiveIsLeft()
    {
        Client client(m_servers->endpoint());
        auto lock = client.reentrant_lock("lock");
        lock.lock();
        m_servers->wait_until_synchronised();
        const Address before = m_servers->master_address();
        RedisClient old(server_at(before).endpoint());
        m_servers->failover();
        m_servers->wait_for_failover(before);
        old.expect({"PING"});
        old.reset_stats();
        lock.unlock();
        lock.lock();
        lock.unlock();
        QCOMPARE(old.calls("evalsha"), std::int64_t(0));
        QVERIFY(!master().exists("lock"));
    }

    void oneDeadSentinelIsNotMissed()
    {
        m_servers->sentinel(0).kill_server();
        Client client(m_servers->endpoint());
        auto lock = client.reentrant_lock("lock");
        lock.lock();
        m_servers->wait_until_synchronised();
        const Address before = m_servers->master_address();
        m_servers->kill_master();
        m_servers->wait_for_failover(before);
        lock.unlock();
        QVERIFY(!master().exists("lock"));
    }

    void oneSentinelThatLivesNamesTheMaster()
    {
        m_servers->sentinel(0).kill_server();
        m_servers->sentinel(1).kill_server();
        Client client(m_servers->endpoint());
        auto lock = client.reentrant_lock("lock");
        lock.lock();
        lock.unlock();
    }

    void withoutAnySentinelItIsSaid()
    {
        Client connected(m_servers->endpoint());
        auto lock = connected.reentrant_lock("lock");
        lock.lock();
        for (int i = 0; i < m_servers->sentinels(); ++i)
            m_servers->sentinel(i).kill_server();
        lock.unlock(); // whoever knows the master needs no sentinel
        ClientOptions options;
        options.command_timeout = 500ms;
        Client late(m_servers->endpoint(), options);
        try {
            late.ping();
            QFAIL("there was nobody to ask");
        } catch (const Error& error) {
            QCOMPARE(error.errc(), Errc::connection_failed);
            QVERIFY2(error.message().find("No sentinel told where the master is") != std::string::npos, error.what());
            QVERIFY2(error.node().find("mymaster") != std::string::npos, error.node().c_str());
        }
    }
};

QTEST_GUILESS_MAIN(SentinelFaultsTest)
#include "sentinel_faults_test.moc"
