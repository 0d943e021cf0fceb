// SPDX-License-Identifier: Apache-2.0
// What becomes of holds when one of several masters stops, loses what it has, or takes long to give a slot away.
#include "lockscope/fair_lock.hpp"
#include "lockscope/read_write_lock.hpp"
#include "lockscope/sandbox_cluster.hpp"
#include "lockscope/spin_lock.hpp"
#include "support/lock_suite.hpp"
#include "support/losses.hpp"
#include "support/timing.hpp"

#include <QTest>

#include <algorithm>
#include <initializer_list>
#include <list>
#include <optional>
#include <set>

using namespace lockscope;
using namespace lockscope::test;

namespace {

class Stage
{
public:
    explicit Stage(SandboxClusterOptions options) : cluster(std::move(options)) {}

    [[nodiscard]] int home() { return cluster.master_of_key("lock"); }
    /// A master that does not serve it.
    [[nodiscard]] int another()
    {
        const std::vector<int> masters = cluster.masters();
        return *std::find_if(masters.begin(), masters.end(), [here = home()](int master) { return master != here; });
    }
    [[nodiscard]] bool is_tidy()
    {
        return until([&] {
            for (const int master : cluster.masters()) {
                RedisClient redis(cluster.node(master).endpoint());
                const auto keys = redis.keys();
                if (!keys.empty() && keys != std::vector<std::string>{"redisson_lock_token:{lock}"})
                    return false;
            }
            return true;
        });
    }

    SandboxCluster cluster;
};

SandboxClusterOptions nobody_takes_over()
{
    return {.node_timeout = std::chrono::minutes(1), .password = {}, .arguments = {}};
}

/// Of those that are one key, of the lock's name, while they are held.
Lock lock_of_some_type(Client& client, std::size_t number)
{
    const std::string name = "lock:" + std::to_string(number);
    switch (number % 4) {
    case 0: return client.fair_lock(name);
    case 1: return client.spin_lock(name);
    case 2: return client.read_write_lock(name).write();
    default: return client.reentrant_lock(name);
    }
}

} // namespace

class ClusterFaultsTest : public QObject
{
    Q_OBJECT

    std::optional<Stage> m_stage;

private slots:
    void initTestCase()
    {
        m_stage.emplace(SandboxClusterOptions{
            .replicas_per_master = 1, .node_timeout = milliseconds(1000), .password = {}, .arguments = {}});
    }
    void cleanupTestCase() { m_stage.reset(); }
    void init() { m_stage->cluster.wait_until_ok(); }

    void aHoldLivesThroughAMigrationThatTakesLong()
    {
        Stage stage(nobody_takes_over());
        ClientOptions options;
        options.watchdog_lease = milliseconds(3000);
        Client client(stage.cluster.endpoint(), options);
        Losses losses(client);
        auto lock = client.reentrant_lock("lock");
        lock.lock();
        const unsigned slot = SandboxCluster::key_slot("lock");
        const int from = stage.home();
        const int to = stage.another();
        RedisClient target(stage.cluster.node(to).endpoint());
        stage.cluster.start_migration(slot, from, to);
        QTest::qWait(3500); // renewed while its slot is on its way, first at home
        QVERIFY(lock.is_held());
        stage.cluster.migrate_keys(slot, from, to);
        QTest::qWait(3500); // then at the other end, by ASKING
        QVERIFY(lock.is_held());
        stage.cluster.finish_migration(slot, to);
        QTest::qWait(3500);
        QVERIFY(lock.is_held());
        QCOMPARE(losses.count(), std::size_t{0});
        QVERIFY(target.pttl("lock") > 0);
        QCOMPARE(lock.release(), 0);
        QVERIFY(stage.is_tidy());
    }

