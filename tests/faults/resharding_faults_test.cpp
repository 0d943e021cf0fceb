// SPDX-License-Identifier: Apache-2.0
// Slots of a cluster move to another master while locks are held and waited for.
#include "crowd.hpp"
#include "lockscope/sandbox_cluster.hpp"

using namespace lockscope;
using namespace lockscope::test;

class ReshardingFaultsTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<SandboxCluster> m_cluster;
    const unsigned m_slot = SandboxCluster::key_slot("lock");

    [[nodiscard]] int another_than(int master) const { return (master + 1) % m_cluster->size(); }
    /// Where a script names several keys, some of which there are not, Redis answers TRYAGAIN until the whole slot has
    /// moved. The others go on all the time.
    [[nodiscard]] static bool has_one_key(int kind)
    {
        const std::string& name = kind_at(kind).name;
        return name != "fair" && name != "fenced" && name != "read-write";
    }
    RedisClient look() { return RedisClient(m_cluster->node(m_cluster->master_of(m_slot)).endpoint()); }
    [[nodiscard]] bool is_tidy_everywhere()
    {
        for (int i = 0; i < m_cluster->size(); ++i) {
            RedisClient redis(m_cluster->node(i).endpoint());
            if (!is_tidy(redis))
                return false;
        }
        return true;
    }

private slots:
    void initTestCase()
    {
        m_cluster = std::make_unique<SandboxCluster>(
            SandboxClusterOptions{.node_timeout = 60s, .password = {}, .arguments = {}});
    }
    void init()
    {
        for (int i = 0; i < m_cluster->size(); ++i) {
            RedisClient redis(m_cluster->node(i).endpoint());
            redis.expect({"FLUSHALL"});
            redis.reset_stats();
        }
    }
    void cleanupTestCase() { m_cluster.reset(); }

    void aSlotMovesWhileItsLockGoesRound_data() { add_lock_kinds(); }
    void aSlotMovesWhileItsLockGoesRound()
    {
        QFETCH(int, kind);
        Crowd crowd(m_cluster->endpoint(), kind_at(kind));
        for (int move = 0; move < 3; ++move) {
            QVERIFY2(crowd.goes_on(), crowd.seen().c_str());
            const int from = m_cluster->master_of(m_slot);
            const int to = another_than(from);
            m_cluster->start_migration(m_slot, from, to);
            if (has_one_key(kind))
                QVERIFY2(crowd.goes_on(), crowd.seen().c_str());
            // New keys come up on the new master only, so the old one has none at last.
            while (m_cluster->migrate_keys(m_slot, from, to, 1) > 0) {}
            if (has_one_key(kind))
                QVERIFY2(crowd.goes_on(), crowd.seen().c_str());
            m_cluster->finish_migration(m_slot, to);
        }
        QVERIFY2(crowd.goes_on(), crowd.seen().c_str());
        QVERIFY(crowd.ends());
        QVERIFY2(crowd.was_perfect(), crowd.seen().c_str());
        QVERIFY(is_tidy_everywhere());
    }

    void aHeldLockMovesAndItsWaitersFindIt_data() { add_lock_sides(); }
    void aHeldLockMovesAndItsWaitersFindIt()
    {
        QFETCH(int, kind);
        Client holder(m_cluster->endpoint());
        Client other(m_cluster->endpoint());
        const auto lock = kind_at(kind).make(holder);
        lock->lock();
        auto waiting = in_thread([&] {
            const auto others = kind_at(kind).rival(other);
            return others->acquire({60s, {}, {}}) && others->release() == 0;
        });
        QVERIFY(until([&] { return look().scripts() > 2; }));
        m_cluster->move_slot(m_slot, another_than(m_cluster->master_of(m_slot)));
        QVERIFY(lock->is_held());
        QVERIFY(!is_ready(waiting));
        const Clock::time_point released = Clock::now();
        QCOMPARE(lock->release(), 0);
        QVERIFY(is_ready(waiting, patience));
        QVERIFY2(since(released) < soon, std::to_string(since(released).count()).c_str());
        QVERIFY(waiting.get());
        QVERIFY(is_tidy_everywhere());
    }

    void aHolderIsNotStoppedHalfwayThrough_data()
    {
        QTest::addColumn<bool>("hasMoved");
        QTest::newRow("the key is still there") << false;
        QTest::newRow("the key has moved") << true;
    }
    void aHolderIsNotStoppedHalfwayThrough()
    {
        QFETCH(bool, hasMoved);
        Client client(m_cluster->endpoint());
        auto lock = client.reentrant_lock("lock");
        lock.lock();
        const int from = m_cluster->master_of(m_slot);
        const int to = another_than(from);
        m_cluster->start_migration(m_slot, from, to);
        if (hasMoved)
            QCOMPARE(m_cluster->migrate_keys(m_slot, from, to), 1);
        lock.lock();
        QCOMPARE(lock.hold_count(), 2);
        QVERIFY(lock.extend(60s));
        QCOMPARE(lock.release(), 1);
        QCOMPARE(lock.release(), 0);
        while (m_cluster->migrate_keys(m_slot, from, to) > 0) {}
        m_cluster->finish_migration(m_slot, to);
        QVERIFY(is_tidy_everywhere());
    }
};

QTEST_GUILESS_MAIN(ReshardingFaultsTest)
#include "resharding_faults_test.moc"
