// SPDX-License-Identifier: Apache-2.0
// What the monitor says when another server takes the place of a master.
#include "batch_log.hpp"
#include "lock_data.hpp"

#include "lockscope/client.hpp"
#include "lockscope/sandbox_cluster.hpp"
#include "lockscope/sandbox_replication.hpp"
#include "lockscope/sandbox_sentinel.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::test;
using Kind = LockEvent::Kind;

namespace {

std::shared_ptr<const Failover> failover_in(const BatchLog& log)
{
    for (const auto& event : log.events()) {
        if (event.kind == Kind::failed_over)
            return event.failover;
    }
    return nullptr;
}

/// So many times somebody asked the server about itself, with this time.
int infos_of(LockData& server)
{
    const auto statistics = server.redis.text({"INFO", "commandstats"});
    const auto found = statistics.find("cmdstat_info:calls=");
    return found == std::string::npos ? 0 : std::stoi(statistics.substr(found + 19));
}

bool has(const BatchLog& log, const std::string& lock, Kind kind)
{
    const auto kinds = log.kinds(lock);
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

} // namespace

class FailoverMonitorTest : public QObject
{
    Q_OBJECT

private slots:
    /// Who only reads is never told READONLY.
    void aPromotionThatNobodyTellsIsNoticed()
    {
        SandboxReplication servers;
        LockData data(servers.master().endpoint());
        data.hold("kept", alice);
        Client client(servers.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_for_row("kept"));
        servers.wait_until_synchronised();
        servers.promote(); // our connections stay
        LockData next(servers.master().endpoint());
        next.hold("new", bob);
        QVERIFY(until([&] { return failover_in(log) != nullptr; }));
        QVERIFY(log.wait_for_row("new"));
        QVERIFY(until([&] { return log.status().server_role == "master"; }));
        // As soon as it listens there: released by a message, which only the new master has.
        int tries = 0;
        QVERIFY(until([&] {
            const auto name = "told:" + std::to_string(++tries);
            next.hold(name, bob);
            const bool is_seen = log.wait_for_row(name);
            next.release(name);
            return is_seen && until([&] { return has(log, name, Kind::released) || has(log, name, Kind::ended); })
                && has(log, name, Kind::released);
        }));
    }

