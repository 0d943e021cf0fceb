// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/heartbeat_strip.hpp"
#include "charts/timeline.hpp"
#include "charts/ttl_chart.hpp"
#include "lock_states.hpp"
#include "models/readers_model.hpp"
#include "models/waiters_model.hpp"
#include "panels/read_write_panel.hpp"
#include "session/session.hpp"
#include "theme/theme.hpp"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
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

/// @return whether the widget has used it
bool turnWheel(QWidget& widget, int eighths, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
{
    const QPointF middle = QRectF(widget.rect()).center();
    QWheelEvent event(middle, widget.mapToGlobal(middle), {}, {0, eighths}, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(&widget, &event);
    return event.isAccepted();
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

    void whatIsSaidBelowTheTimelineIsWhole_data()
    {
        QTest::addColumn<double>("percent");
        QTest::addColumn<LockType>("type");
        for (const int percent : {100, 125, 200, 320}) {
            QTest::addRow("%d %%", percent) << static_cast<double>(percent) << LockType::fair;
        }
        QTest::newRow("without a queue") << 100.0 << LockType::reentrant;
    }
    /// In each width: the narrower, the more lines.
    void whatIsSaidBelowTheTimelineIsWhole()
    {
        QFETCH(double, percent);
        QFETCH(LockType, type);
        Timeline timeline;
        QFont font = QApplication::font();
        font.setPointSizeF(font.pointSizeF() * percent / 100);
        timeline.setFont(font);
        LockState state = heldLock("a", holder(kAlice, 57));
        state.type = type;
        timeline.addState(state, std::chrono::system_clock::now());
        const QFontMetrics metrics(font);
        QString help =
            QStringLiteral("Wheel, + and −: zoom. Drag, ← and →: move. ↑ and ↓: select a bar. Home: everything.");
        if (type != LockType::fair) {
            help.prepend(QStringLiteral("Who waits is not shown: only the queue of a fair lock tells that. "));
        }
        const auto lowestPainted = [&] { // in lines
            timeline.resize(timeline.width(), timeline.minimumSizeHint().height());
            const QImage image = timeline.grab().toImage();
            const QRgb ground = image.pixel(0, image.height() - 1);
            int y = image.height() - 1;
            const auto isEmpty = [&] {
                for (int x = 0; x < image.width(); ++x) {
                    if (image.pixel(x, y) != ground) {
                        return false;
                    }
                }
                return true;
            };
            while (y > 0 && isEmpty()) {
                --y;
            }
            return static_cast<double>(y) / metrics.height();
        };
        const auto linesOfHelp = [&] {
            const QRect room(0, 0, timeline.width() - metrics.height(), 10'000);
            return metrics.boundingRect(room, Qt::AlignLeft | Qt::TextWordWrap, help).height() / metrics.height();
        };
        timeline.resize(metrics.averageCharWidth() * 250, 100);
        const double above = lowestPainted() - linesOfHelp();
        QCOMPARE(linesOfHelp(), 1);
        for (int characters = 120; characters >= 24; characters -= 8) {
            timeline.resize(metrics.averageCharWidth() * characters, 100);
            const double lowest = lowestPainted() - linesOfHelp();
            QVERIFY2(qAbs(lowest - above) < 0.4,
                     qPrintable(QStringLiteral("%1 characters: %2 and %3").arg(characters).arg(lowest).arg(above)));
        }
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
        timeline.setHistory({{hold(kAlice, 50, 40), hold(kBob, 30, 10)}, {}});
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
        timeline.setHistory({{hold(kAlice, 50, 40), hold(kBob, 30, 10)}, {}});
        QTest::keyClick(&timeline, Qt::Key_Down);
        QVERIFY(timeline.caption().contains(QStringLiteral("c0de…bb:1 held it for 20 s, from ")));
        QCOMPARE(timeline.accessibleDescription(), timeline.caption());
        QTest::keyClick(&timeline, Qt::Key_Down);
        QVERIFY(timeline.caption().startsWith(QStringLiteral("9f45")));
        timeline.setHistory({{hold(kCarol, 5, 1)}, {}}); // It is no longer there.
        QVERIFY(timeline.caption().isEmpty());
        QTest::keyClick(&timeline, Qt::Key_Escape);
    }

    void aLongQueueIsScrolledUnderItsAxis()
    {
        LockState state = fairLock("a");
        state.waiters.clear();
        for (int i = 0; i < 300; ++i) {
            state.waiters.push_back(waiter("client-" + std::to_string(i), 1, state.server_time + 300'000));
        }
        QScrollArea area;
        auto* timeline = new Timeline;
        area.setWidgetResizable(true);
        area.setWidget(timeline);
        connect(timeline, &Timeline::reached, &area,
                [&area](const QRect& place) { area.ensureVisible(0, place.center().y(), 0, place.height() / 2); });
        area.resize(600, 400);
        area.show();
        timeline->addState(state, std::chrono::system_clock::now());
        QVERIFY(timeline->accessibleDescription().startsWith(QStringLiteral("301 ")));
        QTRY_VERIFY(timeline->height() > area.height());
        QTRY_VERIFY(area.verticalScrollBar()->maximum() > 0);

        const double seconds = timeline->range().seconds();
        QVERIFY(!turnWheel(*timeline, -120)); // so it is the area's, which scrolls
        QCOMPARE(timeline->range().seconds(), seconds);
        QVERIFY(turnWheel(*timeline, 120, Qt::ControlModifier));
        QVERIFY(timeline->range().seconds() < seconds);

        area.verticalScrollBar()->setValue(0);
        timeline->setFocus();
        for (int step = 0; step < 40; ++step) {
            QTest::keyClick(timeline, Qt::Key_Down);
        }
        QVERIFY(area.verticalScrollBar()->value() > 0);
        // Wherever it is scrolled to, what stands below the axis is the same.
        const auto footer = [&area, timeline] {
            const int height =
                TimelinePicture::footerFor(timeline->lanes().clients(), timeline->width(), timeline->fontMetrics());
            const QRect all = area.viewport()->rect();
            return area.viewport()
                ->grab({0, all.height() - height + timeline->fontMetrics().height() * 2, all.width(), height})
                .toImage();
        };
        timeline->freeze(std::chrono::system_clock::now());
        QTest::keyClick(timeline, Qt::Key_Escape);
        const QImage below = footer();
        area.verticalScrollBar()->setValue(0);
        QVERIFY(footer() == below);
    }

    void aBarSaysWhatOfItWasNotSeen_data()
    {
        QTest::addColumn<HoldRecord>("record");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const HoldRecord& record, const QString& said) {
            QTest::newRow(name) << record << said;
        };
        HoldRecord record = hold(kAlice, 50, 40);
        record.renewals = 3;
        row("seen", record, QStringLiteral(" held it for 10 s, from "));
        row("renewals that were seen", record, QStringLiteral("\nRenewed 3 time(s)"));
        HoldRecord gap = record;
        gap.seen_throughout = false;
        row("a gap", gap, QStringLiteral("\nRenewed at least 3 time(s)"));
        record.from_exact = false;
        row("found held", record, QStringLiteral(" held it for at least 10 s, from before "));
        row("renewals before it was found", record, QStringLiteral("\nRenewed at least 3 time(s)"));
        HoldRecord unseen = record;
        unseen.ended = LockEvent::Kind::ended; // at some moment
        row("nor was its end seen", unseen, QStringLiteral(" held it for 10 s, from before "));
        record.to.reset();
        row("still held", record, QStringLiteral(" has held it for at least "));
        row("still held since before", record, QStringLiteral(", since before "));
    }
    void aBarSaysWhatOfItWasNotSeen()
    {
        QFETCH(HoldRecord, record);
        QFETCH(QString, said);
        Timeline timeline;
        timeline.resize(600, 200);
        timeline.show();
        timeline.setHistory({{record}, {}});
        QTest::keyClick(&timeline, Qt::Key_Down);
        QVERIFY2(timeline.caption().contains(said), qPrintable(timeline.caption()));
    }

    void whoWaitedBeforeOneLookedHasWaitedSince_data()
    {
        QTest::addColumn<bool>("isKnown");
        QTest::addColumn<bool>("exact");
        QTest::addColumn<QString>("said");
        QTest::newRow("it was seen to come") << true << true << QStringLiteral(" has waited for 10 m ");
        QTest::newRow("it was there before") << true << false << QStringLiteral(" has waited for at least 10 m ");
        QTest::newRow("nobody watched") << false << false << QStringLiteral(" has waited for at least ");
    }
    void whoWaitedBeforeOneLookedHasWaitedSince()
    {
        QFETCH(bool, isKnown);
        QFETCH(bool, exact);
        QFETCH(QString, said);
        const auto now = std::chrono::system_clock::now();
        LockState state = freeLock("f");
        state.type = LockType::fair;
        state.waiters = {waiter(kBob, 3, state.server_time + 300'000)};
        state.waiters_total = 1;
        if (isKnown) {
            state.waiters.front().since = now - std::chrono::minutes{10};
            state.waiters.front().since_exact = exact;
        }
        Timeline timeline;
        timeline.resize(600, 200);
        timeline.show();
        timeline.addState(state, now);
        QTest::keyClick(&timeline, Qt::Key_Down);
        QVERIFY2(timeline.caption().contains(said), qPrintable(timeline.caption()));
        QCOMPARE(timeline.caption().contains(QStringLiteral("since before")), !exact);
    }

    void renewalsBeforeOneLookedAreCounted_data()
    {
        QTest::addColumn<int>("renewals");
        QTest::addColumn<bool>("fromExact");
        QTest::addColumn<bool>("seenThroughout");
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("saidAfterTheNext");
        const auto row = [](const char* name, int renewals, bool fromExact, bool seenThroughout, const QString& said,
                            const QString& saidAfterTheNext) {
            QTest::newRow(name) << renewals << fromExact << seenThroughout << said << saidAfterTheNext;
        };
        row("all were seen", 360, true, true, QStringLiteral("Renewed 360 time(s). "),
            QStringLiteral("Renewed 361 time(s), every 10 s. "));
        row("found held", 360, false, true, QStringLiteral("Renewed at least 360 time(s). "),
            QStringLiteral("Renewed at least 361 time(s), every 10 s. "));
        row("a gap", 360, true, false, QStringLiteral("Renewed at least 360 time(s). "),
            QStringLiteral("Renewed at least 361 time(s), every 10 s. "));
        row("one", 1, true, true, QStringLiteral("Renewed once. "), QStringLiteral("Renewed 2 time(s), every 10 s. "));
        row("one, found held", 1, false, true, QStringLiteral("Renewed at least once. "),
            QStringLiteral("Renewed at least 2 time(s), every 10 s. "));
    }
    void renewalsBeforeOneLookedAreCounted()
    {
        QFETCH(int, renewals);
        QFETCH(bool, fromExact);
        QFETCH(bool, seenThroughout);
        QFETCH(QString, said);
        QFETCH(QString, saidAfterTheNext);
        HeartbeatStrip strip;
        LockState state = heldLock("a", holder(kAlice, 1), milliseconds{30'000});
        state.renewed_at = state.observed_at;
        const auto sentence = [&] { return strip.sentence(state.observed_at); };
        strip.addState(state);
        QVERIFY2(sentence().startsWith(QStringLiteral("Renewed at least once. ")), qPrintable(sentence()));
        HoldRecord before = hold(kAlice, 500, 400); // An earlier one of the same holder.
        before.renewals = 7;
        HoldRecord record;
        record.owner = kAlice + ":1";
        record.from = *state.held_since;
        record.renewals = static_cast<std::uint32_t>(renewals);
        record.from_exact = fromExact;
        record.seen_throughout = seenThroughout;
        strip.setHistory({before, record});
        QVERIFY2(sentence().startsWith(said), qPrintable(sentence()));

        state.observed_at += std::chrono::seconds{10};
        state.renewed_at = state.observed_at;
        strip.addState(state);
        ++record.renewals;
        strip.setHistory({before, record});
        QVERIFY2(sentence().startsWith(saidAfterTheNext), qPrintable(sentence()));

        state.observed_at += std::chrono::seconds{1}; // Another holder: what is known of the first does not count.
        state.renewed_at = state.observed_at;
        state.holders = {holder(kBob, 2)};
        strip.addState(state);
        QVERIFY2(sentence().startsWith(QStringLiteral("Renewed at least once. ")), qPrintable(sentence()));
        strip.setHistory({before, record});
        QVERIFY2(sentence().startsWith(QStringLiteral("Renewed at least once. ")), qPrintable(sentence()));
    }

    void whatWasRenewedWhileTheNewsStoodStillIsNotKnown()
    {
        HeartbeatStrip strip;
        LockState state = heldLock("a", holder(kAlice, 1), milliseconds{30'000});
        state.renewed_at = state.observed_at;
        strip.addState(state);
        HoldRecord record;
        record.owner = kAlice + ":1";
        record.from = *state.held_since;
        record.renewals = 12;
        strip.setHistory({record});
        QVERIFY(strip.sentence(state.observed_at).startsWith(QStringLiteral("Renewed 12 time(s). ")));
        strip.freeze(state.observed_at);
        strip.unfreeze();
        strip.addState(state);
        QVERIFY(strip.sentence(state.observed_at).startsWith(QStringLiteral("Renewed at least 12 time(s). ")));
        strip.clear();
        strip.addState(state);
        QVERIFY(strip.sentence(state.observed_at).startsWith(QStringLiteral("Renewed at least once. ")));
    }

    void thePaceIsNotReckonedOverAStandstill()
    {
        HeartbeatStrip strip;
        LockState state = heldLock("a", holder(kAlice, 1), milliseconds{30'000});
        const SteadyTime start = state.observed_at;
        const auto beat = [&](int second) {
            state.observed_at = start + std::chrono::seconds{second};
            state.renewed_at = state.observed_at;
            strip.addState(state);
        };
        beat(0);
        strip.freeze(state.observed_at);
        strip.unfreeze();
        strip.addState(state); // as it was seen last
        beat(23);
        QVERIFY(strip.sentence(state.observed_at).startsWith(QStringLiteral("Renewed at least once. ")));
        beat(33);
        QVERIFY(
            strip.sentence(state.observed_at).startsWith(QStringLiteral("Renewed at least 2 time(s), every 10 s. ")));
    }

    /// With those of other locks of its client.
    void aBeatThatCameEarlyIsNoPace()
    {
        HeartbeatStrip strip;
        LockState state = heldLock("a", holder(kAlice, 1), milliseconds{30'000});
        const SteadyTime start = state.observed_at;
        for (const int beat : {10, 14}) {
            state.observed_at = start + std::chrono::seconds{beat};
            state.renewed_at = state.observed_at;
            strip.addState(state);
        }
        QCOMPARE(strip.sentence(state.observed_at),
                 QStringLiteral("Renewed at least 2 time(s). The next is due in 10 s; if it fails, the lock is lost in "
                                "30 s."));
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
        QVERIFY(strip.sentence(start).contains(QStringLiteral("Not renewed yet; whether it will be, cannot be said.")));
        QVERIFY(strip.sentence(start + std::chrono::seconds{20})
                    .contains(QStringLiteral("a fixed lease, or its client is dead. It ends in 10 s")));
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
        QCOMPARE(strip.sentence(start + std::chrono::seconds{44}), // and nothing of what was to come
                 QStringLiteral("Renewed at least 4 time(s), every 10 s."));
        strip.unfreeze(); // What was renewed meanwhile was not seen.
        QVERIFY(shownBy(strip).contains(QStringLiteral("Nobody holds it")));
    }

    void aLeaseIsSaidInWords()
    {
        TtlChart chart;
        chart.show();
        QVERIFY(chart.accessibleDescription().contains(QStringLiteral("Nobody has held this lock")));
        LockState state = heldLock("a", holder(kAlice, 1), milliseconds{30'000});
        const SteadyTime start = state.observed_at;
        chart.addState(state);
        QVERIFY(!chart.accessibleDescription().isEmpty());
        QCOMPARE(chart.sentence(start + std::chrono::milliseconds{9'500}),
                 QStringLiteral("20 s of the lease are left. Not renewed in the 9.0 s since it is shown."));
        for (const int beat : {10, 20}) {
            state.observed_at = start + std::chrono::seconds{beat};
            state.renewed_at = state.observed_at;
            chart.addState(state);
        }
        QCOMPARE(chart.sentence(start + std::chrono::seconds{20}),
                 QStringLiteral("30 s of the lease are left. Renewed 2 time(s) in the 20 s since it is shown."));
        QVERIFY(chart.sentence(start + std::chrono::seconds{125})
                    .endsWith(QStringLiteral("Renewed 2 time(s) in the last two minutes.")));
        QVERIFY(chart.sentence(start + std::chrono::seconds{150})
                    .endsWith(QStringLiteral("Not renewed in the last two minutes.")));
        chart.endHold(start + std::chrono::seconds{25});
        QVERIFY(chart.sentence(start + std::chrono::seconds{26}).startsWith(QStringLiteral("Nobody holds it now.")));
        chart.clear();
        QCOMPARE(chart.sentence(start), QStringLiteral("Nobody has held this lock in the 0.0 s since it is shown."));
        LockState nobody = freeLock("a");
        chart.addState(nobody);
        QCOMPARE(chart.sentence(nobody.observed_at + std::chrono::seconds{15}),
                 QStringLiteral("Nobody has held this lock in the 15 s since it is shown."));
        QCOMPARE(chart.sentence(nobody.observed_at + std::chrono::minutes{2}),
                 QStringLiteral("Nobody has held this lock in the last two minutes."));
        state.ttl = milliseconds{-1};
        chart.addState(state);
        QVERIFY(chart.accessibleDescription().contains(QStringLiteral("It never expires")));
    }

    /// Who has it Redis does not tell.
    void ofASemaphoreThePicturesDoNotSayThatNobodyHasIt()
    {
        TtlChart chart;
        HeartbeatStrip strip;
        LockState state = freeLock("semaphore");
        state.type = LockType::semaphore;
        state.permits = 0;
        state.waiting_clients = 1;
        chart.addState(state);
        strip.addState(state);
        QCOMPARE(chart.sentence(state.observed_at),
                 QStringLiteral("No permit is known that has a lease. Who has the others Redis does not tell."));
        QVERIFY(!strip.sentence(state.observed_at).contains(QStringLiteral("Nobody holds")));
        state.type = LockType::latch;
        chart.addState(state);
        QCOMPARE(chart.sentence(state.observed_at), QStringLiteral("A latch has no lease."));
    }

    void aPermitWithoutAnEndIsNotAllOfThem()
    {
        TtlChart chart;
        HeartbeatStrip strip;
        LockState state = heldLock("permits", holder(kAlice, 1), milliseconds{-1});
        state.type = LockType::semaphore;
        state.holders.front().ttl = milliseconds{-1};
        chart.addState(state);
        strip.addState(state);
        QVERIFY(chart.sentence(state.observed_at).startsWith(QStringLiteral("It never expires")));
        state.holders.push_back(holder(kBob, 3));
        state.holders.back().ttl = std::chrono::minutes{4};
        state.observed_at += std::chrono::seconds{1};
        chart.addState(state);
        strip.addState(state);
        QCOMPARE(chart.sentence(state.observed_at),
                 QStringLiteral("One of its permits never ends. What is left of the others stands in the list."));
        QVERIFY(strip.sentence(state.observed_at).startsWith(QStringLiteral("One of its permits never ends")));
    }

    void aHiddenLeaseIsDrawnWhenItIsShown()
    {
        TtlChart chart;
        LockState state = heldLock("a", holder(kAlice, 1));
        state.ttl = milliseconds{-1};
        chart.addState(state);
        QVERIFY(chart.accessibleDescription().isEmpty());
        chart.show();
        QVERIFY(chart.accessibleDescription().contains(QStringLiteral("It never expires")));
        chart.hide();
        chart.clear();
        QVERIFY(chart.accessibleDescription().contains(QStringLiteral("It never expires")));
        chart.show();
        QVERIFY(chart.accessibleDescription().contains(QStringLiteral("Nobody has held this lock")));
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
        state.holders.clear(); // and nobody takes it
        state.untaken_since = state.observed_at - std::chrono::minutes{1};
        model.setState(shared(state));
        QCOMPARE(turn(0), QStringLiteral("unknown"));
        QVERIFY(model.index(0, WaitersModel::Forecast)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("the lock is free, and whoever is next does not take it")));
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

    /// A process that was stopped and goes on still believes that it reads, and may leave as if nothing had happened.
    void aReaderPastItsDeadlineMayHaveBeenPaused()
    {
        ReadersModel model;
        LockState state = readers({{kAlice, 25}, {kBob, 5}});
        for (Holder& each : state.holders) {
            each.ttl = milliseconds{0};
        }
        model.setState(shared(state));
        const QString why = model.index(0, ReadersModel::Left).data(Qt::ToolTipRole).toString();
        QVERIFY2(why.contains(QStringLiteral("dead, paused, or still at work")), qPrintable(why));
    }

    void theWriterWaitsForTheReaders()
    {
        Session session;
        ReadWritePanel panel(&session);
        panel.resize(400, 300);
        panel.show();
        QVERIFY(shownBy(panel).contains(QStringLiteral("Nobody reads or writes")));
        LockState state = readers({{kAlice, 25}, {kBob, 5}});
        panel.setLock(shared(state));
        QVERIFY(shownBy(panel).contains(QStringLiteral("2 reader(s)")));
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
        QVERIFY(shownBy(panel).contains(QStringLiteral("2 client process(es) wait for it to leave: free in ")));
        QVERIFY(shownBy(panel).contains(QStringLiteral("may notice later, because an expiry tells nobody")));
        panel.setLock(nullptr);
        QVERIFY(shownBy(panel).contains(QStringLiteral("Nobody reads or writes")));
    }
};

QTEST_MAIN(LockPicturesTest)
#include "lock_pictures_test.moc"
