// SPDX-License-Identifier: Apache-2.0
// The network falls apart between a process that holds or waits and every server that it knows. The process is lockctl.
#include "crowd.hpp"
#include "lockctl_process.hpp"
#include "support/partition.hpp"

using namespace lockscope;
using namespace lockscope::test;

class PartitionFaultsTest : public QObject
{
    Q_OBJECT

    Server m_server{SandboxOptions{.tcp = true, .arguments = {}}};

private slots:
    void init() { m_server.empty(); }

    void shorterThanTheLeaseItChangesNothing_data() { add_lock_sides(); }
    void shorterThanTheLeaseItChangesNothing()
    {
        QFETCH(int, kind);
        Partition network(m_server.ports());
        LockctlProcess holder(m_server.endpoint(), kind_at(kind).name, {"--lease", "20000"}, Partition::environment());
        QVERIFY(holder.says("acquired"));
        network.cut();
        static_cast<void>(m_server.redis.scripts()); // What came before the cut is answered before this is.
        const std::int64_t before = m_server.redis.scripts();
        holder.signal(SIGTERM); // What it sends to release goes nowhere.
        QVERIFY(!holder.is_gone(700));
        QCOMPARE(m_server.redis.scripts(), before);
        network.heal();
        QVERIFY(holder.says("released"));
        QVERIFY(holder.is_gone());
        QVERIFY(is_tidy(m_server.redis));
    }

    void aReleaseWhoseReplyIsLostIsDoneOnce_data() { add_lock_sides(); }
    void aReleaseWhoseReplyIsLostIsDoneOnce()
    {
        QFETCH(int, kind);
        Partition network(m_server.ports());
        LockctlProcess holder(m_server.endpoint(), kind_at(kind).name, {"--lease", "20000"}, Partition::environment());
        QVERIFY(holder.says("acquired"));
        network.cut_replies();
        holder.signal(SIGTERM);
        Client client(m_server.endpoint());
        const auto lock = kind_at(kind).rival(client);
        QVERIFY(lock->acquire({10s, {}, {}})); // it was done, but the holder does not know
        network.heal();
        QVERIFY(holder.says("released"));
        QVERIFY(holder.is_gone());
        QVERIFY(lock->is_held()); // and asking again did not harm the next one
        QCOMPARE(lock->release(), 0);
        QVERIFY(is_tidy(m_server.redis));
    }

    void longerThanTheLeaseTheHolderIsTold_data() { add_lock_sides(); }
    void longerThanTheLeaseTheHolderIsTold()
    {
        QFETCH(int, kind);
        Partition network(m_server.ports());
        LockctlProcess holder(m_server.endpoint(), kind_at(kind).name, {"--lease", "1500"}, Partition::environment());
        QVERIFY(holder.says("acquired"));
        network.cut();
        Client client(m_server.endpoint());
        const auto lock = kind_at(kind).rival(client);
        QVERIFY(lock->acquire({20s, {}, {}})); // its lease ended on the server
        QVERIFY(is_fenced_off(holder.token(), lock->token()));
        QVERIFY(holder.says("lost")); // and it knows, though it heard of nobody
        network.heal();
        QVERIFY(holder.is_gone());
        QVERIFY(lock->is_held()); // and the late one did not harm it
        QCOMPARE(lock->release(), 0);
        QVERIFY(is_tidy(m_server.redis));
    }

    void whoWaitsGetsTheLockAfterIt_data() { add_lock_sides(); }
    void whoWaitsGetsTheLockAfterIt()
    {
        QFETCH(int, kind);
        Client client(m_server.endpoint());
        const auto lock = kind_at(kind).rival(client);
        lock->lock();
        Partition network(m_server.ports());
        LockctlProcess waiter(m_server.endpoint(), kind_at(kind).name, {}, Partition::environment());
        QVERIFY(until([&] { return lockctl_asks(m_server.redis); }));
        network.cut();
        QCOMPARE(lock->release(), 0); // it hears nothing of that
        QVERIFY(!waiter.is_gone(500));
        const auto start = Clock::now();
        network.heal();
        QVERIFY(waiter.says("acquired"));
        QVERIFY2(since(start) < soon, std::to_string(since(start).count()).c_str());
        waiter.signal(SIGTERM);
        QVERIFY(waiter.says("released"));
        QVERIFY(waiter.is_gone());
        QVERIFY(is_tidy(m_server.redis));
    }
};

QTEST_GUILESS_MAIN(PartitionFaultsTest)
#include "partition_faults_test.moc"
