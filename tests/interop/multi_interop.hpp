// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "interop/interop_test.hpp"
#include "lockscope/multi_lock.hpp"
#include "lockscope/reentrant_lock.hpp"

#include <QTest>

#include <algorithm>
#include <optional>
#include <stop_token>

namespace lockscope::test {

/// One of ours that wants the whole group, in a thread of its own.
class GroupWaiter
{
public:
    explicit GroupWaiter(GroupLock lock) : m_lock(std::move(lock))
    {
        m_entered = m_thread.start([this]() -> std::optional<Clock::time_point> {
            if (!m_lock.try_lock_for(patience))
                return std::nullopt;
            return Clock::now();
        });
    }
    [[nodiscard]] bool is_in() { return m_entered.wait_for(0s) == std::future_status::ready; }
    [[nodiscard]] Clock::time_point entered_at() { return m_entered.get().value(); }
    int release()
    {
        return m_thread.call([this] { return m_lock.release(); });
    }

private:
    GroupLock m_lock;
    OurThread m_thread;
    std::future<std::optional<Clock::time_point>> m_entered;
};

inline std::string lock_channel_of(const std::string& name)
{
    return "redisson_lock__channel:{" + name + "}";
}

class MultiInterop : public InteropTest
{
    Q_OBJECT

    Deployed& server() { return stage().server; }
    bool is_there(const std::string& member) { return server().home_of(member).exists(member); }
    std::vector<std::string> names() { return {name() + "/a", name() + "/b"}; }
    MultiLock ours() { return ours_of(client()); }
    MultiLock ours_of(Client& who)
    {
        return MultiLock({who.reentrant_lock(names()[0]), who.reentrant_lock(names()[1])});
    }
    bool is_entered(const std::string& owner, const std::string& times)
    {
        const auto has_both = [&](const std::string& member) {
            return server().home_of(member).hash(member) == Fields{{owner, times}};
        };
        const std::vector<std::string> all = names();
        return std::all_of(all.begin(), all.end(), has_both);
    }
    JavaLock theirs() { return {stage().new_owner(version()), java_object("multi", names())}; }
    JavaLock their_member(std::size_t index) { return {stage().new_owner(version()), "reentrant", names()[index]}; }
    bool is_somebody_waiting()
    {
        return until([&] {
            return server().subscribers(lock_channel_of(names()[0])) + server().subscribers(lock_channel_of(names()[1]))
                == 1;
        });
    }

public:
    explicit MultiInterop(InteropStage& stage, std::string since = "0") : InteropTest(stage, std::move(since)) {}

private slots:
    void javaEntersWhenWeRelease()
    {
        MultiLock held = ours();
        held.lock(30s);
        const JavaLock waiting = theirs();
        QVERIFY(!waiting.try_lock());
        const JavaCommand entering = waiting.start_lock();
        QVERIFY(is_somebody_waiting());
        QVERIFY(!entering.is_done());
        const auto start = Clock::now();
        QCOMPARE(held.release(), 0);
        QVERIFY(is_prompt(start, entering));
        for (const std::string& member : names())
            QCOMPARE(server().home_of(member).hash(member), (Fields{{waiting.owner().field(), "1"}}));
        waiting.unlock();
    }

    void weEnterWhenJavaReleases()
    {
        const JavaLock held = theirs();
        held.lock();
        QVERIFY(!ours().try_lock());
        GroupWaiter waiting(ours());
        QVERIFY(is_somebody_waiting());
        QVERIFY(!waiting.is_in());
        const auto start = Clock::now();
        held.unlock();
        QVERIFY(is_prompt(start, waiting.entered_at()));
        for (const std::string& member : names())
            QCOMPARE(server().home_of(member).hash(member).size(), std::size_t(1));
        QCOMPARE(waiting.release(), 0);
    }

