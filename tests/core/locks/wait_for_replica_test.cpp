// SPDX-License-Identifier: Apache-2.0
// ClientOptions::wait_for_replica, with a replica that follows, that stops, that is gone, and with none.
#include "../../faults/any_lock.hpp"
#include "lock_scripts.hpp"
#include "lockscope/permit_semaphore.hpp"
#include "lockscope/sandbox_cluster.hpp"
#include "lockscope/sandbox_replication.hpp"
#include "lockscope/semaphore.hpp"
#include "support/lock_suite.hpp"
#include "support/timing.hpp"

#include <QTest>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>

#include <list>
#include <optional>

using namespace lockscope;
using namespace lockscope::test;

class WaitForReplicaTest : public QObject
{
    Q_OBJECT

    std::optional<SandboxReplication> m_servers;
    std::optional<RedisClient> m_master;

    static ClientOptions careful(milliseconds replica_timeout = 100ms)
    {
        ClientOptions options;
        options.wait_for_replica = true;
        options.replica_timeout = replica_timeout;
        return options;
    }
    /// A replica that is not let run for a moment confirms the next try, for what it did not confirm went back.
    template <typename Acquire>
    [[nodiscard]] static bool confirmed(Acquire acquire)
    {
        bool has_it = false;
        return until([&] { return thrown([&] { has_it = acquire(); }) != Errc::not_replicated; }) && has_it;
    }
    [[nodiscard]] bool is_empty()
    {
        const std::vector<std::string> keys = m_master->keys();
        return keys.empty() || keys == std::vector<std::string>{"redisson_lock_token:{lock}"};
    }
    /// For some seconds the master does nothing. What it is asked meanwhile it does then, one connection after the
    /// other, in the order in which it has heard of them.
    void stall() { m_master->expect({"CLIENT", "PAUSE", "5000", "ALL"}); }
    /// No connection is given up for that.
    static ClientOptions patient()
    {
        ClientOptions options = careful(5s);
        options.command_timeout = 20s;
        return options;
    }
    static int another_master(SandboxCluster& cluster, int than)
    {
        const std::vector<int> masters = cluster.masters();
        return masters.front() == than ? masters.back() : masters.front();
    }
    /// Since Valkey 8 a slot goes only after a master's replicas have heard of it.
    static bool asks_replicas_about_slots(RedisClient& redis)
    {
        const std::string about = redis.text({"INFO", "server"});
        return about.find("valkey_version:") != about.npos && about.find("valkey_version:7") == about.npos;
    }
    /// So that the connection of all commands is heard of first, whichever way the next request takes.
    static std::future<bool> ask_something_else(Client& client)
    {
        namespace asio = boost::asio;
        return asio::co_spawn(client.executor(), client.reentrant_lock("other").async_is_locked(), asio::use_future);
    }

private slots:
    void initTestCase() { m_servers.emplace(); }
    void cleanupTestCase() { m_servers.reset(); }
    void init()
    {
        m_master.emplace(m_servers->master().endpoint());
        m_master->expect({"FLUSHALL"});
        m_servers->wait_until_synchronised();
        m_master->reset_stats();
    }
    void cleanup()
    {
        m_master->expect({"CONFIG", "SET", "maxmemory", "0"});
        m_master->expect({"CONFIG", "SET", "min-replicas-to-write", "0"});
        m_servers->replica().resume_server();
        m_servers->wait_until_synchronised();
    }

    void whatWasTakenIsOnTheReplica_data() { add_lock_sides(); }
    void whatWasTakenIsOnTheReplica()
    {
        QFETCH(int, kind);
        Client client(m_servers->endpoint(), careful(5s));
        const auto lock = kind_at(kind).make(client);
        RedisClient replica(m_servers->replica().endpoint());
        lock->lock();
        QVERIFY(replica.exists("lock"));
        QVERIFY(m_master->calls("wait") >= 1);
        QCOMPARE(lock->release(), 0);
        QVERIFY(is_empty());
    }

