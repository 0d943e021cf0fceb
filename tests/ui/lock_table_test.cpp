// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/lock_table.hpp"

#include "delegates/group_delegate.hpp"
#include "models/lock_cells.hpp"
#include "models/lock_copy.hpp"
#include "models/lock_table_model.hpp"
#include "panels/header_layout.hpp"
#include "panels/lock_columns.hpp"

#include "lock_table_examples.hpp"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QProcess>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStyle>
#include <QTest>

#include <variant>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

/// A table of its own on the screen.
struct Stage
{
    LockTableModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
    LockTable table{model};

    explicit Stage(int locks = 0)
    {
        table.resize(900, 400);
        table.show();
        std::vector<LockChange> changes;
        for (int lock = 0; lock < locks; ++lock) {
            changes.push_back(added(longHeldExample(name(lock))));
        }
        model.apply(changes);
        table.setFocus();
    }
    static std::string name(int lock)
    {
        const std::string digits = std::to_string(lock);
        return "lock:" + std::string(4 - digits.size(), '0') + digits;
    }
    QStringList selected() const
    {
        QStringList names;
        for (const LockStatePtr& lock : table.selectedLocks()) {
            names << QString::fromStdString(lock->name);
        }
        return names;
    }
    void selectRow(int row) { table.setCurrentIndex(model.index(row, 1)); }
    std::string topLock() const { return model.lockAt(table.rowAt(0))->name; }
    QAction* columnAction(LockColumn column) const { return table.columnActions().at(static_cast<int>(column)); }
    QAction* actionNamed(const QString& text) const
    {
        QList<QAction*> all = table.columnActions() + table.lockActions() + table.groupActions() + table.depthActions();
        for (QAction* action : table.lockActions()) {
            if (action->menu()) {
                all << action->menu()->actions();
            }
        }
        for (QAction* action : all) {
            if (action->text().remove(QLatin1Char('&')) == text) {
                return action;
            }
        }
        return nullptr;
    }
    QString copied(const QString& action) const
    {
        QGuiApplication::clipboard()->clear();
        actionNamed(action)->trigger();
        return QGuiApplication::clipboard()->text();
    }
};

constexpr int kPatience = 30'000;

const std::string kHostile("=cmd|'/c calc'!A1\n\x1b]52;c;x\x07\xe2\x80\xae\"<b>&%1\xff\0x", 41);

} // namespace

class LockTableTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { Q_INIT_RESOURCE(lockscope); }

    void severalRowsCanBeSelected()
    {
        Stage stage(10);
        LockTable& table = stage.table;
        QTest::keyClick(&table, Qt::Key_Home, Qt::ControlModifier);
        QTest::keyClick(&table, Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(&table, Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(stage.selected(), QStringList({"lock:0000", "lock:0001", "lock:0002"}));
        QCOMPARE(table.selectedLock()->name, std::string("lock:0002"));
        QTest::keyClick(&table, Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(stage.selected().size(), 10);
    }

    void theSelectedAreCounted()
    {
        Stage stage(30);
        LockTable& table = stage.table;
        QCOMPARE(table.selectedCount(), std::size_t{0});
        table.selectAll();
        QCOMPARE(table.selectedCount(), std::size_t{30});
        QCOMPARE(table.selectedLocks(LockTable::GroupOrder::any, 7).size(), std::size_t{7});
        stage.model.setGrouping(Grouping::byFirstPart); // all in one group, which is closed
        table.selectAll();
        QCOMPARE(table.selectedCount(), std::size_t{30});
        QCOMPARE(table.selectedLocks(LockTable::GroupOrder::any, 7).size(), std::size_t{7});
    }

    /// Of many the table itself keeps track, where rows take other places.
    void manyStaySelectedWhereverTheyGo_data()
    {
        QTest::addColumn<bool>("areAll");
        QTest::newRow("every row") << true;
        QTest::newRow("every row but one in the middle and the last") << false;
    }
    void manyStaySelectedWhereverTheyGo()
    {
        QFETCH(const bool, areAll);
        constexpr int kLocks = 2500;
        Stage stage(kLocks);
        LockTable& table = stage.table;
        stage.selectRow(7);
        table.selectAll();
        QStringList expected;
        for (int lock = 0; lock < kLocks; ++lock) {
            const bool isLeftOut = !areAll && (lock == 1000 || lock == kLocks - 1);
            if (isLeftOut) {
                table.selectionModel()->select(stage.model.index(lock, 1),
                                               QItemSelectionModel::Deselect | QItemSelectionModel::Rows);
            } else {
                expected.prepend(QString::fromStdString(Stage::name(lock)));
            }
        }
        table.sortByColumn(static_cast<int>(LockColumn::name), Qt::DescendingOrder);
        QCOMPARE(stage.selected(), expected);
        QCOMPARE(stage.model.lockAt(table.currentIndex().row())->name, Stage::name(7));

        std::vector<LockChange> changes;
        for (int lock = 100; lock < 120; ++lock) { // so many that all rows are put in order at once
            changes.push_back(removed(Stage::name(lock)));
            changes.push_back(added(longHeldExample(Stage::name(lock) + " is another")));
            expected.removeAll(QString::fromStdString(Stage::name(lock)));
        }
        QSignalSpy told(&table, &LockTable::selectionMoved);
        stage.model.apply(changes);
        QCOMPARE(stage.model.rowCount(), kLocks);
        QCOMPARE(stage.selected(), expected);
        QCOMPARE(table.selectedCount(), static_cast<std::size_t>(expected.size()));
        QTRY_VERIFY(!told.isEmpty()); // for they are fewer
    }

    void theContextMenuSaysWhyNot()
    {
        Stage stage(1);
        QWidget* rows = stage.table.viewport();
        const QPoint where = rows->rect().center();
        QContextMenuEvent asked(QContextMenuEvent::Mouse, where, rows->mapToGlobal(where));
        QCoreApplication::sendEvent(rows, &asked);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu != nullptr);
        QCOMPARE(menu->actions(), stage.table.actions());
        QVERIFY(menu->toolTipsVisible());
        menu->close();
    }

    void nothingOfAHiddenTableIsInSight()
    {
        Stage stage(10);
        QSignalSpy told(&stage.table, &LockTable::sightChanged);
        const auto inSight = [&told] { return told.last().front().value<std::vector<std::string>>(); };
        QTRY_VERIFY(!told.isEmpty() && inSight().size() == 10);
        stage.table.hide();
        QVERIFY(inSight().empty());
        stage.table.show();
        QTRY_COMPARE(inSight().size(), std::size_t{10});
    }

    void homeAndEndLeadToTheFirstAndTheLastRow()
    {
        Stage stage(300);
        QTest::keyClick(&stage.table, Qt::Key_End);
        QCOMPARE(stage.selected(), QStringList{"lock:0299"});
        const QRect last = stage.table.visualRect(stage.table.currentIndex());
        QVERIFY(stage.table.viewport()->rect().contains(last.topLeft()));
        QVERIFY(stage.table.viewport()->rect().contains(last.bottomLeft()));
        QTest::keyClick(&stage.table, Qt::Key_Home);
        QCOMPARE(stage.selected(), QStringList{"lock:0000"});
    }

    void theFirstStepByKeyboardSelectsTheFirstRow_data()
    {
        QTest::addColumn<int>("locks");
        QTest::newRow("the only one") << 1;
        QTest::newRow("one of several") << 3;
    }
    void theFirstStepByKeyboardSelectsTheFirstRow()
    {
        QFETCH(int, locks);
        Stage stage(locks);
        stage.table.clearFocus();
        stage.table.setFocus();
        QTest::keyClick(&stage.table, Qt::Key_Down);
        QCOMPARE(stage.selected(), QStringList{"lock:0000"});
        QTest::keyClick(&stage.table, Qt::Key_Down);
        QCOMPARE(stage.selected(), QStringList{locks == 1 ? "lock:0000" : "lock:0001"});
    }

    void selectionFollowsTheLocksNotTheRows()
    {
        Stage stage(10);
        stage.selectRow(3);
        QTest::keyClick(&stage.table, Qt::Key_Down, Qt::ShiftModifier);
        std::vector<LockChange> come;
        for (int lock = 0; lock < 30; ++lock) {
            come.push_back(added(heldExample("a:" + std::to_string(lock))));
        }
        stage.model.apply(come);
        QCOMPARE(stage.selected(), QStringList({"lock:0003", "lock:0004"}));
        stage.table.sortByColumn(static_cast<int>(LockColumn::name), Qt::DescendingOrder);
        QCOMPARE(stage.selected(), QStringList({"lock:0004", "lock:0003"}));
        QCOMPARE(stage.table.selectedLock()->name, std::string("lock:0004"));
        stage.model.apply({removed("lock:0004")});
        QCOMPARE(stage.selected(), QStringList{"lock:0003"});
        QCOMPARE(stage.table.selectedLock()->name, std::string("lock:0003")); // what actions are about
        stage.model.apply({added(heldExample("lock:0004"))});
        QCOMPARE(stage.table.selectedLock()->name, std::string("lock:0004"));
    }

    void whatIsInSightStaysThere()
    {
        Stage stage(500);
        QVERIFY(QTest::qWaitForWindowExposed(&stage.table));
        stage.table.verticalScrollBar()->setValue(200);
        QCOMPARE(stage.topLock(), Stage::name(200));
        std::vector<LockChange> come;
        for (int lock = 0; lock < 40; ++lock) {
            come.push_back(added(heldExample("a:" + std::to_string(lock))));
        }
        stage.model.apply(come);
        QCOMPARE(stage.topLock(), Stage::name(200));
        stage.model.apply({removed("a:1"), removed("a:2")});
        QCOMPARE(stage.topLock(), Stage::name(200));
        // At the top it stays at the top: there the newest and worst are.
        stage.table.verticalScrollBar()->setValue(0);
        stage.model.apply({added(heldExample("0"))});
        QCOMPARE(stage.topLock(), std::string("0"));
    }

    void sortingShowsTheFirstRows()
    {
        Stage stage(500);
        QVERIFY(QTest::qWaitForWindowExposed(&stage.table));
        stage.selectRow(2);
        stage.table.sortByColumn(static_cast<int>(LockColumn::name), Qt::DescendingOrder);
        QCOMPARE(stage.topLock(), Stage::name(499));
        QCOMPARE(stage.selected(), QStringList{"lock:0002"});
        stage.table.clearSelection();
        stage.table.setCurrentIndex({});
        stage.table.verticalScrollBar()->setValue(100);
        stage.table.sortByColumn(static_cast<int>(LockColumn::name), Qt::AscendingOrder);
        QCOMPARE(stage.topLock(), Stage::name(0));
    }

    void theMostAndTheWorstAreSortedFirst_data()
    {
        QTest::addColumn<LockColumn>("column");
        QTest::addColumn<Qt::SortOrder>("order");
        QTest::newRow("waiters") << LockColumn::waiters << Qt::DescendingOrder;
        QTest::newRow("held for") << LockColumn::heldFor << Qt::DescendingOrder;
        QTest::newRow("state") << LockColumn::condition << Qt::DescendingOrder;
        QTest::newRow("type") << LockColumn::type << Qt::AscendingOrder;
    }
    void theMostAndTheWorstAreSortedFirst()
    {
        QFETCH(const LockColumn, column);
        QFETCH(const Qt::SortOrder, order);
        const int section = static_cast<int>(column);
        Stage byMenu(3);
        byMenu.table.sortActions().at(section)->trigger();
        Stage byMouse(3);
        byMouse.table.resize(1600, 400);
        const QHeaderView& header = *byMouse.table.horizontalHeader();
        const QPoint title(header.sectionViewportPosition(section) + header.sectionSize(section) / 2,
                           header.height() / 2);
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {}, title);
        for (const Stage* stage : {&byMenu, &byMouse}) {
            QCOMPARE(stage->table.horizontalHeader()->sortIndicatorSection(), section);
            QCOMPARE(stage->table.horizontalHeader()->sortIndicatorOrder(), order);
        }
    }

    void whereOneGoesThereIsARowAround_data()
    {
        QTest::addColumn<int>("from"); // the row at the top
        QTest::addColumn<int>("lock");
        QTest::newRow("downwards") << 0 << 300;
        QTest::newRow("upwards") << 400 << 300;
        QTest::newRow("to the last one") << 0 << 499;
    }
    void whereOneGoesThereIsARowAround()
    {
        QFETCH(const int, from);
        QFETCH(const int, lock);
        Stage stage(500);
        QVERIFY(QTest::qWaitForWindowExposed(&stage.table));
        stage.table.verticalScrollBar()->setValue(from);
        stage.table.selectLock(Stage::name(lock));
        const auto isSeen = [&stage](int row) {
            return stage.table.viewport()->rect().contains(stage.table.visualRect(stage.model.index(row, 1)));
        };
        QVERIFY(isSeen(lock - 1));
        QVERIFY(isSeen(lock));
        QVERIFY(lock == 499 || isSeen(lock + 1));
    }

    /// As when a scroll bar or a notice takes a part of a row away.
    void theLastRowStaysWholeInALowerTable()
    {
        Stage stage(500);
        QVERIFY(QTest::qWaitForWindowExposed(&stage.table));
        stage.table.selectLock(Stage::name(499));
        for (int height = 400; height > 360; height -= 3) {
            stage.table.resize(stage.table.width(), height);
            QVERIFY(stage.table.viewport()->rect().contains(stage.table.visualRect(stage.table.currentIndex())));
        }
    }

    void aLockOfAClosedGroupIsGoneTo()
    {
        Stage stage(500);
        QVERIFY(QTest::qWaitForWindowExposed(&stage.table));
        stage.model.setGrouping(Grouping::byFirstPart);
        QCOMPARE(stage.model.rowCount(), 1);
        QTRY_COMPARE(stage.table.verticalScrollBar()->maximum(), 0);
        stage.table.selectLock(Stage::name(450));
        QCOMPARE(stage.selected(), QStringList{"lock:0450"});
        QVERIFY(stage.table.viewport()->rect().contains(stage.table.visualRect(stage.table.currentIndex())));
    }

    void theSelectionStaysInSightWhenTheFilterGoes_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::newRow("that lets it pass") << QStringLiteral("*04?1");
        QTest::newRow("that hides it") << QStringLiteral("*000?");
        QTest::newRow("that hides all") << QStringLiteral("other*");
    }

    void theSelectionStaysInSightWhenTheFilterGoes()
    {
        QFETCH(const QString, filter);
        Stage stage(500);
        QVERIFY(QTest::qWaitForWindowExposed(&stage.table));
        stage.table.selectLock(Stage::name(451));
        stage.model.setFilter(std::get<LockFilter>(LockFilter::parse(filter)));
        stage.model.setFilter({});
        QCOMPARE(stage.selected(), QStringList{"lock:0451"});
        QVERIFY(stage.table.viewport()->rect().contains(stage.table.visualRect(stage.table.currentIndex())));
        // Whoever has scrolled away from it is not called back.
        stage.table.verticalScrollBar()->setValue(0);
        stage.model.setFilter(std::get<LockFilter>(LockFilter::parse(QStringLiteral("lock*"))));
        QCOMPARE(stage.topLock(), Stage::name(0));
    }

    void groupsFoldByKeyboard()
    {
        Stage stage;
        stage.model.apply({added(heldExample("a:1")), added(heldExample("a:2")), added(heldExample("b:1"))});
        stage.actionNamed(QStringLiteral("Group by prefix"))->trigger();
        QCOMPARE(stage.model.rowCount(), 2);
        stage.selectRow(0);
        QTest::keyClick(&stage.table, Qt::Key_Right);
        QCOMPARE(stage.model.rowCount(), 4);
        QTest::keyClick(&stage.table, Qt::Key_Down);
        QTest::keyClick(&stage.table, Qt::Key_Down);
        QCOMPARE(stage.table.selectedLock()->name, std::string("a:2"));
        QTest::keyClick(&stage.table, Qt::Key_Left); // up to the header
        QCOMPARE(stage.table.currentIndex().row(), 0);
        QVERIFY(stage.table.selectedLock() == nullptr);
        QTest::keyClick(&stage.table, Qt::Key_Left);
        QCOMPARE(stage.model.rowCount(), 2);
        QCOMPARE(stage.selected(), QStringList({"a:1", "a:2"}));        // a closed group stands for its locks
        QCOMPARE(stage.table.selectedLock()->name, std::string("a:1")); // which are acted on, and not the last one seen
        QTest::keyClick(&stage.table, Qt::Key_Return);
        QCOMPARE(stage.model.rowCount(), 4);
        QTest::keyClick(&stage.table, Qt::Key_Space);
        QCOMPARE(stage.model.rowCount(), 2);
        stage.actionNamed(QStringLiteral("Open all groups"))->trigger();
        QCOMPARE(stage.model.rowCount(), 5);
    }

    /// Where all names begin with the same word, only the second one tells them apart.
    void groupsAreAsDeepAsOneLikes()
    {
        Stage stage;
        stage.model.apply({added(heldExample("lock:a:1")), added(heldExample("lock:a:2")), added(heldExample("lock:b")),
                           added(heldExample("alone"))});
        stage.table.sortByColumn(static_cast<int>(LockColumn::name), Qt::AscendingOrder);
        stage.actionNamed(QStringLiteral("Group up to the second “:”"))->trigger();
        QVERIFY(stage.actionNamed(QStringLiteral("Group by prefix"))->isChecked());
        QCOMPARE(namesIn(stage.model), QStringList({"(no prefix)", "lock:", "lock:a:"}));
        stage.actionNamed(QStringLiteral("Group by prefix"))->trigger();
        QCOMPARE(stage.model.rowCount(), 4);
        stage.selectRow(stage.model.rowOf("lock:a:2"));
        QSignalSpy filters(&stage.table, &LockTable::filterRequested);
        stage.actionNamed(QStringLiteral("Only names that begin like this one"))->trigger();
        QCOMPARE(filters.takeFirst().first().toString(), QStringLiteral("name:lock:a:*"));
        stage.actionNamed(QStringLiteral("Group by prefix"))
            ->trigger(); // as before, but what is selected stays in sight
        QCOMPARE(namesIn(stage.model), QStringList({"(no prefix)", "lock:", "lock:a:", "lock:a:1", "lock:a:2"}));
        QCOMPARE(stage.selected(), QStringList{"lock:a:2"});
        stage.actionNamed(QStringLiteral("Group up to the first “:”"))->trigger();
        QCOMPARE(namesIn(stage.model), QStringList({"(no prefix)", "lock:", "lock:a:1", "lock:a:2", "lock:b"}));
        QCOMPARE(stage.selected(), QStringList{"lock:a:2"});
    }

    void groupsFoldByMouse()
    {
        Stage stage;
        stage.model.apply({added(heldExample("a:1")), added(heldExample("b:1"))});
        stage.model.setGrouping(Grouping::byFirstPart);
        QVERIFY(QTest::qWaitForWindowExposed(&stage.table));
        const QRect name = stage.table.visualRect(stage.model.index(0, static_cast<int>(LockColumn::name)));
        const QPoint mark(name.left() + foldMarkSide(stage.table.fontMetrics()) / 2, name.center().y());
        QTest::mouseClick(stage.table.viewport(), Qt::LeftButton, {}, mark);
        QCOMPARE(stage.model.rowCount(), 3);
        const QPoint text(name.center());
        QTest::mouseClick(stage.table.viewport(), Qt::LeftButton, {}, text); // only selects
        QCOMPARE(stage.model.rowCount(), 3);
    }

    void aLockInAClosedGroupIsReached()
    {
        Stage stage;
        stage.model.apply({added(heldExample("a:1")), added(heldExample("b:1"))});
        stage.model.setGrouping(Grouping::byFirstPart);
        stage.table.selectLock("b:1");
        QCOMPARE(stage.table.selectedLock()->name, std::string("b:1"));
        stage.table.selectLock("c:1"); // not there yet
        QCOMPARE(stage.table.selectedLock()->name, std::string("b:1"));
        stage.model.apply({added(heldExample("c:1"))});
        QCOMPARE(stage.table.selectedLock()->name, std::string("c:1"));
    }

    void aLockBehindTheFilterIsSaidAndNotJumpedToLater()
    {
        Stage stage(2);
        stage.selectRow(0);
        stage.model.setFilter(std::get<LockFilter>(LockFilter::parse(QStringLiteral("*0000"))));
        QSignalSpy hidden(&stage.table, &LockTable::lockHidden);
        stage.table.selectLock(Stage::name(1));
        QCOMPARE(hidden.size(), 1);
        QCOMPARE(hidden.first().first().value<std::string>(), Stage::name(1));
        stage.model.setFilter({});
        QCOMPARE(stage.selected(), QStringList{"lock:0000"});
        stage.table.selectLock(Stage::name(1));
        QCOMPARE(stage.selected(), QStringList{"lock:0001"});
        QCOMPARE(hidden.size(), 1);
    }

    void aLockThatComesBehindTheFilterIsSaid()
    {
        Stage stage;
        stage.model.setFilter(std::get<LockFilter>(LockFilter::parse(QStringLiteral("*0000"))));
        const QSignalSpy hidden(&stage.table, &LockTable::lockHidden);
        stage.table.selectLock("later");
        QCOMPARE(hidden.size(), 0);
        stage.model.apply({added(heldExample("later"))});
        QCOMPARE(hidden.size(), 1);
    }

    void whatStaysSelectedIsWhatIsShownIfTheCurrentOneGoes()
    {
        Stage stage(3);
        stage.selectRow(0);
        stage.table.selectionModel()->setCurrentIndex(stage.model.index(1, 0),
                                                      QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QCOMPARE(stage.table.selectedLock()->name, Stage::name(1));
        const QSignalSpy moved(&stage.table, &LockTable::selectionMoved);
        stage.model.apply({removed(Stage::name(1))});
        QCOMPARE(stage.selected(), QStringList{"lock:0000"});
        QVERIFY(stage.table.selectedLock());
        QCOMPARE(stage.table.selectedLock()->name, Stage::name(0));
        QCOMPARE(moved.last().first().value<LockStatePtr>()->name, Stage::name(0));
    }

    /// The current one need not be selected.
    void whatWasTakenOutOfTheSelectionStaysOut()
    {
        Stage stage(3);
        LockTable& table = stage.table;
        const auto click = [&](int row) {
            QTest::mouseClick(table.viewport(), Qt::LeftButton, Qt::ControlModifier,
                              table.visualRect(stage.model.index(row, 1)).center());
        };
        click(0);
        click(1);
        click(0);
        QCOMPARE(stage.selected(), QStringList{"lock:0001"});
        QCOMPARE(table.currentIndex().row(), 0);
        stage.model.apply({removed(Stage::name(0))});
        stage.model.apply({added(heldExample(Stage::name(0)))});
        QCOMPARE(stage.selected(), QStringList{"lock:0001"});
        click(1);
        stage.selectRow(0);
        stage.model.apply({removed(Stage::name(0))});
        stage.model.apply({added(heldExample(Stage::name(0)))});
        QCOMPARE(stage.selected(), QStringList{"lock:0000"}); // it was selected when it went
    }

    /// What is looked at may just have been released: it stays, until somebody chooses another one.
    void theKeysComeBackToNoOtherRow()
    {
        Stage stage(3);
        stage.table.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&stage.table));
        QTest::mouseClick(stage.table.viewport(), Qt::LeftButton, {},
                          stage.table.visualRect(stage.model.index(1, 1)).center());
        QCOMPARE(stage.selected(), QStringList{"lock:0001"});
        stage.table.clearFocus();
        stage.model.apply({removed(Stage::name(1))});
        QSignalSpy moved(&stage.table, &LockTable::selectionMoved);
        stage.table.setFocus(Qt::OtherFocusReason);
        QVERIFY(!stage.table.currentIndex().isValid());
        for (const QList<QVariant>& told : moved) {
            QVERIFY(told.front().value<LockStatePtr>() == nullptr);
        }
        QTest::keyClick(&stage.table, Qt::Key_Down);
        QCOMPARE(stage.selected(), QStringList{"lock:0000"});
    }

    void whoComesByKeyHasARowToStartFrom()
    {
        Stage stage(3);
        stage.table.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&stage.table));
        stage.table.clearFocus();
        QCOMPARE(stage.selected(), QStringList{});
        stage.table.setFocus(Qt::TabFocusReason);
        QCOMPARE(stage.selected(), QStringList{"lock:0000"});
        QCOMPARE(stage.table.selectedLock()->name, Stage::name(0));
        stage.selectRow(2);
        stage.table.clearFocus();
        stage.table.setFocus(Qt::TabFocusReason);
        QCOMPARE(stage.selected(), QStringList{"lock:0002"});
    }

    void aClickBesideTheRowsTakesNothingAway()
    {
        Stage stage(3);
        stage.selectRow(1);
        const QPoint below(50, stage.table.viewport()->height() - 5);
        QVERIFY(!stage.table.indexAt(below).isValid());
        QTest::mouseClick(stage.table.viewport(), Qt::LeftButton, {}, below);
        QCOMPARE(stage.selected(), QStringList{"lock:0001"});
    }

    void whoeverIsLedToALockHasItAlone()
    {
        Stage stage(4);
        stage.selectRow(0);
        QTest::keyClick(&stage.table, Qt::Key_Down, Qt::ShiftModifier);
        QTest::keyClick(&stage.table, Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(stage.selected().size(), 3);
        stage.table.selectLock(Stage::name(2)); // the current one
        QCOMPARE(stage.selected(), QStringList{"lock:0002"});
        stage.table.selectionModel()->clearSelection();
        stage.table.selectLock(Stage::name(2));
        QCOMPARE(stage.selected(), QStringList{"lock:0002"});
    }

    void whoGoesFromLockToLockSeesWhatTheyAreLike()
    {
        Stage stage(40);
        constexpr int kName = static_cast<int>(LockColumn::name);
        QScrollBar& across = *stage.table.horizontalScrollBar();
        stage.table.horizontalHeader()->resizeSection(kName, stage.table.viewport()->width());
        QTRY_VERIFY(across.maximum() > 0);
        stage.table.selectLock(Stage::name(0));
        QCOMPARE(across.value(), 0);
        for (int row = 1; row < 40; ++row) {
            QTest::keyClick(&stage.table, Qt::Key_Down);
            QCOMPARE(stage.selected(), QStringList{QString::fromStdString(Stage::name(row))});
            QCOMPARE(across.value(), 0);
            const QRect cell = stage.table.visualRect(stage.table.currentIndex());
            QVERIFY(cell.top() >= 0 && cell.bottom() < stage.table.viewport()->height());
        }
        QTest::keyClick(&stage.table, Qt::Key_Right);
        QVERIFY(across.value() > 0); // to a cell that is off to the side
    }

    void whoeverIsLedToALockSeesWhatItIsLike()
    {
        Stage stage(4);
        constexpr int kName = static_cast<int>(LockColumn::name);
        QScrollBar& across = *stage.table.horizontalScrollBar();
        stage.table.horizontalHeader()->resizeSection(kName, stage.table.viewport()->width());
        QTRY_VERIFY(across.maximum() > 0);
        stage.table.selectLock(Stage::name(2));
        QCOMPARE(stage.selected(), QStringList{"lock:0002"});
        QCOMPARE(across.value(), 0);
        across.setValue(across.maximum());
        QVERIFY(stage.table.columnViewportPosition(kName) < 0);
        stage.table.selectLock(Stage::name(1));
        QVERIFY(stage.table.columnViewportPosition(kName) >= 0);
    }

    void aHeaderStaysSelectedWhateverTheOrder()
    {
        Stage stage;
        stage.model.apply({added(heldExample("a:1")), added(heldExample("b:1")), added(heldExample("b:2"))});
        stage.model.setGrouping(Grouping::byFirstPart);
        stage.selectRow(1);
        QCOMPARE(stage.selected(), QStringList({"b:1", "b:2"}));
        stage.table.sortByColumn(static_cast<int>(LockColumn::name), Qt::DescendingOrder);
        QCOMPARE(stage.selected(), QStringList({"b:1", "b:2"}));
        QCOMPARE(stage.table.currentIndex().row(), 0);
        stage.actionNamed(QStringLiteral("Group by prefix"))->setChecked(true);
        stage.actionNamed(QStringLiteral("Open all groups"))->trigger();
        QCOMPARE(stage.model.rowCount(), 5);
        QCOMPARE(stage.table.currentIndex().row(), 0);
        QVERIFY(stage.table.selectionModel()->isRowSelected(0, {}));
    }

    /// Whoever listens has what is in it now.
    void aClosedGroupStandsForItsPresentLocks()
    {
        Stage stage;
        stage.model.apply({added(heldExample("a:1")), added(heldExample("b:1"))});
        stage.model.setGrouping(Grouping::byFirstPart);
        stage.selectRow(0);
        QSignalSpy moved(&stage.table, &LockTable::selectionMoved);
        stage.model.apply({removed("a:1"), added(heldExample("a:2"))});
        QVERIFY(moved.wait(kPatience));
        QCOMPARE(stage.selected(), QStringList{"a:2"});
    }

    void whatHasNoPrefixLeadsToNoOthers()
    {
        Stage stage;
        stage.model.apply({added(heldExample("plain")), added(heldExample("a*:1"))});
        stage.model.setGrouping(Grouping::byFirstPart);
        const QSignalSpy filters(&stage.table, &LockTable::filterRequested);
        QAction* only = stage.actionNamed(QStringLiteral("Only names that begin like this one"));
        const bool isFirst =
            stage.model.index(0, 0).data(static_cast<int>(LockRole::nameBytes)).toByteArray().isEmpty();
        stage.selectRow(isFirst ? 0 : 1);
        QVERIFY(!only->isEnabled());
        stage.selectRow(isFirst ? 1 : 0);
        QVERIFY(only->isEnabled());
        only->trigger();
        QCOMPARE(filters.last().first().toString(), QStringLiteral("name:a\\x2a:*"));
    }

    void aLockThatIsGoneIsSaidAndNotJumpedToLater()
    {
        Stage stage(2);
        stage.selectRow(0);
        QSignalSpy gone(&stage.table, &LockTable::lockGone);
        stage.table.selectLock("later"); // it may still be found
        QCOMPARE(gone.size(), 0);
        stage.table.setSearch(LockTable::Search::isOver);
        QCOMPARE(gone.size(), 1);
        QCOMPARE(gone.first().first().value<std::string>(), std::string("later"));
        stage.table.selectLock("gone");
        QCOMPARE(gone.size(), 2);
        QCOMPARE(gone.last().first().value<std::string>(), std::string("gone"));
        stage.model.apply({added(heldExample("gone")), added(heldExample("later"))});
        QCOMPARE(stage.selected(), QStringList{"lock:0000"});
    }

    void moreRowsThanAreCopiedAtOnceAreCopiedWhole()
    {
        Stage stage(2500);
        QTRY_COMPARE(stage.model.rowCount(), 2500);
        stage.table.selectAll();
        for (const QString& format : {QStringLiteral("Text"), QStringLiteral("CSV")}) {
            stage.copied(format);
            QTRY_COMPARE(QGuiApplication::clipboard()->text().count(QLatin1Char('\n')), 1 + 2500);
        }
        stage.copied(QStringLiteral("JSON"));
        QTRY_COMPARE(QJsonDocument::fromJson(QGuiApplication::clipboard()->text().toUtf8()).array().size(), 2500);
    }

    void hostileNamesAreHarmlessWhereverTheyAreCopied()
    {
        Stage stage;
        LockState hostile = heldExample(kHostile);
        hostile.holders.front().owner = "+SUM(1)\r\n" + kHostile;
        stage.model.apply({added(hostile)});
        stage.selectRow(0);

        QTest::keyClick(&stage.table, Qt::Key_C, Qt::ControlModifier);
        const QString text = QGuiApplication::clipboard()->text();
        QCOMPARE(text.count(QLatin1Char('\n')), 2);
        QVERIFY(text.contains(QStringLiteral("\\x0a\\x1b]52;c;x\\x07\\xe2\\x80\\xae")));

        const QString csv = stage.copied(QStringLiteral("CSV"));
        QVERIFY2(csv.contains(QStringLiteral("\r\n\"'=cmd|'/c calc'!A1\\x0a")), qPrintable(csv));
        QVERIFY(csv.contains(QStringLiteral(",'+SUM(1)")) || csv.contains(QStringLiteral(",\"'+SUM(1)")));
        QCOMPARE(csv.count(QLatin1Char('\n')), 2);

        const QJsonObject json =
            QJsonDocument::fromJson(stage.copied(QStringLiteral("JSON")).toUtf8()).array().first().toObject();
        QCOMPARE(QByteArray::fromBase64(json.value(QStringLiteral("name_base64")).toString().toLatin1()).toStdString(),
                 kHostile);

        for (const QString& action : {QStringLiteral("Text"), QStringLiteral("CSV"), QStringLiteral("JSON"),
                                      QStringLiteral("Commands for redis-cli")}) {
            for (const QChar character : stage.copied(action)) {
                const bool harmless =
                    character.isPrint() || character == QLatin1Char('\n') || character == QLatin1Char('\r');
                QVERIFY2(harmless, qPrintable(QString::number(character.unicode(), 16)));
            }
        }
    }

    void aShellReadsTheCommandsAsTheyAreMeant()
    {
        Stage stage;
        std::string name = "it's $HOME `id` $(id) \"x\" \\ ; rm -rf *\n\x01\xff";
        stage.model.apply({added(heldExample(name))});
        stage.selectRow(0);
        QString script = stage.copied(QStringLiteral("Commands for redis-cli"));
        QVERIFY(script.startsWith(QStringLiteral("redis-cli HGETALL ")));
        script.prepend(QStringLiteral("redis-cli() { printf '%s' \"$2\"; exit; }\n"));
        QProcess shell;
        shell.start(QStringLiteral("bash"), {QStringLiteral("-c"), script});
        QVERIFY(shell.waitForFinished());
        QCOMPARE(shell.readAllStandardOutput(), QByteArray::fromStdString(name));
    }

    void theCommandsAskWhereTheLocksAre()
    {
        Stage stage;
        stage.model.apply({added(heldExample("a"))});
        stage.selectRow(0);
        const QString action = QStringLiteral("Commands for redis-cli");
        QCOMPARE(stage.copied(action), QStringLiteral("redis-cli HGETALL a\nredis-cli PTTL a\n"));
        stage.table.setRedisCli("redis-cli -c -h one -p 7000");
        QCOMPARE(stage.copied(action),
                 QStringLiteral("redis-cli -c -h one -p 7000 HGETALL a\nredis-cli -c -h one -p 7000 PTTL a\n"));
    }

    void aClientCanBeFollowed()
    {
        Stage stage;
        stage.model.apply({added(heldExample("orders:1")), added(example("free"))});
        const QSignalSpy filters(&stage.table, &LockTable::filterRequested);
        const QSignalSpy follows(&stage.table, &LockTable::followRequested);
        QAction* follow = stage.actionNamed(QStringLiteral("Everything this client holds or waits for"));
        stage.selectRow(0);
        QVERIFY(!follow->isEnabled()); // nobody holds it
        stage.selectRow(1);
        QVERIFY(follow->isEnabled());
        follow->trigger();
        QCOMPARE(follows.size(), 1);
        QCOMPARE(follows.first().first().toString(), QStringLiteral("client:") + QString::fromStdString(alice));
        stage.actionNamed(QStringLiteral("Only names that begin like this one"))->trigger();
        QCOMPARE(filters.last().first().toString(), QStringLiteral("name:orders:*"));
    }

    void eachOfSeveralReadersCanBeFollowed()
    {
        Stage stage;
        LockState lock = heldExample("report");
        lock.holders.push_back(lock.holders.front()); // twice the same client, by another thread
        lock.holders.back().owner = alice + ":58";
        lock.holders.push_back(lock.holders.front());
        lock.holders.back().owner = bob + ":1";
        stage.model.apply({added(lock)});
        const QSignalSpy follows(&stage.table, &LockTable::followRequested);
        const QAction* follow = stage.actionNamed(QStringLiteral("Everything this client holds or waits for"));
        stage.selectRow(0);
        QVERIFY(follow->menu());
        QCOMPARE(follow->menu()->actions().size(), 2);
        follow->menu()->actions().last()->trigger();
        QCOMPARE(follows.last().first().toString(), QStringLiteral("client:") + QString::fromStdString(bob));
        lock.holders.pop_back();
        stage.model.apply({changed(lock)});
        QVERIFY(!follow->menu());
        QVERIFY(follow->isEnabled());
    }

    void rowsAreSortedWithoutAMouse()
    {
        Stage stage(3);
        const auto sortAction = [&](const QString& text) {
            for (QAction* action : stage.table.sortActions()) {
                if (action->text().remove(QLatin1Char('&')) == text) {
                    return action;
                }
            }
            return static_cast<QAction*>(nullptr);
        };
        QVERIFY(sortAction(QStringLiteral("Name"))->isChecked());
        sortAction(QStringLiteral("The other way round"))->trigger();
        QCOMPARE(stage.topLock(), Stage::name(2));
        sortAction(QStringLiteral("Holder"))->trigger();
        const QHeaderView* header = stage.table.horizontalHeader();
        QCOMPARE(header->sortIndicatorSection(), static_cast<int>(LockColumn::holder));
        QCOMPARE(header->sortIndicatorOrder(), Qt::AscendingOrder);
        stage.table.sortByColumn(static_cast<int>(LockColumn::ttl), Qt::DescendingOrder); // by the header
        QVERIFY(!sortAction(QStringLiteral("Holder"))->isChecked());
    }

    void columnsMoveAndGrowWithoutAMouse()
    {
        Stage stage(3);
        const QHeaderView* header = stage.table.horizontalHeader();
        const int name = static_cast<int>(LockColumn::name);
        const int width = header->sectionSize(name);
        stage.selectRow(0);
        stage.actionNamed(QStringLiteral("Move “Name” to the left"))->trigger();
        QCOMPARE(header->visualIndex(name), 0);
        QVERIFY(!stage.actionNamed(QStringLiteral("Move “Name” to the left"))->isEnabled());
        stage.columnAction(LockColumn::condition)->trigger(); // hides it: what is not there is passed over
        stage.actionNamed(QStringLiteral("Move “Name” to the right"))->trigger();
        QCOMPARE(header->visualIndex(name), 2);
        stage.actionNamed(QStringLiteral("Make “Name” wider"))->trigger();
        QVERIFY(header->sectionSize(name) > width);
        stage.actionNamed(QStringLiteral("Make “Name” narrower"))->trigger();
        QCOMPARE(header->sectionSize(name), width);
        const int last = static_cast<int>(LockColumn::mode);
        stage.table.setCurrentIndex(stage.model.index(0, last));
        QVERIFY(!stage.actionNamed(QStringLiteral("Make “Mode” wider"))->isEnabled()); // it stretches
    }

    /// Who has it, how often, how long it lives, who waits: in a window of 1024 pixels beside the detail.
    void whatOneAsksOfAStuckLockIsSeenFirst()
    {
        Stage stage(3);
        stage.table.resize(684, 400);
        for (const LockColumn column : {LockColumn::condition, LockColumn::name, LockColumn::holder, LockColumn::count,
                                        LockColumn::ttl, LockColumn::waiters}) {
            const int end = stage.table.columnViewportPosition(static_cast<int>(column))
                          + stage.table.columnWidth(static_cast<int>(column));
            QVERIFY2(end <= stage.table.viewport()->width(), qPrintable(columnTitle(column)));
        }
    }

    void aTitleHasRoomForTheMarkOfSorting()
    {
        Stage stage(3);
        const QHeaderView& header = *stage.table.horizontalHeader();
        const int margin = header.style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, &header);
        const int mark = header.height() / 2 + 2 * margin; // as the style takes it
        for (int column = 0; column < kLockColumnCount; ++column) {
            if (column == static_cast<int>(LockColumn::mode)) {
                continue; // the last one, which has the rest
            }
            const QString title = columnTitle(static_cast<LockColumn>(column));
            const int needed = header.fontMetrics().horizontalAdvance(title) + 2 * margin + mark;
            QVERIFY2(header.isSectionHidden(column) || header.sectionSize(column) >= needed, qPrintable(title));
        }
    }

    void theRoomThatIsLeftIsTheHolders()
    {
        Stage stage;
        const auto widthOf = [&](LockColumn column) { return stage.table.columnWidth(static_cast<int>(column)); };
        stage.table.resize(1060, 400);
        const int narrow = widthOf(LockColumn::holder);
        const int heldFor = widthOf(LockColumn::heldFor);
        stage.table.resize(1100, 400);
        QVERIFY(widthOf(LockColumn::holder) > narrow);
        QVERIFY(widthOf(LockColumn::heldFor) < heldFor + 15); // no more than a digit or two
        stage.table.resize(700, 400);                         // no column becomes narrower than it has to be
        QVERIFY(widthOf(LockColumn::holder) <= narrow);
        QVERIFY(widthOf(LockColumn::holder) > widthOf(LockColumn::type));
        QVERIFY(!stage.actionNamed(QStringLiteral("Undo the change of columns or sorting"))->isEnabled());
    }

    void columnsThatSomebodyHasChangedStayAsTheyAre()
    {
        Stage stage;
        const auto holder = static_cast<int>(LockColumn::holder);
        stage.table.resize(1200, 400);
        stage.table.horizontalHeader()->resizeSection(holder, 150);
        stage.table.resize(1500, 400);
        QCOMPARE(stage.table.columnWidth(holder), 150);
        QAction* undo = stage.actionNamed(QStringLiteral("Undo the change of columns or sorting"));
        QTRY_VERIFY(undo->isEnabled());
        stage.table.resize(1400, 400);
        QCOMPARE(stage.table.columnWidth(holder), 150);
        stage.actionNamed(QStringLiteral("Reset the columns"))->trigger();
        QVERIFY(stage.table.columnWidth(holder) > 150);
    }

    void theFirstColumnsAreKeptAsSuch()
    {
        Stage stage;
        stage.table.resize(1240, 400);
        Stage next;
        next.table.resize(1000, 400);
        const auto holder = static_cast<int>(LockColumn::holder);
        const int narrow = next.table.columnWidth(holder);
        QVERIFY(stage.table.columnWidth(holder) > narrow);
        next.table.restoreColumns(stage.table.saveColumns());
        QCOMPARE(next.table.columnWidth(holder), narrow);
    }

    void columnsHideAndComeBack()
    {
        Stage stage(3);
        QHeaderView& header = *stage.table.horizontalHeader();
        QVERIFY(!stage.columnAction(LockColumn::name)->isEnabled());
        stage.columnAction(LockColumn::mode)->trigger();
        QVERIFY(header.isSectionHidden(static_cast<int>(LockColumn::mode)));
        header.moveSection(header.visualIndex(static_cast<int>(LockColumn::ttl)), 0);
        header.resizeSection(static_cast<int>(LockColumn::name), 500);
        const QByteArray state = stage.table.saveColumns();

        Stage other(3);
        other.table.restoreColumns(state);
        QHeaderView& restored = *other.table.horizontalHeader();
        QVERIFY(restored.isSectionHidden(static_cast<int>(LockColumn::mode)));
        QVERIFY(!other.columnAction(LockColumn::mode)->isChecked());
        QCOMPARE(restored.visualIndex(static_cast<int>(LockColumn::ttl)), 0);
        QVERIFY(std::abs(restored.sectionSize(static_cast<int>(LockColumn::name)) - 500) <= 1);
        other.columnAction(LockColumn::mode)->trigger();
        QVERIFY(restored.sectionSize(static_cast<int>(LockColumn::mode)) > 20);
    }

    void theRenewalsAreThereForWhoLooksForThem()
    {
        Stage stage(3);
        QHeaderView& header = *stage.table.horizontalHeader();
        const int renewed = static_cast<int>(LockColumn::renewed);
        QVERIFY(header.isSectionHidden(renewed));
        stage.columnAction(LockColumn::renewed)->trigger();
        QVERIFY(!header.isSectionHidden(renewed));
        const QRect cell = stage.table.visualRect(stage.model.index(0, renewed));
        QVERIFY(stage.table.viewport()->rect().contains(cell)); // though there was no room for it
        Stage other(3);
        other.table.restoreColumns(stage.table.saveColumns());
        QVERIFY(!other.table.isColumnHidden(renewed));
        stage.actionNamed(QStringLiteral("Reset the columns"))->trigger();
        QVERIFY(header.isSectionHidden(renewed));
    }

    /// Who kept a layout before there were renewals.
    void columnsThatWereKeptBeforeAreAsTheyWere()
    {
        Stage stage(3);
        HeaderLayout before;
        for (int column = static_cast<int>(LockColumn::heldFor); column >= 0; --column) {
            before.columns << HeaderLayout::Column{column, column != static_cast<int>(LockColumn::mode), 20};
        }
        before.sorted = static_cast<int>(LockColumn::ttl);
        QVERIFY(stage.table.columns().restore(before.toBytes()));
        const QHeaderView& header = *stage.table.horizontalHeader();
        QCOMPARE(header.logicalIndex(0), static_cast<int>(LockColumn::heldFor));
        QCOMPARE(header.sortIndicatorSection(), static_cast<int>(LockColumn::ttl));
        QVERIFY(header.isSectionHidden(static_cast<int>(LockColumn::mode)));
        QVERIFY(header.isSectionHidden(static_cast<int>(LockColumn::renewed)));
        stage.columnAction(LockColumn::renewed)->trigger();
        QVERIFY(header.sectionSize(static_cast<int>(LockColumn::renewed)) > 20);
    }

    void aChangeOfColumnsCanBeUndone()
    {
        Stage stage(3);
        QHeaderView& header = *stage.table.horizontalHeader();
        QAction* undo = stage.actionNamed(QStringLiteral("Undo the change of columns or sorting"));
        QVERIFY(!undo->isEnabled());
        stage.columnAction(LockColumn::mode)->trigger();
        header.moveSection(0, 3);
        QVERIFY(undo->isEnabled());
        undo->trigger();
        QCOMPARE(header.visualIndex(0), 0);
        QVERIFY(header.isSectionHidden(static_cast<int>(LockColumn::mode)));
        undo->trigger();
        QVERIFY(!header.isSectionHidden(static_cast<int>(LockColumn::mode)));
        QVERIFY(!undo->isEnabled());
        header.moveSection(0, 3);
        stage.columnAction(LockColumn::type)->trigger();
        stage.actionNamed(QStringLiteral("Reset the columns"))->trigger();
        QCOMPARE(header.visualIndex(0), 0);
        QVERIFY(!header.isSectionHidden(static_cast<int>(LockColumn::type)));
        undo->trigger();
        QVERIFY(header.isSectionHidden(static_cast<int>(LockColumn::type)));
    }

    void aChangeOfSortingCanBeUndone()
    {
        Stage stage(3);
        const QHeaderView& header = *stage.table.horizontalHeader();
        QAction* undo = stage.actionNamed(QStringLiteral("Undo the change of columns or sorting"));
        const auto first = [&stage] { return stage.model.lockAt(0)->name; };
        const std::string before = first();
        const int name = static_cast<int>(LockColumn::name);
        const QPoint title(header.sectionViewportPosition(name) + header.sectionSize(name) / 2, header.height() / 2);
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {}, title);
        QCOMPARE(header.sortIndicatorOrder(), Qt::DescendingOrder);
        QTRY_VERIFY(first() != before);
        QTRY_VERIFY(undo->isEnabled());
        undo->trigger();
        QCOMPARE(header.sortIndicatorOrder(), Qt::AscendingOrder);
        QTRY_VERIFY(first() == before);
        QVERIFY(!undo->isEnabled());
    }

    void columnsOfAnotherVersionAreLeftAside_data()
    {
        QTest::addColumn<QByteArray>("state");
        const QByteArray good = Stage(1).table.saveColumns();
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("nonsense") << QByteArray("\x00\x01\x02", 3);
        QTest::newRow("of Qt") << Stage(1).table.horizontalHeader()->saveState();
        QTest::newRow("cut off") << good.left(good.size() / 2);
        QByteArray later = good;
        later[7] = 99;
        QTest::newRow("later version") << later;
        QByteArray twice = good;
        twice[15] = 1; // the first column says that it is the second
        QTest::newRow("a column twice") << twice;
    }

    void columnsOfAnotherVersionAreLeftAside()
    {
        QFETCH(QByteArray, state);
        Stage stage(1);
        const QByteArray before = stage.table.saveColumns();
        QVERIFY(!stage.table.columns().restore(state));
        QCOMPARE(stage.table.saveColumns(), before);
    }

    void widthsFollowTheSizeOfTheText()
    {
        Stage stage(1);
        const int before = stage.table.columnWidth(static_cast<int>(LockColumn::name));
        QFont font = stage.table.font();
        font.setPointSizeF(font.pointSizeF() * 2);
        stage.table.setFont(font);
        stage.table.horizontalHeader()->setFont(font);
        stage.table.columns().adoptFont();
        QVERIFY(stage.table.columnWidth(static_cast<int>(LockColumn::name)) > before * 3 / 2);
    }

    void thousandsOfRowsCanBeSelected()
    {
        Stage stage(5000);
        QTest::keyClick(&stage.table, Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(stage.selected().size(), 5000);
        stage.model.apply({removed(Stage::name(7)), added(heldExample("z"))});
        QCOMPARE(stage.selected().size(), 4999);
    }

    void aClosedGroupOfThousandsIsToldOnce()
    {
        Stage stage(0);
        std::vector<LockChange> changes;
        for (int lock = 0; lock < 3000; ++lock) {
            changes.push_back(added(heldExample("order:" + std::to_string(lock))));
        }
        stage.model.apply(changes);
        stage.model.setGrouping(Grouping::byFirstPart);
        QTRY_COMPARE(stage.model.rowCount(), 1);
        QSignalSpy moved(&stage.table, &LockTable::selectionMoved);
        QTest::mouseClick(stage.table.viewport(), Qt::LeftButton, {},
                          stage.table.visualRect(stage.model.index(0, 1)).center());
        const qsizetype before = moved.size(); // the current row goes there before it is selected
        QCOMPARE(stage.selected().size(), 3000);
        QVERIFY(moved.wait(kPatience));
        QCOMPARE(moved.size(), before + 1);
    }

    /// Whoever listens looks at all of them.
    void whatGoesOfThousandsIsToldOnce()
    {
        Stage stage(5000);
        QTest::keyClick(&stage.table, Qt::Key_A, Qt::ControlModifier);
        QSignalSpy moved(&stage.table, &LockTable::selectionMoved);
        QVERIFY(moved.wait(kPatience));
        moved.clear();
        for (int lock = 1000; lock < 1100; ++lock) {
            stage.model.apply({removed(Stage::name(lock))});
        }
        QCOMPARE(moved.size(), 0);
        QVERIFY(moved.wait(kPatience));
        QCOMPARE(moved.size(), 1);
        QCOMPARE(stage.selected().size(), 4900);
    }
};

QTEST_MAIN(LockTableTest)
#include "lock_table_test.moc"
