// SPDX-License-Identifier: Apache-2.0
#include "interop/lock_interop.hpp"

#include "support/timing.hpp"

#include <QTest>

namespace lockscope::test {

namespace {

/// Leases are cut off to milliseconds on their way, and clocks differ by less than that.
constexpr milliseconds rounding{5};

/// Who is woken by a message enters within this, if nothing else keeps the machine busy. The first of a fair lock's
/// queue also looks by itself, every second and a half.
constexpr milliseconds by_message{700};

bool is_just_below(std::optional<milliseconds> left, milliseconds lease)
{
    return left && *left <= lease && *left > lease - prompt;
}

} // namespace

LockInterop::LockInterop(InteropStage& stage, LockKind kind) : InteropTest(stage, kind.since), m_kind(std::move(kind))
{}

JavaLock LockInterop::java(const LockSide& side, milliseconds watchdog)
{
    return {stage().new_owner(version(), watchdog), side.java, name()};
}

std::string LockInterop::count_of(const std::string& owner, const LockSide& side) const
{
    const Fields fields = redis().hash(name());
    const auto found = fields.find(owner + side.field_end);
    return found == fields.end() ? "none" : found->second;
}

bool LockInterop::is_waiting(const LockSide& side, const std::string& owner)
{
    if (side.channel)
        return stage().is_awaited(side.channel(name(), owner));
    // Who polls leaves no trace: wait until it has asked a few times.
    const auto tries = [&] { return stage().server.scripts(); };
    const auto before = tries();
    return until([&] { return tries() >= before + 3; });
}

bool LockInterop::is_waiting(const LockSide& side, const JavaLock& java)
{
    return is_waiting(side, java.owner().field()) && (!side.channel || until([&] { return java.owner().is_asleep(); }));
}

bool LockInterop::is_waiting(const LockSide& side, const OurWaiter& ours)
{
    return is_waiting(side, ours.owner());
}

void LockInterop::javaEntersWhenWeRelease()
{
    Lock ours = m_kind.held.ours(client(), name());
    ours.lock(30s);
    const JavaLock theirs = java(m_kind.rival);
    const JavaCommand entering = theirs.start_lock();
    QVERIFY(is_waiting(m_kind.rival, theirs));
    QVERIFY(!entering.is_done());

    const auto start = Clock::now();
    QCOMPARE(ours.release(), 0);
    QVERIFY(is_prompt(start, entering));
    QCOMPARE(count_of(theirs.owner().field(), m_kind.rival), std::string("1"));
    theirs.unlock();
}

void LockInterop::java_hands_over(milliseconds& took)
{
    const JavaLock theirs = java(m_kind.held);
    theirs.lock(30s);
    OurWaiter ours(m_kind.rival.ours(client(), name()));
    QVERIFY(is_waiting(m_kind.rival, ours));
    QVERIFY(!ours.has_entered());

    const auto start = Clock::now();
    theirs.unlock();
    QVERIFY(is_prompt(start, ours));
    took = std::chrono::duration_cast<milliseconds>(ours.entered_at() - start);
    QCOMPARE(count_of(ours.owner(), m_kind.rival), std::string("1"));
    QCOMPARE(ours.release(), 0);
}

void LockInterop::weEnterWhenJavaReleases()
{
    const auto took = shortest(by_message, [this] {
        milliseconds once{0}; // stays so where the test has failed, which ends it
        java_hands_over(once);
        return once;
    });
    QVERIFY2(took < by_message, std::to_string(took.count()).c_str());
}

void LockInterop::theOtherWaitsNoLongerThanItWantsTo()
{
    Lock ours = m_kind.held.ours(client(), name());
    ours.lock(30s);
    const JavaLock rival = java(m_kind.rival);
    QVERIFY(!rival.try_lock());
    QVERIFY(!rival.try_lock_for(1500ms)); // not too short for it to subscribe first
    ours.unlock();

    const JavaLock theirs = java(m_kind.held);
    theirs.lock(30s);
    Lock ours_too = m_kind.rival.ours(client(), name());
    QVERIFY(!ours_too.try_lock());
    const auto start = Clock::now();
    QVERIFY(!ours_too.try_lock_for(300ms));
    QVERIFY(since(start) >= 100ms);
    theirs.unlock();
}

void LockInterop::whatIsNotHeldIsNotReleased()
{
    Lock ours = m_kind.held.ours(client(), name());
    const JavaLock theirs = java(m_kind.held);
    ours.lock(30s);
    QVERIFY(!theirs.unlock_if_held());
    QCOMPARE(count_of(client().this_thread().field(), m_kind.held), std::string("1"));
    QCOMPARE(ours.release(), 0);

    theirs.lock(30s);
    QCOMPARE(thrown([&] { return ours.release(); }), Errc::not_held);
    QCOMPARE(count_of(theirs.owner().field(), m_kind.held), std::string("1"));
    theirs.unlock();
}

void LockInterop::entriesOfOursAreCounted()
{
    const int entries = m_kind.reentry == Reentry::counted ? 3 : 1;
    const std::string us = client().this_thread().field();
    Lock ours = m_kind.held.ours(client(), name());
    for (int i = 0; i < entries; ++i)
        ours.lock(30s);
    QCOMPARE(count_of(us, m_kind.held), std::to_string(entries));
    const JavaLock theirs = java(m_kind.held);
    QVERIFY(theirs.is_locked());
    QVERIFY(!theirs.is_held());
    QCOMPARE(theirs.hold_count(), 0);
    if (m_kind.reentry == Reentry::refused) {
        QCOMPARE(thrown([&] { return ours.try_lock(); }), Errc::already_held);
        QCOMPARE(count_of(us, m_kind.held), std::string("1"));
    }

    const JavaLock rival = java(m_kind.rival);
    const JavaCommand entering = rival.start_lock();
    QVERIFY(is_waiting(m_kind.rival, rival));
    for (int left = entries - 1; left > 0; --left) {
        QCOMPARE(ours.release(), left);
        QCOMPARE(count_of(us, m_kind.held), std::to_string(left));
        QVERIFY(!entering.is_done());
    }
    const auto start = Clock::now();
    QCOMPARE(ours.release(), 0);
    QVERIFY(is_prompt(start, entering));
    rival.unlock();
    QVERIFY(!theirs.is_locked());
}

void LockInterop::entriesOfJavaAreCounted()
{
    const int entries = m_kind.reentry == Reentry::counted ? 3 : 1;
    const JavaLock theirs = java(m_kind.held);
    const std::string& them = theirs.owner().field();
    for (int i = 0; i < entries; ++i)
        theirs.lock(30s);
    QCOMPARE(count_of(them, m_kind.held), std::to_string(entries));
    QCOMPARE(theirs.hold_count(), entries);
    Lock ours = m_kind.held.ours(client(), name());
    QVERIFY(ours.is_locked());
    QVERIFY(!ours.is_held());
    if (m_kind.reentry == Reentry::refused) {
        QCOMPARE(theirs.start("try").answer().exception, std::optional<std::string>("IllegalMonitorStateException"));
        QCOMPARE(count_of(them, m_kind.held), std::string("1"));
    }

    OurWaiter rival(m_kind.rival.ours(client(), name()));
    QVERIFY(is_waiting(m_kind.rival, rival));
    for (int left = entries - 1; left > 0; --left) {
        theirs.unlock();
        QCOMPARE(count_of(them, m_kind.held), std::to_string(left));
        QVERIFY(!rival.has_entered());
    }
    const auto start = Clock::now();
    theirs.unlock();
    QVERIFY(is_prompt(start, rival));
    QCOMPARE(rival.release(), 0);
    QVERIFY(!ours.is_locked());
}

void LockInterop::leasesAreSeenByTheOther()
{
    Lock ours = m_kind.held.ours(client(), name());
    const JavaLock theirs = java(m_kind.held);
    ours.lock(20s);
    QVERIFY(is_just_below(theirs.remaining_lease(), 20s));
    QCOMPARE(ours.release(), 0);
    ours.lock();
    QVERIFY(is_just_below(theirs.remaining_lease(), usual_watchdog));
    QCOMPARE(ours.release(), 0);

    theirs.lock(20s);
    QVERIFY(is_just_below(ours.remaining_lease(), 20s));
    theirs.unlock();
    theirs.lock();
    QVERIFY(is_just_below(ours.remaining_lease(), usual_watchdog));
    theirs.unlock();
    QCOMPARE(ours.remaining_lease(), std::optional<milliseconds>());
}

void LockInterop::aLeaseThatEndsLetsTheOtherIn()
{
    constexpr milliseconds lease = 400ms;
    const auto is_in_time = [&](Clock::time_point start, Clock::time_point at, milliseconds earliest) {
        return at - start >= earliest && at - start < lease + prompt;
    };
    if (InteropStage::is_at_least(version(), m_kind.sees_expiry_since)) {
        Lock ours = m_kind.held.ours(client(), name());
        const auto ours_start = Clock::now();
        ours.lock(lease);
        const JavaLock their_rival = java(m_kind.rival);
        // On a busy machine ours gives it back a little early: what its watchdog is told counts from before it asked.
        QVERIFY(is_in_time(ours_start, their_rival.start_lock().answer().expect_success().at, lease / 2));
        QCOMPARE(thrown([&] { return ours.release(); }), Errc::lost);
        their_rival.unlock();
    } else { // it may sleep on; but whoever of ours finds the lock free tells it that it is next
        Lock ours = m_kind.held.ours(client(), name());
        ours.lock(3s);
        const JavaLock their_rival = java(m_kind.rival);
        const JavaCommand entering = their_rival.start_lock();
        QVERIFY(is_waiting(m_kind.rival, their_rival));
        QVERIFY(until([&] { return !ours.is_locked() || entering.is_done(); }));
        const auto start = Clock::now();
        Lock next = m_kind.rival.ours(quick_client(), name());
        QVERIFY(entering.is_done() || !next.try_lock()); // awake by itself, or told by ours
        QVERIFY(is_prompt(start, entering));
        QCOMPARE(thrown([&] { return ours.release(); }), Errc::lost);
        their_rival.unlock();
    }

    const JavaLock theirs = java(m_kind.held);
    const auto their_start = Clock::now();
    theirs.lock(lease);
    OurWaiter our_rival(m_kind.rival.ours(client(), name()));
    QVERIFY(is_in_time(their_start, our_rival.entered_at(), lease - rounding));
    QVERIFY(!theirs.unlock_if_held());
    QCOMPARE(our_rival.release(), 0);
}

void LockInterop::javaForcesOurs()
{
    Lock ours = m_kind.held.ours(quick_client(), name());
    ours.lock();
    const std::stop_token lost = ours.loss_token();
    const JavaLock rival = java(m_kind.rival);
    const JavaCommand entering = rival.start_lock();
    QVERIFY(is_waiting(m_kind.rival, rival));

    const auto start = Clock::now();
    QVERIFY(java(m_kind.held).force_unlock());
    QVERIFY(is_prompt(start, entering));
    QVERIFY(until([&] { return lost.stop_requested(); }, short_watchdog)); // at the next renewal at the latest
    QVERIFY(!ours.is_held());
    QCOMPARE(thrown([&] { return ours.release(); }), Errc::lost);
    QCOMPARE(count_of(rival.owner().field(), m_kind.rival), std::string("1"));
    rival.unlock();
}

void LockInterop::weForceJavas()
{
    const JavaLock theirs = java(m_kind.held, short_watchdog);
    theirs.lock();
    OurWaiter rival(m_kind.rival.ours(client(), name()));
    QVERIFY(is_waiting(m_kind.rival, rival));

    const auto start = Clock::now();
    QVERIFY(m_kind.held.ours(client(), name()).force_unlock());
    QVERIFY(is_prompt(start, rival));
    QVERIFY(!theirs.unlock_if_held());
    QCOMPARE(rival.release(), 0);
}

} // namespace lockscope::test