    void whatNoReplicaConfirmsIsGivenBack_data() { add_lock_sides(); }
    void whatNoReplicaConfirmsIsGivenBack()
    {
        QFETCH(int, kind);
        Client client(m_servers->endpoint(), careful());
        const auto lock = kind_at(kind).make(client);
        m_servers->replica().pause_server();
        QCOMPARE(thrown([&] { return lock->acquire({milliseconds::zero(), {}, {}}); }), Errc::not_replicated);
        QVERIFY(!lock->is_held());
        QVERIFY(until([&] { return is_empty(); }));
        QCOMPARE(thrown([&] { return lock->acquire({10s, {}, {}}); }), Errc::not_replicated);
        QVERIFY(until([&] { return is_empty(); }));
        // Nothing stays behind: with the replica it is to be had again.
        m_servers->replica().resume_server();
        QVERIFY(confirmed([&] { return lock->acquire({10s, {}, {}}); }));
        QCOMPARE(lock->release(), 0);
        QVERIFY(is_empty());
    }

    void theMessageSaysWhatToDo()
    {
        Client client(m_servers->endpoint(), careful());
        auto lock = client.reentrant_lock("lock");
        m_servers->replica().pause_server();
        try {
            static_cast<void>(lock.try_lock());
            QFAIL("no replica could confirm it");
        } catch (const Error& error) {
            QCOMPARE(error.message(), std::string("The lock lock was not confirmed by any replica within 100 ms, so it "
                                                  "was given back; see whether the replicas keep up with their "
                                                  "master."));
        }
    }

    void eachTryIsCompensatedExactlyOnce()
    {
        Client client(m_servers->endpoint(), careful());
        auto lock = client.reentrant_lock("lock");
        Subscriber listening(m_servers->master().endpoint(), {"redisson_lock__channel:{lock}"});
        m_servers->replica().pause_server();
        QCOMPARE(thrown([&] { return lock.try_lock_for(10s); }), Errc::not_replicated);
        // One message for each of the five times that it was given back.
        QVERIFY(until([&] { return listening.messages().size() >= 5; }));
        QCOMPARE(m_master->calls("wait"), std::int64_t(5));
        QCOMPARE(m_master->calls("del"), std::int64_t(5));
    }

    void aReentryIsTakenBackAndNoMore()
    {
        Client client(m_servers->endpoint(), careful());
        auto lock = client.reentrant_lock("lock");
        QVERIFY(confirmed([&] { return lock.try_lock(); }));
        m_servers->replica().pause_server();
        QCOMPARE(thrown([&] { return lock.try_lock(); }), Errc::not_replicated);
        QCOMPARE(m_master->hash("lock").begin()->second, std::string("1"));
        QVERIFY(lock.is_held());
        m_servers->replica().resume_server();
        QVERIFY(confirmed([&] { return lock.try_lock(); }));
        QCOMPARE(m_master->hash("lock").begin()->second, std::string("2"));
        QCOMPARE(lock.release(), 1);
        QCOMPARE(lock.release(), 0);
        QVERIFY(is_empty());
    }

    void whatIsLeftOfAHoldIsRenewedAlthoughNoReplicaHasHeard()
    {
        ClientOptions options = careful(5s);
        options.watchdog_lease = brief_lease;
        Client client(m_servers->endpoint(), options);
        auto lock = client.reentrant_lock("lock");
        lock.lock();
        lock.lock();
        m_servers->replica().pause_server();
        QCOMPARE(lock.release(), 1);
        QVERIFY(are_renewed(*m_master, {"lock"}));
        QVERIFY(lock.is_held());
        QCOMPARE(lock.release(), 0);
        QVERIFY(is_empty());
    }

