// SPDX-License-Identifier: Apache-2.0
#include "lockscope/alerts.hpp"

#include <QTest>

#include <algorithm>

using namespace lockscope;
using namespace std::chrono_literals;
using Kind = AlertRule::Kind;
using State = Alert::State;

namespace {

const std::string alice = "9f45a0aa-0b6c-4f0e-9d4c-3b1f5f0a11e1";

AlertRule rule(Kind kind, milliseconds duration = 60s, std::int64_t count = 2, const std::string& glob = "*")
{
    AlertRule result;
    result.id = to_string(kind);
    result.kind = kind;
    result.duration = duration;
    result.count = count;
    result.name_glob = glob;
    return result;
}

/// An engine with a clock that only moves when it is told to.
struct Stage
{
    AlertEngine engine;
    SteadyTime now{std::chrono::hours(100)};
    SystemTime wall{std::chrono::hours(400'000)};

    explicit Stage(const std::vector<AlertRule>& rules, AlertLimits limits = {}) : engine(limits)
    {
        engine.set_rules(rules, now, wall);
    }

    void pass(milliseconds time)
    {
        now += time;
        wall += time;
        engine.tick(now, wall);
    }

    [[nodiscard]] LockState held(const std::string& name, milliseconds ttl = 30s) const
    {
        LockState state;
        state.name = name;
        Holder holder;
        holder.owner = alice + ":57";
        holder.count = 1;
        state.holders = {holder};
        state.holders_total = 1;
        state.ttl = ttl;
        state.lease = ttl;
        state.observed_at = now;
        state.held_since = wall;
        return state;
    }
    [[nodiscard]] LockState free(const std::string& name) const
    {
        LockState state;
        state.name = name;
        state.observed_at = now;
        return state;
    }

    void send(MonitorBatch batch) { engine.apply(batch, now, wall); }
    void change(const LockState& state, LockChange::Kind kind = LockChange::Kind::changed)
    {
        MonitorBatch batch;
        batch.changes.push_back({kind, std::make_shared<const LockState>(state)});
        send(std::move(batch));
    }
    void happens(LockEvent::Kind kind, const std::string& lock, const std::string& owner = alice + ":57")
    {
        LockEvent event;
        event.kind = kind;
        event.lock = lock;
        event.owner = owner;
        event.at = wall;
        event.held_for = 5s;
        MonitorBatch batch;
        batch.events.push_back(event);
        send(std::move(batch));
    }
    void link(MonitorStatus::Link link)
    {
        MonitorBatch batch;
        batch.status.emplace();
        batch.status->link = link;
        send(std::move(batch));
    }
    [[nodiscard]] std::size_t active() const { return engine.active().size(); }
};

} // namespace

class AlertsTest : public QObject
{
    Q_OBJECT

private slots:
    void whatIsOutOfReachWaits()
    {
        Stage stage({rule(Kind::held_longer), rule(Kind::never_expires)});
        auto away = stage.held("away", milliseconds(-1));
        stage.change(away);
        stage.change(stage.held("near"));
        QCOMPARE(stage.active(), std::size_t(1)); // it never expires
        away.out_of_reach_since = stage.now;
        stage.change(away);
        stage.pass(61s);
        QCOMPARE(stage.active(), std::size_t(2)); // of those that answer, time goes on
        stage.engine.set_rules({rule(Kind::held_longer, 50s), rule(Kind::never_expires)}, stage.now, stage.wall);
        stage.pass(10s);
        QCOMPARE(stage.active(), std::size_t(2)); // also where rules are looked at anew
        away.out_of_reach_since = {};
        stage.change(away);
        QCOMPARE(stage.active(), std::size_t(3));
        stage.change(stage.free("away"));
        stage.pass(1s);
        away.out_of_reach_since = stage.now;
        away.holders.clear();
        stage.change(away); // calm, but not for long enough to be sure
        stage.pass(60s);
        QCOMPARE(stage.active(), std::size_t(3));
        stage.change(stage.free("away"));
        stage.pass(1s);
        QCOMPARE(stage.active(), std::size_t(3));
        stage.pass(2s);
        QCOMPARE(stage.active(), std::size_t(1));
    }

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
        state.waiters.front().stale = false;
        state.waiters.front().deadline.reset();
        stage.change(state);
        stage.pass(5s);
        QCOMPARE(stage.active(), std::size_t{1});
    }

