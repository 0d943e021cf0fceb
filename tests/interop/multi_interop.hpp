// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "interop/interop_test.hpp"
#include "lockscope/multi_lock.hpp"
#include "lockscope/reentrant_lock.hpp"

#include <QTest>

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
    MultiLock ours() { return MultiLock({client().reentrant_lock(names()[0]), client().reentrant_lock(names()[1])}); }
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
};

} // namespace lockscope::test
