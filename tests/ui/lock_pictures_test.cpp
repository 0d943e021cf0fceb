// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/heartbeat_strip.hpp"
#include "charts/timeline.hpp"
#include "charts/ttl_chart.hpp"
#include "lock_states.hpp"
#include "models/readers_model.hpp"
#include "models/waiters_model.hpp"
#include "panels/read_write_panel.hpp"
#include "theme/theme.hpp"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QLabel>
#include <QTest>
#include <QWheelEvent>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;

namespace {

const SystemTime kNow{std::chrono::hours{480'000}};

HoldRecord hold(const std::string& client, int beganAgo, int endedAgo)
{
    HoldRecord record;
    record.owner = client + ":1";
    const auto now = std::chrono::system_clock::now();
    record.from = now - std::chrono::seconds{beganAgo};
    record.to = now - std::chrono::seconds{endedAgo};
    return record;
}

void turnWheel(QWidget& widget, int eighths, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
{
    const QPointF middle = QRectF(widget.rect()).center();
    QWheelEvent event(middle, widget.mapToGlobal(middle), {}, {0, eighths}, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(&widget, &event);
}

LockState readers(std::initializer_list<std::pair<std::string, int>> secondsLeft)
{
    LockState state = heldLock("catalog", holder(kAlice, 1));
    state.type = LockType::read_write;
    state.mode = LockMode::read;
    state.holders.clear();
    for (const auto& [client, left] : secondsLeft) {
        state.holders.push_back(holder(client, 7));
        state.holders.back().ttl = milliseconds{left * 1000};
        state.ttl = std::max(state.ttl, *state.holders.back().ttl);
    }
    state.holders_total = state.holders.size();
    state.waiting_clients = 1;
    return state;
}

QString shownBy(const QWidget& widget)
{
    QStringList all;
    for (const auto* label : widget.findChildren<QLabel*>()) {
        if (label->isVisibleTo(&widget)) {
            all << label->text();
        }
    }
    return all.join(QLatin1Char('\n'));
}

} // namespace

class LockPicturesTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }

    void theRangeFollowsNowUntilItIsMoved()
    {
        TimelineRange range;
        range.setNatural(60);
        QVERIFY(range.followsNow() && range.isNatural());
        range.zoom(0.5, 1, kNow);
        QCOMPARE(range.seconds(), 30.0);
        QVERIFY(range.followsNow());
        range.move(-10, kNow);
        QVERIFY(!range.followsNow());
        QCOMPARE(range.right(kNow + std::chrono::seconds{99}), kNow - std::chrono::seconds{10}); // stands still
        range.move(20, kNow);
        QVERIFY(range.followsNow());
        range.reset();
        QVERIFY(range.isNatural());
    }

    void zoomingKeepsWhatIsUnderTheMouse()
    {
        TimelineRange range;
        range.setNatural(100);
        range.zoom(0.5, 0.25, kNow); // 75 s ago stays at a quarter of the width
        QCOMPARE(range.seconds(), 50.0);
        QCOMPARE(range.right(kNow), kNow - std::chrono::milliseconds{37'500});
        for (int i = 0; i < 100; ++i) {
            range.zoom(0.5, 0.5, kNow);
        }
        QCOMPARE(range.seconds(), TimelineRange::kShortest);
        for (int i = 0; i < 100; ++i) {
            range.zoom(2, 0.5, kNow);
        }
        QCOMPARE(range.seconds(), TimelineRange::kLongest);
    }

    void theTimelineIsMovedByKeysWheelAndMouse()
    {
        Timeline timeline;
        timeline.resize(600, 200);
        timeline.show();
        timeline.setHistory({hold(kAlice, 50, 40), hold(kBob, 30, 10)});
        timeline.setFocus();
        QTest::keyClick(&timeline, Qt::Key_Plus);
        QVERIFY(timeline.range().seconds() < 60);
        QTest::keyClick(&timeline, Qt::Key_Left);
        QVERIFY(!timeline.range().followsNow());
        QTest::keyClick(&timeline, Qt::Key_Home);
        QVERIFY(timeline.range().isNatural());

        turnWheel(timeline, 120);
        QVERIFY(timeline.range().seconds() < 60);
        turnWheel(timeline, -120);
        turnWheel(timeline, -120);
        QVERIFY(timeline.range().seconds() > 60);
        QTest::keyClick(&timeline, Qt::Key_Home);
        turnWheel(timeline, 120, Qt::ShiftModifier);
        QVERIFY(!timeline.range().followsNow());

        QTest::keyClick(&timeline, Qt::Key_Home);
        QTest::mousePress(&timeline, Qt::LeftButton, {}, {300, 150});
        QTest::mouseMove(&timeline, {350, 150});
        QTest::mouseMove(&timeline, {400, 150});
        QTest::mouseRelease(&timeline, Qt::LeftButton, {}, {400, 150});
        QVERIFY(!timeline.range().followsNow());
        timeline.grab(); // also with the clock on its axis
    }

    void aBarIsSelectedByKeysAndTellsItsTimes()
    {
        Timeline timeline;
        timeline.resize(600, 200);
        timeline.show();
        timeline.setFocus();
        QTest::keyClick(&timeline, Qt::Key_Down); // nothing there
        QVERIFY(timeline.caption().isEmpty());
        timeline.setHistory({hold(kAlice, 50, 40), hold(kBob, 30, 10)});
        QTest::keyClick(&timeline, Qt::Key_Down);
        QVERIFY(timeline.caption().contains(QStringLiteral("c0de…bb:1 held it for 20 s, from ")));
        QCOMPARE(timeline.accessibleDescription(), timeline.caption());
        QTest::keyClick(&timeline, Qt::Key_Down);
        QVERIFY(timeline.caption().startsWith(QStringLiteral("9f45")));
        timeline.setHistory({hold(kCarol, 5, 1)}); // It is no longer there.
        QVERIFY(timeline.caption().isEmpty());
        QTest::keyClick(&timeline, Qt::Key_Escape);
    }

    void aHeartbeatIsASentence()
    {
        HeartbeatStrip strip;
        strip.resize(400, 100);
        strip.show();
        QVERIFY(shownBy(strip).contains(QStringLiteral("Nobody holds it")));
        LockState state = heldLock("a", holder(kAlice, 1), milliseconds{30'000});
        const SteadyTime start = state.observed_at - std::chrono::seconds{40};
        state.observed_at = start;
        strip.addState(state);
        QVERIFY(strip.sentence(start).contains(QStringLiteral("too early")));
        QVERIFY(strip.sentence(start + std::chrono::seconds{20}).contains(QStringLiteral("ends in 10 s")));
        for (const int beat : {10, 20, 30, 40}) {
            state.observed_at = start + std::chrono::seconds{beat};
            state.renewed_at = state.observed_at;
            strip.addState(state);
        }
        QVERIFY(strip.sentence(start + std::chrono::seconds{44})
                    .contains(QStringLiteral("due in 6.0 s; if it fails, the lock is lost in 26 s")));
        QVERIFY(strip.sentence(start + std::chrono::seconds{55}).contains(QStringLiteral("1 heartbeat(s) missed")));
        QVERIFY(!strip.accessibleDescription().isEmpty());
        strip.grab();
        strip.freeze(start + std::chrono::seconds{44});
        strip.unfreeze(); // What was renewed meanwhile was not seen.
        QVERIFY(shownBy(strip).contains(QStringLiteral("Nobody holds it")));
    }

    void aLeaseIsSaidInWords()
    {
        TtlChart chart;
        QVERIFY(chart.accessibleDescription().contains(QStringLiteral("Nobody has held this lock")));
        LockState state = heldLock("a", holder(kAlice, 1), milliseconds{30'000});
        const SteadyTime start = state.observed_at;
        chart.addState(state);
        QVERIFY(!chart.accessibleDescription().isEmpty());
        QCOMPARE(chart.sentence(start + std::chrono::milliseconds{9'500}),
                 QStringLiteral("20 s of the lease are left. Not renewed in the last two minutes."));
        for (const int beat : {10, 20}) {
            state.observed_at = start + std::chrono::seconds{beat};
            state.renewed_at = state.observed_at;
            chart.addState(state);
        }
        QCOMPARE(chart.sentence(start + std::chrono::seconds{20}),
                 QStringLiteral("30 s of the lease are left. Renewed 2 time(s) in the last two minutes."));
        chart.endHold(start + std::chrono::seconds{25});
        QVERIFY(chart.sentence(start + std::chrono::seconds{26}).startsWith(QStringLiteral("Nobody holds it now.")));
        chart.clear();
        state.ttl = milliseconds{-1};
        chart.addState(state);
        QVERIFY(chart.accessibleDescription().contains(QStringLiteral("It never expires")));
    }

    void aForecastIsHonest()
    {
        WaitersModel model;
        const QAbstractItemModelTester tester(&model);
        LockState state = fairLock("f"); // held for 64 s, its last waiter is a ghost
        model.setState(shared(state));
        const auto turn = [&](int row) { return model.index(row, WaitersModel::Forecast).data().toString(); };
        QCOMPARE(turn(0), QStringLiteral("unknown"));
        model.setUsual({milliseconds{100'000}, 7});
        QVERIFY(turn(0).startsWith(QLatin1String("about 3")));
        QVERIFY(turn(1).startsWith(QLatin1String("about 2 m")));
        QCOMPARE(turn(2), QStringLiteral("—"));
        const QString why = model.index(1, WaitersModel::Forecast).data(Qt::ToolTipRole).toString();
        QVERIFY(why.contains(QStringLiteral("2 hold(s) before it, 1 m 40 s each (the median of 7)")));
        model.setUsual({milliseconds{10'000}, 7});
        QCOMPARE(turn(0), QStringLiteral("when it is free"));
        QVERIFY(turn(1).startsWith(QLatin1String("over ")));
        model.setState(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void readersStandInTheOrderOfTheirLeaving()
    {
        ReadersModel model;
        const QAbstractItemModelTester tester(&model);
        model.setState(shared(readers({{kAlice, 25}, {kBob, 5}, {kCarol, 15}})));
        const auto owner = [&](int row) { return model.index(row, ReadersModel::Owner).data().toString(); };
        QCOMPARE(owner(0), QStringLiteral("c0de…bb:7"));
        QCOMPARE(owner(1), QStringLiteral("5ca1…66:7"));
        QCOMPARE(owner(2), QStringLiteral("9f45…e1:7"));
    }

    void theWriterWaitsForTheReaders()
    {
        ReadWritePanel panel;
        panel.resize(400, 300);
        panel.show();
        QVERIFY(shownBy(panel).contains(QStringLiteral("Nobody reads or writes")));
        LockState state = readers({{kAlice, 25}, {kBob, 5}});
        panel.setLock(shared(state));
        QVERIFY(shownBy(panel).contains(QStringLiteral("2 client(s) read")));
        QVERIFY(shownBy(panel).contains(QStringLiteral("The writer waits for: 9f45…e1:7")));
        state.waiting_clients.reset();
        panel.setLock(shared(state));
        QVERIFY(shownBy(panel).contains(QStringLiteral("not known")));
        state.waiting_clients = 0;
        panel.setLock(shared(state));
        QVERIFY(shownBy(panel).contains(QStringLiteral("Nobody waits to write")));
        state.mode = LockMode::write;
        state.holders.resize(1);
        state.holders.front().owner += ":write";
        state.waiting_clients = 2;
        panel.setLock(shared(state));
        QVERIFY(shownBy(panel).contains(QStringLiteral("writes; nobody else may enter")));
        QVERIFY(shownBy(panel).contains(QStringLiteral("2 client process(es) wait for it to leave: ")));
        panel.setLock(nullptr);
        QVERIFY(shownBy(panel).contains(QStringLiteral("Nobody reads or writes")));
    }
};

QTEST_MAIN(LockPicturesTest)
#include "lock_pictures_test.moc"
