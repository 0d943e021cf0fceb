// SPDX-License-Identifier: GPL-3.0-or-later
// What the bars above the table say: a master of a cluster is away, it comes back without its locks, nothing is live,
// a lock of ours is lost.
#include "own_window.hpp"
#include "panels/connection_banner.hpp"
#include "panels/events_panel.hpp"
#include "panels/failover_bar.hpp"
#include "panels/lock_header.hpp"
#include "panels/lost_holds_bar.hpp"

#include "support/redis_client.hpp"

#include "lockscope/sandbox_cluster.hpp"

#include <QLabel>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

const std::string kOwner = "0a0a0a0a-1111-4222-8333-444444444444:1";

QString textOf(const QWidget& widget)
{
    QStringList texts;
    for (const QLabel* label : widget.findChildren<QLabel*>()) {
        texts << label->text();
    }
    return texts.join(QLatin1Char(' '));
}

QToolButton* button(const QWidget& bar, const QString& words)
{
    for (QToolButton* each : bar.findChildren<QToolButton*>()) {
        if (each->text().remove(QLatin1Char('&')).startsWith(words)) {
            return each;
        }
    }
    return nullptr;
}

void hold(const Sandbox& master, const std::string& lock)
{
    RedisClient redis(master.endpoint());
    redis.expect({"MULTI"});
    redis.expect({"HSET", lock, kOwner, "1"});
    redis.expect({"PEXPIRE", lock, "600000"});
    redis.expect({"EXEC"});
}

} // namespace

class FailoverWindowTest : public QObject
{
    Q_OBJECT

private slots:
    void aMasterGoesAndComesBack();
    void whatASilentMasterHasStandsStillWhileTheRestGoesOn();
    void severalAreCountedAndAcknowledgedAtOnce();
    void whatHasEndedIsNotSaidToBeTriedAgain();
    void aPauseIsSaidWithItsAge();
    void thatAClusterRefusesIsNoLostConnection();
    void lostHoldsAreNamedUntilSomebodyHasSeenThem();
};

void FailoverWindowTest::aMasterGoesAndComesBack()
{
    SandboxClusterOptions clusterOptions;
    clusterOptions.requires_full_coverage = false;
    SandboxCluster cluster(clusterOptions);
    const std::string lost = cluster.key_on(2, "lost");
    const std::string near = cluster.key_on(0, "near");
    hold(cluster.node(2), lost);
    hold(cluster.node(0), near);

    OwnWindow stage;
    const MainWindow& window = stage.window;
    Session& session = stage.session;
    session.connectTo(cluster.endpoint());
    const LockTableModel& model = stage.model();
    auto& banner = *window.findChild<ConnectionBanner*>();
    auto& bar = *window.findChild<FailoverBar*>();
    const auto stale = [&](const std::string& lock) {
        return model.index(model.rowOf(lock), 0).data(kPastRole).isValid();
    };
    QTRY_VERIFY(model.rowOf(lost) >= 0 && model.rowOf(near) >= 0);
    QTRY_COMPARE(session.status().link, MonitorStatus::Link::live);
    QVERIFY(!banner.isVisible() && !bar.isVisible());
    QVERIFY(!stale(lost) && !stale(near));

    cluster.node(2).kill_server();
    QTRY_VERIFY(banner.isVisible());
    const QString address = QStringLiteral("127.0.0.1:%1").arg(cluster.node(2).endpoint().port);
    QTRY_VERIFY(textOf(banner).contains(QLatin1String("1 of 3 masters cannot be reached: ") + address
                                        + QLatin1String(" with 1 known lock")));
    QTRY_VERIFY(stale(lost)); // grey, not gone
    QVERIFY(!stale(near));
    QCOMPARE(session.status().link, MonitorStatus::Link::live);

    cluster.node(2).restart();
    cluster.wait_until_ok();
    QTRY_VERIFY(bar.isVisible());
    QTRY_VERIFY(!banner.isVisible());
    QVERIFY2(textOf(bar).contains(address + QLatin1String(" was started anew: 0 lock")), qPrintable(textOf(bar)));
    QVERIFY(textOf(bar).contains(QLatin1String("1 lost")));

    QToolButton* list = button(bar, QStringLiteral("List 1 lock"));
    QVERIFY(list && list->isVisible());
    QTest::mouseClick(list, Qt::LeftButton);
    const auto& events = *window.findChild<EventsPanel*>();
    QVERIFY(events.isVisible());
    std::vector<EventRow> listed;
    const auto listThem = [&] {
        listed = events.shownEvents();
        std::erase_if(listed, [](const LockEvent& event) { return event.lock.empty(); }); // gaps, the failover itself
        return listed.size();
    };
    QTRY_COMPARE(listThem(), std::size_t(1));
    QCOMPARE(listed[0].lock, lost);
    QCOMPARE(listed[0].kind, LockEvent::Kind::lost_in_restart);
    QCOMPARE(listed[0].owner, kOwner);

    QToolButton* acknowledge = button(bar, QStringLiteral("Acknowledge"));
    QVERIFY(acknowledge);
    QTest::mouseClick(acknowledge, Qt::LeftButton);
    QVERIFY(!bar.isVisible());
}

