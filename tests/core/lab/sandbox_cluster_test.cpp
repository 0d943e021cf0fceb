// SPDX-License-Identifier: Apache-2.0
// A Redis Cluster as a sandbox, and what can be done to it.
#include "lockscope/error.hpp"
#include "lockscope/sandbox_cluster.hpp"
#include "support/redis_client.hpp"
#include "support/until.hpp"

#include <QTest>

#include <algorithm>

using namespace lockscope;
using namespace lockscope::test;

namespace {

std::string state_of(const Sandbox& node)
{
    const std::string info = RedisClient(node.endpoint()).text({"CLUSTER", "INFO"});
    return info.substr(0, info.find('\r'));
}

/// Of each node that @p node knows, or of itself alone: its id, and whom it replicates ("-" for a master).
QByteArrayList roles(const Sandbox& node, bool itself)
{
    QByteArrayList roles;
    const std::string nodes = RedisClient(node.endpoint()).text({"CLUSTER", "NODES"});
    for (const QByteArray& line : QByteArray::fromStdString(nodes).trimmed().split('\n')) {
        if (!itself || line.contains("myself"))
            roles.append(line.split(' ').at(0) + ' ' + line.split(' ').at(3));
    }
    std::sort(roles.begin(), roles.end());
    return roles;
}

} // namespace

class SandboxClusterTest : public QObject
{
    Q_OBJECT

private slots:
    void everyNodeFindsItInOrder_data()
    {
        QTest::addColumn<int>("masters");
        QTest::addColumn<int>("replicas");
        QTest::addColumn<QByteArray>("password");
        QTest::newRow("three masters") << 3 << 0 << QByteArray();
        QTest::newRow("three masters, three replicas, a password") << 3 << 1 << QByteArray("se \"cret");
    }
    void everyNodeFindsItInOrder()
    {
        QFETCH(int, masters);
        QFETCH(int, replicas);
        QFETCH(QByteArray, password);
        SandboxClusterOptions options;
        options.masters = masters;
        options.replicas_per_master = replicas;
        options.password = password.toStdString();
        SandboxCluster cluster(options);

        QCOMPARE(cluster.size(), masters * (1 + replicas));
        QCOMPARE(cluster.endpoint().deployment, Deployment::cluster);
        QCOMPARE(cluster.endpoint().addresses().size(), static_cast<std::size_t>(masters));
        QCOMPARE(cluster.endpoint().password, password.toStdString());
        for (int i = 0; i < cluster.size(); ++i)
            QCOMPARE(state_of(cluster.node(i)), std::string("cluster_state:ok"));
        for (int master = 0; master < masters; ++master) {
            QCOMPARE(cluster.replicas_of(master).size(), static_cast<std::size_t>(replicas));
            const std::string key = cluster.key_on(master);
            QCOMPARE(cluster.master_of_key(key), master);
            RedisClient(cluster.node(master).endpoint()).expect({"SET", key, "1"});
            const int other = (master + 1) % masters;
            const Value refused = RedisClient(cluster.node(other).endpoint()).command({"GET", key});
            QCOMPARE(refused.text, "MOVED " + std::to_string(SandboxCluster::key_slot(key))
                                       + " 127.0.0.1:" + std::to_string(cluster.node(master).endpoint().port));
        }
    }

    void replicasTakeOver()
    {
        SandboxCluster cluster({.replicas_per_master = 1, .password = {}, .arguments = {}});
        const std::string key = cluster.key_on(1);
        cluster.node(1).kill_server();
        cluster.wait_until_ok();
        const int now = cluster.master_of_key(key);
        QCOMPARE(now, 4);
        RedisClient(cluster.node(now).endpoint()).expect({"SET", key, "1"});

        cluster.node(1).restart();
        QVERIFY(until([&] { return cluster.replicas_of(4) == std::vector<int>{1}; }));
        cluster.wait_until_ok();
        QCOMPARE(cluster.masters(), (std::vector<int>{0, 2, 4}));

        const std::string other = cluster.key_on(0);
        cluster.failover(3); // The master lives.
        QCOMPARE(cluster.master_of_key(other), 3);
        QCOMPARE(cluster.replicas_of(3), std::vector<int>{0});
    }

