// SPDX-License-Identifier: GPL-3.0-or-later
#include "lock_states.hpp"
#include "models/events_filter.hpp"
#include "models/search_text.hpp"
#include "panels/elided_label.hpp"
#include "panels/events_panel.hpp"
#include "panels/export_button.hpp"
#include "panels/mouse_hold.hpp"
#include "panels/roomy_area.hpp"
#include "panels/table_columns.hpp"
#include "panels/table_page.hpp"
#include "panels/time_range_box.hpp"
#include "said_parts.hpp"
#include "session/session.hpp"
#include "text/words.hpp"
#include "theme/theme.hpp"

#include "support/redis_client.hpp"

#include "lockscope/sandbox.hpp"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QMessageBox>
#include <QPointer>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;
using Kind = LockEvent::Kind;

namespace {

LockEvent old(LockEvent event, std::chrono::minutes age)
{
    event.at = std::chrono::system_clock::now() - age;
    return event;
}

LockEvent after(LockEvent event, milliseconds held)
{
    event.held_for = held;
    return event;
}

/// Of the widget that it filters. What would never end ends here.
class ResizeCount : public QObject
{
public:
    void start() { m_count = 0; }
    [[nodiscard]] int count() const { return m_count; }

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        constexpr int kFarTooMany = 200;
        m_count += event->type() == QEvent::Resize ? 1 : 0;
        return event->type() == QEvent::Resize && m_count > kFarTooMany; // the scroll area is not told any more
    }

private:
    int m_count = 0;
};

} // namespace

class EventsPanelTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(*qApp, ThemeChoice::light); }
    void init()
    {
        m_session = std::make_unique<Session>();
        m_panel = std::make_unique<EventsPanel>(m_session.get());
        m_panel->resize(900, 300);
        m_panel->show();
    }
    void cleanup()
    {
        m_panel.reset();
        m_session.reset();
    }

    void atTheEndOfTheNewsTheFirstRowIsWhole()
    {
        const std::vector<LockEvent> many(100, lockEvent(Kind::acquired, "a"));
        m_panel->append(many);
        const auto* table = m_panel->findChild<QTableView*>();
        for (const int height : {300, 307, 315}) {
            m_panel->resize(900, height);
            QTRY_COMPARE(table->rowViewportPosition(table->rowAt(0)), 0);
            QCOMPARE(table->verticalScrollBar()->value(), table->verticalScrollBar()->maximum());
        }
    }

    void theKeysComeToARowThatIsSeen()
    {
        m_panel->append(std::vector<LockEvent>(100, lockEvent(Kind::acquired, "a")));
        auto* table = m_panel->findChild<QTableView*>();
        QTRY_COMPARE(table->verticalScrollBar()->value(), table->verticalScrollBar()->maximum());
        m_panel->activateWindow();
        table->setFocus(Qt::TabFocusReason);
        QTRY_VERIFY(table->hasFocus());
        QCOMPARE(table->currentIndex().row(), 99);
        QVERIFY(!table->selectionModel()->hasSelection());
        QTest::keyClick(table, Qt::Key_Up); // the first step selects it
        QCOMPARE(table->selectionModel()->selectedRows().size(), 1);
        QCOMPARE(table->currentIndex().row(), 99);
    }

    void noRowGoesFromUnderAMouseThatIsAboutToClick()
    {
        const auto* table = m_panel->findChild<QTableView*>();
        const auto tell = [this] {
            MonitorBatch batch;
            batch.events = {lockEvent(Kind::acquired, "a")};
            emit m_session->batchArrived(std::make_shared<const MonitorBatch>(std::move(batch)));
        };
        tell();
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QTest::mouseMove(table->viewport(), {20, 20});
        const auto* hold = m_panel->findChild<MouseHold*>();
        QVERIFY(hold->holds());
        tell();
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QVERIFY(!hold->holds());
    }

    /// What scrolls asks how high it would be, and makes it so: if that depended on how high it is, it would never end.
    void withLittleRoomItsHeightComesToRest_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("events");
        for (const int width : {300, 522, 900}) {
            QTest::addRow("%d pixels wide", width) << width << 100;
            QTest::addRow("%d pixels wide, without an event", width) << width << 0;
        }
    }
    void withLittleRoomItsHeightComesToRest()
    {
        QFETCH(int, width);
        QFETCH(int, events);
        m_panel->append(std::vector<LockEvent>(static_cast<std::size_t>(events), lockEvent(Kind::acquired, "a")));
        EventsPanel& panel = *m_panel;
        RoomyArea area(m_panel.release(), nullptr, RoomyArea::Sideways::scrolls); // which it belongs to now
        ResizeCount resizes;
        panel.installEventFilter(&resizes);
        area.show();
        for (int height = 160; height > 20; --height) {
            resizes.start();
            area.resize(width, height);
            QCoreApplication::processEvents();
            QVERIFY2(resizes.count() < 20, qPrintable(QStringLiteral("%1 at %2").arg(resizes.count()).arg(height)));
        }
    }

    void aSearchIsReadAsPeopleTypeIt_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("anywhere");
        QTest::addColumn<QStringList>("locks");
        QTest::addColumn<QStringList>("holders");
        QTest::newRow("nothing") << "  " << QStringList() << QStringList() << QStringList();
        QTest::newRow("words") << "a  b" << QStringList{"a", "b"} << QStringList() << QStringList();
        QTest::newRow("columns") << "lock:a holder:9f x" << QStringList{"x"} << QStringList{"a"} << QStringList{"9f"};
        QTest::newRow("blanks") << "lock:\"a b\" \"c d\"" << QStringList{"c d"} << QStringList{"a b"} << QStringList();
        QTest::newRow("open quotation") << "\"a b" << QStringList{"a b"} << QStringList() << QStringList();
        QTest::newRow("case") << "LOCK:a" << QStringList() << QStringList{"a"} << QStringList();
    }
    void aSearchIsReadAsPeopleTypeIt()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, anywhere);
        QFETCH(QStringList, locks);
        QFETCH(QStringList, holders);
        const SearchText search = SearchText::parse(text);
        QCOMPARE(search.anywhere, anywhere);
        QCOMPARE(search.locks, locks);
        QCOMPARE(search.holders, holders);
    }

    void textAndColumnsAreSearched()
    {
        m_panel->append({lockEvent(Kind::acquired, "orders:42"), lockEvent(Kind::released, "orders:42"),
                         lockEvent(Kind::acquired, "pay:1", kBob + ":3")});
        type(QStringLiteral("lock:orders:*"));
        QCOMPARE(count(), 2);
        type(QStringLiteral("lock:orders:* acquired"));
        QCOMPARE(count(), 1);
        type(QStringLiteral("holder:c0de1234"));
        QCOMPARE(count(), 1);
        type(QString::fromStdString(kBob)); // pasted whole, although it is shown short
        QCOMPARE(count(), 1);
        type(QStringLiteral("nothing like it"));
        QCOMPARE(count(), 0);
        QVERIFY(page().note().contains(QLatin1String("No event fits")));
    }

    void kindsAreChosenAndGapsAreAlwaysSaid()
    {
        m_panel->append({lockEvent(Kind::acquired, "a"), lockEvent(Kind::expired, "a"), lockEvent(Kind::vanished, "b"),
                         lockEvent(Kind::resynchronised, "", "")});
        auto* kinds = box(QStringLiteral("Kind of events"));
        kinds->setCurrentIndex(kinds->findText(QStringLiteral("expired")));
        QCOMPARE(count(), 2);
        QVERIFY(page()
                    .table()
                    .model()
                    ->index(1, EventsModel::Lock)
                    .data()
                    .toString()
                    .contains(QLatin1String("events before this are missing")));
        kinds->setCurrentIndex(kinds->findText(QStringLiteral("Problems only")));
        QCOMPARE(count(), 3);
        kinds->setCurrentIndex(0);
        QCOMPARE(count(), 4);
    }

    void theTimeRangeLeavesOutWhatIsOlder()
    {
        m_panel->append({old(lockEvent(Kind::acquired, "a"), std::chrono::minutes(120)),
                         old(lockEvent(Kind::acquired, "b"), std::chrono::minutes(10)),
                         old(lockEvent(Kind::acquired, "c"), std::chrono::minutes(0))});
        auto* range = m_panel->findChild<TimeRangeBox*>();
        range->setCurrentIndex(range->findText(QStringLiteral("Last 5 minute(s)")));
        QCOMPARE(count(), 1);
        range->setCurrentIndex(range->findText(QStringLiteral("Last 1 hour(s)")));
        QCOMPARE(count(), 2);
        range->setCurrentIndex(0);
        QCOMPARE(count(), 3);
    }

    void whoReadsKeepsThePlaceWhileTheRangeAges_data()
    {
        QTest::addColumn<int>("place");
        QTest::addColumn<QString>("top");
        QTest::newRow("in the midst") << 40 << "lock:40";
        QTest::newRow("where the bar is cut off") << 80 << "lock:80";
        QTest::newRow("among what goes") << 5 << "lock:20";
    }
    void whoReadsKeepsThePlaceWhileTheRangeAges()
    {
        QFETCH(int, place);
        QFETCH(QString, top);
        auto* range = m_panel->findChild<TimeRangeBox*>();
        range->setCurrentIndex(range->findData(1));
        std::vector<LockEvent> events;
        for (int i = 0; i < 100; ++i) { // the first 20 are as old as the range lets pass
            events.push_back(
                old(lockEvent(Kind::acquired, "lock:" + std::to_string(i)), std::chrono::minutes(i < 20 ? 1 : 0)));
        }
        m_panel->append(events);
        QCOMPARE(count(), 100);
        const QTableView& table = page().table();
        QScrollBar& bar = *table.verticalScrollBar();
        QTRY_COMPARE(bar.value(), bar.maximum());
        QVERIFY(bar.maximum() > 0);
        bar.setValue(place * table.verticalHeader()->defaultSectionSize());
        QVERIFY(!m_panel->isFollowing());
        const int before = bar.maximum();
        emit range->aged();
        QCOMPARE(count(), 80);
        QTRY_VERIFY(bar.maximum() < before);
        QCOMPARE(table.model()->index(table.rowAt(0), EventsModel::Lock).data().toString(), top);
        QVERIFY(!m_panel->isFollowing());
    }

    void whoFollowsStillDoesWhenTheRangeHasAged()
    {
        auto* range = m_panel->findChild<TimeRangeBox*>();
        range->setCurrentIndex(range->findData(1));
        std::vector<LockEvent> events(50, old(lockEvent(Kind::acquired, "a"), std::chrono::minutes(1)));
        events.resize(100, old(lockEvent(Kind::acquired, "b"), std::chrono::minutes(0)));
        m_panel->append(events);
        const QScrollBar& bar = *page().table().verticalScrollBar();
        QTRY_VERIFY(bar.maximum() > 0 && bar.value() == bar.maximum());
        const int before = bar.maximum();
        emit range->aged();
        QTRY_VERIFY(bar.maximum() < before);
        QCOMPARE(bar.value(), bar.maximum());
        QVERIFY(m_panel->isFollowing());
    }

    void aColumnIsSortedAndTimeBringsTheOrderBack()
    {
        m_panel->append({after(lockEvent(Kind::released, "short"), milliseconds{5}),
                         after(lockEvent(Kind::released, "long"), milliseconds{50'000}),
                         after(lockEvent(Kind::released, "middle"), milliseconds{500})});
        clickHeader(EventsModel::HeldFor);
        QCOMPARE(m_panel->shownEvents().front().lock, std::string("long"));
        QVERIFY(!m_panel->isFollowing());
        m_panel->append({lockEvent(Kind::acquired, "news")});
        QCOMPARE(m_panel->shownEvents().back().lock, std::string("news")); // news stand at the end
        clickHeader(EventsModel::HeldFor);
        QCOMPARE(m_panel->shownEvents().front().lock, std::string("news"));
        clickHeader(EventsModel::Time);
        QCOMPARE(m_panel->shownEvents().front().lock, std::string("short"));
        QVERIFY(m_panel->isFollowing());
    }

    void namesAreSortedFromTheFirst()
    {
        m_panel->append({lockEvent(Kind::released, "b"), lockEvent(Kind::released, "a")});
        clickHeader(EventsModel::Lock);
        QCOMPARE(m_panel->shownEvents().front().lock, std::string("a"));
        clickHeader(EventsModel::Lock);
        QCOMPARE(m_panel->shownEvents().front().lock, std::string("b"));
    }

    void whatComesBackBehindAFilterStandsInTheOrder()
    {
        m_panel->append({after(lockEvent(Kind::released, "short"), milliseconds{5}),
                         after(lockEvent(Kind::released, "long"), milliseconds{50'000}),
                         after(lockEvent(Kind::released, "middle"), milliseconds{500})});
        clickHeader(EventsModel::HeldFor);
        type(QStringLiteral("middle"));
        QCOMPARE(count(), 1);
        type({});
        QCOMPARE(count(), 3);
        QCOMPARE(m_panel->shownEvents().front().lock, std::string("long"));
        QCOMPARE(m_panel->shownEvents().back().lock, std::string("short"));
    }

    /// News stand at the end: where nothing is left there would be no order but theirs.
    void anEmptyTableIsInNoOrder()
    {
        m_panel->append({after(lockEvent(Kind::released, "short"), milliseconds{5})});
        clickHeader(EventsModel::HeldFor);
        QVERIFY(page().table().horizontalHeader()->isSortIndicatorShown());
        m_panel->clear();
        QVERIFY(!page().table().horizontalHeader()->isSortIndicatorShown());
        QVERIFY(m_panel->isFollowing());
        emit page().columns().sortingRestored(EventsModel::HeldFor, Qt::DescendingOrder);
        QVERIFY(!page().table().horizontalHeader()->isSortIndicatorShown());
    }

    void nothingIsForgottenByOneKey()
    {
        m_panel->append({lockEvent(Kind::released, "a")});
        for (const bool isMeant : {false, true}) {
            const QPointer<QMessageBox> question = askedToClear();
            QVERIFY(question && question->isVisible());
            if (isMeant) {
                QTest::mouseClick(test::buttonWith(*question, QStringLiteral("Forget them")), Qt::LeftButton);
            } else {
                QTest::keyClick(question.data(), Qt::Key_Return);
            }
            QTRY_VERIFY(question.isNull());
            QCOMPARE(m_panel->model().rowCount(), isMeant ? 0 : 1);
        }
    }

    void whatComesWhileSomebodyDecidesIsNotForgotten()
    {
        m_panel->append({lockEvent(Kind::released, "a"), lockEvent(Kind::expired, "b")});
        const QPointer<QMessageBox> question = askedToClear();
        QVERIFY(question && question->text().contains(QLatin1Char('2')));
        m_panel->append({lockEvent(Kind::expired, "c")});
        QTest::mouseClick(test::buttonWith(*question, QStringLiteral("Forget them")), Qt::LeftButton);
        QTRY_VERIFY(question.isNull());
        QCOMPARE(m_panel->shownEvents().size(), std::size_t{1});
        QCOMPARE(m_panel->shownEvents().front().lock, std::string("c"));
    }

    void nobodyIsAskedAboutEventsThatTheEndOfTheConnectionTook()
    {
        m_panel->append({lockEvent(Kind::released, "a")});
        const QPointer<QMessageBox> question = askedToClear();
        QVERIFY(question && question->isVisible());
        emit m_session->stateChanged(Session::State::disconnected);
        QTRY_VERIFY(question.isNull());
    }

    void sortingIsUndone()
    {
        m_panel->append({after(lockEvent(Kind::released, "short"), milliseconds{5}),
                         after(lockEvent(Kind::released, "long"), milliseconds{50'000})});
        clickHeader(EventsModel::HeldFor);
        QCOMPARE(m_panel->shownEvents().front().lock, std::string("long"));
        page().columns().undoAction()->trigger();
        QCOMPARE(m_panel->shownEvents().front().lock, std::string("short")); // as things happened
        QVERIFY(m_panel->isFollowing());
        QVERIFY(!page().columns().undoAction()->isEnabled());
    }

    void theKeyboardSortsToo()
    {
        m_panel->append({after(lockEvent(Kind::released, "short"), milliseconds{5}),
                         after(lockEvent(Kind::released, "long"), milliseconds{50'000})});
        QTableView& table = page().table();
        table.setCurrentIndex(table.model()->index(0, EventsModel::HeldFor));
        for (QAction* action : table.actions()) {
            if (action->text() == QLatin1String("Sort by this column")) {
                action->trigger();
            }
        }
        QCOMPARE(m_panel->shownEvents().front().lock, std::string("long"));
    }

    void returnAndDoubleClickLeadToTheLock()
    {
        m_panel->append({lockEvent(Kind::acquired, "orders:42"), lockEvent(Kind::resynchronised, "", "")});
        QSignalSpy activated(m_panel.get(), &EventsPanel::lockActivated);
        QTableView& table = page().table();
        table.setCurrentIndex(table.model()->index(0, 0));
        table.setFocus();
        QTest::keyClick(&table, Qt::Key_Return);
        QCOMPARE(activated.size(), 1);
        QCOMPARE(activated.first().first().value<std::string>(), std::string("orders:42"));
        const QRect cell = table.visualRect(table.model()->index(1, 0));
        QTest::mouseDClick(table.viewport(), Qt::LeftButton, {}, cell.center());
        QCOMPARE(activated.size(), 1); // a gap is about no lock
    }

    void whatWasRemovedIsCountedAndSaidSinceWhenTheRestIsComplete()
    {
        std::vector<LockEvent> events(10'050, lockEvent(Kind::renewed, "a"));
        events[49].at += std::chrono::minutes(1); // the newest that goes
        m_panel->append(events);
        QCOMPARE(count(), 10'000);
        const auto says = [this](const QString& words) {
            return m_panel->findChild<ElidedLabel*>()->text().contains(words);
        };
        const QString since = timeText(events[49].at);
        QVERIFY(says(QStringLiteral("routine complete since %1, 50 older event").arg(since)));
        QVERIFY(!says(QStringLiteral("problems and alerts")));
        m_panel->append(std::vector<LockEvent>(10'020, lockEvent(Kind::expired, "a")));
        QVERIFY(says(QStringLiteral("50 older event")));
        QVERIFY(says(QStringLiteral("problems and alerts complete since %1, 20 older")
                         .arg(timeText(lockEvent(Kind::expired, "a").at))));
        QVERIFY(!page().note().contains(since));
        type(QStringLiteral("lock:of-that-nothing-is-kept"));
        QVERIFY(page().note().contains(QStringLiteral("Routine events from before %1").arg(since)));
    }

    void aFloodOfRoutineHidesNothingElse_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("shown");
        QTest::newRow("problems, alerts and gaps") << "Problems only" << 5;
        QTest::newRow("alerts and gaps") << "Alerts" << 2;
        QTest::newRow("one kind and gaps") << "expired" << 2;
        QTest::newRow("lost locks and gaps") << "Lost locks" << 3;
    }
    void aFloodOfRoutineHidesNothingElse()
    {
        QFETCH(QString, kind);
        QFETCH(int, shown);
        m_panel->append({lockEvent(Kind::expired, "a"), lockEvent(Kind::lost_in_failover, "b"),
                         lockEvent(Kind::lost_in_restart, "e"), lockEvent(Kind::resynchronised, "", "")});
        Alert alert;
        alert.lock = "c";
        m_panel->appendAlerts({alert});
        for (int batch = 0; batch < 50; ++batch) {
            m_panel->append(std::vector<LockEvent>(250, lockEvent(Kind::renewed, "d")));
        }
        auto* kinds = box(QStringLiteral("Kind of events"));
        kinds->setCurrentIndex(kinds->findText(kind));
        QCOMPARE(count(), shown);
        m_panel->showLost();
        QCOMPARE(m_panel->shownEvents().at(0).lock, std::string("b"));
        QCOMPARE(m_panel->shownEvents().at(1).lock, std::string("e"));
    }

    void whoReadsKeepsThePlaceWhileRoutineGoesFromAmongProblems()
    {
        std::vector<LockEvent> events;
        for (int i = 0; i < 10'000; ++i) {
            if (i < 50) {
                events.push_back(lockEvent(Kind::expired, "problem:" + std::to_string(i)));
            }
            events.push_back(lockEvent(Kind::renewed, "lock:" + std::to_string(i)));
        }
        m_panel->append(events);
        const QTableView& table = page().table();
        QScrollBar& bar = *table.verticalScrollBar();
        QTRY_VERIFY(bar.maximum() > 0 && bar.value() == bar.maximum());
        bar.setValue(500 * table.verticalHeader()->defaultSectionSize());
        QVERIFY(!m_panel->isFollowing());
        const auto top = [&table] { return table.model()->index(table.rowAt(0), EventsModel::Lock).data().toString(); };
        QCOMPARE(top(), QStringLiteral("lock:450"));
        m_panel->append(std::vector<LockEvent>(30, lockEvent(Kind::renewed, "new")));
        QCOMPARE(count(), 10'050);
        QTRY_COMPARE(top(), QStringLiteral("lock:450"));
        QVERIFY(!m_panel->isFollowing());
    }

    void aRealServerTellsAndADisconnectClears()
    {
        Sandbox sandbox;
        m_session->connectTo(sandbox.endpoint());
        QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Session::State::connected, 15'000);
        test::RedisClient redis(sandbox.endpoint());
        QTRY_VERIFY_WITH_TIMEOUT(m_session->status().scan_rounds > 0, 15'000);
        redis.expect({"HSET", "orders", kAlice + ":57", "1"});
        redis.expect({"PEXPIRE", "orders", "30000"});
        type(QStringLiteral("lock:orders acquired"));
        QTRY_VERIFY_WITH_TIMEOUT(count() >= 1, 15'000);
        m_session->close();
        QTRY_COMPARE(m_panel->model().rowCount(), 0);
    }

    /// Nothing is seen, but a lot may have happened.
    void whoMayNotLookIsNotToldThatNothingHappened()
    {
        Sandbox sandbox;
        test::RedisClient(sandbox.endpoint()).expect({"ACL", "SETUSER", "default", "-scan", "-hscan"});
        QVERIFY(m_panel->findChild<TablePage*>()->note().contains(QStringLiteral("Nothing has happened yet")));
        m_session->connectTo(sandbox.endpoint());
        QTRY_VERIFY_WITH_TIMEOUT(
            m_panel->findChild<TablePage*>()->note().contains(QStringLiteral("does not allow this user")), 15'000);
        m_session->close();
        QVERIFY(m_panel->findChild<TablePage*>()->note().contains(QStringLiteral("Nothing has happened yet")));
    }

    void whatBecameOfAnExportIsNotHiddenByNews()
    {
        const auto said = [this] { return m_panel->findChild<ElidedLabel*>()->text(); };
        m_panel->append({lockEvent(Kind::acquired, "a")});
        const QString counts = said();
        auto* button = m_panel->findChild<ExportButton*>();
        button->save(QStringLiteral("/nowhere/at/all/events.csv"), ExportFormat::csv);
        const QString failure = said();
        QVERIFY(failure != counts);
        m_panel->append({lockEvent(Kind::released, "a")});
        QCOMPARE(said(), failure);
    }

    void hostileNamesAreFoundAndEscaped()
    {
        m_panel->append({lockEvent(Kind::acquired, "<b>a\n\xff%1</b>")});
        type(QStringLiteral("\\x0a\\xff%1"));
        QCOMPARE(count(), 1);
    }

private:
    TablePage& page() const { return *m_panel->findChild<TablePage*>(); }
    int count() const { return page().table().model()->rowCount(); }
    void type(const QString& text) { m_panel->findChild<QLineEdit*>()->setText(text); }
    QComboBox* box(const QString& name) const
    {
        for (QComboBox* each : m_panel->findChildren<QComboBox*>()) {
            if (each->accessibleName() == name) {
                return each;
            }
        }
        return nullptr;
    }
    QMessageBox* askedToClear()
    {
        for (QAction* action : m_panel->actions()) {
            if (action->text() == QStringLiteral("Clear")) {
                action->trigger();
            }
        }
        return m_panel->window()->findChild<QMessageBox*>();
    }
    void clickHeader(int column)
    {
        QHeaderView& header = *page().table().horizontalHeader();
        const QPoint place(header.sectionViewportPosition(column) + header.sectionSize(column) / 2,
                           header.height() / 2);
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {}, place);
    }

    std::unique_ptr<Session> m_session;
    std::unique_ptr<EventsPanel> m_panel;
};

QTEST_MAIN(EventsPanelTest)
#include "events_panel_test.moc"
