// SPDX-License-Identifier: Apache-2.0
// Another server becomes the master while locks are held and waited for: behind Sentinel, and in a cluster. One program
// for each of them (FAILOVER_DEPLOYMENT).
#include "crowd.hpp"
#include "support/deployments.hpp"

using namespace lockscope;
using namespace lockscope::test;

namespace {

constexpr DeploymentKind deployment = DeploymentKind::FAILOVER_DEPLOYMENT;

enum class Confirmed { one_of_each_way_to_wait, all };

/// A row for each type of lock; and where replicas confirm what is taken, for so many of them.
void add_crowds(Confirmed confirmed)
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("isConfirmed");
    for (std::size_t i = 0; i < lock_kinds().size(); ++i) {
        const std::string& name = lock_kinds()[i].name;
        QTest::newRow(name.c_str()) << static_cast<int>(i) << false;
        if (confirmed == Confirmed::all || name == "reentrant" || name == "fair" || name == "read-write")
            QTest::newRow((name + ", confirmed by a replica").c_str()) << static_cast<int>(i) << true;
    }
}

} // namespace

class FailoverFaultsTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<ServersOfTest> m_servers;

    static ClientOptions options_of_row()
    {
        QFETCH(bool, isConfirmed);
        ClientOptions options;
        options.wait_for_replica = isConfirmed;
        return options;
    }
    /// While the crowd goes on: on a busy machine another server may have taken over without being told to, and have no
    /// replica yet that could be waited for.
    [[nodiscard]] bool waits_for_replicas_as(const ClientOptions& options)
    {
        const auto has_waited = [&] { return m_servers->calls("wait") > 0; };
        return options.wait_for_replica ? until(has_waited) : !has_waited();
    }
    /// What is on the masters, for the log of a test that failed. Not for QVERIFY2's second argument, which is always
    /// evaluated: while slots move, a key that was just listed may answer with MOVED.
    [[nodiscard]] std::string left_everywhere()
    {
        std::string left;
        for (Sandbox* master : m_servers->masters()) {
            RedisClient redis(inside_of(*master));
            for (const std::string& key : redis.keys()) {
                left += key + ", " + redis.command({"PTTL", key}).shown() + " ms:";
                if (redis.command({"TYPE", key}).text == "hash") {
                    for (const auto& [field, value] : redis.hash(key))
                        left += ' ' + field + '=' + value;
                }
                left += '\n';
            }
        }
        return left;
    }
    [[nodiscard]] bool is_tidy_everywhere()
    {
        const std::vector<Sandbox*> masters = m_servers->masters();
        return std::all_of(masters.begin(), masters.end(), [](Sandbox* master) {
            RedisClient redis(inside_of(*master));
            return is_tidy(redis);
        });
    }

