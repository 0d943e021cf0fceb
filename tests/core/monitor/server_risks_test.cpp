// SPDX-License-Identifier: Apache-2.0
// Which settings of a server can lose locks.
#include "lockscope/server_risks.hpp"

#include "lockscope/client.hpp"
#include "lockscope/monitor.hpp"
#include "lockscope/sandbox_replication.hpp"
#include "lockscope/server_check.hpp"
#include "support/printing.hpp"
#include "support/redis_client.hpp"
#include "support/until.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using Kind = ServerRisk::Kind;

namespace {

/// As a careful administrator would have it.
ServerSettings careful()
{
    ServerSettings settings;
    settings.eviction_policy = "noeviction";
    settings.memory_limit = 1'000'000;
    settings.append_only = "yes";
    settings.append_sync = "always";
    settings.snapshots = "";
    settings.least_replicas = 1;
    settings.serves_stale = "no";
    settings.replicas = 2;
    settings.waits_for_replica = true;
    return settings;
}

std::vector<Kind> kinds(const ServerRisks& risks)
{
    std::vector<Kind> all;
    for (const ServerRisk& risk : risks.all)
        all.push_back(risk.kind);
    return all;
}

} // namespace

class ServerRisksTest : public QObject
{
    Q_OBJECT

private slots:
    void carefulSettingsAreNone()
    {
        const ServerRisks risks = assess_risks(careful());
        QVERIFY(risks.all.empty());
        QVERIFY(risks.unknown.empty());
    }