    void permitsThatNoReplicaConfirmsAreGivenBack()
    {
        Client client(m_servers->endpoint(), careful());
        auto semaphore = client.semaphore("permits");
        QVERIFY(semaphore.try_set_permits(3));
        QVERIFY(confirmed([&] { return semaphore.try_acquire(2); }));
        m_servers->replica().pause_server();
        QCOMPARE(thrown([&] { return semaphore.try_acquire(); }), Errc::not_replicated);
        QCOMPARE(semaphore.available(), 1);
        QCOMPARE(thrown([&] { return semaphore.try_acquire_for(10s); }), Errc::not_replicated);
        QCOMPARE(semaphore.available(), 1);
        m_servers->replica().resume_server();
        QVERIFY(confirmed([&] { return semaphore.try_acquire(); }));
        QCOMPARE(semaphore.available(), 0);
    }

    void expirablePermitsThatNoReplicaConfirmsAreGivenBack()
    {
        Client client(m_servers->endpoint(), careful());
        auto semaphore = client.permit_semaphore("permits");
        QVERIFY(semaphore.try_set_permits(1));
        m_servers->replica().pause_server();
        QCOMPARE(thrown([&] { return semaphore.try_acquire_for(10s).has_value(); }), Errc::not_replicated);
        QCOMPARE(semaphore.available(), 1);
        m_servers->replica().resume_server();
        QVERIFY(confirmed([&] { return semaphore.try_acquire_for(10s).has_value(); }));
        QCOMPARE(semaphore.available(), 0);
    }

    void whatAStallDelaysTakesNothingBack_data() { add_lock_sides(); }
    /// The server comes to a try that was given up, and to what gives it back, when its owner has the next one under
    /// way.
    void whatAStallDelaysTakesNothingBack()
    {
        QFETCH(int, kind);
        Client client(m_servers->endpoint(), patient());
        const auto lock = kind_at(kind).make(client);
        lock->lock(); // the connections stand, and the server knows the scripts
        QCOMPARE(lock->release(), 0);
        stall();
        QCOMPARE(thrown([&] { return lock->acquire({300ms, {}, {}}); }), Errc::outcome_unknown);
        QVERIFY(lock->acquire({patience, {}, {}}));
        QVERIFY(!until([&] { return !m_master->exists("lock"); }, 1s));
        QCOMPARE(lock->release(), 0);
        QVERIFY(until([&] { return is_empty(); }));
    }

    void whatAStallDelaysLeavesNothingBehind_data() { add_lock_sides(); }
    void whatAStallDelaysLeavesNothingBehind()
    {
        QFETCH(int, kind);
        Client client(m_servers->endpoint(), patient());
        const auto lock = kind_at(kind).make(client);
        lock->lock();
        QCOMPARE(lock->release(), 0);
        stall();
        auto other = ask_something_else(client);
        QCOMPARE(thrown([&] { return lock->acquire({300ms, 10min, {}}); }), Errc::outcome_unknown);
        static_cast<void>(m_master->exists("lock")); // answered when all that came before is done
        QVERIFY(until([&] { return is_empty(); }));
        QVERIFY(!until([&] { return !is_empty(); }, 1s));
        QVERIFY(!other.get());
    }

    void permitsThatAStallDelaysAreNotLost()
    {
        Client client(m_servers->endpoint(), patient());
        auto semaphore = client.permit_semaphore("permits");
        QVERIFY(semaphore.try_set_permits(1));
        QVERIFY(semaphore.release(semaphore.acquire()));
        stall();
        auto other = ask_something_else(client);
        QCOMPARE(thrown([&] { return semaphore.try_acquire_for(300ms).has_value(); }), Errc::outcome_unknown);
        const std::optional<std::string> id = semaphore.try_acquire_for(patience);
        QVERIFY(id.has_value());
        QCOMPARE(semaphore.available(), 0);
        QVERIFY(semaphore.release(*id));
        QCOMPARE(semaphore.available(), 1);
        QVERIFY(!other.get());
    }

    /// A full memory must not keep what was acquired before from being confirmed.
    void whatIsThereIsWrittenOnceMoreWhereMemoryIsFull()
    {
        Client client(m_servers->endpoint());
        auto lock = client.reentrant_lock("lock");
        lock.lock();
        const std::string owner = m_master->expect({"HKEYS", "lock"}).elements.front().text;
        m_master->expect({"CONFIG", "SET", "maxmemory", "1"});
        const std::vector<std::string> restate{
            "EVAL", std::string(locks::scripts::restate_hold), "1", "lock", "restate", owner, "1"};
        const auto commands = m_master->calls("pexpire");
        QCOMPARE(m_master->integer(restate), 1);
        QVERIFY(m_master->calls("pexpire") > commands);
        m_master->expect({"CONFIG", "SET", "maxmemory", "0"});
        lock.unlock();
    }