private slots:
    void initTestCase() { m_servers = start(deployment); }
    void init()
    {
        m_servers->bring_back();
        m_servers->empty();
        m_servers->wait_until_ready();
    }
    void cleanupTestCase() { m_servers.reset(); }

    void anotherServerTakesOverWhileLocksGoRound_data() { add_crowds(Confirmed::one_of_each_way_to_wait); }
    void anotherServerTakesOverWhileLocksGoRound()
    {
        QFETCH(int, kind);
        const ClientOptions options = options_of_row();
        Crowd crowd(m_servers->endpoint(), kind_at(kind), options);
        QVERIFY2(crowd.goes_on(), crowd.seen().c_str());
        QVERIFY(waits_for_replicas_as(options));
        m_servers->hand_over("lock");
        const bool has_gone_on = crowd.goes_on();
        const std::string in_the_way = has_gone_on ? "" : left_everywhere();
        QVERIFY2(has_gone_on, (crowd.seen() + '\n' + in_the_way).c_str());
        const bool has_ended = crowd.ends();
        const std::string left = has_ended ? "" : left_everywhere();
        QVERIFY2(has_ended, (crowd.seen() + '\n' + left).c_str());
        // The old master of a cluster stops writing before it hands over. Sentinel does not see to that.
        if (deployment == DeploymentKind::cluster)
            QVERIFY2(crowd.was_perfect(), crowd.seen().c_str());
        QVERIFY2(crowd.told_every_loss(), crowd.seen().c_str());
        QVERIFY(is_tidy_everywhere());
    }

    void theMasterDiesWhileLocksGoRound_data() { add_crowds(Confirmed::all); }
    void theMasterDiesWhileLocksGoRound()
    {
        QFETCH(int, kind);
        const ClientOptions options = options_of_row();
        Crowd crowd(m_servers->endpoint(), kind_at(kind), options);
        QVERIFY2(crowd.goes_on(), crowd.seen().c_str());
        QVERIFY(waits_for_replicas_as(options));
        m_servers->kill_master_of("lock");
        const bool has_gone_on = crowd.goes_on();
        const std::string in_the_way = has_gone_on ? "" : left_everywhere();
        QVERIFY2(has_gone_on, (crowd.seen() + '\n' + in_the_way).c_str());
        const bool has_ended = crowd.ends();
        const std::string left = has_ended ? "" : left_everywhere();
        QVERIFY2(has_ended, (crowd.seen() + '\n' + left).c_str());
        QVERIFY2(crowd.told_every_loss(), crowd.seen().c_str());
        QVERIFY(is_tidy_everywhere());
    }

    void whatReplicasHaveIsHeldOnAndWaitedForOn_data() { add_lock_sides(); }
    void whatReplicasHaveIsHeldOnAndWaitedForOn()
    {
        QFETCH(int, kind);
        Client holder(m_servers->endpoint());
        Client other(m_servers->endpoint());
        const auto lock = kind_at(kind).make(holder);
        lock->lock();
        const FencingToken token = lock->token();
        auto waiting = in_thread([&] {
            const auto others = kind_at(kind).rival(other);
            return others->acquire({60s, {}, {}}) && is_fenced_off(token, others->token()) && others->release() == 0;
        });
        QVERIFY(until([&] { return m_servers->look("lock").scripts() > 2; }));
        m_servers->wait_until_ready();
        RedisClient master = m_servers->look("lock");
        master.expect({"DEL", "{lock}:mark"}); // WAIT speaks of what went over its own connection
        QCOMPARE(master.integer({"WAIT", "1", "10000"}), 1);

        m_servers->kill_master_of("lock");
        const Clock::time_point served = Clock::now();
        Client third(m_servers->endpoint());
        auto free = third.reentrant_lock("{lock}:free");
        QVERIFY(free.try_lock_for(10s));
        qInfo() << "first acquire" << since(served).count() << "ms after another master had its place";
        QVERIFY2(since(served) < soon, std::to_string(since(served).count()).c_str());
        QCOMPARE(free.release(), 0);

        QVERIFY(lock->is_held());
        QVERIFY(!is_ready(waiting));
        const Clock::time_point released = Clock::now();
        QCOMPARE(lock->release(), 0);
        QVERIFY(is_ready(waiting, patience));
        qInfo() << "waiter served" << since(released).count() << "ms after the release";
        QVERIFY2(since(released) < soon, std::to_string(since(released).count()).c_str());
        QVERIFY(waiting.get());
        QVERIFY(is_tidy_everywhere());
    }

    /// Nobody asks here whether a replica has it: whoever holds it knows.
    void whatAReplicaConfirmedIsHeldOn()
    {
        ClientOptions options;
        options.wait_for_replica = true;
        Client holder(m_servers->endpoint(), options);
        ReadWriteLock read = holder.read_write_lock("{lock}:read"), write = holder.read_write_lock("{lock}:write");
        std::vector<Lock> held{holder.fenced_lock("lock"),
                               holder.fair_lock("{lock}:fair"),
                               holder.reentrant_lock("{lock}:reentrant"),
                               holder.spin_lock("{lock}:spin"),
                               read.read(),
                               write.write()};
        for (Lock& lock : held)
            lock.lock();
        MultiLock multi({holder.reentrant_lock("{lock}:1"), holder.reentrant_lock("{lock}:2")});
        multi.lock();
        m_servers->kill_master_of("lock");
        for (Lock& lock : held) {
            QVERIFY2(lock.is_held(), lock.name().c_str());
            QCOMPARE(lock.release(), 0);
        }
        QVERIFY(multi.is_held());
        QCOMPARE(multi.release(), 0);
        QVERIFY(is_tidy_everywhere());
    }

    void aMasterThatOnlyStoppedGetsNothingMoreToWrite()
    {
        Client holder(m_servers->endpoint());
        Sandbox& old = m_servers->master_of("lock");
        auto lock = holder.reentrant_lock("lock");
        lock.lock();
        QCOMPARE(lock.release(), 0);
        old.pause_server();
        m_servers->wait_until_ready();
        QVERIFY(lock.try_lock_for(10s));
        m_servers->bring_back(); // It is a replica now, whatever it believes at first.
        QVERIFY(lock.is_held());
        QVERIFY(m_servers->look("lock").exists("lock"));
        QCOMPARE(lock.release(), 0);
        QVERIFY(is_tidy_everywhere());
    }
};

QTEST_GUILESS_MAIN(FailoverFaultsTest)
#include "failover_faults_test.moc"