    void aHeadWhoseDeadlineIsNotKnownIsNotDead_data()
    {
        QTest::addColumn<bool>("truncated");
        QTest::newRow("more waiters than are read") << true;
        QTest::newRow("deadlines may not be read") << false;
    }
    void aHeadWhoseDeadlineIsNotKnownIsNotDead()
    {
        QFETCH(bool, truncated);
        Stage stage({rule(Kind::stale_head)});
        LockState state = stage.held("fair");
        if (truncated)
            state.anomalies.insert(Anomaly::truncated);
        else
            state.deadlines_known = false;
        Waiter waiter;
        waiter.owner = alice + ":3";
        state.waiters = {waiter};
        state.waiters_total = truncated ? 5000 : 1;
        stage.change(state);
        stage.pass(5s);
        QCOMPARE(stage.active(), std::size_t{0});
        state.waiters.front().stale = true; // Nobody listens for it: that much is known.
        stage.change(state);
        stage.pass(5s);
        QCOMPARE(stage.active(), std::size_t{1});
    }

    void aLostLockIsAMomentThatSomebodyMustSee()
    {
        Stage stage({rule(Kind::lock_lost)});
        stage.change(stage.held("orders"));
        stage.happens(LockEvent::Kind::expired, "orders");
        QCOMPARE(stage.active(), std::size_t{0}); // a fixed lease that came to its end
        stage.change(stage.held("orders"));
        stage.happens(LockEvent::Kind::renewed, "orders");
        stage.happens(LockEvent::Kind::expired, "orders");
        QCOMPARE(stage.active(), std::size_t{1});
        stage.change(stage.free("orders"), LockChange::Kind::removed);
        QCOMPARE(stage.active(), std::size_t{1});
        stage.engine.acknowledge(stage.engine.active().front().id, stage.now, stage.wall);
        QCOMPARE(stage.active(), std::size_t{0});
        stage.happens(LockEvent::Kind::vanished, "other");
        QCOMPARE(stage.active(), std::size_t{1});
        stage.pass(61min);
        QCOMPARE(stage.active(), std::size_t{0});
    }

    void whoEntersAgainHasRenewedNothing()
    {
        Stage stage({rule(Kind::lock_lost)});
        auto state = stage.held("orders", 60s);
        stage.change(state);
        state.holders.front().count = 2;
        state.renewed_at = stage.now; // The expiry has moved, as by a renewal.
        stage.happens(LockEvent::Kind::reentered, "orders");
        stage.change(state);
        stage.pass(60s);
        stage.happens(LockEvent::Kind::expired, "orders");
        QCOMPARE(stage.active(), std::size_t{0});
    }

    void whoRenewedIsToldFromOthers()
    {
        Stage stage({rule(Kind::lock_lost)});
        auto state = stage.held("orders");
        state.mode = LockMode::read;
        stage.change(state);
        stage.happens(LockEvent::Kind::renewed, "orders");
        const std::string other = alice + ":58"; // with a fixed lease
        stage.happens(LockEvent::Kind::acquired, "orders", other);
        state.holders.push_back(state.holders.front());
        state.holders.back().owner = other;
        stage.change(state);
        stage.happens(LockEvent::Kind::expired, "orders", other);
        QCOMPARE(stage.active(), std::size_t{0});
        stage.happens(LockEvent::Kind::expired, "orders");
        QCOMPARE(stage.active(), std::size_t{1});
        // The next hold of the same holder begins anew.
        stage.change(stage.free("orders"));
        stage.change(stage.held("later"));
        stage.happens(LockEvent::Kind::renewed, "later");
        stage.happens(LockEvent::Kind::released, "later");
        stage.change(stage.free("later"));
        stage.change(stage.held("later"));
        stage.happens(LockEvent::Kind::expired, "later");
        QCOMPARE(stage.active(), std::size_t{1});
    }

    void aForcedOrReleasedLockIsNotLost()
    {
        Stage stage({rule(Kind::lock_lost)});
        stage.change(stage.held("orders"));
        stage.happens(LockEvent::Kind::renewed, "orders");
        stage.happens(LockEvent::Kind::forced, "orders");
        stage.happens(LockEvent::Kind::released, "orders");
        QCOMPARE(stage.active(), std::size_t{0});
    }

