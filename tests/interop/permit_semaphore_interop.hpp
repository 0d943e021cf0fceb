// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "interop/interop_test.hpp"
#include "lockscope/permit_semaphore.hpp"

#include <QTest>

namespace lockscope::test {

/// Both sides of the semaphore.
class PermitInteropTest : public InteropTest
{
    Q_OBJECT

protected:
    using InteropTest::InteropTest;

    PermitSemaphore ours() { return client().permit_semaphore(name()); }
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
        [[nodiscard]] std::string acquire() const { return start("acquire").answer().text(); }
        void release(const std::string& id) const { start("release", {id}).answer().expect_success(); }
        [[nodiscard]] std::int64_t available() const { return start("available").answer().number(); }
    };
    Java java() { return {stage().new_owner(version()), java_object("permits", name())}; }
    bool is_waiting() { return stage().is_awaited("redisson_sc:{" + name() + "}"); }
};

class PermitSemaphoreInterop : public PermitInteropTest
{
    Q_OBJECT

    /// Up to 3.16.8 Redisson wrote the 32 digits of an id instead of its 16 bytes. We find those, too; it does
    /// not find ours.
    static bool has_common_ids() { return InteropStage::is_at_least(version(), "3.17.0"); }

    struct Entered
    {
        std::string id;
        Clock::time_point at;
    };
    /// How often the end of the only permit was seen to grow.
    int renewals()
    {
        const std::vector<std::string> permits =
            redis().list({"ZRANGE", "{" + name() + "}:timeout", "0", "0", "WITHSCORES"});
        const std::int64_t end = std::stoll(permits.at(1));
        m_renewals += m_last_end != 0 && end > m_last_end ? 1 : 0;
        m_last_end = end;
        return m_renewals;
    }
    std::int64_t m_last_end = 0;
    int m_renewals = 0;

    std::future<Entered> start_ours()
    {
        return in_thread([semaphore = ours()]() mutable {
            const auto id = semaphore.try_acquire_for(patience);
            return Entered{id.value(), Clock::now()};
        });
    }

public:
    explicit PermitSemaphoreInterop(InteropStage& stage, std::string since = "0")
        : PermitInteropTest(stage, std::move(since))
    {}

private slots:
    void bothCountTheSamePermits()
    {
        QVERIFY(ours().try_set_permits(3));
        const Java theirs = java();
        QVERIFY(!theirs.start("set-permits", {"7"}).answer().truth());
        const std::string first = theirs.acquire();
        const std::string second = ours().acquire();
        QCOMPARE(first.size(), std::size_t(32));
        QCOMPARE(second.size(), std::size_t(32));
        QCOMPARE(ours().available(), 1);
        QCOMPARE(ours().acquired(), 2);
        QCOMPARE(theirs.available(), std::int64_t(1));
        theirs.release(first);
        QVERIFY(ours().release(second));
        QVERIFY(!ours().release(second));
        QCOMPARE(theirs.available(), std::int64_t(3));
        QVERIFY(ours().remove());
    }

    void eachReleasesWhatTheOtherTook()
    {
        QVERIFY(ours().try_set_permits(2));
        const Java theirs = java();
        const std::string first = theirs.acquire();
        const std::string second = ours().acquire(30s);
        QVERIFY(ours().release(first));
        QCOMPARE(theirs.start("try-release", {second}).answer().truth(), has_common_ids());
        QCOMPARE(ours().available(), has_common_ids() ? 2 : 1);
        if (has_common_ids())
            QVERIFY(theirs.start("release", {second}).answer().exception.has_value());
        QVERIFY(ours().remove());
    }

    void javaIsWokenByOurRelease()
    {
        QVERIFY(ours().try_set_permits(1));
        const std::string id = ours().acquire(30s);
        const Java theirs = java();
        const JavaCommand entering = theirs.start("acquire");
        QVERIFY(is_waiting());
        QVERIFY(!entering.is_done());
        const auto start = Clock::now();
        QVERIFY(ours().release(id));
        QVERIFY(is_prompt(start, entering));
        theirs.release(entering.answer().text());
        QCOMPARE(ours().available(), 1);
        QVERIFY(ours().remove());
    }

    void weAreWokenByJavasRelease()
    {
        const Java theirs = java();
        QVERIFY(theirs.start("set-permits", {"1"}).answer().truth());
        const std::string id = theirs.start("acquire", {"30000"}).answer().text();
        auto entering = start_ours();
        QVERIFY(is_waiting());
        QVERIFY(!is_ready(entering));
        const auto start = Clock::now();
        theirs.release(id);
        const Entered entered = entering.get();
        QVERIFY(is_prompt(start, entered.at));
        QVERIFY(ours().release(entered.id));
        QVERIFY(ours().remove());
    }

