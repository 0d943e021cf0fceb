// SPDX-License-Identifier: Apache-2.0
#include "alerts_stage.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::tests;
using Kind = AlertRule::Kind;
using State = Alert::State;

class AlertsTest : public QObject
{
    Q_OBJECT

private slots:
    void heldForLongIsRaisedByTimeAlone()
    {
        Stage stage({rule(Kind::held_longer)});
        stage.change(stage.held("orders"));
        QVERIFY(stage.engine.next_due().has_value());
        stage.pass(59s);
        QCOMPARE(stage.active(), std::size_t{0});
        stage.pass(2s);
        QCOMPARE(stage.active(), std::size_t{1});
        const Alert alert = stage.engine.active().front();
        QCOMPARE(alert.lock, std::string("orders"));
        QCOMPARE(alert.owner, alice + ":57");
        QVERIFY(alert.amount >= 60s);
        QCOMPARE(alert.since, stage.wall - 1s);
        QCOMPARE(stage.engine.take_raised().size(), std::size_t{1});
        QVERIFY(stage.engine.take_raised().empty());
    }

    void aHoldWhoseBeginNobodySawIsToldApart()
    {
        for (const bool seen : {true, false}) {
            for (const Kind kind : {Kind::held_longer, Kind::never_expires, Kind::many_waiters}) {
                auto each = rule(kind);
                each.count = 1;
                Stage stage({each});
                LockState state = stage.held("orders");
                state.held_since_exact = seen;
                state.ttl = milliseconds{-1};
                state.waiting_clients = 2;
                stage.change(state);
                stage.pass(61s);
                QCOMPARE(stage.active(), std::size_t{1});
                QCOMPARE(stage.engine.active().front().begin_unseen, !seen && kind != Kind::many_waiters);
            }
        }
    }

    void aDeadHeadThatNobodySawComeIsToldApart()
    {
        for (const bool seen : {true, false}) {
            Stage stage({rule(Kind::stale_head)});
            LockState state = stage.free("orders");
            state.type = LockType::fair;
            state.waiters.resize(1);
            state.waiters.front().owner = alice + ":57";
            state.waiters.front().since_exact = seen;
            state.waiters.front().stale = true;
            state.waiters_total = 1;
            stage.change(state);
            QCOMPARE(stage.active(), std::size_t{1});
            QCOMPARE(stage.engine.active().front().begin_unseen, !seen);
        }
    }

    void whatHarmsNobodyIsRaisedOnlyIfThatIsWanted_data()
    {
        QTest::addColumn<bool>("also_harmless");
        QTest::newRow("usually") << false;
        QTest::newRow("wanted") << true;
    }
    void whatHarmsNobodyIsRaisedOnlyIfThatIsWanted()
    {
        QFETCH(const bool, also_harmless);
        auto wanted = rule(Kind::held_longer);
        wanted.also_harmless = also_harmless;
        Stage stage({wanted});
        LockState state = stage.held("orders");
        for (int i = 0; i < 20; ++i) {
            stage.pass(10s);
            state.observed_at = stage.now;
            state.renewed_at = stage.now;
            stage.change(state);
        }
        QCOMPARE(stage.active(), std::size_t(also_harmless ? 1 : 0));
        if (also_harmless)
            QVERIFY(!stage.engine.active().front().renewed_until);
        const SystemTime last = stage.wall;
        stage.pass(21s); // nobody renews it any more
        QCOMPARE(stage.active(), std::size_t{1});
        if (!also_harmless)
            QVERIFY(stage.engine.active().front().renewed_until == last);
    }

    void itStaysOneAlertWhileItIsTrue()
    {
        Stage stage({rule(Kind::held_longer)});
        LockState state = stage.held("orders");
        stage.change(state);
        stage.pass(61s);
        for (int i = 0; i < 20; ++i) {
            state.observed_at = stage.now;
            stage.change(state);
            stage.pass(10s);
        }
        QCOMPARE(stage.engine.take_raised().size(), std::size_t{1});
        QVERIFY(stage.engine.history().empty());
    }

    void itClearsAfterAMomentOfCalm()
    {
        Stage stage({rule(Kind::held_longer)});
        stage.change(stage.held("orders"));
        stage.pass(61s);
        stage.change(stage.free("orders"));
        stage.pass(1s);
        QCOMPARE(stage.active(), std::size_t{1});
        stage.pass(2s);
        QCOMPARE(stage.active(), std::size_t{0});
        QCOMPARE(stage.engine.history().size(), std::size_t{1});
        QCOMPARE(stage.engine.history().front().state, State::cleared);
        QVERIFY(stage.engine.history().front().cleared_at.has_value());
    }

