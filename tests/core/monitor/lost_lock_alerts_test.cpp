// SPDX-License-Identifier: Apache-2.0
// Which ends of a hold are a loss, and which are not.
#include "alerts_stage.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::tests;
using Kind = AlertRule::Kind;

class LostLockAlertsTest : public QObject
{
    Q_OBJECT

private slots:
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

    void howLongItWasHeldMayBeKnownAtLeast()
    {
        for (const bool exact : {true, false}) {
            Stage stage({rule(Kind::lock_lost)});
            stage.change(stage.held("orders"));
            stage.happens(LockEvent::Kind::vanished, "orders", alice + ":57", exact);
            QCOMPARE(stage.active(), std::size_t{1});
            QCOMPARE(stage.engine.active().front().begin_unseen, !exact);
        }
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

    void theReleaseThatNobodyIsToldOfIsNoLoss()
    {
        Stage stage({rule(Kind::lock_lost)});
        stage.change(stage.held("spin"));
        stage.happens(LockEvent::Kind::gone, "spin");
        QCOMPARE(stage.active(), std::size_t{0});
    }
};

QTEST_APPLESS_MAIN(LostLockAlertsTest)
#include "lost_lock_alerts_test.moc"
