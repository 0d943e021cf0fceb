// SPDX-License-Identifier: Apache-2.0
// With exactly the rights that docs/permissions.md lists, locks work in a cluster; what becomes of them with one fewer.
#include "lockscope/sandbox_cluster.hpp"
#include "support/documented_acl.hpp"
#include "support/lock_suite.hpp"

#include <QTest>

#include <memory>

using namespace lockscope;
using namespace lockscope::test;

namespace {

const std::string plain = "cluster";
const std::string sharded = "cluster with messages within a shard";
const std::string lock_name = "app:lock";

} // namespace

class DeploymentsAclTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<SandboxCluster> m_cluster;

    [[nodiscard]] Endpoint user_with_rights(const std::string& deployment, const std::string& missing = {})
    {
        Rules rules = documented_rules("service");
        const Rules beyond = documented_beyond(deployment);
        rules.insert(rules.end(), beyond.begin(), beyond.end());
        rules.insert(rules.end(), {"+client|tracking", "&__redis__:invalidate"});
        if (!missing.empty())
            rules = without(rules, missing);
        Endpoint endpoint = m_cluster->endpoint();
        for (int i = 0; i < m_cluster->size(); ++i) {
            RedisClient redis(m_cluster->node(i).endpoint());
            endpoint = user_with(redis, endpoint, "service", rules);
        }
        return endpoint;
    }
    [[nodiscard]] static ClientOptions options_for(const std::string& deployment)
    {
        ClientOptions options;
        options.sharded_messages = deployment == sharded ? ShardedMessages::automatic : ShardedMessages::off;
        options.outage_patience = milliseconds(3000);
        return options;
    }
    [[nodiscard]] RedisClient home()
    {
        return RedisClient(m_cluster->node(m_cluster->master_of_key(lock_name)).endpoint());
    }
    [[nodiscard]] std::int64_t listeners(const std::string& deployment)
    {
        return home()
            .expect({"PUBSUB", deployment == sharded ? "SHARDNUMSUB" : "NUMSUB", "redisson_lock__channel:{app:lock}"})
            .elements.at(1)
            .integer;
    }
    static void add_deployments()
    {
        QTest::addColumn<std::string>("deployment");
        QTest::newRow("messages everywhere") << plain;
        QTest::newRow("messages within a shard") << sharded;
    }

private slots:
    void initTestCase()
    {
        m_cluster = std::make_unique<SandboxCluster>(
            SandboxClusterOptions{.node_timeout = 60s, .password = {}, .arguments = {}});
    }
    void cleanupTestCase() { m_cluster.reset(); }
    void cleanup() { home().expect({"DEL", lock_name}); }

    void exactlyTheseRightsSuffice_data() { add_deployments(); }
    void exactlyTheseRightsSuffice()
    {
        QFETCH(std::string, deployment);
        const Endpoint endpoint = user_with_rights(deployment);
        Client holder(endpoint, options_for(deployment));
        Client waiter(endpoint, options_for(deployment));
        auto held = holder.reentrant_lock(lock_name);
        held.lock();
        auto served = in_thread([&] {
            auto lock = waiter.reentrant_lock(lock_name);
            const bool is_served = lock.try_lock_for(patience); // shorter than the lease: only a message ends it
            if (is_served)
                lock.unlock();
            return is_served;
        });
        QVERIFY(until([&] { return listeners(deployment) == 1; }));
        held.unlock();
        QVERIFY(served.get());
        QVERIFY(!home().exists(lock_name));
    }

    void theyFollowASlot_data() { add_deployments(); }
    void theyFollowASlot()
    {
        QFETCH(std::string, deployment);
        Client client(user_with_rights(deployment), options_for(deployment));
        auto lock = client.reentrant_lock(lock_name);
        const unsigned slot = SandboxCluster::key_slot(lock_name);
        const int from = m_cluster->master_of(slot);
        const int to = (from + 1) % 3;
        lock.lock();
        m_cluster->start_migration(slot, from, to);
        m_cluster->migrate_keys(slot, from, to);
        QVERIFY(lock.remaining_lease() > milliseconds(0));
        lock.unlock();
        m_cluster->finish_migration(slot, to);
    }

    void oneFewerIsSaid_data()
    {
        QTest::addColumn<std::string>("deployment");
        QTest::addColumn<std::string>("missing");
        QTest::newRow("the map") << plain << std::string("+cluster|slots");
        QTest::newRow("the map, sharded") << sharded << std::string("+cluster|slots");
    }
    void oneFewerIsSaid()
    {
        QFETCH(std::string, deployment);
        QFETCH(std::string, missing);
        Client client(user_with_rights(deployment, missing), options_for(deployment));
        try {
            client.reentrant_lock(lock_name).lock();
            QFAIL("it worked");
        } catch (const Error& error) {
            QCOMPARE(error.errc(), Errc::no_permission);
            QVERIFY2(error.message().find("cluster|slots") != std::string::npos, error.what());
        }
    }

    void waitingNeedsToSubscribe()
    {
        const Endpoint endpoint = user_with_rights(sharded, "+ssubscribe");
        Client holder(endpoint, options_for(sharded));
        Client waiter(endpoint, options_for(sharded));
        auto held = holder.reentrant_lock(lock_name);
        held.lock();
        auto lock = waiter.reentrant_lock(lock_name);
        QVERIFY(!lock.try_lock());
        QCOMPARE(thrown([&] { return lock.try_lock_for(patience); }), Errc::no_permission);
        held.unlock();
    }

    void releasingNeedsToPublish()
    {
        Client client(user_with_rights(sharded, "+spublish"), options_for(sharded));
        auto lock = client.reentrant_lock(lock_name);
        lock.lock();
        QCOMPARE(thrown([&] { return lock.release(); }), Errc::no_permission);
        QVERIFY(home().exists(lock_name));
    }

    void withoutKnowingOfShardsMessagesGoEverywhere()
    {
        const Endpoint endpoint = user_with_rights(sharded, "+pubsub|shardnumsub");
        Client holder(endpoint, options_for(sharded));
        auto held = holder.reentrant_lock(lock_name);
        held.lock();
        Client waiter(endpoint, options_for(sharded));
        auto served = in_thread([&] { return waiter.reentrant_lock(lock_name).try_lock_for(patience); });
        QVERIFY(until([&] { return listeners(plain) == 1; }));
        held.unlock();
        QVERIFY(served.get());
    }

    void aSlotThatMigratesNeedsAsking()
    {
        ClientOptions options = options_for(plain);
        Client client(user_with_rights(plain, "+asking"), options);
        auto lock = client.reentrant_lock(lock_name);
        const unsigned slot = SandboxCluster::key_slot(lock_name);
        const int from = m_cluster->master_of(slot);
        const int to = (from + 1) % 3;
        m_cluster->start_migration(slot, from, to);
        const Errc refused = thrown([&] { return lock.try_lock(); });
        m_cluster->finish_migration(slot, to);
        QCOMPARE(refused, Errc::no_permission);
        QVERIFY(lock.try_lock());
        lock.unlock();
    }
};

QTEST_GUILESS_MAIN(DeploymentsAclTest)
#include "deployments_acl_test.moc"