    void whatWasNotReplicatedIsNamed()
    {
        SandboxSentinelOptions options;
        options.down_after = std::chrono::seconds(3); // not before the master is killed
        SandboxSentinel servers(options);
        const Address old = servers.master_address();
        LockData data(servers.master().endpoint());
        data.hold("kept", alice);
        servers.wait_until_synchronised();
        servers.cut_replication();
        Client client(servers.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        data.hold("lost", bob);
        QVERIFY(log.wait_for_row("kept") && log.wait_for_row("lost"));
        servers.kill_master();
        const Address now = servers.wait_for_failover(old);
        QVERIFY(until([&] { return failover_in(log) != nullptr; }));
        const auto failover = failover_in(log);
        QCOMPARE(failover->from, old.display());
        QCOMPARE(failover->to, now.display());
        QVERIFY(!failover->is_restart());
        QCOMPARE(failover->kept, std::size_t(1));
        QCOMPARE(failover->changed, std::size_t(0));
        QCOMPARE(failover->unread, std::size_t(0));
        // Where it takes so long that Sentinels have written more than a few words there, others may have, too.
        const bool is_certain = failover->unclear == 0;
        QCOMPARE(failover->ended, std::size_t(0));
        QCOMPARE(failover->lost + failover->unclear, std::size_t(1));
        QCOMPARE(failover->lost_locks, is_certain ? std::vector<std::string>{"lost"} : std::vector<std::string>{});
        QVERIFY(has(log, "lost", is_certain ? Kind::lost_in_failover : Kind::ended));
        QVERIFY(has(log, "", Kind::resynchronised));
        QVERIFY(log.kinds("kept").empty());
        QVERIFY(log.row("kept"));
        QVERIFY(until([&] { return log.status().link == MonitorStatus::Link::live; }));
        LockData(servers.master().endpoint()).hold("after", bob);
        QVERIFY(log.wait_for_event("after", Kind::acquired)); // news come from the new one
    }

    void aReplicaOfAClusterTakesOver()
    {
        SandboxClusterOptions options;
        options.replicas_per_master = 1;
        options.node_timeout = std::chrono::seconds(4);
        SandboxCluster cluster(options);
        const auto name = cluster.key_on(0, "lock");
        const auto other = cluster.key_on(1, "lock");
        LockData(cluster.node(0).endpoint()).hold(name, alice);
        LockData(cluster.node(1).endpoint()).hold(other, alice);
        cluster.wait_until_ok();
        Client client(cluster.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(log.wait_for_row(name) && log.wait_for_row(other));
        cluster.node(0).kill_server();
        QVERIFY(until([&] { return failover_in(log) != nullptr; }));
        const auto failover = failover_in(log);
        QCOMPARE(failover->from, Address({"127.0.0.1", cluster.node(0).endpoint().port}).display());
        QCOMPARE(failover->to, Address({"127.0.0.1", cluster.node(3).endpoint().port}).display());
        QCOMPARE(failover->kept, std::size_t(1));
        QCOMPARE(failover->lost, std::size_t(0));
        QVERIFY(log.row(name) && log.row(other));
        QVERIFY(log.kinds(name).empty());
        QVERIFY(until([&] { return log.status().link == MonitorStatus::Link::live; }));
        QVERIFY(until([&] { return log.status().unreachable.empty(); }));
        LockData(cluster.node(3).endpoint()).release(name);
        QVERIFY(log.wait_for_event(name, Kind::released));
    }

    /// Where others write to the new master before we hear of it, only its offsets tell what it never had.
    void whatTheReplicaNeverHadIsLostThoughOthersGoOnThere()
    {
        SandboxClusterOptions options;
        options.replicas_per_master = 1;
        options.node_timeout = std::chrono::seconds(4);
        SandboxCluster cluster(options);
        const auto name_of = [&](std::string_view prefix) { return cluster.key_on(0, prefix); };
        const auto kept = name_of("kept"), lost = name_of("lost"), given_back = name_of("given-back"),
                   other = name_of("other");
        LockData master(cluster.node(0).endpoint());
        master.hold(kept, alice);
        master.hold(given_back, bob);
        cluster.wait_until_ok();
        Client client(cluster.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(log.wait_for_row(kept) && log.wait_for_row(given_back));
        const auto wait_for_offsets = [&] {
            const auto answered = infos_of(master);
            int ours = 0;
            return until([&] { return infos_of(master) - ++ours >= answered + 4; }); // at least one of them long ago
        };
        QVERIFY(wait_for_offsets());
        cluster.node(3).pause_server();
        master.redis.command({"CLIENT", "KILL", "TYPE", "replica"});
        master.hold(other, carol);
        QVERIFY(wait_for_offsets());
        master.hold(lost, bob);
        QVERIFY(log.wait_for_event(lost, Kind::acquired));
        cluster.node(0).kill_server();
        cluster.node(3).resume_server();
        LockData next(cluster.node(3).endpoint());
        QVERIFY(until([&] {
            next.hold(other, carol);
            return next.redis.list({"ROLE"}).front() == "master";
        }));
        next.hold(other, carol);
        next.redis.command({"DEL", given_back}); // and published where nobody hears it yet
        QVERIFY(until([&] { return failover_in(log) != nullptr; }));
        const auto failover = failover_in(log);
        QCOMPARE(failover->lost_locks, std::vector<std::string>{lost});
        QCOMPARE(failover->ended, std::size_t(1));
        QCOMPARE(failover->unclear, std::size_t(0));
        QVERIFY(has(log, lost, Kind::lost_in_failover));
        QVERIFY(has(log, given_back, Kind::ended));
        QVERIFY(log.kinds(kept).empty());
    }

    void aMasterHandsOverWithoutLoss()
    {
        SandboxClusterOptions options;
        options.masters = 3;
        options.replicas_per_master = 1;
        options.node_timeout = std::chrono::seconds(4);
        SandboxCluster cluster(options);
        const auto name = cluster.key_on(0, "lock");
        LockData(cluster.node(0).endpoint()).hold(name, alice);
        cluster.wait_until_ok();
        Client client(cluster.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(log.wait_for_row(name));
        cluster.failover(3);
        QVERIFY(until([&] { return failover_in(log) != nullptr; }));
        QCOMPARE(failover_in(log)->kept, std::size_t(1));
        QCOMPARE(failover_in(log)->lost, std::size_t(0));
        QVERIFY(log.kinds(name).empty());
        LockData(cluster.node(3).endpoint()).release(name);
        QVERIFY(log.wait_for_event(name, Kind::released));
    }
};

QTEST_APPLESS_MAIN(FailoverMonitorTest)
#include "failover_monitor_test.moc"
