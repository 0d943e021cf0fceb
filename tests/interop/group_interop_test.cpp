// SPDX-License-Identifier: Apache-2.0
// Locks made of several others: all of them (multi lock), or the majority of several servers (RedLock).
#include "interop/multi_interop.hpp"
#include "interop/red_stage.hpp"

#include <QTest>

#include <optional>

using namespace lockscope;
using namespace lockscope::test;

class RedInteropTest : public InteropTest
{
    Q_OBJECT

    RedStage m_red;
    RedStage::Clients m_clients = m_red.new_clients();

    RedLock ours() { return RedStage::ours(m_clients, name()); }
    JavaLock theirs() { return theirs_of(stage().java(version()), usual_watchdog); }
    JavaLock theirs_of(JavaPeer& java, milliseconds watchdog) { return m_red.theirs(java, watchdog, name()); }
    JavaLock their_member(std::size_t node) { return m_red.their_member(stage().java(version()), node, name()); }
    int holders() { return m_red.holders(name()); }
    bool is_somebody_waiting()
    {
        return until([&] {
            for (std::size_t node = 0; node < RedStage::nodes; ++node) {
                if (m_red.redis(node).subscribers(lock_channel_of(name())) > 0)
                    return true;
            }
            return false;
        });
    }

public:
    explicit RedInteropTest(InteropStage& stage) : InteropTest(stage), m_red(stage) {}

private slots:
    void javaEntersWhenWeRelease()
    {
        RedLock held = ours();
        held.lock(30s);
        QVERIFY(holders() >= 2);
        const JavaLock waiting = theirs();
        QVERIFY(!waiting.try_lock());
        const JavaCommand entering = waiting.start_lock();
        QVERIFY(is_somebody_waiting());
        QVERIFY(!entering.is_done());
        const auto start = Clock::now();
        QCOMPARE(held.release(), 0);
        QVERIFY(is_prompt(start, entering));
        waiting.unlock();
        QVERIFY(until([&] { return holders() == 0; }));
    }

    void weEnterWhenJavaReleases()
    {
        const JavaLock held = theirs();
        held.lock();
        QVERIFY(!ours().try_lock());
        GroupWaiter waiting(ours());
        const auto start = Clock::now();
        held.unlock();
        QVERIFY(is_prompt(start, waiting.entered_at()));
        QVERIFY(holders() >= 2);
        QCOMPARE(waiting.release(), 0);
        QVERIFY(until([&] { return holders() == 0; }));
    }

    void oneBusyServerOfThreeHindersNeither()
    {
        ReentrantLock busy = m_clients[0]->reentrant_lock(name());
        busy.lock(30s);
        RedLock held = ours();
        QVERIFY(held.try_lock_for(5s, 30s));
        const JavaLock other = theirs();
        QVERIFY(!other.try_lock());
        QCOMPARE(held.release(), 0);
        QVERIFY(other.try_lock_for(10s));
        QVERIFY(!ours().try_lock());
        other.unlock();
        busy.unlock();
        QVERIFY(until([&] { return holders() == 0; }));
    }

    void entriesAreCountedByBoth()
    {
        RedLock first = ours();
        first.lock(30s);
        first.lock(30s);
        const JavaLock second = theirs();
        QVERIFY(!second.try_lock());
        QCOMPARE(first.release(), 1);
        QVERIFY(!second.try_lock());
        QCOMPARE(first.release(), 0);

        QVERIFY(second.try_lock_for(10s));
        QVERIFY(second.try_lock_for(10s));
        QVERIFY(!first.try_lock());
        second.unlock();
        QVERIFY(!first.try_lock());
        second.unlock();
        QVERIFY(until([&] { return holders() == 0; }));
    }

    void leasesAreSeenByTheOther()
    {
        const auto is_just_below = [](std::optional<milliseconds> left, milliseconds lease) {
            return left && *left <= lease && *left > lease - prompt;
        };
        RedLock first = ours();
        first.lock(20s);
        QVERIFY(holders() >= 2);
        for (std::size_t node = 0; node < RedStage::nodes; ++node)
            QVERIFY(!m_red.redis(node).exists(name()) || is_just_below(their_member(node).remaining_lease(), 20s));
        QCOMPARE(first.release(), 0);
        QVERIFY(until([&] { return holders() == 0; }));

        const JavaLock second = theirs();
        second.lock(20s);
        QVERIFY(holders() >= 2);
        for (const auto& node : m_clients) {
            const std::optional<milliseconds> left = node->reentrant_lock(name()).remaining_lease();
            QVERIFY(!left || is_just_below(left, 20s));
        }
        second.unlock();
        QVERIFY(until([&] { return holders() == 0; }));
    }

    void weForceWhatJavaHolds()
    {
        const JavaLock held = theirs();
        held.lock();
        QVERIFY(!ours().try_lock());
        const int members = holders();
        QVERIFY(members >= 2);
        GroupWaiter waiting(ours());
        QVERIFY(!waiting.is_in());
        const auto start = Clock::now();
        QCOMPARE(ours().force_unlock(), members);
        QVERIFY(is_prompt(start, waiting.entered_at()));
        QVERIFY(held.start("unlock").is_done(patience)); // of what its members throw a RedLock says nothing
        QVERIFY(holders() >= 2);
        QCOMPARE(waiting.release(), 0);
        QVERIFY(until([&] { return holders() == 0; }));
    }

    void whatADeadJavaHeldIsOursWhenTheLeaseEnds()
    {
        const auto java = stage().another_java(version());
        theirs_of(*java, short_watchdog).lock();
        QVERIFY(!ours().try_lock());
        GroupWaiter waiting(ours());
        const auto start = Clock::now();
        java->kill();
        QVERIFY(waiting.entered_at() < start + short_watchdog + prompt);
        QCOMPARE(waiting.release(), 0);
        QVERIFY(until([&] { return holders() == 0; }));
    }

    void whatADeadClientOfOursHeldIsJavasWhenTheLeaseEnds()
    {
        OurProcess mortal(m_red.endpoints(), {java_object("red", name())});
        QVERIFY(mortal.holds_all());
        const JavaLock rival = theirs();
        const JavaCommand entering = rival.start_lock();
        QVERIFY(is_somebody_waiting());
        QVERIFY(!entering.is_done());
        const auto start = Clock::now();
        mortal.kill();
        QVERIFY(entering.answer().expect_success().at < start + short_watchdog + prompt);
        rival.unlock();
        QVERIFY(until([&] { return holders() == 0; }));
    }
};

int main(int argc, char** argv)
{
    return run_interop<MultiInterop, RedInteropTest>(argc, argv);
}
#include "group_interop_test.moc"
