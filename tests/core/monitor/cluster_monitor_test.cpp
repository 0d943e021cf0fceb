// SPDX-License-Identifier: Apache-2.0
// One table over all masters of a cluster, whatever moves from one to another.
#include "batch_log.hpp"
#include "lock_data.hpp"
#include "server_rest.hpp"

#include "client/client_core.hpp"
#include "lockscope/admin.hpp"
#include "lockscope/alerts.hpp"
#include "lockscope/audit_log.hpp"
#include "lockscope/client.hpp"
#include "lockscope/client_connections.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/sandbox_cluster.hpp"
#include "lockscope/server_check.hpp"
#include "lockscope/trace.hpp"
#include "support/byte_proxy.hpp"
#include "support/documented_acl.hpp"

#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <future>
#include <optional>
#include <set>

using namespace lockscope;
using namespace lockscope::test;
using Kind = LockEvent::Kind;
using Kinds = std::vector<Kind>;

namespace {

/// Counts rows that are taken away.
struct Removals
{
    Monitor::Sink watch(Monitor::Sink next)
    {
        return [this, next = std::move(next)](MonitorBatch batch) {
            for (const auto& change : batch.changes)
                count += change.kind == LockChange::Kind::removed ? 1 : 0;
            next(std::move(batch));
        };
    }
    std::atomic<int> count = 0;
};

} // namespace

class ClusterMonitorTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<SandboxCluster> m_cluster;
    std::unique_ptr<Client> m_client;

    LockData data(int master) { return LockData(m_cluster->node(master).endpoint()); }
    std::string address(int node) { return Address{"127.0.0.1", m_cluster->node(node).endpoint().port}.display(); }