    void theReleaseOfASpinLockIsNoLoss_data()
    {
        QTest::addColumn<LockType>("type");
        QTest::addColumn<bool>("certain");
        QTest::addColumn<int>("listeners"); // -1: not known
        QTest::addColumn<bool>("seen");     // before it vanished
        QTest::addColumn<bool>("lost");
        QTest::newRow("a spin lock, as far as anybody can tell") << LockType::reentrant << false << 0 << true << false;
        QTest::newRow("it came and went between two batches") << LockType::reentrant << false << 0 << false << false;
        QTest::newRow("who may listen is not known") << LockType::reentrant << false << -1 << true << false;
        QTest::newRow("somebody listens: spin locks have no messages")
            << LockType::reentrant << false << 1 << true << true;
        QTest::newRow("a fair lock") << LockType::fair << true << 0 << true << true;
        QTest::newRow("a write lock") << LockType::read_write << true << 0 << true << true;
        QTest::newRow("a fenced lock that came and went") << LockType::fenced << true << 0 << false << true;
    }
    void theReleaseOfASpinLockIsNoLoss()
    {
        QFETCH(LockType, type);
        QFETCH(bool, certain);
        QFETCH(int, listeners);
        QFETCH(bool, seen);
        QFETCH(bool, lost);
        Stage stage({rule(Kind::lock_lost)});
        auto spin = stage.held("spin");
        spin.type = type;
        spin.type_certain = certain;
        if (listeners >= 0)
            spin.waiting_clients = listeners;
        if (seen)
            stage.change(spin);
        MonitorBatch batch;
        LockEvent event;
        event.kind = LockEvent::Kind::vanished;
        event.lock = "spin";
        event.owner = alice + ":57";
        batch.events.push_back(event);
        spin.holders.clear();
        spin.holders_total = 0;
        batch.changes.push_back({LockChange::Kind::changed, std::make_shared<const LockState>(spin)});
        stage.send(std::move(batch));
        QCOMPARE(stage.active(), std::size_t{lost ? 1u : 0u});
    }

