// SPDX-License-Identifier: Apache-2.0
// How much is kept, and what becomes of the rest.
#include "alerts_stage.hpp"

#include <QTest>

#include <string>
#include <vector>

using namespace lockscope;
using namespace lockscope::tests;
using Kind = AlertRule::Kind;
using LeftOut = std::vector<AlertsLeftOut>;
using Names = std::vector<std::string>;

namespace {

/// Of the locks that have an alert, the oldest alert first.
Names names(const Stage& stage)
{
    Names locks;
    for (const Alert& alert : stage.engine.active())
        locks.push_back(alert.lock);
    return locks;
}

} // namespace

class AlertLimitsTest : public QObject
{
    Q_OBJECT

private slots:
    void everythingIsBounded()
    {
        AlertLimits limits;
        limits.active_per_rule = 10;
        limits.history = 5;
        limits.mutes = 3;
        Stage stage({rule(Kind::never_expires)}, limits);
        for (int i = 0; i < 50; ++i)
            stage.change(stage.held("lock-" + std::to_string(i), -1ms));
        QCOMPARE(stage.active(), std::size_t{10});
        QCOMPARE(stage.engine.left_out(), (LeftOut{{"never-expires", 10, 40}}));
        for (int i = 0; i < 50; ++i)
            stage.change(stage.free("lock-" + std::to_string(i)), LockChange::Kind::removed);
        QVERIFY(stage.engine.left_out().empty());
        QCOMPARE(stage.engine.history().size(), std::size_t{5});
        QCOMPARE(stage.engine.history_count(), std::size_t{5});
        for (int i = 0; i < 100; ++i)
            stage.engine.mute_lock("lock-" + std::to_string(i), stage.now + 1h);
    }

    void aRuleAtItsLimitKeepsNoOtherOut()
    {
        AlertLimits limits;
        limits.active_per_rule = 2;
        auto never = rule(Kind::never_expires);
        never.severity = AlertRule::Severity::critical;
        Stage stage({never, rule(Kind::many_waiters), rule(Kind::deadlock), rule(Kind::lock_lost),
                     rule(Kind::connection_lost, 30s)},
                    limits);
        for (const char* name : {"a", "b", "c", "d"})
            stage.change(stage.held(name, -1ms));
        (void)stage.engine.take_raised();
        LockState crowd = stage.held("crowd");
        crowd.waiting_clients = 11;
        stage.change(crowd);
        stage.engine.set_deadlocks(1, "x", stage.now, stage.wall);
        stage.happens(LockEvent::Kind::lost_in_failover, "lost");
        stage.link(MonitorStatus::Link::lost);
        stage.pass(31s);
        std::vector<Kind> kinds;
        for (const Alert& alert : stage.engine.take_raised())
            kinds.push_back(alert.kind);
        QCOMPARE(kinds,
                 (std::vector<Kind>{Kind::many_waiters, Kind::deadlock, Kind::lock_lost, Kind::connection_lost}));
        QCOMPARE(names(stage), (Names{"a", "b", "crowd", "x", "lost", ""}));
        QCOMPARE(stage.engine.left_out(), (LeftOut{{"never-expires", 2, 2}}));
    }

    void whatIsLeftOutComesOnceAnotherOneEnds()
    {
        AlertLimits limits;
        limits.active_per_rule = 2;
        Stage stage({rule(Kind::never_expires)}, limits);
        for (const char* name : {"a", "b", "c", "d"})
            stage.change(stage.held(name, -1ms));
        QVERIFY(!stage.engine.next_due().has_value()); // There is nothing to be tried.
        (void)stage.engine.take_raised();
        stage.change(stage.free("a"), LockChange::Kind::removed);
        QCOMPARE(stage.engine.left_out(), (LeftOut{{"never-expires", 1, 2}}));
        QVERIFY(stage.engine.next_due().has_value());
        stage.pass(2s);
        QCOMPARE(names(stage), (Names{"b", "c"}));
        QCOMPARE(stage.engine.take_raised().size(), std::size_t{1});
        QCOMPARE(stage.engine.left_out(), (LeftOut{{"never-expires", 2, 1}}));
        stage.change(stage.free("d"));
        QVERIFY(stage.engine.left_out().empty());
        QVERIFY(!stage.engine.next_due().has_value());
    }