    void whatComesAndGoesIsOneAlert()
    {
        Stage stage({rule(Kind::many_waiters)});
        for (int i = 0; i < 50; ++i) {
            LockState state = stage.held("orders");
            state.waiting_clients = i % 2 == 0 ? 3 : 2;
            stage.change(state);
            stage.pass(100ms);
        }
        QCOMPARE(stage.engine.take_raised().size(), std::size_t{1});
        QCOMPARE(stage.active(), std::size_t{1});
        QVERIFY(stage.engine.history().empty());
    }

    /// They do not wait any more.
    void theDeadAreNoWaiters()
    {
        Stage stage({rule(Kind::many_waiters)});
        LockState state = stage.held("orders");
        state.type = LockType::fair;
        state.waiters.resize(4);
        for (auto& waiter : state.waiters)
            waiter.stale = true;
        state.waiters_total = 4;
        stage.change(state);
        QCOMPARE(stage.active(), std::size_t{0});
        state.waiters_total = 8; // nobody is known to live among those that were not read
        stage.change(state);
        QCOMPARE(stage.active(), std::size_t{0});
        state.waiters.back().stale = false;
        stage.change(state);
        QCOMPARE(stage.active(), std::size_t{1});
        QCOMPARE(stage.engine.active().front().count, std::int64_t{5});
    }

    /// Otherwise each connection to a server with dead waiters would begin with an alarm.
    void whoIsNotJudgedYetRaisesNoAlarm()
    {
        Stage stage({rule(Kind::many_waiters)});
        LockState state = stage.held("orders");
        state.type = LockType::fair;
        state.waiters.resize(4);
        state.waiters_total = 4;
        for (auto& waiter : state.waiters)
            waiter.subscribed = false;
        stage.change(state);
        QCOMPARE(stage.active(), std::size_t{0});
        for (auto& waiter : state.waiters)
            waiter.mapped = true; // listens under another name
        stage.change(state);
        QCOMPARE(stage.active(), std::size_t{1});
        for (auto& waiter : state.waiters) {
            waiter.mapped = false;
            waiter.subscribed.reset(); // nobody may ask
        }
        stage.change(state);
        QCOMPARE(stage.active(), std::size_t{1});
    }

    void aRemovedLockClearsAtOnce()
    {
        Stage stage({rule(Kind::never_expires)});
        const LockState state = stage.held("orders", -1ms);
        stage.change(state);
        QCOMPARE(stage.active(), std::size_t{1});
        stage.change(state, LockChange::Kind::removed);
        QCOMPARE(stage.active(), std::size_t{0});
    }

    void lowLeasesThatNobodyRenews()
    {
        Stage stage({rule(Kind::low_ttl, 5s)});
        LockState state = stage.held("orders", 30s);
        stage.change(state);
        stage.change(stage.held("short", 4s)); // was low from its beginning
        stage.pass(20s);
        QCOMPARE(stage.active(), std::size_t{0});
        state.observed_at = stage.now; // renewed
        stage.change(state);
        stage.pass(20s);
        QCOMPARE(stage.active(), std::size_t{0});
        stage.pass(6s);
        QCOMPARE(stage.active(), std::size_t{1});
        QVERIFY(stage.engine.active().front().amount <= 5s);
        state.observed_at = stage.now;
        stage.change(state);
        stage.pass(3s);
        QCOMPARE(stage.active(), std::size_t{0});
    }

    void aLeaseThatIsRenewedInTimeIsNotLow()
    {
        Stage stage({rule(Kind::low_ttl, 25s)});
        LockState state = stage.held("orders", 30s);
        for (int renewal = 0; renewal < 5; ++renewal) {
            stage.change(state);
            stage.pass(10s);
            QCOMPARE(stage.active(), renewal == 0 ? std::size_t{1} : std::size_t{0}); // nobody knows it at first
            QVERIFY(renewal > 0 || !stage.engine.active().front().renewed_until);
            state.observed_at = stage.now;
            state.renewed_at = stage.now;
        }
        stage.pass(11s); // two renewals did not come
        QCOMPARE(stage.active(), std::size_t{1});
        QVERIFY(stage.engine.active().front().renewed_until == stage.wall - 21s);
    }