    void eviction_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<int>("limit");
        QTest::addColumn<int>("kind"); // -1: none
        QTest::newRow("volatile-lru") << "volatile-lru" << 1 << static_cast<int>(Kind::evicts_locks);
        QTest::newRow("volatile-ttl") << "volatile-ttl" << 1 << static_cast<int>(Kind::evicts_locks);
        QTest::newRow("allkeys-lfu") << "allkeys-lfu" << 1 << static_cast<int>(Kind::may_evict_locks);
        QTest::newRow("of the future") << "some-other" << 1 << static_cast<int>(Kind::may_evict_locks);
        QTest::newRow("without a limit") << "volatile-lru" << 0 << -1;
        QTest::newRow("limit not told") << "volatile-lru" << -1 << static_cast<int>(Kind::evicts_locks);
    }
    void eviction()
    {
        QFETCH(QString, policy);
        QFETCH(int, limit);
        QFETCH(int, kind);
        ServerSettings settings = careful();
        settings.eviction_policy = policy.toStdString();
        settings.memory_limit = limit < 0 ? std::nullopt : std::optional<std::int64_t>(limit);
        const ServerRisks risks = assess_risks(settings);
        const auto expected = kind < 0 ? std::vector<Kind>{} : std::vector<Kind>{static_cast<Kind>(kind)};
        QVERIFY(kinds(risks) == expected);
        if (kind >= 0)
            QVERIFY(risks.all.front().setting.find(policy.toStdString()) != std::string::npos);
    }

    void fullMemory_data()
    {
        QTest::addColumn<int>("limit");
        QTest::addColumn<int>("used");
        QTest::addColumn<bool>("is_full");
        QTest::newRow("room") << 100 << 99 << false;
        QTest::newRow("full") << 100 << 100 << true;
        QTest::newRow("without a limit") << 0 << 100 << false;
        QTest::newRow("not told") << 100 << -1 << false;
    }
    void fullMemory()
    {
        QFETCH(int, limit);
        QFETCH(int, used);
        QFETCH(bool, is_full);
        ServerSettings settings = careful();
        settings.memory_limit = limit;
        if (used >= 0)
            settings.used_memory = used;
        QVERIFY(kinds(assess_risks(settings))
                == (is_full ? std::vector<Kind>{Kind::lacks_memory} : std::vector<Kind>{}));
    }

    void persistence()
    {
        ServerSettings settings = careful();
        settings.append_sync = "everysec";
        QVERIFY(kinds(assess_risks(settings)) == std::vector<Kind>{Kind::late_sync});
        settings.append_only = "no";
        QVERIFY(kinds(assess_risks(settings)) == std::vector<Kind>{Kind::no_persistence});
        settings.snapshots = "3600 1";
        QVERIFY(kinds(assess_risks(settings)) == std::vector<Kind>{Kind::snapshots_only});
    }

    void replication()
    {
        ServerSettings settings = careful();
        settings.waits_for_replica = false;
        QVERIFY(kinds(assess_risks(settings)) == std::vector<Kind>{Kind::unconfirmed_replicas});
        settings.least_replicas = 0;
        QVERIFY((kinds(assess_risks(settings)) == std::vector<Kind>{Kind::unconfirmed_replicas, Kind::lone_master}));
        settings.replicas = 0;
        QVERIFY(assess_risks(settings).all.empty());
        settings.is_replica = true;
        settings.serves_stale = "yes";
        QVERIFY(kinds(assess_risks(settings)) == std::vector<Kind>{Kind::stale_replica});
        settings.lacks_master = true;
        QVERIFY(kinds(assess_risks(settings)) == std::vector<Kind>{Kind::lost_master});
    }

    void theWorstComesFirst()
    {
        ServerSettings settings = careful();
        settings.eviction_policy = "volatile-lru";
        settings.append_only = "no";
        settings.least_replicas = 0;
        QVERIFY((kinds(assess_risks(settings))
                 == std::vector<Kind>{Kind::evicts_locks, Kind::no_persistence, Kind::lone_master}));
    }

    void whatIsNotToldIsSaid()
    {
        const ServerRisks risks = assess_risks({});
        QVERIFY(risks.all.empty());
        QCOMPARE(risks.unknown,
                 (std::vector<std::string>{"maxmemory", "maxmemory-policy", "appendonly", "save", "connected_slaves"}));
    }

    void settingsAreEscaped()
    {
        ServerSettings settings = careful();
        settings.eviction_policy = "x\x1b[31m\n";
        QVERIFY(assess_risks(settings).all.front().setting.find('\x1b') == std::string::npos);
    }

    void aServerIsAsked()
    {
        Sandbox sandbox(SandboxOptions{
            .arguments = {"--maxmemory", "100mb", "--maxmemory-policy", "volatile-ttl", "--appendonly", "yes"}});
        Client client(sandbox.endpoint());
        const ServerRisks risks = find_risks(client);
        QVERIFY((kinds(risks) == std::vector<Kind>{Kind::evicts_locks, Kind::late_sync}));
        QVERIFY(risks.unknown.empty());
        QVERIFY(check_server(client).risks == risks);
    }

    void replicasAreCounted()
    {
        SandboxReplication servers;
        Client client(servers.endpoint());
        const ServerRisks risks = find_risks(client);
        QVERIFY(
            (kinds(risks) == std::vector<Kind>{Kind::no_persistence, Kind::unconfirmed_replicas, Kind::lone_master}));
        ClientOptions options;
        options.wait_for_replica = true;
        Client waiting(servers.endpoint(), options);
        QVERIFY((kinds(find_risks(waiting)) == std::vector<Kind>{Kind::no_persistence, Kind::lone_master}));
        Client at_replica(servers.replica().endpoint());
        QVERIFY((kinds(find_risks(at_replica)) == std::vector<Kind>{Kind::no_persistence, Kind::stale_replica}));
    }

    void aReplicaThatHasLostItsMasterSaysSo()
    {
        SandboxReplication servers;
        Client at_replica(servers.replica().endpoint());
        QVERIFY(list_locks(at_replica, "*", 10).without_master.empty());
        servers.master().kill_server();
        QVERIFY(until([&] { return !list_locks(at_replica, "*", 10).without_master.empty(); }));
        QVERIFY((kinds(find_risks(at_replica)) == std::vector<Kind>{Kind::lost_master, Kind::no_persistence}));
    }

    void fullMemoryIsFound()
    {
        Sandbox sandbox;
        RedisClient redis(sandbox.endpoint());
        redis.expect({"CONFIG", "SET", "maxmemory", "1"});
        Client client(sandbox.endpoint());
        QVERIFY((kinds(find_risks(client)) == std::vector<Kind>{Kind::lacks_memory, Kind::no_persistence}));
    }

    void whereConfigIsForbiddenInfoTellsSome()
    {
        Sandbox sandbox(SandboxOptions{
            .arguments = {"--maxmemory", "100mb", "--maxmemory-policy", "allkeys-lru", "--appendonly", "yes"}});
        RedisClient(sandbox.endpoint())
            .expect({"ACL", "SETUSER", "alice", "on", ">hunter2", "~*", "&*", "+@all", "-config", "-role"});
        Endpoint endpoint = sandbox.endpoint();
        endpoint.user = "alice";
        endpoint.password = "hunter2";
        Client client(endpoint);
        const ServerRisks risks = find_risks(client);
        QVERIFY(kinds(risks) == std::vector<Kind>{Kind::may_evict_locks});
        QCOMPARE(risks.unknown, (std::vector<std::string>{"appendfsync"}));
    }
};

QTEST_GUILESS_MAIN(ServerRisksTest)
#include "server_risks_test.moc"