    /// One script for many locks, or for a reader and its deadline, finds some keys here and some there.
    void holdsLiveThroughAMigrationThatHasHalfOfTheirKeys()
    {
        Stage stage(nobody_takes_over());
        ClientOptions options;
        options.watchdog_lease = milliseconds(3000);
        Client client(stage.cluster.endpoint(), options);
        Losses losses(client);
        std::list<Lock> locks;
        for (const char* name : {"lock", "{lock}:1", "{lock}:2", "{lock}:3", "{lock}:4"})
            locks.push_back(client.reentrant_lock(name));
        for (const char* name : {"{lock}:r1", "{lock}:r2", "{lock}:r2", "{lock}:r3", "{lock}:r4"})
            locks.push_back(client.read_write_lock(name).read());
        locks.push_back(client.read_write_lock("{lock}:w").write());
        locks.push_back(client.fair_lock("{lock}:fair"));
        for (Lock& lock : locks)
            lock.lock();
        const unsigned slot = SandboxCluster::key_slot("lock");
        const int from = stage.home();
        const int to = stage.another();
        RedisClient source(stage.cluster.node(from).endpoint());
        const auto all_are_held = [&] {
            return losses.count() == 0
                && std::all_of(locks.begin(), locks.end(), [](const Lock& lock) { return lock.is_held(); });
        };
        const std::size_t keys = source.keys().size();
        stage.cluster.start_migration(slot, from, to);
        for (int left = static_cast<int>(keys); left > 0; left -= 8) {
            QTest::qWait(3500); // longer than a lease, with so many of the keys here
            QVERIFY(all_are_held());
            stage.cluster.migrate_keys(slot, from, to, 8);
        }
        QTest::qWait(3500);
        QVERIFY(all_are_held());
        stage.cluster.finish_migration(slot, to);
        QTest::qWait(3500);
        QVERIFY(all_are_held());
        for (auto lock = locks.rbegin(); lock != locks.rend(); ++lock)
            lock->release();
        QVERIFY(stage.is_tidy());
    }

    void locksOfOtherMastersAreRenewedWhileOneIsStopped()
    {
        constexpr std::size_t many = is_slowed_down ? 1000 : 4000;
        constexpr std::size_t threads = 16;
        Stage stage({.requires_full_coverage = false, .password = {}, .arguments = {}});
        ClientOptions options;
        // Each is in a slot of its own, so each is renewed by a script of its own: much to do for a busy machine.
        options.watchdog_lease = milliseconds(12000);
        options.command_timeout = milliseconds(2000);
        Client client(stage.cluster.endpoint(), options);
        Losses losses(client);
        std::vector<std::future<std::vector<Lock>>> takers;
        for (std::size_t thread = 0; thread < threads; ++thread) {
            takers.push_back(in_thread([&client, thread] {
                std::vector<Lock> taken;
                for (std::size_t i = thread; i < many; i += threads) {
                    taken.push_back(lock_of_some_type(client, i));
                    taken.back().lock();
                }
                return taken;
            }));
        }
        std::vector<std::vector<Lock>> locks;
        for (auto& taker : takers)
            locks.push_back(taker.get());
        std::set<std::string> doomed;
        for (std::string& name : RedisClient(stage.cluster.node(1).endpoint()).keys())
            doomed.insert(std::move(name));
        QVERIFY(doomed.size() > many / 5 && doomed.size() < many / 2);
        QCOMPARE(losses.count(), std::size_t{0});
        stage.cluster.node(1).pause_server();
        QVERIFY(until([&] { return losses.count() >= doomed.size(); }, 2 * soon + options.watchdog_lease));
        QTest::qWait(14000); // more than a lease
        QCOMPARE(losses.count(), doomed.size());
        for (const std::string& name : losses.names())
            QVERIFY2(doomed.contains(name), name.c_str());
        stage.cluster.node(1).resume_server();
    }