    /// A server that refuses writes until shortly before the end: what was not confirmed is given back late, and must
    /// not be when the next try has brought it anew.
    void whatIsGivenBackLateIsNotTheNextTry()
    {
        constexpr milliseconds wait{3000};
        Client client(m_servers->endpoint(), careful());
        auto lock = client.reentrant_lock("lock");
        QVERIFY(confirmed([&] { return lock.try_lock(); })); // the connections stand
        lock.unlock();
        m_servers->replica().pause_server();
        m_master->reset_stats();
        const auto start = Clock::now();
        std::promise<Errc> outcome;
        std::promise<void> looked;
        auto owner = in_thread([&] {
            outcome.set_value(thrown([&] {
                if (!lock.try_lock_for(wait))
                    throw Error(Errc::timeout, "It was not to be had.");
            }));
            looked.get_future().wait();
            return lock.is_held() ? lock.release() : 0;
        });
        QVERIFY(until([&] { return m_master->exists("lock"); }));
        m_master->expect({"CONFIG", "SET", "min-replicas-to-write", "5"});
        QVERIFY(
            until([&] { return since(start) > wait - 480ms; })); // it is tried until then, and in the background after
        m_servers->replica().resume_server();
        m_master->expect({"CONFIG", "SET", "min-replicas-to-write", "0"});
        auto said = outcome.get_future();
        const bool has_ended = is_ready(said, patience);
        const bool is_kept =
            has_ended && (said.get() != Errc::ok || !until([&] { return !m_master->exists("lock"); }, 1s));
        looked.set_value();
        owner.wait();
        QVERIFY(has_ended);
        QVERIFY(is_kept);
    }

    void permitsComeBackWhenThereIsMemoryAgain()
    {
        Client client(m_servers->endpoint(), careful(3s));
        auto semaphore = client.semaphore("permits");
        QVERIFY(semaphore.try_set_permits(2));
        m_servers->replica().pause_server();
        auto trying = in_thread([&] { return thrown([&] { return semaphore.try_acquire(2); }); });
        // Taken, and written once more: what is under way from now on is WAIT alone.
        QVERIFY(until([&] { return m_master->calls("incrby") >= 1; }));
        m_master->expect({"CONFIG", "SET", "maxmemory", "1"});
        const auto refusals = [&] { return m_master->expect({"INFO", "errorstats"}).text; };
        QVERIFY(until([&] { return refusals().find("errorstat_OOM") != std::string::npos; }));
        m_master->expect({"CONFIG", "SET", "maxmemory", "0"});
        QVERIFY(is_ready(trying, patience));
        QCOMPARE(trying.get(), Errc::not_replicated);
        QCOMPARE(semaphore.available(), 2);
    }

    void whoeverIsNextInAQueueStaysNext()
    {
        Client holder(m_servers->endpoint());
        Client next(m_servers->endpoint(), careful(1s));
        Client last(m_servers->endpoint());
        auto held = holder.fair_lock("lock");
        held.lock();
        std::vector<int> order;
        std::mutex mutex;
        const auto take = [&](Client& client, int who) {
            auto lock = client.fair_lock("lock");
            lock.lock();
            {
                const std::scoped_lock guard(mutex);
                order.push_back(who);
            }
            lock.unlock();
        };
        auto first = in_thread([&] { take(next, 1); });
        QVERIFY(until([&] { return m_master->integer({"LLEN", "redisson_lock_queue:{lock}"}) == 1; }));
        auto second = in_thread([&] { take(last, 2); });
        QVERIFY(until([&] { return m_master->integer({"LLEN", "redisson_lock_queue:{lock}"}) == 2; }));
        m_servers->replica().pause_server();
        m_master->reset_stats();
        held.unlock();
        QVERIFY(until([&] { return m_master->calls("wait") >= 2; })); // the first one was in vain
        m_servers->replica().resume_server();
        QVERIFY(is_ready(first, patience));
        QVERIFY(is_ready(second, patience));
        first.get();
        second.get();
        QCOMPARE(order, (std::vector<int>{1, 2}));
    }