void FailoverWindowTest::whatASilentMasterHasStandsStillWhileTheRestGoesOn()
{
    constexpr int kPatience = 30'000;
    SandboxClusterOptions clusterOptions;
    clusterOptions.requires_full_coverage = false;
    SandboxCluster cluster(clusterOptions);
    const std::string silent = cluster.key_on(2, "silent");
    const std::string near = cluster.key_on(0, "near");
    hold(cluster.node(2), silent);
    hold(cluster.node(0), near);

    OwnWindow stage;
    stage.session.connectTo(cluster.endpoint());
    const LockTableModel& model = stage.model();
    const auto cell = [&](const std::string& lock, LockColumn column) {
        return model.index(model.rowOf(lock), static_cast<int>(column)).data().toString();
    };
    const auto past = [&](const std::string& lock) { return model.index(model.rowOf(lock), 0).data(kPastRole); };
    QTRY_VERIFY_WITH_TIMEOUT(model.rowOf(silent) >= 0 && model.rowOf(near) >= 0, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(stage.session.status().link, MonitorStatus::Link::live, kPatience);
    stage.window.selectLock(silent);
    QTRY_VERIFY_WITH_TIMEOUT(stage.table().selectedLock() != nullptr, kPatience);
    const auto& header = *stage.window.findChild<LockHeader*>();

    cluster.node(2).pause_server();
    const auto goesOn = qScopeGuard([&cluster] { cluster.node(2).resume_server(); });
    QTRY_VERIFY_WITH_TIMEOUT(past(silent).isValid(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(textOf(header).contains(QLatin1String("Its master is out of reach")), kPatience);
    QVERIFY(!past(near).isValid());
    const SteadyTime since = past(silent).value<Moment>().now;
    const QString left = cell(silent, LockColumn::ttl);
    const QString held = cell(silent, LockColumn::heldFor);
    const QString facts = textOf(header);
    const QString going = cell(near, LockColumn::heldFor);
    QTRY_VERIFY_WITH_TIMEOUT(cell(near, LockColumn::heldFor) != going, kPatience);
    QVERIFY(past(silent).value<Moment>().now == since);
    QCOMPARE(cell(silent, LockColumn::ttl), left);
    QCOMPARE(cell(silent, LockColumn::heldFor), held);
    QCOMPARE(textOf(header), facts);

    cluster.node(2).resume_server();
    QTRY_VERIFY_WITH_TIMEOUT(!past(silent).isValid(), kPatience);
    const QString again = cell(silent, LockColumn::heldFor);
    QTRY_VERIFY_WITH_TIMEOUT(cell(silent, LockColumn::heldFor) != again, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!textOf(header).contains(QLatin1String("Its master is out of reach")), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(!stage.window.findChild<ConnectionBanner*>()->isVisible(), kPatience);
}

void FailoverWindowTest::whatHasEndedIsNotSaidToBeTriedAgain()
{
    ConnectionBanner banner;
    MonitorStatus status;
    status.link = MonitorStatus::Link::lost;
    status.link_error = "No room.";
    banner.setStatus(status, ShownTime::present());
    QVERIFY(textOf(banner).contains(QStringLiteral("Trying…")));
    status.has_ended = true;
    banner.setStatus(status, ShownTime::present());
    QVERIFY(textOf(banner).contains(QLatin1String("No room.")));
    QVERIFY(!textOf(banner).contains(QStringLiteral("Trying…")));
}

void FailoverWindowTest::aPauseIsSaidWithItsAge()
{
    ConnectionBanner banner;
    MonitorStatus status;
    status.link = MonitorStatus::Link::live;
    banner.setStatus(status, std::nullopt);
    QVERIFY(!banner.isVisible());
    status.paused = true;
    Moment since = ShownTime::present();
    since.now -= std::chrono::hours(2);
    banner.setStatus(status, since);
    QVERIFY(banner.isVisible());
    QVERIFY2(textOf(banner).contains(QLatin1String("Paused: what you see is 2 h 00 m old.")),
             qPrintable(textOf(banner)));
    QVERIFY(!textOf(banner).contains(QStringLiteral("Trying…")));
    const QSignalSpy resumed(&banner, &ConnectionBanner::resumeRequested);
    QTest::mouseClick(button(banner, QStringLiteral("Resume")), Qt::LeftButton);
    QCOMPARE(resumed.size(), 1);

    UnreachableMaster master;
    master.address = "10.0.0.7:6379";
    master.since = std::chrono::system_clock::now();
    status.masters = 3;
    status.unreachable = {master};
    banner.setStatus(status, since);
    QVERIFY(textOf(banner).contains(QLatin1String("Paused")));
    QVERIFY(textOf(banner).contains(QLatin1String("1 of 3 masters cannot be reached: 10.0.0.7:6379")));

    status.unreachable.clear();
    status.link = MonitorStatus::Link::lost;
    banner.setStatus(status, since);
    QVERIFY(textOf(banner).contains(QLatin1String("Nothing could be read from the server yet.")));
    status.scan_rounds = 1;
    banner.setStatus(status, since);
    QVERIFY(textOf(banner).contains(QLatin1String("The connection is lost; what you see is 2 h 00 m old.")));
    status.paused = false;
    banner.setStatus(status, since);
    QVERIFY(button(banner, QStringLiteral("Resume"))->isHidden());
}

void FailoverWindowTest::thatAClusterRefusesIsNoLostConnection()
{
    ConnectionBanner banner;
    MonitorStatus status;
    status.link = MonitorStatus::Link::lost;
    status.link_code = Errc::master_down;
    status.link_error = "The cluster refuses commands (CLUSTERDOWN).";
    status.scan_rounds = 1;
    status.masters = 2;
    const SystemTime now = std::chrono::system_clock::now();
    status.unreachable = {{"10.0.0.7:6379", 1, now, status.link_error, Errc::master_down},
                          {"10.0.0.8:6379", 1, now, "No connection.", Errc::connection_failed}};
    banner.setStatus(status, ShownTime::present());
    const QString text = textOf(banner);
    QVERIFY2(text.contains(QLatin1String("Nothing can be read now; what you see is ")), qPrintable(text));
    QVERIFY2(text.contains(QLatin1String("(CLUSTERDOWN)")), qPrintable(text));
    QVERIFY2(text.contains(QLatin1String("No answer from: 10.0.0.8:6379.")), qPrintable(text));
    QVERIFY(!text.contains(QLatin1String("10.0.0.7")));
    QVERIFY(!text.contains(QLatin1String("The connection is lost")));
}

void FailoverWindowTest::lostHoldsAreNamedUntilSomebodyHasSeenThem()
{
    const auto hold = [](std::uint64_t id, const std::string& lock, OwnHold::State state) {
        OwnHold hold;
        hold.id = id;
        hold.lock = lock;
        hold.state = state;
        return hold;
    };
    LostHoldsBar bar;
    OwnHold expired = hold(1, "<b>a</b>", OwnHold::State::lost);
    expired.loss = LossNotice::Reason::expired;
    bar.setHolds({hold(2, "kept", OwnHold::State::held)});
    QVERIFY(!bar.isVisible());
    bar.setHolds({expired, hold(2, "kept", OwnHold::State::held)});
    QVERIFY(bar.isVisible());
    QVERIFY2(textOf(bar).contains(QLatin1String("<b>a</b> is no longer ours: its lease ended.")),
             qPrintable(textOf(bar)));
    OwnHold taken = hold(2, "kept", OwnHold::State::lost);
    taken.loss = LossNotice::Reason::taken;
    bar.setHolds({expired, taken});
    QVERIFY(textOf(bar).contains(QLatin1String("kept is no longer ours: it was taken away or deleted. 1 more")));
    for (const QLabel* label : bar.findChildren<QLabel*>()) {
        QCOMPARE(label->textFormat(), Qt::PlainText);
    }
    const QSignalSpy asked(&bar, &LostHoldsBar::listRequested);
    QTest::mouseClick(button(bar, QStringLiteral("Show")), Qt::LeftButton);
    QCOMPARE(asked.size(), 1);
    QTest::mouseClick(button(bar, QStringLiteral("Acknowledge")), Qt::LeftButton);
    QVERIFY(!bar.isVisible());
    bar.setHolds({expired, taken}); // It is told of again with every change of the list.
    QVERIFY(!bar.isVisible());
    bar.setHolds({expired, taken, hold(3, "another", OwnHold::State::lost)});
    QVERIFY(textOf(bar).contains(QLatin1String("another is no longer ours")));
    QVERIFY(!textOf(bar).contains(QLatin1String("more")));
    bar.setHolds({});
    QVERIFY(!bar.isVisible());
}

void FailoverWindowTest::severalAreCountedAndAcknowledgedAtOnce()
{
    FailoverBar bar;
    Failover failover;
    failover.from = "a:1";
    failover.to = "<b>b:2</b>";
    failover.kept = 3;
    bar.add(failover);
    QVERIFY(bar.isVisible());
    QVERIFY(textOf(bar).contains(QLatin1String("<b>b:2</b> took over from a:1: 3 lock")));
    QVERIFY(!button(bar, QStringLiteral("List"))->isVisibleTo(&bar));
    failover.lost = 2;
    bar.add(failover);
    failover.lost = 0;
    failover.changed = 1;
    bar.add(failover);
    QVERIFY(textOf(bar).contains(QLatin1String("2 more before")));
    QVERIFY(button(bar, QStringLiteral("List 3 lock"))->isVisibleTo(&bar));
    for (const QLabel* label : bar.findChildren<QLabel*>()) {
        QCOMPARE(label->textFormat(), Qt::PlainText);
    }
    bar.clear();
    QVERIFY(!bar.isVisible());
}

QTEST_MAIN(FailoverWindowTest)
#include "failover_window_test.moc"
