// SPDX-License-Identifier: Apache-2.0
// What alerts make of a server that is away, comes back, or is another one.
#include "alerts_stage.hpp"

#include <QTest>

using namespace lockscope;
using namespace lockscope::tests;
using Kind = AlertRule::Kind;

class ServerAlertsTest : public QObject
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

    void aServerThatRefusesToWriteIsToldOfOnce()
    {
        Stage stage({rule(Kind::writes_refused)});
        const auto tell = [&stage](WriteObstacle obstacle, const char* master = "") {
            MonitorBatch batch;
            batch.status.emplace();
            batch.status->link = MonitorStatus::Link::live;
            batch.status->obstacle = obstacle;
            batch.status->obstacle_at = master;
            stage.send(batch);
        };
        tell(WriteObstacle::none);
        QCOMPARE(stage.active(), std::size_t{0});
        tell(WriteObstacle::memory_full, "redis-1:6379");
        QCOMPARE(stage.engine.take_raised().size(), std::size_t{1});
        const Alert alert = stage.engine.active().front();
        QCOMPARE(alert.kind, Kind::writes_refused);
        QCOMPARE(alert.obstacle, WriteObstacle::memory_full);
        QCOMPARE(alert.master, std::string("redis-1:6379"));
        QVERIFY(alert.lock.empty());
        stage.pass(1h);
        const auto revision = stage.engine.revision();
        tell(WriteObstacle::append_failed); // for another reason: the same event
        QVERIFY(stage.engine.revision() != revision);
        QCOMPARE(stage.engine.active().front().id, alert.id);
        QCOMPARE(stage.engine.active().front().obstacle, WriteObstacle::append_failed);
        tell(WriteObstacle::none);
        stage.pass(1s);
        tell(WriteObstacle::memory_full); // room for a moment
        stage.pass(1h);
        QCOMPARE(stage.engine.active().front().id, alert.id);
        stage.link(MonitorStatus::Link::lost); // what it says of obstacles says nothing
        stage.pass(1h);
        QCOMPARE(stage.active(), std::size_t{1});
        tell(WriteObstacle::none);
        stage.pass(2s);
        QCOMPARE(stage.active(), std::size_t{0});
        QVERIFY(stage.engine.take_raised().empty());
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
};

QTEST_APPLESS_MAIN(ServerAlertsTest)
#include "server_alerts_test.moc"
