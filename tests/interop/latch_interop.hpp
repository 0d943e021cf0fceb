// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "interop/interop_test.hpp"
#include "lockscope/count_down_latch.hpp"

#include <QTest>

namespace lockscope::test {

class LatchInterop : public InteropTest
{
    Q_OBJECT

    CountDownLatch ours() { return client().count_down_latch(name()); }
    struct Java
    {
        JavaOwner owner;
        std::string object;
        [[nodiscard]] JavaCommand start(const std::string& verb, const std::vector<std::string>& more = {}) const
        {
            std::vector<std::string> words{verb, object};
            words.insert(words.end(), more.begin(), more.end());
            return owner.start(words);
        }
        void count_down() const { start("count-down").answer().expect_success(); }
        [[nodiscard]] std::int64_t count() const { return start("count").answer().number(); }
    };
    Java java() { return {stage().new_owner(version()), java_object("latch", name())}; }
    bool are_waiting(int clients)
    {
        return stage().is_awaited("redisson_countdownlatch__channel__{" + name() + "}", clients);
    }
    std::future<std::optional<Clock::time_point>> start_ours()
    {
        return in_thread([latch = ours()]() mutable -> std::optional<Clock::time_point> {
            if (!latch.wait_for(patience))
                return std::nullopt;
            return Clock::now();
        });
    }

public:
    explicit LatchInterop(InteropStage& stage, std::string since = "0") : InteropTest(stage, std::move(since)) {}

private slots:
    void bothCountTheSame()
    {
        const Java theirs = java();
        QVERIFY(ours().try_set_count(3));
        QVERIFY(!theirs.start("set-count", {"9"}).answer().truth());
        QCOMPARE(theirs.count(), std::int64_t(3));
        theirs.count_down();
        QCOMPARE(ours().count(), std::int64_t(2));
        QCOMPARE(ours().count_down(), std::int64_t(1));
        QCOMPARE(theirs.count(), std::int64_t(1));
        QVERIFY(!ours().wait_for(50ms));
        // Not too short: a Redisson whose wait ends before it has subscribed stays subscribed.
        QVERIFY(!theirs.start("await", {"1500"}).answer().truth());
        theirs.count_down();
        QVERIFY(ours().try_wait());
        QVERIFY(theirs.start("await", {"1500"}).answer().truth());
        theirs.count_down(); // an open one stays open
        QCOMPARE(ours().count_down(), std::int64_t(0));
    }

    void whoCountsLastWakesBoth_data()
    {
        QTest::addColumn<bool>("javaIsLast");
        QTest::newRow("ours") << false;
        QTest::newRow("java") << true;
    }
    void whoCountsLastWakesBoth()
    {
        QFETCH(bool, javaIsLast);
        const Java counting = java();
        QVERIFY(javaIsLast ? ours().try_set_count(2) : counting.start("set-count", {"2"}).answer().truth());
        const JavaCommand theirs[] = {java().start("await"), java().start("await")};
        std::future<std::optional<Clock::time_point>> mine[] = {start_ours(), start_ours()};
        QVERIFY(are_waiting(2));
        if (javaIsLast)
            ours().count_down();
        else
            counting.count_down();
        QVERIFY(!theirs[1].is_done(50ms));
        QVERIFY(!is_ready(mine[1]));

        const auto start = Clock::now();
        if (javaIsLast)
            counting.count_down();
        else
            ours().count_down();
        for (const JavaCommand& waiting : theirs)
            QVERIFY(is_prompt(start, waiting));
        for (auto& waiting : mine)
            QVERIFY(is_prompt(start, waiting.get().value()));
    }

    void itCanBeClosedAgainByTheOther()
    {
        const Java theirs = java();
        QVERIFY(theirs.start("set-count", {"1"}).answer().truth());
        QCOMPARE(ours().count_down(), std::int64_t(0));
        QVERIFY(ours().try_set_count(1));
        const JavaCommand waiting = theirs.start("await");
        QVERIFY(are_waiting(1));
        const auto start = Clock::now();
        QCOMPARE(ours().count_down(), std::int64_t(0));
        QVERIFY(is_prompt(start, waiting));
    }
};

} // namespace lockscope::test
