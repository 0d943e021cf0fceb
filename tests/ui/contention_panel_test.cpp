// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/histogram_chart.hpp"
#include "contention/contention_words.hpp"
#include "contention_stage.hpp"
#include "models/lock_filter.hpp"
#include "panels/kept_choices.hpp"
#include "pausing.hpp"
#include "theme/theme.hpp"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QImage>
#include <QListWidget>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <memory>
#include <variant>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;

namespace {

using View = ContentionCharts::View;

} // namespace

class ContentionPanelTest : public QObject, protected ContentionStage
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }

    void init() { raise(); }
    void cleanup() { strike(); }

    void nothingIsSaidInWords()
    {
        QVERIFY(visibleText().contains(QStringLiteral("Not connected.")));
        QVERIFY(!m_panel->findChild<ContentionCharts*>()->isVisible());
        for (const QAction* action : m_panel->actions()) {
            QVERIFY(!action->isEnabled());
            QVERIFY(!action->text().isEmpty());
        }
        QCOMPARE(m_panel->actions().size(), 6);
    }

    void everyControlHasAName()
    {
        for (const QWidget* widget :
             {static_cast<QWidget*>(m_panel->findChild<QListWidget*>()), static_cast<QWidget*>(ranges()),
              static_cast<QWidget*>(scopes()), static_cast<QWidget*>(rankings())}) {
            QVERIFY(!widget->accessibleName().isEmpty());
            QVERIFY(widget->focusPolicy() & Qt::TabFocus);
        }
        for (const auto* chart : m_panel->findChildren<ChartFrame*>()) {
            QVERIFY(!chart->accessibleName().isEmpty());
            QVERIFY(chart->focusPolicy() & Qt::TabFocus);
        }
    }

    void whoWaitsIsDrawnAndSaid()
    {
        feed({contended("orders:42", 3), contended("bills:7", 1)});
        QTRY_VERIFY(charts().line().startsWith(QStringLiteral("now 4 client(s) wait · most 4 at ")));
        QVERIFY(charts().line().contains(QStringLiteral("2 lock(s) contended")));
        feedUntil([this] { return timeChart(0)->pieceCount() == 3; }); // an area and two lines
        QVERIFY(timeChart(0)->isVisible());
        QVERIFY(!timeChart(1)->isVisible());
    }

    void howManyWaitNowIsSaidWhenTheWindowSaysSo()
    {
        feed({contended("orders:42", 3)});
        QTRY_VERIFY(charts().line().startsWith(QStringLiteral("now 3 client(s) wait")));
        auto batch = std::make_shared<MonitorBatch>();
        batch->changes.push_back({LockChange::Kind::added, shared(contended("bills:7", 1))});
        batch->counts = LockCounts{};
        emit m_session->batchArrived(batch);
        QVERIFY(charts().line().startsWith(QStringLiteral("now 4 client(s) wait · most 4 at ")));
        QVERIFY(charts().line().contains(QStringLiteral("2 lock(s) contended")));
    }

    void gapsAreHatched()
    {
        feed({contended("orders:42", 3)});
        feedUntil([this] { return timeChart(0)->pieceCount() == 3; });
        QCOMPARE(timeChart(0)->gapCount(), 0); // what was before we came is none
        const auto seen = [this] {
            return m_panel->history().summary({std::chrono::minutes{5}}, ContentionHistory::Moment::now()).observed;
        };
        feedUntil([&] { return seen() > std::chrono::seconds{2}; });
        LockEvent gap = lockEvent(LockEvent::Kind::resynchronised, {});
        feed({}, {gap});
        feedUntil([this] { return timeChart(0)->gapCount() == 1; });
    }

    void keysMoveTheCursorAndItsValuesAreText()
    {
        feed({contended("orders:42", 3)});
        feedUntil([this] { return timeChart(0)->pieceCount() > 0; });
        timeChart(0)->setFocus();
        QSignalSpy readouts(timeChart(0), &ChartFrame::readoutChanged);
        QTest::keyClick(timeChart(0), Qt::Key_Home);
        QVERIFY(charts().line().endsWith(QStringLiteral(": not known")));
        QTest::keyClick(timeChart(0), Qt::Key_End);
        for (int i = 0; i < 5 && !charts().line().contains(QStringLiteral("clients waited on average")); ++i) {
            QTest::keyClick(timeChart(0), Qt::Key_Left);
        }
        QVERIFY2(charts().line().contains(QStringLiteral("3 clients waited on average · most 3")),
                 qPrintable(charts().line()));
        QTest::keyClick(timeChart(0), Qt::Key_Escape);
        QVERIFY(charts().line().startsWith(QStringLiteral("now 3 client(s) wait")));
        QVERIFY(readouts.size() >= 3);
    }

    void mouseMovesTheCursor()
    {
        feed({contended("orders:42", 3)});
        feedUntil([this] { return timeChart(0)->pieceCount() > 0; });
        QWidget* viewport = timeChart(0)->findChild<QAbstractScrollArea*>()->viewport();
        QTest::mouseMove(viewport, viewport->rect().center());
        QTRY_VERIFY(!timeChart(0)->readout().isEmpty());
        QCOMPARE(charts().line(), timeChart(0)->readout());
    }

    void rankingJumpsToTheLock_data()
    {
        QTest::addColumn<bool>("keyboard");
        QTest::newRow("double click") << false;
        QTest::newRow("Return") << true;
    }
    void rankingJumpsToTheLock()
    {
        QFETCH(bool, keyboard);
        QTableView& table = charts().table().table();
        const QAbstractItemModelTester tester(table.model());
        m_panel->setView(View::locks);
        QVERIFY(visibleText().contains(QStringLiteral("Not connected")));
        feed({contended(kHostile, 5), contended("bills:7", 1)});
        feedUntil([&] { return table.model()->rowCount() == 2; });
        QCOMPARE(table.model()->index(0, ContentionModel::Name).data().toString(), QStringLiteral("=<b>&\\x0a\\xff"));
        QCOMPARE(table.model()->index(0, 1).data(ContentionModel::ShareRole).toDouble(), 1.0);
        QVERIFY(table.model()->index(1, 1).data(ContentionModel::ShareRole).toDouble() < 0.5);
        QSignalSpy jumps(m_panel.get(), &ContentionPanel::lockActivated);
        const QRect row = table.visualRect(table.model()->index(0, 0));
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, row.center());
        if (keyboard) {
            QTest::keyClick(&table, Qt::Key_Return);
        } else {
            QTest::mouseDClick(table.viewport(), Qt::LeftButton, {}, row.center());
        }
        QCOMPARE(jumps.size(), 1);
        QCOMPARE(jumps.first().first().value<std::string>(), kHostile);
    }

    void prefixesAreRankedWithTheirSums()
    {
        TablePage& page = charts().table();
        const QAbstractItemModel& model = *page.table().model();
        const QAbstractItemModelTester tester(page.table().model());
        const auto cell = [&model](int row, int column) { return model.index(row, column).data().toString(); };
        const auto title = [&model](int column) { return model.headerData(column, Qt::Horizontal).toString(); };
        m_panel->setView(View::locks);
        feed({contended("orders:1", 3), contended("orders:2", 2), contended("bills:7", 2), contended("plain", 1)},
             {lockEvent(LockEvent::Kind::acquired, "orders:1"), lockEvent(LockEvent::Kind::acquired, "orders:3")});
        feedUntil([&] { return model.rowCount() == 4; });
        m_panel->setRankingBy(RankingBy::prefix);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(title(ContentionModel::Name), QStringLiteral("Prefix"));
        QCOMPARE(title(ContentionModel::Locks), QStringLiteral("Locks"));
        QCOMPARE(page.table().accessibleName(), QStringLiteral("Most contended prefixes"));
        QCOMPARE(cell(0, ContentionModel::Name), QStringLiteral("orders:"));
        QCOMPARE(cell(0, ContentionModel::WaitingNow), QStringLiteral("5"));
        QCOMPARE(cell(0, ContentionModel::MostWaiting), QStringLiteral("≥ 5"));
        QCOMPARE(cell(0, ContentionModel::Acquired), QStringLiteral("2"));
        QCOMPARE(cell(0, ContentionModel::Locks), QStringLiteral("3"));
        QCOMPARE(cell(1, ContentionModel::Name), QStringLiteral("bills:"));
        QCOMPARE(cell(1, ContentionModel::MostWaiting), QStringLiteral("2"));
        QCOMPARE(cell(2, ContentionModel::Name), QStringLiteral("(no prefix)"));
        QVERIFY(!model.index(0, 0).data(ContentionModel::LockBytesRole).isValid()); // it is no lock in hand
        m_panel->setRankingBy(RankingBy::lock);
        QCOMPARE(model.rowCount(), 4);
        QCOMPARE(cell(0, ContentionModel::Name), QStringLiteral("orders:1"));
        QCOMPARE(title(ContentionModel::MedianHold), QStringLiteral("Median hold"));
        QCOMPARE(page.table().accessibleName(), QStringLiteral("Most contended locks"));
    }

    void whatIsKnownIncompletelyIsSaidSo()
    {
        ContendedPrefix prefix;
        prefix.prefix = kHostile;
        prefix.waiting_seconds = 64;
        prefix.acquired = 12;
        prefix.locks = 2;
        prefix.waits_exact = prefix.acquired_exact = false;
        ContentionModel model;
        model.setRanking(std::vector{prefix});
        QCOMPARE(model.index(0, ContentionModel::Name).data().toString(), QStringLiteral("=<b>&\\x0a\\xff"));
        QCOMPARE(model.index(0, ContentionModel::Waited).data().toString(), QStringLiteral("≥ 1 m 04 s"));
        QCOMPARE(model.index(0, ContentionModel::Acquired).data().toString(), QStringLiteral("≥ 12"));
        QCOMPARE(model.index(0, ContentionModel::Locks).data().toString(), QStringLiteral("≥ 2"));
    }

    void rankingFiltersByThePrefix_data()
    {
        QTest::addColumn<int>("row");
        QTest::addColumn<bool>("keyboard");
        QTest::addColumn<QString>("filter");
        QTest::newRow("double click") << 0 << false << QStringLiteral("name:orders:*");
        QTest::newRow("Return") << 0 << true << QStringLiteral("name:orders:*");
        QTest::newRow("names without a prefix") << 1 << true << QStringLiteral("-name:*:*");
    }
    void rankingFiltersByThePrefix()
    {
        QFETCH(int, row);
        QFETCH(bool, keyboard);
        QFETCH(QString, filter);
        QTableView& table = charts().table().table();
        m_panel->setView(View::locks);
        m_panel->setRankingBy(RankingBy::prefix);
        const std::vector<LockState> locks{contended("orders:42", 5), contended("plain", 1)};
        feed(locks);
        feedUntil([&] { return table.model()->rowCount() == 2; });
        const QSignalSpy jumps(m_panel.get(), &ContentionPanel::lockActivated);
        QSignalSpy filters(m_panel.get(), &ContentionPanel::filterRequested);
        if (keyboard) {
            table.selectRow(row);
            QTest::keyClick(&table, Qt::Key_Return);
        } else {
            const QPoint place = table.visualRect(table.model()->index(row, 0)).center();
            QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, place);
            QTest::mouseDClick(table.viewport(), Qt::LeftButton, {}, place);
        }
        QVERIFY(jumps.isEmpty());
        QCOMPARE(filters.size(), 1);
        QCOMPARE(filters.first().first().toString(), filter);
        const auto parsed = LockFilter::parse(filter);
        const FilterMoment now{Thresholds{}, std::chrono::steady_clock::now(), std::chrono::system_clock::now()};
        for (int i = 0; i < 2; ++i) {
            QCOMPARE(std::get<LockFilter>(parsed).matches(locks[static_cast<std::size_t>(i)], now), i == row);
        }
    }

    void whatIsRankedIsChosenWithKeysWhereItIsSeenAndKept()
    {
        feed({contended("orders:42", 3)});
        QVERIFY(!rankings()->isVisible());
        m_panel->setView(View::locks);
        QVERIFY(rankings()->isVisible());
        rankings()->setFocus();
        QTest::keyClick(rankings(), Qt::Key_Down);
        QCOMPARE(rankings()->currentText(), QStringLiteral("Ranked by prefix"));
        QCOMPARE(m_panel->findChild<QListWidget*>()->item(static_cast<int>(View::locks))->text(),
                 QStringLiteral("Most contended prefixes"));
        const QStringList kept = m_panel->findChild<KeptChoices*>()->save();
        m_panel->setRankingBy(RankingBy::lock);
        m_panel->setView(View::waiting);
        m_panel->findChild<KeptChoices*>()->restore(kept);
        QCOMPARE(rankings()->currentText(), QStringLiteral("Ranked by prefix"));
        m_panel->setView(View::waiting);
        m_panel->resize(1600, 1000); // all charts
        QVERIFY(rankings()->isVisible());
    }

    void scopeIsTheSelectedLocks()
    {
        feed({contended("orders:42", 3), contended("bills:7", 1)});
        m_panel->setScope(ContentionPanel::Scope::selected);
        QVERIFY(visibleText().contains(QStringLiteral("No lock is selected.")));
        m_panel->setSelectedLocks({"bills:7"});
        QCOMPARE(scopes()->itemText(1), QStringLiteral("Selected: bills:7"));
        QVERIFY(charts().isVisible());
        QTRY_VERIFY(charts().line().startsWith(QStringLiteral("now 1 client(s) wait")));
        m_panel->setSelectedLocks({"bills:7", "orders:42"});
        QCOMPARE(scopes()->itemText(1), QStringLiteral("2 selected lock(s)"));
        QTRY_VERIFY(charts().line().startsWith(QStringLiteral("now 4 client(s) wait")));
    }

    void namesOfManyAreAskedForWhereSomebodySeesThem()
    {
        feed({contended("orders:42", 3), contended("bills:7", 1)});
        int asked = 0;
        const auto names = [&asked] {
            ++asked;
            return std::vector<std::string>{"bills:7", "orders:42", "idle"};
        };
        m_panel->setManySelected(3, names);
        QCOMPARE(scopes()->itemText(1), QStringLiteral("3 selected lock(s)"));
        QCOMPARE(asked, 0);
        m_panel->setScope(ContentionPanel::Scope::selected);
        QCOMPARE(asked, 1);
        QTRY_VERIFY(charts().line().startsWith(QStringLiteral("now 4 client(s) wait")));
        m_panel->hide();
        m_panel->setManySelected(3, names);
        QCOMPARE(asked, 1);
        m_panel->show();
        QCOMPARE(asked, 2);
    }

    void rangesAreChosenWithKeys()
    {
        ranges()->setFocus();
        QTest::keyClick(ranges(), Qt::Key_End);
        QCOMPARE(ranges()->currentText(), QStringLiteral("Last 24 hours"));
        feed({contended("orders:42", 3)});
        QTRY_VERIFY(charts().line().contains(QStringLiteral("of it seen")));
    }

    void aLargePanelShowsAll()
    {
        feed({contended("orders:42", 3)});
        QVERIFY(m_panel->findChild<QListWidget*>()->isVisible());
        m_panel->resize(1600, 1000);
        QVERIFY(!m_panel->findChild<QListWidget*>()->isVisible());
        for (const auto* chart : m_panel->findChildren<ChartFrame*>()) {
            QVERIFY(chart->isVisible());
        }
        QVERIFY(charts().table().isVisible());
        m_panel->resize(900, 240);
        QVERIFY(!timeChart(1)->isVisible());
    }

    void disconnectedForgets()
    {
        feed({contended("orders:42", 3)});
        emit m_session->stateChanged(Session::State::disconnected);
        QVERIFY(m_panel->history().empty());
        QVERIFY(visibleText().contains(QStringLiteral("Not connected.")));
    }

    void hiddenPanelsRecordButDoNotDraw()
    {
        m_panel->hide();
        feed({contended("orders:42", 3)});
        QVERIFY(!m_panel->history().empty());
        QCOMPARE(timeChart(0)->pieceCount(), 0);
        m_panel->show();
        QVERIFY(charts().line().startsWith(QStringLiteral("now 3 client(s) wait")));
    }

    void languageAndThemeFollow()
    {
        feed({contended("orders:42", 3)});
        applyTheme(*qApp, ThemeChoice::dark);
        const QImage dark = m_panel->grab().toImage();
        QVERIFY(dark.pixelColor(dark.width() / 2, dark.height() * 2 / 3).lightnessF() < 0.5F);
        applyTheme(*qApp, ThemeChoice::light);
        const QImage light = m_panel->grab().toImage();
        QVERIFY(light.pixelColor(light.width() / 2, light.height() * 2 / 3).lightnessF() > 0.5F);
        QEvent change(QEvent::LanguageChange);
        QApplication::sendEvent(m_panel.get(), &change);
        QCOMPARE(ranges()->itemText(0), QStringLiteral("Last minute"));
    }

    void durationsAreSaidInTheirOwnSize_data()
    {
        QTest::addColumn<double>("ms");
        QTest::addColumn<QString>("text");
        QTest::newRow("0") << 0.0 << QStringLiteral("below 1 ms");
        QTest::newRow("12.4") << 12.4 << QStringLiteral("12 ms");
        QTest::newRow("999") << 999.0 << QStringLiteral("999 ms");
        QTest::newRow("1200") << 1200.0 << QStringLiteral("1.2 s");
        QTest::newRow("14996") << 14996.0 << QStringLiteral("15 s");
        QTest::newRow("64000") << 64000.0 << QStringLiteral("1 m 04 s");
    }
    void durationsAreSaidInTheirOwnSize()
    {
        QFETCH(double, ms);
        QFETCH(QString, text);
        QCOMPARE(shortDuration(ms), text);
    }

    void costOfABatch()
    {
        // 100,000 locks are known; then batches of 250 changes and 250 events come, and the panel is seen.
        std::vector<LockState> all;
        constexpr int locks = 100'000;
        all.reserve(locks);
        for (int i = 0; i < locks; ++i) {
            all.push_back(contended("lock:" + std::to_string(i), 0));
        }
        feed(all);
        std::vector<qint64> taken;
        unsigned random = 1;
        for (int batch = 0; batch < 200; ++batch) {
            auto next = std::make_shared<MonitorBatch>();
            for (int i = 0; i < 250; ++i) {
                random = random * 1664525U + 1013904223U;
                const std::string name = "lock:" + std::to_string((random >> 8) % locks);
                next->changes.push_back({LockChange::Kind::changed, shared(contended(name, i % 3))});
                next->events.push_back(lockEvent(LockEvent::Kind::acquired, name));
            }
            QElapsedTimer timer;
            timer.start();
            emit m_session->batchArrived(next);
            taken.push_back(timer.nsecsElapsed());
        }
        std::sort(taken.begin(), taken.end());
        QElapsedTimer timer;
        timer.start();
        m_panel->resize(1600, 1000); // draws all
        const double drawn = static_cast<double>(timer.nsecsElapsed()) / 1e6;
        std::printf("GUI thread, 250 changes + 250 events, 100,000 locks: p50 %.3f ms, p99 %.3f ms; all charts anew in "
                    "%.1f ms\n",
                    static_cast<double>(taken[100]) / 1e6, static_cast<double>(taken[198]) / 1e6, drawn);
        QVERIFY(!m_panel->history().empty());
    }

    void realTrafficIsSeen()
    {
        m_session->startSandbox();
        QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Session::State::connected, 30'000);
        const auto query = ContentionHistory::Query{std::chrono::minutes{5}};
        const auto now = [] { return ContentionHistory::Moment::now(); };
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->history().summary(query, now()).acquired > 50, 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->history().summary(query, now()).waiting_seconds > 5, 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->history().wait_times(query, now()).count > 5, 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->history().hold_times(query, now()).count > 20, 60'000);
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->history().most_contended(query, now()).size() > 3, 60'000);
        m_panel->setView(View::times);
        const auto histograms = m_panel->findChildren<HistogramChart*>();
        QCOMPARE(histograms.size(), 2);
        QTRY_VERIFY(!histograms[0]->bars().empty() && !histograms[1]->bars().empty());
        QVERIFY(visibleText().contains(QStringLiteral("half within")));
        pauseForSure(*m_session);
        QTRY_VERIFY_WITH_TIMEOUT(!m_panel->history().summary(query, now()).live, 30'000);
        QTRY_VERIFY(charts().line().startsWith(QStringLiteral("not live")));
        m_session->close();
        QTRY_VERIFY(m_panel->history().empty());
    }
};

QTEST_MAIN(ContentionPanelTest)
#include "contention_panel_test.moc"
