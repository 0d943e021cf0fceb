// SPDX-License-Identifier: Apache-2.0
// What becomes of holds when one of several masters stops, loses what it has, or takes long to give a slot away.
#include "lockscope/sandbox_cluster.hpp"
#include "support/lock_suite.hpp"
#include "support/losses.hpp"

#include <QTest>

#include <algorithm>
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
        Stage& stage = *m_stage;
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

    void locksOfOtherMastersAreRenewedWhileOneIsStopped()
    {
        constexpr std::size_t many = 10000;
        constexpr std::size_t threads = 16;
        Stage stage({.requires_full_coverage = false, .password = {}, .arguments = {}});
        ClientOptions options;
        options.watchdog_lease = milliseconds(6000);
        options.command_timeout = milliseconds(2000);
        Client client(stage.cluster.endpoint(), options);
        Losses losses(client);
        std::vector<std::future<std::vector<ReentrantLock>>> takers;
        for (std::size_t thread = 0; thread < threads; ++thread) {
            takers.push_back(in_thread([&client, thread] {
                std::vector<ReentrantLock> taken;
                for (std::size_t i = thread; i < many; i += threads) {
                    taken.push_back(client.reentrant_lock("lock:" + std::to_string(i)));
                    taken.back().lock();
                }
                return taken;
            }));
        }
        std::vector<std::vector<ReentrantLock>> locks;
        for (auto& taker : takers)
            locks.push_back(taker.get());
        std::set<std::string> doomed;
        for (std::string& name : RedisClient(stage.cluster.node(1).endpoint()).keys())
            doomed.insert(std::move(name));
        QVERIFY(doomed.size() > many / 5 && doomed.size() < many / 2);
        QCOMPARE(losses.count(), std::size_t{0});
        stage.cluster.node(1).pause_server();
        QVERIFY(until([&] { return losses.count() >= doomed.size(); }));
        QTest::qWait(8000); // more than a lease
        QCOMPARE(losses.count(), doomed.size());
        for (const std::string& name : losses.names())
            QVERIFY2(doomed.contains(name), name.c_str());
        stage.cluster.node(1).resume_server();
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
