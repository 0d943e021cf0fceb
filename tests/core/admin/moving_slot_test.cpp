// SPDX-License-Identifier: Apache-2.0
// While a slot is on its way from one node of a cluster to another, nobody acts on the half of a lock that is here: it
// is said, and nothing is done, wherever its keys are.
#include "admin_fixture.hpp"

#include "lockscope/fair_lock.hpp"
#include "lockscope/read_write_lock.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/sandbox_cluster.hpp"
#include "support/printing.hpp"
#include "support/until.hpp"

#include <QTest>

#include <algorithm>
#include <map>
#include <optional>

using namespace lockscope;
using namespace lockscope::tests;
using namespace std::chrono_literals;
using Outcome = AdminResult::Outcome;

namespace {

const std::string lock = "{moves}";

/// Key and what it holds, on two nodes.
using Picture = std::map<std::pair<int, std::string>, std::string>;

} // namespace

class MovingSlotTest : public QObject
{
    Q_OBJECT

    std::optional<SandboxCluster> m_cluster;
    QTemporaryDir m_folder;
    std::optional<Client> m_client;
    std::optional<Admin> m_admin;
    const unsigned m_slot = SandboxCluster::key_slot(lock);
    int m_from = 0, m_to = 0;

    RedisClient node(int index) { return RedisClient(m_cluster->node(index).endpoint()); }
    Picture picture()
    {
        Picture all;
        for (const int index : {m_from, m_to}) {
            RedisClient redis = node(index);
            for (const std::string& key : redis.keys()) {
                redis.expect({"ASKING"});
                all[{index, key}] = redis.text({"DUMP", key});
            }
        }
        return all;
    }
    void move(const std::string& key)
    {
        const Endpoint& target = m_cluster->node(m_to).endpoint();
        QCOMPARE(node(m_from).text({"MIGRATE", target.host, std::to_string(target.port), key, "0", "5000"}),
                 std::string("OK"));
    }
    /// Written at home, before the slot begins to move.
    void hold(const QString& type)
    {
        RedisClient home = node(m_from);
        home.expect({"HSET", lock, alice, "1"});
        if (type == "read-write") {
            home.expect({"HSET", lock, "mode", "read"});
            home.expect({"SET", locks::reader_timeout_key(lock, alice, 1), "1", "PX", "60000"});
        }
        if (type == "fair") {
            for (const std::string& waiter : {bob, carol}) {
                home.expect({"RPUSH", locks::queue_key(lock), waiter});
                home.expect({"ZADD", locks::timeout_key(lock), "99999999999999", waiter});
            }
        }
        home.expect({"PEXPIRE", lock, "60000"});
    }
    void start_moving(const QString& what)
    {
        m_cluster->start_migration(m_slot, m_from, m_to);
        for (const std::string& key : node(m_from).keys()) {
            const bool is_lock = key == lock;
            if (what == "everything" || (what == "the lock" && is_lock) || (what == "the rest" && !is_lock))
                move(key);
        }
    }
    static void refuses(const AdminResult& result)
    {
        QCOMPARE(result.outcome, Outcome::failed);
        QVERIFY(!result.unknown);
        QVERIFY2(result.message.find("on its way to another node") != std::string::npos, result.message.c_str());
        QVERIFY2(result.message.find("nothing was done") != std::string::npos, result.message.c_str());
    }
    AdminRequest request() { return AdminFixture::request(lock, {{alice, 1}}); }
    EvictRequest eviction()
    {
        EvictRequest request;
        request.lock = lock;
        request.owner = bob;
        request.reason = "test";
        return request;
    }

private slots:
    void initTestCase()
    {
        m_cluster.emplace(
            SandboxClusterOptions{.node_timeout = std::chrono::minutes(1), .password = {}, .arguments = {}});
        m_client.emplace(m_cluster->endpoint());
        const auto path = std::filesystem::path(m_folder.path().toStdString()) / "audit.jsonl";
        m_admin.emplace(*m_client, std::make_shared<AuditLog>(path),
                        AdminPolicy{.read_only = false, .production = false, .reason_required = true});
    }
    void init()
    {
        m_from = m_cluster->master_of(m_slot);
        m_to = (m_from + 1) % 3;
    }
    void cleanup()
    {
        while (m_cluster->migrate_keys(m_slot, m_from, m_to) > 0) {}
        m_cluster->finish_migration(m_slot, m_to);
        node(m_to).expect({"FLUSHALL"});
    }
    void cleanupTestCase()
    {
        m_admin.reset();
        m_client.reset();
        m_cluster.reset();
    }