    /// Whoever takes a replica for the master that it was has no vote for it.
    void everyNodeKnowsWhoTookOver()
    {
        SandboxCluster cluster({.replicas_per_master = 1, .password = {}, .arguments = {}});
        for (int round = 0; round < 3; ++round) {
            for (const int was_master : cluster.masters())
                cluster.failover(cluster.replicas_of(was_master).at(0));
            QByteArrayList own;
            for (int i = 0; i < cluster.size(); ++i)
                own += roles(cluster.node(i), true);
            std::sort(own.begin(), own.end());
            for (int i = 0; i < cluster.size(); ++i)
                QCOMPARE(roles(cluster.node(i), false), own);
        }
    }

    void aSlotMovesStepByStep()
    {
        SandboxCluster cluster({.node_timeout = std::chrono::minutes(1), .password = "secret", .arguments = {}});
        const std::string key = cluster.key_on(0);
        const unsigned slot = SandboxCluster::key_slot(key);
        const std::string tagged = "{" + key + "}:more";
        RedisClient source(cluster.node(0).endpoint());
        RedisClient target(cluster.node(2).endpoint());
        source.expect({"SET", key, "1"});
        source.expect({"SET", tagged, "2"});

        cluster.start_migration(slot, 0, 2);
        const std::string ask =
            "ASK " + std::to_string(slot) + " 127.0.0.1:" + std::to_string(cluster.node(2).endpoint().port);
        QCOMPARE(source.command({"GET", "{" + key + "}:none"}).text, ask);
        QCOMPARE(cluster.migrate_keys(slot, 0, 2, 1), 1);
        const int stayed = static_cast<int>(source.integer({"CLUSTER", "COUNTKEYSINSLOT", std::to_string(slot)}));
        QCOMPARE(stayed, 1);
        QVERIFY(source.command({"MGET", key, tagged}).text.rfind("TRYAGAIN", 0) == 0);

        QCOMPARE(cluster.migrate_keys(slot, 0, 2), 1);
        cluster.finish_migration(slot, 2);
        QCOMPARE(cluster.master_of(slot), 2);
        QCOMPARE(target.text({"GET", key}), std::string("1"));
        cluster.move_slot(slot, 1);
        QCOMPARE(cluster.master_of_key(key), 1);
        QCOMPARE(RedisClient(cluster.node(1).endpoint()).text({"GET", tagged}), std::string("2"));
    }

    void withoutAMasterSomeOrAllIsRefused_data()
    {
        QTest::addColumn<bool>("requiresAll");
        QTest::newRow("all") << true;
        QTest::newRow("some") << false;
    }
    void withoutAMasterSomeOrAllIsRefused()
    {
        QFETCH(bool, requiresAll);
        SandboxCluster cluster({.requires_full_coverage = requiresAll, .password = {}, .arguments = {}});
        const std::string key = cluster.key_on(0);
        const std::string lost = cluster.key_on(2);
        const unsigned slot = SandboxCluster::key_slot(lost);
        cluster.node(2).kill_server();
        RedisClient redis(cluster.node(0).endpoint());
        const auto is_down = [&](const std::string& name) {
            return redis.command({"GET", name}).text.rfind("CLUSTERDOWN", 0) == 0;
        };
        QVERIFY(until([&] {
            return is_down(lost) || redis.text({"CLUSTER", "NODES"}).find(" master,fail ") != std::string::npos;
        }));
        QVERIFY(until([&] { return is_down(key) == requiresAll; }));
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(cluster.master_of(slot)), Error);
    }
};

QTEST_GUILESS_MAIN(SandboxClusterTest)
#include "sandbox_cluster_test.moc"