    void moreThanThereAreConnectionsWaitTheirTurn()
    {
        Client client(m_servers->endpoint(), careful(5s));
        std::list<std::future<void>> threads;
        for (int i = 0; i < 30; ++i) {
            threads.push_back(in_thread([&client, i] {
                auto lock = client.reentrant_lock("lock-" + std::to_string(i));
                lock.lock();
                lock.unlock();
            }));
        }
        for (auto& each : threads) {
            QVERIFY(is_ready(each, patience));
            each.get();
        }
        const auto clients = m_master->clients();
        QVERIFY(std::count_if(clients.begin(), clients.end(),
                              [](const auto& each) { return each.at("name").find("-waiting") != std::string::npos; })
                <= 8);
    }

    void withoutAReplicaNothingIsWaitedFor()
    {
        const Sandbox lone;
        Client client(lone.endpoint(), careful(60s));
        auto lock = client.reentrant_lock("lock");
        lock.lock();
        lock.unlock();
        QCOMPARE(RedisClient(lone.endpoint()).calls("wait"), std::int64_t(0));
    }

    void aReplicaThatIsGoneIsNotWaitedFor()
    {
        SandboxReplication servers;
        servers.cut_replication();
        RedisClient redis(servers.master().endpoint());
        QVERIFY(until([&] { return redis.expect({"ROLE"}).elements[2].elements.empty(); }));
        Client client(servers.endpoint(), careful(60s));
        auto lock = client.reentrant_lock("lock");
        lock.lock();
        lock.unlock();
    }

    void aServerThatRefusesWaitIsSaid()
    {
        for (Sandbox* each : {&m_servers->master(), &m_servers->replica()})
            RedisClient(each->endpoint())
                .expect({"ACL", "SETUSER", "alice", "on", ">hunter2", "~*", "&*", "+@all", "-wait"});
        Endpoint endpoint = m_servers->endpoint();
        endpoint.user = "alice";
        endpoint.password = "hunter2";
        Client client(endpoint, careful());
        auto lock = client.reentrant_lock("lock");
        try {
            lock.lock();
            QFAIL("nothing could be waited for");
        } catch (const Error& error) {
            QCOMPARE(error.errc(), Errc::no_permission);
            QVERIFY2(error.message().find("permit WAIT, or do not wait for replicas") != std::string::npos,
                     error.what());
        }
        QVERIFY(is_empty());
    }

    void inAClusterTheReplicaOfTheSlotsMasterIsWaitedFor()
    {
        SandboxClusterOptions options;
        options.replicas_per_master = 1;
        options.node_timeout = 60s;
        SandboxCluster cluster(options);
        Client client(cluster.endpoint(), careful(5s));
        auto lock = client.reentrant_lock("lock");
        lock.lock();
        lock.unlock();
        const unsigned slot = SandboxCluster::key_slot("lock");
        const int from = cluster.master_of(slot);
        const int to = another_master(cluster, from);
        QVERIFY(RedisClient(cluster.node(from).endpoint()).calls("wait") >= 1);
        cluster.move_slot(slot, to);
        lock.lock();
        QVERIFY(RedisClient(cluster.node(to).endpoint()).calls("wait") >= 1);
        lock.unlock();
    }