    void whoGetsOnlyAPartGivesItBack()
    {
        for (const std::size_t busy : {std::size_t(0), std::size_t(1)}) {
            const JavaLock member = their_member(busy);
            member.lock(30s);
            QVERIFY(!ours().try_lock());
            QVERIFY(!ours().try_lock_for(300ms));
            QVERIFY(!is_there(names()[1 - busy]));
            member.unlock();

            ReentrantLock our_member = client().reentrant_lock(names()[busy]);
            our_member.lock(30s);
            QVERIFY(!theirs().try_lock());
            QVERIFY(until([&] { return !is_there(names()[1 - busy]); }));
            our_member.unlock();
        }
    }

    void entriesAreCountedByBoth()
    {
        MultiLock first = ours();
        first.lock(30s);
        first.lock(30s);
        QVERIFY(is_entered(client().this_thread().field(), "2"));
        const JavaLock second = theirs();
        QVERIFY(!second.try_lock());
        QCOMPARE(first.release(), 1);
        QVERIFY(!second.try_lock());
        QCOMPARE(first.release(), 0);

        second.lock(30s);
        second.lock(30s);
        QVERIFY(is_entered(second.owner().field(), "2"));
        QVERIFY(!first.try_lock());
        second.unlock();
        QVERIFY(!first.try_lock());
        second.unlock();
        QVERIFY(first.try_lock());
        QCOMPARE(first.release(), 0);
    }

    void leasesAreSeenByTheOther()
    {
        const auto is_just_below = [](std::optional<milliseconds> left, milliseconds lease) {
            return left && *left <= lease && *left > lease - prompt;
        };
        MultiLock first = ours();
        first.lock(20s);
        QVERIFY(is_just_below(their_member(0).remaining_lease(), 20s));
        QVERIFY(is_just_below(their_member(1).remaining_lease(), 20s));
        QCOMPARE(first.release(), 0);
        const JavaLock second = theirs();
        second.lock(20s);
        for (const std::string& member : names())
            QVERIFY(is_just_below(client().reentrant_lock(member).remaining_lease(), 20s));
        second.unlock();
    }

    void aMemberThatJavaForcesIsToldToUs()
    {
        MultiLock held = ours_of(quick_client());
        held.lock();
        const std::stop_token lost = held.loss_token();
        QVERIFY(their_member(1).force_unlock());
        QVERIFY(until([&] { return lost.stop_requested(); }));
        QCOMPARE(thrown([&] { return held.release(); }), Errc::lost);
        const JavaLock next = theirs();
        QVERIFY(next.try_lock_for(patience));
        next.unlock();
    }

    void weForceWhatJavaHolds()
    {
        const JavaLock held = theirs();
        held.lock();
        GroupWaiter waiting(ours());
        QVERIFY(is_somebody_waiting());
        QVERIFY(!waiting.is_in());
        const auto start = Clock::now();
        QCOMPARE(ours().force_unlock(), 2);
        QVERIFY(is_prompt(start, waiting.entered_at()));
        QVERIFY(held.start("unlock").answer().exception.has_value());
        for (const std::string& member : names())
            QVERIFY(is_there(member));
        QCOMPARE(waiting.release(), 0);
    }

    void whatADeadJavaHeldIsOursWhenTheLeaseEnds()
    {
        const auto java = stage().another_java(version());
        const JavaLock held(stage().new_owner(*java, short_watchdog), java_object("multi", names()));
        held.lock();
        GroupWaiter waiting(ours());
        QVERIFY(is_somebody_waiting());
        QVERIFY(!waiting.is_in());
        const auto start = Clock::now();
        java->kill();
        QVERIFY(waiting.entered_at() < start + short_watchdog + prompt);
        QCOMPARE(waiting.release(), 0);
    }

    void whatADeadClientOfOursHeldIsJavasWhenTheLeaseEnds()
    {
        OurProcess mortal({server().endpoint()}, {java_object("multi", names())});
        QVERIFY(mortal.holds_all());
        const JavaLock rival = theirs();
        const JavaCommand entering = rival.start_lock();
        QVERIFY(is_somebody_waiting());
        QVERIFY(!entering.is_done());
        const auto start = Clock::now();
        mortal.kill();
        QVERIFY(entering.answer().expect_success().at < start + short_watchdog + prompt);
        rival.unlock();
    }
};

} // namespace lockscope::test