    void aLeaseThatEndsLetsTheOtherIn()
    {
        const auto is_in_time = [](Clock::time_point start, Clock::time_point at) {
            return at - start >= 395ms && at - start < 400ms + prompt;
        };
        QVERIFY(ours().try_set_permits(1));
        auto start = Clock::now();
        const std::string first = ours().acquire(400ms);
        const Java theirs = java();
        const JavaCommand java_entering = theirs.start("acquire", {"400"});
        QVERIFY(is_in_time(start, java_entering.answer().expect_success().at));
        QVERIFY(!ours().release(first));

        start = java_entering.answer().at;
        const Entered entered = start_ours().get();
        QVERIFY(entered.at - start < 400ms + prompt);
        QVERIFY(theirs.start("release", {java_entering.answer().text()}).answer().exception.has_value());
        QCOMPARE(ours().available(), 0);
        QVERIFY(ours().release(entered.id));
        QVERIFY(ours().remove());
    }

    void aPermitThatIsKeptKeepsJavaOut()
    {
        QVERIFY(ours().try_set_permits(1));
        Permit seat = Permit::kept(quick_client().permit_semaphore(name()));
        const JavaCommand entering = java().start("acquire");
        QVERIFY(is_waiting());
        QVERIFY(until([&] { return renewals() >= 2; }));
        QVERIFY(!entering.is_done());
        const auto start = Clock::now();
        QVERIFY(seat.release());
        QVERIFY(is_prompt(start, entering));
        QVERIFY(ours().release(entering.answer().text()));
        QVERIFY(ours().remove());
    }

    void aPermitThatADeadClientKeptIsJavas()
    {
        QVERIFY(ours().try_set_permits(1));
        std::optional<Client> mortal(std::in_place, stage().server.endpoint(),
                                     stage().understood_by(version(), quick_options()));
        static_cast<void>(Permit::kept(mortal->permit_semaphore(name())).detach());
        const JavaCommand entering = java().start("acquire");
        QVERIFY(is_waiting());
        QVERIFY(!entering.is_done());
        const auto start = Clock::now();
        mortal.reset();
        QVERIFY(entering.answer().expect_success().at < start + short_watchdog + prompt);
        QVERIFY(ours().release(entering.answer().text()));
        QVERIFY(ours().remove());
    }
};

/// Several at once. Redisson has taken them so since 3.22.0.
class SeveralPermitsInterop : public PermitInteropTest
{
    Q_OBJECT

public:
    explicit SeveralPermitsInterop(InteropStage& stage, std::string since = "3.22.0")
        : PermitInteropTest(stage, std::move(since))
    {}

private slots:
    void eachTakesAndReleasesSeveral()
    {
        QVERIFY(ours().try_set_permits(5));
        const Java theirs = java();
        const std::vector<std::string> first = theirs.start("acquire-several", {"2"}).answer().expect_success().words;
        const std::vector<std::string> second = ours().acquire_several(3, 30s);
        QCOMPARE(first.size(), std::size_t(2));
        QVERIFY(!ours().try_acquire());
        QCOMPARE(ours().release_several(first), 2);
        QCOMPARE(theirs.start("release-several", second).answer().number(), std::int64_t(3));
        QCOMPARE(ours().available(), 5);
        QVERIFY(ours().remove());
    }

    void whoWaitsForSeveralIsWokenByTheOther()
    {
        QVERIFY(ours().try_set_permits(3));
        std::vector<std::string> taken = ours().acquire_several(3, 30s);
        const Java theirs = java();
        const JavaCommand entering = theirs.start("acquire-several", {"3"});
        QVERIFY(is_waiting());
        QCOMPARE(ours().release_several({taken[0], taken[1]}), 2);
        QVERIFY(!entering.is_done(100ms));
        auto start = Clock::now();
        QVERIFY(ours().release(taken[2]));
        QVERIFY(is_prompt(start, entering));
        taken = entering.answer().expect_success().words;

        auto waiting = in_thread([semaphore = ours()]() mutable {
            auto ids = semaphore.acquire_several(3, Terms{patience, 30s, {}});
            return std::pair(std::move(ids).value(), Clock::now());
        });
        QVERIFY(is_waiting());
        QVERIFY(!is_ready(waiting));
        start = Clock::now();
        QCOMPARE(theirs.start("release-several", taken).answer().number(), std::int64_t(3));
        const auto [ids, at] = waiting.get();
        QVERIFY(is_prompt(start, at));
        QCOMPARE(ours().release_several(ids), 3);
        QVERIFY(ours().remove());
    }
};

} // namespace lockscope::test
