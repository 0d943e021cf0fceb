// SPDX-License-Identifier: Apache-2.0
// A process that holds a RedLock over three servers, or waits for it, is killed or paused, or its clock jumps. The
// process is lockctl.
#include "lockctl_process.hpp"
#include "red_lock_fleet.hpp"
#include "support/clocks.hpp"
#include "support/seed.hpp"
#include "support/work.hpp"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <chrono>
#include <csignal>
#include <future>
#include <vector>

using namespace lockscope;
using namespace lockscope::test;

class RedLockClientsTest : public QObject
{
    Q_OBJECT

    Fleet m_fleet{3};
    QTemporaryDir m_folder;

private slots:
    void cleanup() { QVERIFY(m_fleet.is_tidy()); }

    void aKilledHolderIsFollowedWhenItsLeaseEnds()
    {
        LockctlProcess holder(m_fleet.endpoints(), "red", {"--lease", "1500"});
        QVERIFY(holder.says("acquired"));
        holder.signal(SIGKILL);
        QVERIFY(holder.is_gone());
        Party party(m_fleet);
        const auto start = Clock::now();
        QVERIFY(party->try_lock_for(20s, 20s));
        QVERIFY2(since(start) < 1500ms + soon, std::to_string(since(start).count()).c_str());
        QCOMPARE(party->release(), 0);
    }

    void aKilledWaiterKeepsNobodyOut()
    {
        Party party(m_fleet);
        QVERIFY(party.takes_all(m_fleet));
        LockctlProcess waiter(m_fleet.endpoints(), "red", {});
        QVERIFY(until([&] { return m_fleet.everywhere(lockctl_asks); }));
        waiter.signal(SIGKILL);
        QVERIFY(waiter.is_gone());
        QCOMPARE(party->release(), 0);
        Party other(m_fleet);
        const auto start = Clock::now();
        QVERIFY(other->try_lock_for(20s, 20s));
        QVERIFY2(since(start) < soon, std::to_string(since(start).count()).c_str());
        QCOMPARE(other->release(), 0);
    }

    /// There is no queue: whoever comes to a majority first has it, and those who keep each other from one try again.
    void allWhoWaitAreServedWhenTheHolderIsKilled()
    {
        constexpr int many = 30;
        LockctlProcess holder(m_fleet.endpoints(), "red", {"--lease", "5000"});
        QVERIFY(holder.says("acquired"));
        Party first(m_fleet);
        Party second(m_fleet);
        std::atomic<int> coming{0}, inside{0}, served{0};
        std::vector<std::future<void>> threads;
        Dice seeds(seed_of_this_run());
        for (int i = 0; i < many; ++i) {
            threads.push_back(in_thread([&, party = i % 2 == 0 ? &first : &second, seed = seeds.seed()] {
                ++coming;
                if (!party->gets_it(std::chrono::minutes(5), 20s))
                    return;
                if (inside.fetch_add(1) == 0)
                    ++served;
                Work(seed).do_some();
                inside.fetch_sub(1);
                (*party)->unlock();
            }));
        }
        QVERIFY(until([&] { return coming == many; }));
        holder.signal(SIGKILL);
        QVERIFY(holder.is_gone());
        for (auto& thread : threads)
            thread.get();
        QCOMPARE(served.load(), many);
    }

    void aHolderPausedBrieflyKeepsItsLock()
    {
        LockctlProcess holder(m_fleet.endpoints(), "red", {"--lease", "20000"});
        QVERIFY(holder.says("acquired"));
        holder.signal(SIGSTOP);
        QTest::qWait(300);
        holder.signal(SIGCONT);
        holder.signal(SIGTERM);
        QVERIFY(holder.says("released"));
        QVERIFY(holder.is_gone());
    }

    void aHolderPausedBeyondItsLeaseIsToldFirstThing()
    {
        LockctlProcess holder(m_fleet.endpoints(), "red", {"--lease", "1500"});
        QVERIFY(holder.says("acquired"));
        holder.signal(SIGSTOP);
        Party party(m_fleet);
        QVERIFY(party->try_lock_for(20s, 20s)); // Redis cannot prevent that
        holder.signal(SIGCONT);
        QVERIFY(holder.says("lost"));
        QVERIFY(holder.is_gone());
        QVERIFY(party->is_held()); // and the late one did not harm it
        QCOMPARE(party->release(), 0);
    }

    void aHolderKeepsItsLeaseWhateverItsClockSays()
    {
        const WallClock clock((m_folder.path() + "/holder").toStdString());
        LockctlProcess holder(m_fleet.endpoints(), "red", {"--lease", "3000"}, clock.environment());
        QVERIFY(holder.says("acquired"));
        clock.set(1h); // a lease that ended by this clock would be over
        QVERIFY(!holder.is_gone(500));
        clock.set(-1h); // and now it would not end for hours
        QVERIFY(holder.says("lost"));
        QVERIFY(holder.is_gone());
    }

    void aWaiterWaitsAsLongAsItWantsWhateverItsClockSays()
    {
        Party party(m_fleet);
        QVERIFY(party.takes_all(m_fleet));
        const WallClock clock((m_folder.path() + "/waiter").toStdString());
        const auto start = Clock::now();
        LockctlProcess waiter(m_fleet.endpoints(), "red", {"--wait", "3000"}, clock.environment());
        QVERIFY(until([&] { return m_fleet.everywhere(lockctl_asks); }));
        clock.set(1h);
        QVERIFY(!waiter.is_gone(500));
        clock.set(-1h);
        QVERIFY(waiter.is_gone());
        QVERIFY(since(start) >= 2500ms); // it ends with a round, and does not begin one for which there is no time
        QCOMPARE(party->release(), 0);
    }
};

QTEST_GUILESS_MAIN(RedLockClientsTest)
#include "red_lock_clients_test.moc"