    void whatHasNoLeaseIsNoSpinLock()
    {
        Stage stage({rule(Kind::lock_lost)});
        auto stuck = stage.held("stuck", -1ms);
        stuck.type_certain = false;
        stuck.waiting_clients = 0;
        stage.change(stuck);
        stage.happens(LockEvent::Kind::vanished, "stuck");
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

    void nothingIsJudgedByOldData()
    {
        Stage stage({rule(Kind::held_longer)});
        stage.change(stage.held("orders"));
        stage.link(MonitorStatus::Link::lost);
        stage.pass(10min);
        QCOMPARE(stage.active(), std::size_t{0});
        QVERIFY(!stage.engine.next_due().has_value());
        stage.link(MonitorStatus::Link::live);
        stage.pass(20ms);
        QCOMPARE(stage.active(), std::size_t{0}); // it is being read
        LockState again = stage.held("orders");
        again.held_since = stage.wall - 10min;
        stage.change(again);
        QCOMPARE(stage.active(), std::size_t{1});
        stage.link(MonitorStatus::Link::lost);
        stage.change(stage.free("orders"));
        stage.pass(10min);
        QCOMPARE(stage.active(), std::size_t{1});
        stage.link(MonitorStatus::Link::live);
        stage.pass(10s);
        QCOMPARE(stage.active(), std::size_t{1});
        stage.change(stage.free("orders"));
        stage.pass(3s);
        QCOMPARE(stage.active(), std::size_t{0});
    }

    void aLostConnectionIsToldOfByTimeAlone()
    {
        Stage stage({rule(Kind::connection_lost, 30s)});
        stage.link(MonitorStatus::Link::live);
        stage.pass(10min);
        QVERIFY(!stage.engine.next_due().has_value());
        stage.link(MonitorStatus::Link::lost);
        stage.pass(29s);
        stage.link(MonitorStatus::Link::connecting); // which fails again
        QCOMPARE(stage.active(), std::size_t{0});
        QCOMPARE(stage.engine.next_due(), std::optional(stage.now + 1s));
        stage.pass(1s);
        QCOMPARE(stage.engine.take_raised().size(), std::size_t{1});
        const Alert alert = stage.engine.active().front();
        QCOMPARE(alert.kind, Kind::connection_lost);
        QVERIFY(alert.lock.empty());
        QCOMPARE(alert.amount, std::optional<milliseconds>(30s));
        QCOMPARE(alert.since, stage.wall);
        stage.link(MonitorStatus::Link::lost);
        stage.pass(1h);
        QCOMPARE(stage.active(), std::size_t{1});
        stage.link(MonitorStatus::Link::live);
        stage.pass(1s);
        stage.link(MonitorStatus::Link::lost); // not for good yet
        stage.pass(10s);
        QCOMPARE(stage.engine.active().front().id, alert.id);
        stage.link(MonitorStatus::Link::live);
        QVERIFY(stage.engine.next_due().has_value());
        stage.pass(2s);
        QCOMPARE(stage.active(), std::size_t{0});
        QVERIFY(!stage.engine.next_due().has_value());
    }

    void whoEndsTheConnectionHasNotLostIt()
    {
        Stage stage({rule(Kind::connection_lost, 30s)});
        stage.link(MonitorStatus::Link::lost);
        stage.engine.clear();
        stage.pass(1h);
        QCOMPARE(stage.active(), std::size_t{0});
        QVERIFY(!stage.engine.next_due().has_value());
    }

    void aLossThatFoundNoRoomIsToldOfLater()
    {
        AlertLimits limits;
        limits.active = 1;
        Stage stage({rule(Kind::never_expires), rule(Kind::connection_lost, 30s)}, limits);
        stage.change(stage.held("a", -1ms));
        stage.link(MonitorStatus::Link::lost);
        stage.pass(31s);
        QCOMPARE(stage.engine.active().front().kind, Kind::never_expires);
        stage.engine.set_rules({rule(Kind::connection_lost, 30s)}, stage.now, stage.wall); // there is room now
        stage.pass(2s);
        QCOMPARE(stage.active(), std::size_t{1});
        QCOMPARE(stage.engine.active().front().kind, Kind::connection_lost);
        QCOMPARE(stage.engine.active().front().since, stage.wall - 3s); // not since it found room
    }

    void whatIsNeverReadAgainIsJudgedAllTheSame()
    {
        Stage stage({rule(Kind::held_longer)});
        stage.change(stage.held("orders"));
        stage.link(MonitorStatus::Link::lost);
        stage.pass(10min);
        stage.link(MonitorStatus::Link::live);
        stage.pass(59s);
        QCOMPARE(stage.active(), std::size_t{0});
        stage.pass(1s);
        QCOMPARE(stage.active(), std::size_t{1});
    }

    void whatHasPassedWhileNobodyLookedRaisesNothing()
    {
        Stage stage({rule(Kind::held_longer)});
        stage.change(stage.held("orders")); // for a moment
        MonitorBatch batch;
        batch.status.emplace();
        batch.status->link = MonitorStatus::Link::live;
        batch.status->paused = true;
        stage.send(batch);
        stage.pass(6min);
        batch.status->paused = false;
        stage.send(batch);
        stage.pass(20ms);
        stage.change(stage.free("orders"));
        stage.pass(10min);
        QVERIFY(stage.engine.take_raised().empty());
        QVERIFY(stage.engine.history().empty());
    }

    void anotherServerKnowsNoMutesOfTheOneBefore()
    {
        Stage stage({rule(Kind::never_expires)});
        stage.engine.mute_rule("never-expires", stage.now + 1h);
        stage.engine.mute_lock("orders", stage.now + 1h);
        stage.engine.clear();
        stage.change(stage.held("orders", -1ms));
        QVERIFY(!stage.engine.is_muted(stage.engine.active().front(), stage.now));
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

    void everythingIsBounded()
    {
        AlertLimits limits;
        limits.active = 10;
        limits.history = 5;
        limits.mutes = 3;
        Stage stage({rule(Kind::never_expires)}, limits);
        for (int i = 0; i < 50; ++i)
            stage.change(stage.held("lock-" + std::to_string(i), -1ms));
        QCOMPARE(stage.active(), std::size_t{10});
        QCOMPARE(stage.engine.not_kept(), std::uint64_t{40});
        for (int i = 0; i < 50; ++i)
            stage.change(stage.free("lock-" + std::to_string(i)), LockChange::Kind::removed);
        QCOMPARE(stage.engine.history().size(), std::size_t{5});
        for (int i = 0; i < 100; ++i)
            stage.engine.mute_lock("lock-" + std::to_string(i), stage.now + 1h);
    }

    void whatFoundNoRoomIsRaisedOnceThereIsSome()
    {
        AlertLimits limits;
        limits.active = 2;
        Stage stage({rule(Kind::never_expires), rule(Kind::deadlock)}, limits);
        const auto is_active = [&](const std::string& lock) {
            const auto alerts = stage.engine.active();
            return std::any_of(alerts.begin(), alerts.end(), [&](const Alert& alert) { return alert.lock == lock; });
        };
        for (const char* name : {"a", "b", "c"})
            stage.change(stage.held(name, -1ms));
        stage.engine.set_deadlocks(1, "x", stage.now, stage.wall);
        QCOMPARE(stage.active(), std::size_t{2});
        QVERIFY(!is_active("c") && !is_active("x"));
        stage.change(stage.free("a"), LockChange::Kind::removed);
        QVERIFY(stage.engine.next_due().has_value());
        stage.pass(2s);
        QVERIFY(is_active("x"));
        stage.change(stage.free("b"), LockChange::Kind::removed);
        stage.pass(2s);
        stage.pass(2s);
        QVERIFY(is_active("c"));
        stage.pass(10s);
        QVERIFY(!stage.engine.next_due().has_value()); // Nothing is left to be tried.
    }

    void whatIsCriticalFindsRoom()
    {
        AlertLimits limits;
        limits.active = 3;
        auto lost = rule(Kind::lock_lost);
        lost.severity = AlertRule::Severity::critical;
        Stage stage({rule(Kind::never_expires), lost}, limits);
        for (const char* name : {"a", "b", "c"})
            stage.change(stage.held(name, -1ms));
        stage.happens(LockEvent::Kind::lost_in_failover, "x");
        QCOMPARE(stage.active(), std::size_t{3});
        QCOMPARE(stage.engine.active().front().lock, std::string("b")); // The oldest went.
        QCOMPARE(stage.engine.active().back().lock, std::string("x"));
        QVERIFY(stage.engine.history().empty()); // It is not over.
        QVERIFY(stage.engine.not_kept() > 0);
        stage.pass(10s);
        QCOMPARE(stage.active(), std::size_t{3});
        stage.engine.acknowledge(stage.engine.active().back().id, stage.now, stage.wall);
        stage.pass(2s);
        QCOMPARE(stage.active(), std::size_t{3});
        QCOMPARE(stage.engine.active().back().lock, std::string("a")); // It is still true.
        // Among equals nobody makes room.
        for (const char* name : {"p", "q", "r", "s"})
            stage.happens(LockEvent::Kind::lost_in_failover, name);
        QCOMPARE(stage.active(), std::size_t{3});
        QCOMPARE(stage.engine.active().back().lock, std::string("r"));
    }

    void whatIsKnownMakesRoomFirstAndWhatWouldNotComeBackNever()
    {
        AlertLimits limits;
        limits.active = 3;
        auto never = rule(Kind::never_expires);
        never.severity = AlertRule::Severity::critical;
        Stage stage({rule(Kind::many_waiters, 60s, 1), rule(Kind::lock_lost), never}, limits);
        stage.happens(LockEvent::Kind::lost_in_failover, "lost");
        for (const char* name : {"a", "b"}) {
            LockState state = stage.held(name);
            state.waiting_clients = 5;
            stage.change(state);
        }
        QCOMPARE(stage.active(), std::size_t{3});
        stage.engine.acknowledge(stage.engine.active().back().id, stage.now, stage.wall); // of b
        stage.change(stage.held("x", -1ms));
        const auto names = [&] {
            std::vector<std::string> locks;
            for (const Alert& alert : stage.engine.active())
                locks.push_back(alert.lock);
            std::sort(locks.begin(), locks.end());
            return locks;
        };
        QCOMPARE(names(), (std::vector<std::string>{"a", "lost", "x"}));
        stage.change(stage.held("y", -1ms));
        QCOMPARE(names(), (std::vector<std::string>{"lost", "x", "y"}));
        stage.change(stage.held("z", -1ms));
        QCOMPARE(names(), (std::vector<std::string>{"lost", "x", "y"}));
    }

    void renewalsDoNotPileUp()
    {
        Stage stage({rule(Kind::low_ttl, 5s)});
        LockState state = stage.held("orders");
        for (int i = 0; i < 100'000; ++i) {
            stage.now += 1ms;
            state.observed_at = stage.now;
            stage.change(state);
        }
        stage.pass(26s);
        QCOMPARE(stage.active(), std::size_t{1});
    }

    void anotherServerIsAnotherStory()
    {
        Stage stage({rule(Kind::never_expires)});
        stage.change(stage.held("orders", -1ms));
        stage.engine.clear();
        QCOMPARE(stage.active(), std::size_t{0});
        QVERIFY(stage.engine.history().empty());
        stage.change(stage.held("orders", -1ms));
        QCOMPARE(stage.active(), std::size_t{1});
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