    void permitsMayBeKept_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<qlonglong>("ttl");
        QTest::newRow("for long") << static_cast<int>(Kind::held_longer) << 30'000LL;
        QTest::newRow("to the end of their lease") << static_cast<int>(Kind::low_ttl) << 30'000LL;
        QTest::newRow("without end") << static_cast<int>(Kind::never_expires) << -1LL;
    }
    void permitsMayBeKept()
    {
        QFETCH(int, kind);
        QFETCH(qlonglong, ttl);
        Stage stage({rule(static_cast<Kind>(kind), 5s)});
        LockState permits = stage.held("permits", milliseconds(ttl));
        permits.type = LockType::semaphore;
        LockState lock = stage.held("lock", milliseconds(ttl));
        stage.change(permits);
        stage.change(lock);
        stage.pass(26s);
        QCOMPARE(stage.active(), std::size_t{1});
        QCOMPARE(stage.engine.active().front().lock, std::string("lock"));
    }

    void waitersAreCountedEitherWay()
    {
        Stage stage({rule(Kind::many_waiters)});
        LockState queued = stage.held("fair");
        queued.waiters_total = 3;
        LockState subscribed = stage.held("plain");
        subscribed.waiting_clients = 3;
        LockState few = stage.held("few");
        few.waiting_clients = 2;
        stage.change(queued);
        stage.change(subscribed);
        stage.change(few);
        QCOMPARE(stage.active(), std::size_t{2});
        QCOMPARE(stage.engine.active().front().count, std::int64_t{3});
    }

    void aDeadHeadOfAQueue()
    {
        Stage stage({rule(Kind::stale_head)});
        LockState state = stage.held("fair");
        Waiter waiter;
        waiter.owner = alice + ":3";
        waiter.deadline = 1;
        state.waiters = {waiter};
        state.waiters_total = 1;
        stage.change(state);
        QCOMPARE(stage.active(), std::size_t{0});
        state.waiters.front().stale = true;
        state.waiters.front().subscribed = true; // late, but it lives
        stage.change(state);
        QCOMPARE(stage.active(), std::size_t{0});
        state.waiters.front().subscribed = false;
        stage.change(state);
        QCOMPARE(stage.active(), std::size_t{1});
        QCOMPARE(stage.engine.active().front().owner, alice + ":3");
        const auto id = stage.engine.active().front().id;
        QVERIFY(!stage.engine.active().front().never_dropped);
        state.waiters.front().deadline.reset(); // somebody took it out by hand
        stage.change(state);
        QVERIFY(stage.engine.active().front().never_dropped);
        state.waiters.front().owner = alice + ":4"; // The first has gone, and the next one is dead, too.
        stage.change(state);
        QCOMPARE(stage.engine.active().front().owner, alice + ":4");
        QCOMPARE(stage.engine.active().front().id, id);
        QVERIFY(stage.engine.active().front().never_dropped);
        state.waiters.front().stale = false;
        state.waiters.front().deadline.reset();
        stage.change(state);
        stage.pass(5s);
        QCOMPARE(stage.active(), std::size_t{1});
    }

    void whoIsNamedHoldsTheLock()
    {
        Stage stage({rule(Kind::never_expires)});
        LockState state = stage.held("endless", -1ms);
        stage.change(state);
        QCOMPARE(stage.engine.active().front().owner, alice + ":57");
        Holder other = state.holders.front();
        other.owner = alice + ":58";
        state.holders.insert(state.holders.begin(), other); // one more reads
        stage.change(state);
        QCOMPARE(stage.engine.active().front().owner, alice + ":57");
        state.holders.pop_back();
        stage.change(state);
        QCOMPARE(stage.engine.active().front().owner, alice + ":58");
        QCOMPARE(stage.engine.take_raised().size(), std::size_t{1});
    }

    void aHeadWhoseDeadlineIsNotKnownIsNotDead()
    {
        Stage stage({rule(Kind::stale_head)});
        LockState state = stage.held("fair");
        state.deadlines_known = false;
        Waiter waiter;
        waiter.owner = alice + ":3";
        state.waiters = {waiter};
        state.waiters_total = 1;
        stage.change(state);
        stage.pass(5s);
        QCOMPARE(stage.active(), std::size_t{0});
        state.waiters.front().stale = true; // Nobody listens for it: that much is known.
        stage.change(state);
        stage.pass(5s);
        QCOMPARE(stage.active(), std::size_t{1});
    }

    void deadlocksAreFedFromOutside()
    {
        Stage stage({rule(Kind::deadlock)});
        stage.engine.set_deadlocks(1, "a", stage.now, stage.wall);
        QCOMPARE(stage.active(), std::size_t{1});
        QCOMPARE(stage.engine.active().front().lock, std::string("a"));
        stage.engine.set_deadlocks(1, "b", stage.now, stage.wall);
        QCOMPARE(stage.engine.take_raised().size(), std::size_t{1});
        stage.engine.set_deadlocks(2, "b", stage.now, stage.wall); // one more is news
        QCOMPARE(stage.engine.take_raised().size(), std::size_t{1});
        stage.engine.set_deadlocks(0, {}, stage.now, stage.wall);
        QCOMPARE(stage.active(), std::size_t{1}); // perhaps it comes back at once
        QVERIFY(stage.engine.next_due().has_value());
        stage.pass(3s);
        QCOMPARE(stage.active(), std::size_t{0});
        QCOMPARE(stage.engine.history().size(), std::size_t{2});
        QVERIFY(!stage.engine.next_due().has_value());
    }

    void deadlocksThatComeAndGoAreOneAlert_data()
    {
        QTest::addColumn<std::vector<std::size_t>>("counts");
        QTest::newRow("it comes back") << std::vector<std::size_t>{1, 0, 1, 0, 1};
        QTest::newRow("one of two comes back") << std::vector<std::size_t>{2, 1, 2, 0, 2};
    }
    void deadlocksThatComeAndGoAreOneAlert()
    {
        QFETCH(std::vector<std::size_t>, counts);
        Stage stage({rule(Kind::deadlock)});
        for (const std::size_t count : counts) {
            stage.engine.set_deadlocks(count, "a", stage.now, stage.wall);
            if (stage.engine.active().front().state == State::raised)
                stage.engine.acknowledge(stage.engine.active().front().id, stage.now, stage.wall);
            stage.pass(1s);
        }
        stage.pass(10s);
        QCOMPARE(stage.engine.active().size(), std::size_t{1});
        QCOMPARE(stage.engine.active().front().state, State::acknowledged);
        QCOMPARE(stage.engine.active().front().count, static_cast<std::int64_t>(counts.back()));
        QVERIFY(stage.engine.history().empty());
    }

    void aDeadlockAfterOneThatIsLongOverIsNews()
    {
        Stage stage({rule(Kind::deadlock)});
        stage.engine.set_deadlocks(2, "a", stage.now, stage.wall);
        stage.engine.acknowledge(stage.engine.active().front().id, stage.now, stage.wall);
        (void)stage.engine.take_raised();
        stage.engine.set_deadlocks(1, "b", stage.now, stage.wall);
        QCOMPARE(stage.engine.active().front().lock, std::string("b")); // where one still is
        QVERIFY(stage.engine.next_due().has_value());
        stage.pass(3s);
        QVERIFY(!stage.engine.next_due().has_value());
        QCOMPARE(stage.engine.active().front().state, State::acknowledged);
        stage.engine.set_deadlocks(2, "c", stage.now, stage.wall);
        QCOMPARE(stage.engine.take_raised().size(), std::size_t{1});
        QCOMPARE(stage.engine.active().front().state, State::raised);
        QCOMPARE(stage.engine.active().front().lock, std::string("c"));
    }

    void onlyNamesThatFit()
    {
        Stage stage({rule(Kind::never_expires, 60s, 2, "orders:[0-9]*")});
        stage.change(stage.held("orders:42", -1ms));
        stage.change(stage.held("orders:x", -1ms));
        stage.change(stage.held("other", -1ms));
        QCOMPARE(stage.active(), std::size_t{1});
    }

    void acknowledgedAlertsStayAndSayNothingMore()
    {
        Stage stage({rule(Kind::never_expires)});
        stage.change(stage.held("orders", -1ms));
        const Alert alert = stage.engine.take_raised().front();
        stage.engine.acknowledge(alert.id, stage.now, stage.wall);
        QCOMPARE(stage.engine.active().front().state, State::acknowledged);
        stage.change(stage.held("orders", -1ms));
        QVERIFY(stage.engine.take_raised().empty());
        stage.engine.acknowledge(4711, stage.now, stage.wall); // unknown: nothing
        QCOMPARE(stage.active(), std::size_t{1});
    }

    void mutesEndByTimeOrWithTheAlert()
    {
        Stage stage({rule(Kind::never_expires), rule(Kind::many_waiters)});
        LockState state = stage.held("orders", -1ms);
        state.waiting_clients = 9;
        stage.change(state);
        const auto alerts = stage.engine.active();
        QCOMPARE(alerts.size(), std::size_t{2});
        stage.engine.mute_rule("never-expires", stage.now + 1h);
        QVERIFY(stage.engine.is_muted(alerts[0], stage.now));
        QVERIFY(!stage.engine.is_muted(alerts[1], stage.now));
        QVERIFY(!stage.engine.is_muted(alerts[0], stage.now + 2h));
        stage.engine.mute_lock("orders", stage.now + 1h);
        QVERIFY(stage.engine.is_muted(alerts[1], stage.now));
        QVERIFY(!stage.engine.is_muted(alerts[1], stage.now + 2h));
        stage.engine.mute_until_cleared(alerts[1].id);
        QVERIFY(stage.engine.is_muted(stage.engine.active()[1], stage.now + 2h));
    }

    void aMuteIsEnded()
    {
        Stage stage({rule(Kind::never_expires)});
        stage.change(stage.held("orders", -1ms));
        const std::uint64_t id = stage.engine.active().front().id;
        const auto is_muted = [&] { return stage.engine.is_muted(stage.engine.active().front(), stage.now); };
        stage.engine.mute_until_cleared(id);
        stage.engine.mute_lock("orders", stage.now + 1h);
        const std::uint64_t before = stage.engine.revision();
        stage.engine.unmute(id);
        QVERIFY(stage.engine.revision() != before);
        QVERIFY(is_muted()); // by its lock
        stage.engine.mute_lock("orders", stage.now);
        QVERIFY(!is_muted());
        stage.engine.unmute(4711); // unknown: nothing
    }

    void newRulesAreAppliedToWhatIsKnown()
    {
        AlertLimits limits;
        limits.looks_per_tick = 10;
        Stage stage({}, limits);
        for (int i = 0; i < 100; ++i)
            stage.change(stage.held("lock-" + std::to_string(i), -1ms));
        stage.engine.set_rules({rule(Kind::never_expires)}, stage.now, stage.wall);
        QVERIFY(stage.active() < 100); // spread over ticks
        QVERIFY(stage.engine.next_due().has_value());
        for (int i = 0; i < 10; ++i)
            stage.pass(1ms);
        QCOMPARE(stage.active(), std::size_t{100});
        AlertRule louder = rule(Kind::never_expires);
        louder.severity = AlertRule::Severity::critical;
        (void)stage.engine.take_raised();
        stage.engine.set_rules({louder}, stage.now, stage.wall);
        QVERIFY(stage.engine.take_raised().empty()); // only louder, not new
        QCOMPARE(stage.engine.active().front().severity, AlertRule::Severity::critical);
        louder.enabled = false;
        stage.engine.set_rules({louder}, stage.now, stage.wall);
        QCOMPARE(stage.active(), std::size_t{0});
        QCOMPARE(stage.engine.history().size(), std::size_t{100});
    }

    void changesMeetNewRulesBeforeTheirTurn()
    {
        AlertLimits limits;
        limits.looks_per_tick = 1;
        Stage stage({rule(Kind::many_waiters), rule(Kind::never_expires)}, limits);
        for (int i = 0; i < 20; ++i)
            stage.change(stage.held("lock-" + std::to_string(i), -1ms));
        QCOMPARE(stage.active(), std::size_t{20});
        stage.engine.set_rules({rule(Kind::never_expires)}, stage.now, stage.wall); // another place in the list
        for (int i = 0; i < 20; ++i)
            stage.change(stage.held("lock-" + std::to_string(i), 30s));
        stage.pass(3s);
        for (int i = 0; i < 60; ++i)
            stage.pass(10ms);
        QCOMPARE(stage.active(), std::size_t{0});
    }

    void aRuleThatMakesNoSenseHarmsNobody()
    {
        Stage stage({rule(Kind::many_waiters, 60s, -1), rule(Kind::never_expires, 60s, 2, "")});
        stage.change(stage.held("orders", -1ms));
        QCOMPARE(stage.active(), std::size_t{0});
    }
};

QTEST_APPLESS_MAIN(AlertsTest)
#include "alerts_test.moc"