    /// With many locks, looking after all of them for each link that breaks would keep a busy machine from renewing.
    void aBrokenLinkToOneMasterLeavesHoldsOfOthersAlone()
    {
        Stage& stage = *m_stage;
        Client client(stage.cluster.endpoint());
        auto here = client.reentrant_lock("lock");
        RedisClient home(stage.cluster.node(stage.home()).endpoint());
        const int other = stage.another();
        int number = 0;
        while (stage.cluster.master_of_key("lock:" + std::to_string(number)) != other)
            ++number;
        auto there = client.reentrant_lock("lock:" + std::to_string(number));
        RedisClient away(stage.cluster.node(other).endpoint());
        here.lock();
        there.lock();
        const auto is_watched = [](RedisClient& redis) {
            const auto clients = redis.clients();
            return std::any_of(clients.begin(), clients.end(),
                               [](const auto& each) { return each.at("flags").find('t') != std::string::npos; });
        };
        QVERIFY(until([&] { return is_watched(home) && is_watched(away); }));
        QTest::qWait(500); // both are looked at once more
        home.reset_stats();
        away.reset_stats();
        QVERIFY(until([&] { return home.kill_clients("lockscope-renewals") > 0; }));
        QVERIFY(until([&] { return home.calls("evalsha") > 0; }));
        QTest::qWait(500);
        QCOMPARE(away.calls("evalsha"), std::int64_t(0));
        QVERIFY(here.is_held() && there.is_held());
        here.unlock();
        there.unlock();
    }

    void aClientConnectsWhicheverMasterIsStopped()
    {
        SandboxCluster cluster({.requires_full_coverage = false, .password = {}, .arguments = {}});
        ClientOptions options;
        options.command_timeout = milliseconds(500);
        for (const int master : cluster.masters()) {
            cluster.node(master).pause_server();
            Client client(cluster.endpoint(), options);
            QCOMPARE(thrown([&] { client.ping(); }), Errc::ok);
            cluster.node(master).resume_server();
        }
    }

    void whatWasLeftBeforeTheReplicaTookOverIsLeftAfterIt()
    {
        Stage& stage = *m_stage;
        Client client(stage.cluster.endpoint());
        auto reentrant = client.reentrant_lock("lock");
        auto fair = client.fair_lock("{lock}:fair");
        auto reader = client.read_write_lock("{lock}:read-write").read();
        for (Lock* lock : std::initializer_list<Lock*>{&reentrant, &fair, &reader})
            lock->lock();
        stage.cluster.wait_until_ok();
        const int home = stage.home();
        const int replica = stage.cluster.replicas_of(home).front();
        RedisClient successor(stage.cluster.node(replica).endpoint());
        successor.expect({"CONFIG", "SET", "masterauth", "no longer"});
        RedisClient(stage.cluster.node(home).endpoint()).expect({"CLIENT", "KILL", "TYPE", "replica"});
        QVERIFY(until([&] {
            return successor.text({"INFO", "replication"}).find("master_link_status:down") != std::string::npos;
        }));
        for (Lock* lock : std::initializer_list<Lock*>{&reentrant, &fair, &reader})
            QCOMPARE(lock->release(), 0);
        stage.cluster.node(home).kill_server();
        stage.cluster.wait_until_ok();
        QCOMPARE(stage.home(), replica);
        QVERIFY(stage.is_tidy());
        successor.expect({"CONFIG", "SET", "masterauth", ""});
        stage.cluster.restart_old();
    }

    void aLossAtAFailoverIsTold()
    {
        Stage& stage = *m_stage;
        Client client(stage.cluster.endpoint());
        Losses losses(client);
        auto lock = client.reentrant_lock("lock");
        lock.lock();
        const int home = stage.home();
        const int replica = stage.cluster.replicas_of(home).front();
        // The replica takes over without what its master has: as if the link between them had been cut before.
        stage.cluster.node(home).pause_server();
        stage.cluster.wait_until_ok();
        QCOMPARE(stage.home(), replica);
        RedisClient(stage.cluster.node(replica).endpoint()).expect({"DEL", "lock"});
        QVERIFY(until([&] { return losses.count() == 1; }));
        QVERIFY(!lock.is_held());
        stage.cluster.node(home).resume_server();
    }
};

QTEST_GUILESS_MAIN(ClusterFaultsTest)
#include "cluster_faults_test.moc"