    void noActionTouchesHalfOfALock_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("moved");
        for (const char* type : {"reentrant", "fair", "read-write"}) {
            for (const char* moved : {"nothing", "the lock", "the rest", "everything"})
                QTest::addRow("%s: %s has moved", type, moved) << type << moved;
        }
    }
    void noActionTouchesHalfOfALock()
    {
        QFETCH(QString, type);
        QFETCH(QString, moved);
        hold(type);
        start_moving(moved);
        const Picture before = picture();
        QVERIFY(!before.empty());

        AdminRequest keeping = request();
        keeping.undo = AdminRequest::Undo::keep;
        refuses(m_admin->force_release(keeping));
        refuses(m_admin->force_release(request()));
        refuses(m_admin->force_expire(request(), 5s));
        refuses(m_admin->extend(request(), 600s));
        WakeRequest wake;
        wake.lock = lock;
        wake.expected = {{alice, 1}};
        wake.reason = "test";
        refuses(m_admin->wake_next(wake));
        if (type == "read-write") {
            ReleaseOneRequest one;
            one.lock = lock;
            one.owner = alice;
            one.reason = "test";
            refuses(m_admin->release_one(one));
        }
        if (type != "fair" || moved != "nothing") { // then all of its queue is at home
            RepairRequest repair;
            repair.lock = lock;
            repair.reason = "test";
            refuses(m_admin->evict_waiter(eviction()));
            refuses(m_admin->repair_queue(repair));
        }
        QVERIFY(picture() == before);
    }

    /// The script finds all keys there, but those who listen are still at the old node: they would seem dead.
    void aWaiterThatListensAtTheOldNodeIsNotEvicted()
    {
        Client holder(m_cluster->endpoint()), other(m_cluster->endpoint());
        FairLock held = holder.fair_lock(lock);
        held.lock();
        std::stop_source stop;
        auto waiting = std::async(std::launch::async, [&] {
            FairLock wanted = other.fair_lock(lock);
            return wanted.acquire({60s, {}, stop.get_token()}) && wanted.release() == 0;
        });
        const std::string queue = locks::queue_key(lock);
        QVERIFY(test::until([&] { return node(m_from).integer({"LLEN", queue}) == 1; }));
        EvictRequest request = eviction();
        request.owner = node(m_from).list({"LRANGE", queue, "0", "-1"}).at(0);
        start_moving("everything");
        refuses(m_admin->evict_waiter(request));
        RedisClient target = node(m_to);
        target.expect({"ASKING"});
        QCOMPARE(target.integer({"LLEN", queue}), 1);
        m_cluster->finish_migration(m_slot, m_to);
        QCOMPARE(held.release(), 0);
        QVERIFY(waiting.get());
    }

    /// Java clients that know nothing of messages within a shard are not reached by ours. They live all the same.
    void whoListensInTheOtherWayIsNotTakenForDead()
    {
        hold("fair");
        RedisClient listener = node(m_from);
        listener.expect({"SUBSCRIBE", locks::fair_channel(lock, bob)});
        const Picture before = picture();
        QCOMPARE(m_admin->evict_waiter(eviction()).outcome, Outcome::changed);
        QVERIFY(picture() == before);
        EvictRequest silent = eviction();
        silent.owner = carol;
        QCOMPARE(m_admin->evict_waiter(silent).outcome, Outcome::done);
        start_moving("everything");
    }

    void aReleaseIsTakenBackAtTheNewHome()
    {
        hold("reentrant");
        AdminRequest keeping = request();
        keeping.undo = AdminRequest::Undo::keep;
        const AdminResult released = m_admin->force_release(keeping);
        QCOMPARE(released.outcome, Outcome::done);
        QVERIFY(released.undo);
        start_moving("everything");
        refuses(m_admin->undo_force_release(*released.undo));
        QVERIFY(picture().empty());
        m_cluster->finish_migration(m_slot, m_to);
        QCOMPARE(m_admin->undo_force_release(*released.undo).outcome, Outcome::done);
        QCOMPARE(node(m_to).hash(lock), (std::map<std::string, std::string>{{alice, "1"}}));
    }
};

QTEST_GUILESS_MAIN(MovingSlotTest)
#include "moving_slot_test.moc"