    void whatIsKeptKeepsItsPlace()
    {
        AlertLimits limits;
        limits.active_per_rule = 2;
        Stage stage({rule(Kind::never_expires)}, limits);
        for (const char* name : {"a", "b", "c", "d"})
            stage.change(stage.held(name, -1ms));
        for (const Alert& alert : stage.engine.active())
            stage.engine.acknowledge(alert.id, stage.now, stage.wall);
        (void)stage.engine.take_raised();
        for (int i = 0; i < 10; ++i) {
            stage.change(stage.free("b")); // comes and goes
            for (const char* name : {"d", "c", "b"})
                stage.change(stage.held(name, -1ms));
            stage.pass(10s);
        }
        QCOMPARE(names(stage), (Names{"a", "b"}));
        QVERIFY(stage.engine.take_raised().empty());
        QCOMPARE(stage.engine.left_out(), (LeftOut{{"never-expires", 2, 2}})); // each once
    }

    void allThatClearedIsToldOf()
    {
        AlertLimits limits;
        limits.history = 5;
        Stage stage({rule(Kind::never_expires)}, limits);
        for (int i = 0; i < 10; ++i)
            stage.change(stage.held("lock-" + std::to_string(i), -1ms));
        QCOMPARE(stage.engine.take_raised().size(), std::size_t{10});
        stage.change(stage.held("brief", -1ms)); // nobody hears of it
        stage.engine.set_rules({}, stage.now, stage.wall);
        QCOMPARE(stage.engine.history().size(), std::size_t{5});
        QVERIFY(stage.engine.take_raised().empty());
        QCOMPARE(stage.engine.take_cleared().size(), std::size_t{10});
        QVERIFY(stage.engine.take_cleared().empty());
    }

    void newRulesCountAnew()
    {
        AlertLimits limits;
        limits.active_per_rule = 1;
        limits.looks_per_tick = 2;
        Stage stage({rule(Kind::many_waiters), rule(Kind::never_expires)}, limits);
        for (const char* name : {"a", "b", "c", "d"})
            stage.change(stage.held(name, -1ms));
        stage.engine.set_rules({rule(Kind::never_expires)}, stage.now, stage.wall); // another place in the list
        stage.change(stage.free("d"), LockChange::Kind::removed);                   // before its turn
        stage.pass(10ms);
        stage.pass(10ms);
        QCOMPARE(names(stage), (Names{"a"}));
        QCOMPARE(stage.engine.left_out(), (LeftOut{{"never-expires", 1, 2}}));
        stage.engine.set_rules({}, stage.now, stage.wall);
        QVERIFY(stage.engine.left_out().empty());
    }

    void lostLocksAlwaysFindRoom()
    {
        AlertLimits limits;
        limits.active_per_rule = 2;
        Stage stage({rule(Kind::lock_lost)}, limits);
        for (const char* name : {"p", "q", "r"})
            stage.happens(LockEvent::Kind::lost_in_failover, name);
        QCOMPARE(names(stage), (Names{"q", "r"}));
        QCOMPARE(stage.engine.history().front().lock, std::string("p"));
        QCOMPARE(stage.engine.left_out(), (LeftOut{{"lock-lost", 2, 1}}));
        for (const Alert& alert : stage.engine.active())
            stage.engine.acknowledge(alert.id, stage.now, stage.wall);
        QVERIFY(stage.engine.left_out().empty());
        for (const char* name : {"p", "q", "r"})
            stage.happens(LockEvent::Kind::lost_in_failover, name);
        stage.pass(61min);
        QCOMPARE(stage.active(), std::size_t{0});
        QVERIFY(stage.engine.left_out().empty());
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
