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

    void theReleaseThatNobodyIsToldOfIsNoLoss_data()
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
        QTest::newRow("a fair lock whose queue is empty") << LockType::fair << true << 0 << true << false;
        QTest::newRow("a fair lock that somebody waits for") << LockType::fair << true << 1 << true << true;
        QTest::newRow("a write lock") << LockType::read_write << true << 0 << true << true;
        QTest::newRow("a fenced lock that came and went") << LockType::fenced << true << 0 << false << true;
    }
    void theReleaseThatNobodyIsToldOfIsNoLoss()
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
};

QTEST_APPLESS_MAIN(LostLockAlertsTest)
#include "lost_lock_alerts_test.moc"
