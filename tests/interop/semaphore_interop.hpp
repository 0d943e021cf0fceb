// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "interop/interop_test.hpp"
#include "lockscope/semaphore.hpp"

#include <QTest>

namespace lockscope::test {

class SemaphoreInterop : public InteropTest
{
    Q_OBJECT

    Semaphore ours() { return client().semaphore(name()); }
    /// A thread of Java, and how it names the semaphore.
    struct Java
    {
        JavaOwner owner;
        std::string object;
        [[nodiscard]] JavaCommand start(const std::string& verb, const std::vector<int>& numbers = {}) const
        {
            std::vector<std::string> words{verb, object};
            for (const int number : numbers)
                words.push_back(std::to_string(number));
            return owner.start(words);
        }
        void release(int permits) const { start("release", {permits}).answer().expect_success(); }
        [[nodiscard]] std::int64_t available() const { return start("available").answer().number(); }
    };
    Java java() { return {stage().new_owner(version()), java_object("semaphore", name())}; }
    bool are_waiting(int clients) { return stage().is_awaited("redisson_sc:{" + name() + "}", clients); }

    /// One of ours that wants permits, in a thread of its own.
    struct Waiter
    {
        Waiter(Semaphore semaphore, int permits)
            : entered(in_thread([semaphore, permits]() mutable -> std::optional<Clock::time_point> {
                if (!semaphore.try_acquire_for(patience, permits))
                    return std::nullopt;
                return Clock::now();
            }))
        {}
        std::future<std::optional<Clock::time_point>> entered;
    };

public:
    explicit SemaphoreInterop(InteropStage& stage, std::string since = "0") : InteropTest(stage, std::move(since)) {}

private slots:
    void bothCountTheSamePermits()
    {
        QVERIFY(ours().try_set_permits(5));
        const Java theirs = java();
        QVERIFY(!theirs.start("set-permits", {7}).answer().truth());
        QCOMPARE(theirs.available(), std::int64_t(5));
        theirs.start("acquire", {2}).answer().expect_success();
        QCOMPARE(ours().available(), 3);
        QVERIFY(!ours().try_acquire(4));
        QVERIFY(ours().try_acquire(3));
        QVERIFY(!theirs.start("try", {1}).answer().truth());
        theirs.release(2);
        theirs.start("add-permits", {4}).answer().expect_success();
        QCOMPARE(ours().drain(), 6);
        ours().add_permits(-1);
        QCOMPARE(theirs.available(), std::int64_t(-1));
        ours().release(3);
        QCOMPARE(theirs.start("drain").answer().number(), std::int64_t(2));
        QVERIFY(ours().remove());
    }

    void whoWaitsForTheOtherGivesUpInTime()
    {
        QVERIFY(ours().try_set_permits(1));
        ours().acquire();
        QVERIFY(!java().start("try", {1, 1500}).answer().truth());
        const auto start = Clock::now();
        QVERIFY(!ours().try_acquire_for(300ms));
        QVERIFY(since(start) >= 100ms);
        QVERIFY(ours().remove());
    }

    void javaIsWokenByOurRelease()
    {
        QVERIFY(ours().try_set_permits(1));
        ours().acquire();
        const JavaCommand entering = java().start("acquire", {1});
        QVERIFY(are_waiting(1));
        QVERIFY(!entering.is_done());
        const auto start = Clock::now();
        ours().release();
        QVERIFY(is_prompt(start, entering));
        QCOMPARE(ours().available(), 0);
        QVERIFY(ours().remove());
    }

    void weAreWokenByJavasRelease()
    {
        const Java theirs = java();
        QVERIFY(theirs.start("set-permits", {1}).answer().truth());
        theirs.start("acquire", {1}).answer().expect_success();
        Waiter waiter(ours(), 1);
        QVERIFY(are_waiting(1));
        QVERIFY(!is_ready(waiter.entered));
        const auto start = Clock::now();
        theirs.release(1);
        QVERIFY(is_prompt(start, waiter.entered.get().value()));
        QCOMPARE(theirs.available(), std::int64_t(0));
        QVERIFY(ours().remove());
    }

    /// The message says how many may try.
    void severalPermitsWakeSeveralOfBoth_data()
    {
        QTest::addColumn<bool>("javaReleases");
        QTest::newRow("ours") << false;
        QTest::newRow("java") << true;
    }
    void severalPermitsWakeSeveralOfBoth()
    {
        QFETCH(bool, javaReleases);
        QVERIFY(ours().try_set_permits(0));
        const JavaCommand theirs[] = {java().start("acquire", {1}), java().start("acquire", {1})};
        Waiter waiters[] = {Waiter(ours(), 1), Waiter(ours(), 1)};
        QVERIFY(are_waiting(2));
        const Java releasing = java();
        QVERIFY(!theirs[1].is_done(50ms)); // both threads of each have come so far, too
        const auto start = Clock::now();
        if (javaReleases)
            releasing.release(4);
        else
            ours().release(4);
        for (const JavaCommand& entering : theirs)
            QVERIFY(is_prompt(start, entering));
        for (Waiter& waiter : waiters)
            QVERIFY(is_prompt(start, waiter.entered.get().value()));
        QCOMPARE(ours().available(), 0);
        QVERIFY(ours().remove());
    }

    void whoWantsManyEntersWhenBothHaveReleasedEnough()
    {
        QVERIFY(ours().try_set_permits(0));
        const JavaCommand entering = java().start("acquire", {3});
        QVERIFY(are_waiting(1));
        ours().release(2);
        QVERIFY(!entering.is_done(50ms));
        auto start = Clock::now();
        ours().release(1);
        QVERIFY(is_prompt(start, entering));

        Waiter waiter(ours(), 3);
        QVERIFY(are_waiting(1));
        const Java theirs = java();
        theirs.release(1);
        QVERIFY(!is_ready(waiter.entered, 50ms));
        start = Clock::now();
        theirs.release(2);
        QVERIFY(is_prompt(start, waiter.entered.get().value()));
        QVERIFY(ours().remove());
    }
};

} // namespace lockscope::test
