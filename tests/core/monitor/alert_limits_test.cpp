// SPDX-License-Identifier: Apache-2.0
// How much is kept, and who makes room for whom.
#include "alerts_stage.hpp"

#include <QTest>

#include <algorithm>

using namespace lockscope;
using namespace lockscope::tests;
using Kind = AlertRule::Kind;

class AlertLimitsTest : public QObject
{
    Q_OBJECT

private slots:
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
        QCOMPARE(stage.engine.history_count(), std::size_t{5});
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
};

QTEST_APPLESS_MAIN(AlertLimitsTest)
#include "alert_limits_test.moc"