    /// The connection is lost before the master has answered, and by the next try the slot has moved: the one that has
    /// it now is asked, as if there had been no answer only.
    void whatItsMasterMayHaveTakenIsTakenWhereTheSlotHasGone_data()
    {
        QTest::addColumn<int>("kind");
        for (std::size_t i = 0; i < lock_sides().size(); ++i) {
            const std::string& name = lock_sides()[i].name; // of each way to take one
            if (name == "reentrant" || name == "fair" || name == "read" || name == "multi")
                QTest::newRow(name.c_str()) << static_cast<int>(i);
        }
    }
    void whatItsMasterMayHaveTakenIsTakenWhereTheSlotHasGone()
    {
        QFETCH(int, kind);
        SandboxClusterOptions options;
        options.replicas_per_master = 1;
        options.node_timeout = 60s;
        SandboxCluster cluster(options);
        Client client(cluster.endpoint(), careful(5s));
        const auto lock = kind_at(kind).make(client);
        lock->lock();
        QCOMPARE(lock->release(), 0);
        const unsigned slot = SandboxCluster::key_slot("lock");
        const int from = cluster.master_of(slot);
        const int to = another_master(cluster, from);
        RedisClient old(cluster.node(from).endpoint());
        const auto waiting_script = [&] {
            for (const auto& each : old.clients()) {
                if (each.at("flags").find('b') != std::string::npos && each.at("cmd").starts_with("eval"))
                    return each.at("id");
            }
            return std::string();
        };
        if (asks_replicas_about_slots(old))
            QSKIP("A master that is paused does not give a slot away here.");
        old.expect({"FLUSHALL"}); // of a token's counter, which could not move then
        old.expect({"CLIENT", "PAUSE", "60000", "WRITE"});
        int left = -1;
        bool was_held = false;
        auto trying = in_thread([&] {
            return thrown([&] {
                lock->lock();
                was_held = lock->is_held() && RedisClient(cluster.node(to).endpoint()).exists("lock");
                left = lock->release();
            });
        });
        QVERIFY(until([&] { return !waiting_script().empty(); }));
        const std::string first = waiting_script();
        QCOMPARE(old.integer({"CLIENT", "KILL", "ID", first}), 1);
        QVERIFY(until([&] { return !waiting_script().empty() && waiting_script() != first; }));
        cluster.move_slot(slot, to);
        old.expect({"CLIENT", "UNPAUSE"});
        QVERIFY(is_ready(trying, patience));
        QCOMPARE(trying.get(), Errc::ok);
        QVERIFY(was_held);
        QCOMPARE(left, 0);
        QVERIFY(!RedisClient(cluster.node(to).endpoint()).exists("lock"));
    }

    /// The slot moves while a replica is waited for: the old master refers to the new one, which has the number.
    void permitsComeBackToWhereTheirSlotHasGone()
    {
        SandboxClusterOptions options;
        options.replicas_per_master = 1;
        options.node_timeout = 60s;
        SandboxCluster cluster(options);
        const int from = cluster.masters().front();
        const int to = cluster.masters().back();
        const std::string name = cluster.key_on(from, "permits");
        Client client(cluster.endpoint(), careful(5s));
        auto semaphore = client.semaphore(name);
        QVERIFY(semaphore.try_set_permits(3));
        for (const int replica : cluster.replicas_of(from))
            cluster.node(replica).pause_server();
        RedisClient old(cluster.node(from).endpoint());
        if (asks_replicas_about_slots(old))
            QSKIP("A master whose replicas are silent does not give a slot away here.");
        auto trying = in_thread([&] { return thrown([&] { return semaphore.try_acquire(2); }); });
        QVERIFY(until([&] { return old.calls("incrby") >= 1; })); // taken, and written once more
        cluster.move_slot(SandboxCluster::key_slot(name), to);
        QVERIFY(is_ready(trying, patience));
        QCOMPARE(trying.get(), Errc::not_replicated);
        QCOMPARE(semaphore.available(), 3);
    }

    void withoutTheOptionNobodyWaits()
    {
        Client client(m_servers->endpoint());
        auto lock = client.reentrant_lock("lock");
        m_servers->replica().pause_server();
        lock.lock();
        lock.unlock();
        QCOMPARE(m_master->calls("wait"), std::int64_t(0));
    }
};

QTEST_GUILESS_MAIN(WaitForReplicaTest)
#include "wait_for_replica_test.moc"
