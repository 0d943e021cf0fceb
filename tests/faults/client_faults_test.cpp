// SPDX-License-Identifier: Apache-2.0
// A process that holds or waits is killed or paused. The process is lockctl.
#include "crowd.hpp"
#include "lockctl_process.hpp"

#include <csignal>
#include <memory>

using namespace lockscope;
using namespace lockscope::test;

class ClientFaultsTest : public QObject
{
    Q_OBJECT

    Server m_server;

private slots:
    void init() { m_server.empty(); }

    void aKilledHolderIsFollowedWhenItsLeaseEnds_data() { add_lock_sides(); }
    void aKilledHolderIsFollowedWhenItsLeaseEnds()
    {
        QFETCH(int, kind);
        LockctlProcess holder(m_server.endpoint(), kind_at(kind).name, {"--lease", "1500"});
        QVERIFY(holder.says("acquired"));
        holder.signal(SIGKILL);
        QVERIFY(holder.is_gone());
        Client client(m_server.endpoint());
        const auto lock = kind_at(kind).rival(client);
        const auto start = Clock::now();
        QVERIFY(lock->acquire({20s, {}, {}}));
        QVERIFY2(since(start) < 1500ms + soon, std::to_string(since(start).count()).c_str());
        QCOMPARE(lock->release(), 0);
        QVERIFY(is_tidy(m_server.redis));
    }

    void aKilledWaiterKeepsNobodyOut_data() { add_lock_sides(); }
    void aKilledWaiterKeepsNobodyOut()
    {
        QFETCH(int, kind);
        Client client(m_server.endpoint());
        const auto lock = kind_at(kind).rival(client);
        lock->lock();
        LockctlProcess waiter(m_server.endpoint(), kind_at(kind).name, {});
        QVERIFY(until([&] { return lockctl_asks(m_server.redis); }));
        waiter.signal(SIGKILL);
        QVERIFY(waiter.is_gone());
        lock->release();
        Client other(m_server.endpoint());
        const auto others = kind_at(kind).rival(other);
        const auto start = Clock::now();
        QVERIFY(others->acquire({30s, {}, {}}));
        // Only a fair lock has to find out that the first of its queue is dead.
        const milliseconds bound = kind_at(kind).name == "fair" ? 2 * soon : soon;
        QVERIFY2(since(start) < bound, std::to_string(since(start).count()).c_str());
        QCOMPARE(others->release(), 0);
        QVERIFY(is_tidy(m_server.redis));
    }

    /// In a fair lock's queue it counts as alive until its deadline, because its connection is there.
    void aPausedWaiterKeepsNobodyOutForEver_data() { add_lock_sides(); }
    void aPausedWaiterKeepsNobodyOutForEver()
    {
        QFETCH(int, kind);
        constexpr milliseconds lease{5000};
        constexpr milliseconds wait{2000};
        Client client(m_server.endpoint());
        const auto lock = kind_at(kind).rival(client);
        QVERIFY(lock->acquire({20s, lease, {}}));
        // What it has asked for may still be on the way when it is stopped, and be granted afterwards.
        constexpr milliseconds granted{3000};
        LockctlProcess waiter(m_server.endpoint(), kind_at(kind).name,
                              {"--wait", QString::number(wait.count()), "--lease", QString::number(granted.count())});
        QVERIFY(until([&] { return lockctl_asks(m_server.redis); }));
        waiter.signal(SIGSTOP);
        lock->release();
        Client other(m_server.endpoint());
        const auto others = kind_at(kind).rival(other);
        const auto start = Clock::now();
        QVERIFY(others->acquire({30s, {}, {}}));
        const milliseconds bound = granted + soon + (kind_at(kind).name == "fair" ? lease + wait : milliseconds(0));
        QVERIFY2(since(start) < bound, std::to_string(since(start).count()).c_str());
        waiter.signal(SIGTERM);
        waiter.signal(SIGCONT);
        QVERIFY(waiter.is_gone());
        QCOMPARE(others->release(), 0);
        QVERIFY(is_tidy(m_server.redis));
    }

    void aHolderPausedBrieflyKeepsItsLock_data() { add_lock_sides(); }
    void aHolderPausedBrieflyKeepsItsLock()
    {
        QFETCH(int, kind);
        LockctlProcess holder(m_server.endpoint(), kind_at(kind).name, {"--lease", "20000"});
        QVERIFY(holder.says("acquired"));
        holder.signal(SIGSTOP);
        QTest::qWait(300);
        holder.signal(SIGCONT);
        holder.signal(SIGTERM);
        QVERIFY(holder.says("released"));
        QVERIFY(holder.is_gone());
        QVERIFY(is_tidy(m_server.redis));
    }

    void aHolderPausedBeyondItsLeaseIsToldFirstThing_data() { add_lock_sides(); }
    void aHolderPausedBeyondItsLeaseIsToldFirstThing()
    {
        QFETCH(int, kind);
        LockctlProcess holder(m_server.endpoint(), kind_at(kind).name, {"--lease", "1000"});
        QVERIFY(holder.says("acquired"));
        holder.signal(SIGSTOP);
        Client client(m_server.endpoint());
        const auto lock = kind_at(kind).rival(client);
        QVERIFY(lock->acquire({20s, {}, {}})); // Redis cannot prevent that
        QVERIFY(is_fenced_off(holder.token(), lock->token()));
        holder.signal(SIGCONT);
        QVERIFY(holder.says("lost"));
        QVERIFY(holder.is_gone());
        QVERIFY(lock->is_held()); // and the late one did not harm it
        QCOMPARE(lock->release(), 0);
        QVERIFY(is_tidy(m_server.redis));
    }
};

QTEST_GUILESS_MAIN(ClientFaultsTest)
#include "client_faults_test.moc"