private slots:
    void initTestCase()
    {
        SandboxClusterOptions options;
        options.node_timeout = std::chrono::minutes(1); // no node that is only slow counts as failing
        options.requires_full_coverage = false;
        m_cluster = std::make_unique<SandboxCluster>(options);
    }
    void init() { m_client = std::make_unique<Client>(m_cluster->endpoint()); }
    void cleanup()
    {
        m_client.reset();
        for (const int master : m_cluster->masters())
            RedisClient(m_cluster->node(master).endpoint()).expect({"FLUSHALL"});
    }

    void locksOfAllMastersAreOneTable()
    {
        std::vector<std::string> names;
        for (int i = 0; i < 3; ++i) {
            names.push_back(m_cluster->key_on(i, "lock"));
            data(i).hold(names.back(), alice);
        }
        BatchLog log;
        Monitor monitor(*m_client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(until([&] { return log.rows() == 3; }));
        QVERIFY(until([&] { return log.status().counts.locks == 3 && log.status().keys_total == 3; }));
        const auto status = log.status();
        QCOMPARE(status.masters, std::size_t(3));
        QVERIFY(status.unreachable.empty());
        QCOMPARE(status.source, NewsSource::broadcast);
        QCOMPARE(status.server_role, std::string("master"));
        for (int i = 0; i < 3; ++i) {
            const auto& name = names[static_cast<std::size_t>(i)];
            const auto fresh = m_cluster->key_on(i, "new");
            auto redis = data(i);
            redis.redis.expect({"HINCRBY", name, alice, "1"});
            QVERIFY(log.wait_for_event(name, Kind::reentered));
            redis.hold(fresh, bob);
            QVERIFY(log.wait_for_event(fresh, Kind::acquired));
            redis.release(fresh);
            QVERIFY(log.wait_for_event(fresh, Kind::released));
            QVERIFY(log.wait_until_gone(fresh));
            QCOMPARE(log.kinds(fresh), (Kinds{Kind::acquired, Kind::released}));
        }
        QVERIFY(log.kinds("").empty());
    }

    void whatAnOperatorDoesElsewhereIsTold()
    {
        BatchLog log;
        Monitor monitor(*m_client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        Client elsewhere(m_cluster->endpoint());
        const QTemporaryDir folder;
        Admin admin(elsewhere, std::make_shared<AuditLog>(folder.filePath("audit").toStdString()),
                    {.read_only = false});
        for (int i = 0; i < 3; ++i) {
            const auto name = m_cluster->key_on(i, "lock");
            data(i).hold(name, alice);
            QVERIFY(log.wait_for_event(name, Kind::acquired));
            AdminRequest request = admin_request(*read_lock(elsewhere, name));
            request.reason = "test";
            QCOMPARE(admin.force_release(request).outcome, AdminResult::Outcome::done);
            QVERIFY(log.wait_for_event(name, Kind::forced));
            QVERIFY(log.kinds(name) == (Kinds{Kind::acquired, Kind::forced}));
        }
    }

    void aMessageWithinTheShardIsARelease()
    {
        BatchLog log;
        Monitor monitor(*m_client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        const auto name = m_cluster->key_on(1, "lock");
        ReentrantLock lock = m_client->reentrant_lock(name);
        lock.lock();
        QVERIFY(log.wait_for_event(name, Kind::acquired));
        lock.unlock();
        QVERIFY(log.wait_for_event(name, Kind::released));
        QVERIFY(log.wait_until_gone(name));
        QCOMPARE(log.kinds(name), (Kinds{Kind::acquired, Kind::released}));
    }

    void whoeverWaitsWithinTheShardIsCounted()
    {
        const auto name = m_cluster->key_on(2, "lock");
        data(2).hold(name, bob);
        BatchLog log;
        Monitor monitor(*m_client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_for_row(name));
        Client other(m_cluster->endpoint());
        auto waiting =
            std::async(std::launch::async, [&] { return other.reentrant_lock(name).try_lock_for(patience); });
        QVERIFY(until([&] { return log.row(name)->waiting_clients == 1; }));
        data(2).redis.expect({"DEL", name});
        data(2).redis.expect({"SPUBLISH", locks::unlock_channel(name), "0"});
        QVERIFY(waiting.get());
        QVERIFY(until([&] { return log.row(name) && log.row(name)->waiting_clients == 0; }));
    }

    void aLockThatMovesStaysTheSame()
    {
        const auto name = m_cluster->key_on(0, "moving");
        const unsigned slot = SandboxCluster::key_slot(name);
        data(0).hold(name, alice);
        BatchLog log;
        Removals removals;
        Monitor monitor(*m_client, {}, removals.watch(log.sink()));
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(log.wait_for_row(name));
        const auto held_since = log.row(name)->held_since;

        m_cluster->start_migration(slot, 0, 1);
        data(0).redis.expect({"HINCRBY", name, alice, "1"}); // while it is still there
        QVERIFY(until([&] { return log.row(name)->holders[0].count == 2; }));
        m_cluster->migrate_keys(slot, 0, 1);
        auto target = data(1);
        target.redis.expect({"ASKING"});
        target.redis.expect({"HINCRBY", name, alice, "1"}); // while only those who are sent there may ask
        QVERIFY(until([&] { return log.row(name)->holders[0].count == 3; }));
        m_cluster->finish_migration(slot, 1);
        target.redis.expect({"HINCRBY", name, alice, "1"});
        QVERIFY(until([&] { return log.row(name)->holders[0].count == 4; }));
        QVERIFY(until([&] { return !log.row(name)->anomalies.contains(Anomaly::torn); }));
        QCOMPARE(log.kinds(name), (Kinds{Kind::reentered, Kind::reentered, Kind::reentered}));
        QVERIFY(log.row(name)->held_since == held_since);
        QCOMPARE(removals.count.load(), 0);
        QVERIFY(log.kinds("").empty());
        QVERIFY(log.status().link_error.empty());
        target.release(name);
        QVERIFY(log.wait_for_event(name, Kind::released));
        m_cluster->move_slot(slot, 0);
    }

    /// There nobody looks at it again for an hour; but that says nothing of where it is now.
    void aLockWhoseHashTookTooLongIsReadWhereItMoves()
    {
        const auto name = m_cluster->key_on(0, "heavy");
        const unsigned slot = SandboxCluster::key_slot(name);
        const ByteProxy slow(m_cluster->node(0).endpoint(), 16); // 8 s for what follows
        const auto announce = [&](std::uint16_t port) {
            data(0).redis.expect({"CONFIG", "SET", "cluster-announce-port", std::to_string(port)});
            const auto shown = [&](int node) {
                const auto nodes = data(node).redis.text({"CLUSTER", "NODES"});
                return port == 0 || nodes.find(':' + std::to_string(port) + '@') != std::string::npos;
            };
            return until([&] { return shown(0) && shown(1) && shown(2); });
        };
        const auto back = qScopeGuard([&] {
            announce(0);
            m_cluster->move_slot(slot, 0);
        });
        QVERIFY(announce(slow.endpoint().port));
        data(0).hold(name, alice, 1, 600'000);
        Endpoint viewer = m_cluster->endpoint();
        auto rules = without(documented_rules("lockscope"), "+memory|usage");
        for (const auto& rule : documented_beyond("cluster with messages within a shard"))
            rules.push_back(rule);
        for (const int master : m_cluster->masters()) {
            RedisClient redis(m_cluster->node(master).endpoint());
            viewer = user_with(redis, viewer, "viewer", rules);
        }
        ClientOptions options;
        options.command_timeout = std::chrono::seconds(2);
        Client client(viewer, options);
        BatchLog log;
        MonitorOptions monitored;
        monitored.large_again = std::chrono::hours(1); // no second try there
        Monitor monitor(client, monitored, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(log.wait_for_row(name));
        RedisClient redis(m_cluster->node(0).endpoint());
        redis.expect({"HSET", name, "junk", std::string(40'000'000, 'x')});
        const auto is_out_of_reach = [&] {
            const auto row = log.row(name);
            return row && row->is_out_of_reach();
        };
        QVERIFY(until(is_out_of_reach, std::chrono::seconds(60)));
        QVERIFY(comes_to_rest(redis, log)); // nobody tries to read it any more
        QVERIFY(is_out_of_reach() && log.status().unreachable.empty());
        redis.expect({"HDEL", name, "junk"});
        m_cluster->move_slot(slot, 1);
        for (int count = 2; count < 4; ++count) {
            data(1).redis.expect({"HINCRBY", name, alice, "1"});
            QVERIFY(until([&] {
                const auto row = log.row(name);
                return row && row->is_held() && !row->is_out_of_reach() && row->holders[0].count == count;
            }));
        }
        QCOMPARE(log.kinds(name).back(), Kind::reentered);
    }

    void oneMasterLessIsSaidByName()
    {
        const auto lost = m_cluster->key_on(2, "lock");
        data(2).hold(lost, alice);
        BatchLog log;
        Monitor monitor(*m_client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(log.wait_for_row(lost));
        m_cluster->node(2).kill_server();
        QVERIFY(until([&] { return !log.status().unreachable.empty(); }));
        QCOMPARE(log.status().unreachable[0].address, address(2));
        QCOMPARE(log.status().unreachable[0].locks, std::size_t(1));
        QVERIFY(!log.status().unreachable[0].error.empty());
        QCOMPARE(log.status().link, MonitorStatus::Link::live);
        QVERIFY(log.status().next_attempt);
        QVERIFY(until([&] { return log.row(lost)->is_out_of_reach(); })); // it stays, as of the past
        QVERIFY(log.row(lost)->is_held());
        const auto other = m_cluster->key_on(0, "lock");
        data(0).hold(other, bob);
        QVERIFY(log.wait_for_event(other, Kind::acquired)); // the rest goes on
        QVERIFY(log.row(lost));
        QVERIFY(!log.row(other)->is_out_of_reach());
        const auto listed = list_locks(*m_client, "*", 10);
        QCOMPARE(listed.locks.size(), std::size_t(1));
        QCOMPARE(listed.troubles.size(), std::size_t(1));
        QCOMPARE(check_server(*m_client).troubles.size(), std::size_t(1));
        QCOMPARE(find_risks(*m_client).troubles.size(), std::size_t(1));
        QCOMPARE(probe_permissions(*m_client).troubles.size(), std::size_t(1));
        QVERIFY(!operations_per_second(*m_client)); // not that of two for that of three

        m_cluster->node(2).restart();
        m_cluster->wait_until_ok();
        QVERIFY(until([&] { return log.status().unreachable.empty(); }));
        QVERIFY(log.wait_for_event(lost, Kind::lost_in_restart)); // it came back without its data
        QVERIFY(log.wait_for_event("", Kind::failed_over));
        for (const auto& event : log.events()) {
            if (event.kind == Kind::failed_over) {
                QVERIFY(event.failover->is_restart());
                QCOMPARE(event.failover->to, address(2));
                QCOMPARE(event.failover->lost_locks, std::vector<std::string>{lost});
            }
        }
    }

    /// Whoever wants to lock anything is refused, at those masters as well that run.
    void aClusterThatIsDownIsOutOfReachAsAWhole()
    {
        SandboxCluster cluster; // nobody takes over, and no part of it may be missing
        const auto lost = cluster.key_on(2, "lock"), kept = cluster.key_on(0, "lock"),
                   other = cluster.key_on(1, "lock");
        for (const auto& [node, name] : {std::pair(2, lost), std::pair(0, kept), std::pair(1, other)})
            LockData(cluster.node(node).endpoint()).hold(name, alice, 1, 600'000);
        Client client(cluster.endpoint());
        BatchLog log;
        Monitor monitor(client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(log.wait_for_row(kept) && log.wait_for_row(lost) && log.wait_for_row(other));
        const auto read_at = log.row(kept)->observed_at;
        cluster.node(2).kill_server();
        QVERIFY(until([&] { return log.status().link == MonitorStatus::Link::lost; }));
        const auto status = log.status();
        QCOMPARE(status.link_code, Errc::master_down);
        QVERIFY2(status.link_error.find("(CLUSTERDOWN)") != std::string::npos, status.link_error.c_str());
        QCOMPARE(status.unreachable.size(), std::size_t(3));
        QVERIFY(log.row(kept)->is_held() && log.row(lost)->is_held());
        QVERIFY(status.silent_since > read_at); // they were served until the one that is gone was missed
        for (const auto& name : {lost, kept, other}) // whichever of their masters was noticed last
            QVERIFY(until([&] { return log.row(name)->is_out_of_reach(); }));

        cluster.node(2).restart();
        cluster.wait_until_ok();
        QVERIFY(until([&] { return log.status().link == MonitorStatus::Link::live; }));
        QVERIFY(until([&] { return log.status().unreachable.empty(); }));
        QVERIFY(until([&] { return !log.row(kept)->is_out_of_reach(); })); // as soon as it was read again
        QVERIFY(log.kinds(kept).empty());
        LockData(cluster.node(0).endpoint()).release(kept);
        QVERIFY(log.wait_for_event(kept, Kind::released));
    }

    /// It was as it had been read, or a change would have been announced: what is left of a lease does not jump back.
    void whatNobodyServesAnyMoreIsKnownUntilItWasAskedFor()
    {
        const auto name = m_cluster->key_on(0, "unserved");
        const auto slot = std::to_string(SandboxCluster::key_slot(name));
        auto redis = data(0);
        redis.hold(name, alice, 1, 600'000);
        BatchLog log;
        Monitor monitor(*m_client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(log.wait_for_row(name));
        const auto taken = std::chrono::steady_clock::now();
        redis.redis.expect({"CLUSTER", "DELSLOTS", slot});
        const auto back = qScopeGuard([&] {
            redis.redis.expect({"CLUSTER", "ADDSLOTS", slot});
            m_cluster->wait_until_ok();
        });
        monitor.refresh({name});
        QVERIFY(until([&] { return log.row(name)->is_out_of_reach(); }));
        QVERIFY(log.row(name)->out_of_reach_since >= taken);
        QCOMPARE(log.status().link, MonitorStatus::Link::live); // the other slots are served
    }

    void aMasterThatFallsSilentIsKnownAsOfItsLastWord()
    {
        const auto silent = m_cluster->key_on(2, "lock");
        const auto other = m_cluster->key_on(0, "lock");
        data(2).hold(silent, alice, 1, 600'000);
        data(0).hold(other, bob, 1, 600'000);
        BatchLog log;
        Monitor monitor(*m_client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(log.wait_for_row(silent) && log.wait_for_row(other));
        m_cluster->node(2).pause_server();
        const auto goes_on = qScopeGuard([this] { m_cluster->node(2).resume_server(); });
        QVERIFY(until([&] { return log.row(silent)->is_out_of_reach(); }));
        const auto noticed = std::chrono::steady_clock::now();
        const auto row = log.row(silent);
        QVERIFY(row->out_of_reach_since < noticed - std::chrono::seconds(1)); // a reply was waited for
        const Moment later{noticed + std::chrono::hours(1), {}};
        QVERIFY(row->known_at(later).now == row->out_of_reach_since);
        QVERIFY(until([&] { return !log.status().unreachable.empty(); }));
        QVERIFY(!log.row(other)->is_out_of_reach());
        data(0).release(other);
        QVERIFY(log.wait_for_event(other, Kind::released)); // the rest goes on

        m_cluster->node(2).resume_server();
        QVERIFY(until([&] { return !log.row(silent)->is_out_of_reach(); }));
        QVERIFY(log.row(silent)->is_held());
        QVERIFY(until([&] { return log.status().unreachable.empty(); }));
        m_cluster->wait_until_ok();
    }

    void alertsGoOnForThoseThatAnswer()
    {
        const auto lost = m_cluster->key_on(2, "lock");
        const auto other = m_cluster->key_on(0, "lock");
        data(2).hold(lost, alice, 1, 60'000);
        data(0).hold(other, bob, 1, 60'000);
        AlertRule rule;
        rule.id = "held";
        rule.kind = AlertRule::Kind::held_longer;
        rule.duration = std::chrono::minutes(30);
        std::mutex mutex;
        AlertEngine engine;
        const auto now = std::chrono::steady_clock::now();
        const auto wall = std::chrono::system_clock::now();
        engine.set_rules({rule}, now, wall);
        BatchLog log;
        const auto keep = log.sink();
        Monitor monitor(*m_client, {}, [&](const MonitorBatch& batch) {
            {
                const std::scoped_lock guard(mutex);
                engine.apply(batch, now, wall);
            }
            keep(batch);
        });
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(log.wait_for_row(lost) && log.wait_for_row(other));
        m_cluster->node(2).kill_server();
        QVERIFY(until([&] { return log.row(lost)->is_out_of_reach() && !log.status().unreachable.empty(); }));
        const std::scoped_lock guard(mutex);
        engine.tick(now + std::chrono::hours(1), wall + std::chrono::hours(1));
        QCOMPARE(engine.active().size(), std::size_t(1));
        QCOMPARE(engine.active()[0].lock, other);
        m_cluster->node(2).restart();
        m_cluster->wait_until_ok();
    }

    void whatEndedWhileNobodyLookedHasNoReason()
    {
        const auto name = m_cluster->key_on(1, "lock");
        data(1).hold(name, alice, 1, 600'000);
        BatchLog log;
        Monitor monitor(*m_client, {}, log.sink());
        monitor.start();
        QVERIFY(log.wait_until_live());
        QVERIFY(log.wait_for_row(name));
        auto redis = data(1);
        redis.redis.expect({"MULTI"}); // so that nobody sees what comes in between
        redis.redis.command({"CLIENT", "KILL", "TYPE", "pubsub"});
        redis.redis.command({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
        redis.redis.command({"DEL", name});
        redis.redis.command({"EXEC"});
        QVERIFY(log.wait_for_event(name, Kind::ended));
        QCOMPARE(log.kinds(name), Kinds{Kind::ended});
    }

    void aSingleLookSeesAllMasters()
    {
        std::set<std::string> names;
        for (int i = 0; i < 3; ++i) {
            const auto name = m_cluster->key_on(i, "lock");
            names.insert(name);
            data(i).read_hold(name, alice);
            const auto one = read_lock(*m_client, name);
            QVERIFY(one);
            QVERIFY(one->mode == LockMode::read);
            const auto core = m_client->core();
            const auto keys = core->run(async_raw_keys(*m_client, name));
            QCOMPARE(keys.size(), std::size_t(2));
            QCOMPARE(keys[0].node, address(i));
            QCOMPARE(*keys[0].slot, SandboxCluster::key_slot(name));
            QVERIFY(keys[0].command.starts_with("redis-cli -c -h "));
            const auto written = m_cluster->key_on(i, "written");
            names.insert(written);
            data(i).write_hold(written, alice);
            QCOMPARE(core->run(async_raw_keys(*m_client, written)).size(), std::size_t(1));
        }
        for (const auto& lock : list_locks(*m_client, "*"))
            QVERIFY(names.erase(lock.name) == 1);
        QVERIFY(names.empty());
        const auto check = check_server(*m_client);
        QCOMPARE(check.masters, std::size_t(3));
        QVERIFY(check.troubles.empty());
        QVERIFY(find_risks(*m_client).troubles.empty());
        QVERIFY(probe_permissions(*m_client).troubles.empty());
        QVERIFY(operations_per_second(*m_client));
        QCOMPARE(check.role, std::string("master"));
        std::promise<ConnectionList> listed;
        list_connections(*m_client, [&](ConnectionList list) { listed.set_value(std::move(list)); });
        const auto list = listed.get_future().get();
        QCOMPARE(list.outcome, ConnectionList::Outcome::known);
        const auto ours = std::count_if(list.connections.begin(), list.connections.end(),
                                        [](const auto& connection) { return connection.name.ends_with("-monitor"); });
        QCOMPARE(ours, 3);
    }

    void aMovingLockIsReadWhereItIs()
    {
        const auto name = m_cluster->key_on(0, "moving");
        const unsigned slot = SandboxCluster::key_slot(name);
        data(0).hold(name, alice);
        QVERIFY(read_lock(*m_client, name));
        m_cluster->start_migration(slot, 0, 1);
        {
            BatchLog log; // of who has only come now
            Monitor monitor(*m_client, {}, log.sink());
            monitor.start();
            QVERIFY(log.wait_for_row(name));
            QVERIFY(log.row(name)->is_held());
        }
        QVERIFY(read_lock(*m_client, name)->is_held()); // the hash is still there, the queue would be elsewhere
        QCOMPARE(list_locks(*m_client, "*").size(), std::size_t(1));
        m_cluster->migrate_keys(slot, 0, 1);
        {
            BatchLog log;
            Monitor monitor(*m_client, {}, log.sink());
            monitor.start();
            QVERIFY(log.wait_for_row(name));
        }
        QVERIFY(read_lock(*m_client, name)->is_held());
        QCOMPARE(list_locks(*m_client, "*").size(), std::size_t(1));
        m_cluster->finish_migration(slot, 1);
        QVERIFY(read_lock(*m_client, name)->is_held());
        m_cluster->move_slot(slot, 0);
    }

    void aTraceHearsEveryMaster()
    {
        std::mutex mutex;
        std::set<std::string> nodes;
        TraceStatus status;
        Trace trace(m_cluster->endpoint(), {}, [&](TraceBatch batch) {
            const std::scoped_lock guard(mutex);
            status = batch.status;
            for (const auto& command : batch.commands)
                nodes.insert(command.node);
        });
        QVERIFY(until([&] {
            const std::scoped_lock guard(mutex);
            return status.state == TraceStatus::State::running;
        }));
        QVERIFY(until([&] {
            for (int i = 0; i < 3; ++i) {
                ReentrantLock lock = m_client->reentrant_lock(m_cluster->key_on(i, "lock"));
                lock.lock();
                lock.unlock();
            }
            const std::scoped_lock guard(mutex);
            return nodes == std::set<std::string>{address(0), address(1), address(2)};
        }));
        trace.stop();
    }

    void aTraceWaitsForNoMasterThatHangs()
    {
        ReentrantLock lock = m_client->reentrant_lock(m_cluster->key_on(0, "lock"));
        lock.lock();
        lock.unlock();
        m_cluster->node(2).pause_server();
        const auto goes_on = qScopeGuard([this] { m_cluster->node(2).resume_server(); });
        std::mutex mutex;
        std::optional<TraceStatus> first; // with commands
        Trace trace(m_cluster->endpoint(), {}, [&](TraceBatch batch) {
            const std::scoped_lock guard(mutex);
            if (!batch.commands.empty() && !first)
                first = batch.status;
        });
        QVERIFY(until([&] {
            lock.lock();
            lock.unlock();
            const std::scoped_lock guard(mutex);
            return first.has_value();
        }));
        QCOMPARE(first->state, TraceStatus::State::running);
        QVERIFY2(first->error.empty(), first->error.c_str()); // that one was not given up before
        trace.stop();
    }

    void whatATraceSaysFirstIsWhatItsFlagIsAbout()
    {
        Endpoint viewer = m_cluster->endpoint();
        for (const int master : m_cluster->masters()) {
            RedisClient redis(m_cluster->node(master).endpoint());
            viewer = user_with(redis, viewer, "viewer", {"on", ">secret", "~*", "&*", "+@all", "-monitor"});
        }
        m_cluster->node(2).pause_server();
        const auto goes_on = qScopeGuard([this] { m_cluster->node(2).resume_server(); });
        std::mutex mutex;
        TraceStatus status;
        Trace trace(viewer, {}, [&](TraceBatch batch) {
            const std::scoped_lock guard(mutex);
            status = batch.status;
        });
        QVERIFY(until([&] {
            const std::scoped_lock guard(mutex);
            return status.state == TraceStatus::State::stopped;
        }));
        QVERIFY2(status.error.find("+monitor") != std::string::npos, status.error.c_str());
        QVERIFY(status.no_permission);
    }
};

QTEST_APPLESS_MAIN(ClusterMonitorTest)
#include "cluster_monitor_test.moc"
