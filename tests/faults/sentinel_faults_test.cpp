// SPDX-License-Identifier: Apache-2.0
// The master dies or is replaced, under real sentinels, while locks are held, waited for and taken.
#include "crowd.hpp"
#include "lockscope/permit_semaphore.hpp"
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
    /// From now on nobody takes over because a busy machine lets a server answer late.
    void end_of_failovers()
    {
        for (int i = 0; i < m_servers->sentinels(); ++i)
            RedisClient(m_servers->sentinel(i).endpoint())
                .expect({"SENTINEL", "SET", "mymaster", "down-after-milliseconds", "600000"});
    }
    [[nodiscard]] RedisClient master() { return RedisClient(server_at(m_servers->master_address()).endpoint()); }
    /// The same deployment; each type of lock has a database of its own.
    [[nodiscard]] Endpoint database(std::size_t number) const
    {
        Endpoint endpoint = m_servers->endpoint();
        endpoint.database = static_cast<int>(number);
        return endpoint;
    }

    [[nodiscard]] static bool takes_writes(const Endpoint& server)
    {
        try {
            return !RedisClient(server).command({"SET", "probe", "1"}).is_error();
        } catch (const std::runtime_error&) {
            return false; // whoever is promoted sends its clients away
        }
    }
    [[nodiscard]] RedisClient look(const Address& address, std::size_t number)
    {
        Endpoint endpoint = server_at(address).endpoint();
        endpoint.database = static_cast<int>(number);
        return RedisClient(endpoint);
    }

    struct Holder
    {
        Holder(const Endpoint& endpoint, std::string what, const LockKind::Make& make)
            : client(endpoint)
            , name(std::move(what))
            , lock(make(client))
        {}
        Client client;
        std::string name;
        std::unique_ptr<AnyLock> lock;
    };
    struct Contender
    {
        Contender(const Endpoint& endpoint, const LockKind& kind)
            : holder(endpoint)
            , waiter(endpoint)
            , losses(holder)
            , held(kind.make(holder))
            , wanted(kind.rival(waiter))
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
        for (std::size_t i = 0; i < lock_sides().size(); ++i) {
            Contender& each = contenders.emplace_back(database(i), lock_sides()[i]);
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
        std::size_t number = 0;
        for (Contender& each : contenders) {
            const char* name = lock_sides()[number++].name.c_str();
            QVERIFY2(!is_ready(each.turn), name);
            QVERIFY2(each.held->is_held(), name);
            QCOMPARE(each.held->release(), 0);
            QVERIFY2(is_ready(each.turn, patience), name);
            QVERIFY2(each.turn.get(), name);
            QCOMPARE(each.losses.count(), std::size_t(0));
        }
        for (std::size_t i = 0; i < lock_sides().size(); ++i) {
            RedisClient redis = look(after, i);
            QVERIFY2(is_tidy(redis), lock_sides()[i].name.c_str());
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

    /// Its replica had lost the link before, so nobody but the old master was ever told.
    void whatWasLeftBeforeTheSwitchIsLeftAfterIt()
    {
        std::list<Holder> holders;
        for (const LockKind& kind : lock_kinds()) {
            holders.emplace_back(database(holders.size()), kind.name, kind.make);
            if (kind.make_shared)
                holders.emplace_back(database(holders.size()), kind.name + ", shared", kind.make_shared);
        }
        for (Holder& each : holders)
            each.lock->lock();
        Client semaphores(database(holders.size()));
        PermitSemaphore permits = semaphores.permit_semaphore("permits");
        QVERIFY(permits.try_set_permits(1));
        const std::optional<std::string> permit = permits.try_acquire();
        QVERIFY(permit);

        m_servers->wait_until_synchronised();
        m_servers->cut_replication();
        for (Holder& each : holders)
            QCOMPARE(each.lock->release(), 0);
        permits.release(*permit);
        const Address before = m_servers->master_address();
        m_servers->kill_master();
        const Address after = m_servers->wait_for_failover(before);
        std::size_t number = 0;
        for (const Holder& each : holders) {
            RedisClient redis = look(after, number++);
            QVERIFY2(is_tidy(redis), each.name.c_str());
        }
        QVERIFY(until([&] { return permits.available() == 1; }));
    }

    void aPlaceThatWasGivenUpBeforeTheSwitchIsFreeAfterIt()
    {
        Client holder(m_servers->endpoint()), waiter(m_servers->endpoint());
        FairLock held = holder.fair_lock("lock");
        held.lock();
        std::stop_source stop;
        auto giving_up = in_thread([&] {
            FairLock wanted = waiter.fair_lock("lock");
            return thrown([&] { return wanted.acquire({60s, {}, stop.get_token()}); });
        });
        QVERIFY(until([&] { return master().integer({"LLEN", "redisson_lock_queue:{lock}"}) == 1; }));
        m_servers->wait_until_synchronised();
        m_servers->cut_replication();
        stop.request_stop();
        QCOMPARE(giving_up.get(), Errc::cancelled);
        const Address before = m_servers->master_address();
        m_servers->kill_master();
        RedisClient redis = look(m_servers->wait_for_failover(before), 0);
        QVERIFY(until([&] { return redis.keys() == std::vector<std::string>{"lock"}; }));
        QVERIFY(held.is_held());
        QCOMPARE(held.release(), 0);
    }

    void whoLostAFairLockAtTheSwitchDoesNotStandInItsQueue()
    {
        Client holder(m_servers->endpoint()), waiter(m_servers->endpoint());
        Losses losses(waiter);
        FairLock held = holder.fair_lock("lock");
        held.lock();
        auto waiting = in_thread([&] { waiter.fair_lock("lock").lock(); });
        QVERIFY(until([&] { return master().integer({"LLEN", "redisson_lock_queue:{lock}"}) == 1; }));
        m_servers->wait_until_synchronised();
        m_servers->cut_replication();
        QCOMPARE(held.release(), 0);
        QVERIFY(is_ready(waiting, patience));
        const Address before = m_servers->master_address();
        m_servers->kill_master();
        RedisClient redis = look(m_servers->wait_for_failover(before), 0);
        QVERIFY(until([&] { return losses.count() == 1; }));
        QVERIFY(until([&] { return redis.keys().empty(); }));
    }

    void aHoldThatIsTakenAnewAtTheSwitchIsNotTouched()
    {
        Client client(m_servers->endpoint());
        Losses losses(client);
        auto anew = client.reentrant_lock("anew");
        auto marker = client.reentrant_lock("marker");
        anew.lock();
        marker.lock();
        m_servers->wait_until_synchronised();
        m_servers->cut_replication();
        QCOMPARE(anew.release(), 0);
        QCOMPARE(marker.release(), 0);
        const Address before = m_servers->master_address();
        m_servers->kill_master();
        anew.lock();
        RedisClient redis = look(m_servers->wait_for_failover(before), 0);
        QVERIFY(until([&] { return !redis.exists("marker"); }));
        client.ping(); // behind whatever else was told again
        QVERIFY(anew.is_held());
        QCOMPARE(redis.hash("anew").size(), std::size_t(1));
        QCOMPARE(losses.count(), std::size_t(0));
        QCOMPARE(anew.release(), 0);
        QVERIFY(!redis.exists("anew"));
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
        QVERIFY(until([&] { return takes_writes(replica); }));
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
        end_of_failovers();
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
        ClientOptions options;
        options.name = "writer";
        Client client(m_servers->endpoint(), options);
        auto lock = client.reentrant_lock("lock");
        lock.lock();
        m_servers->wait_until_synchronised();
        const Address before = m_servers->master_address();
        RedisClient old(server_at(before).endpoint());
        m_servers->failover();
        m_servers->wait_for_failover(before);
        end_of_failovers();
        // It hears of the switch a moment after the sentinels agree.
        QVERIFY(until([&] {
            const auto clients = old.clients();
            return std::none_of(clients.begin(), clients.end(),
                                [](const auto& each) { return each.at("name").rfind("writer", 0) == 0; });
        }));
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
