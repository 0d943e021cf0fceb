// SPDX-License-Identifier: GPL-3.0-or-later
// Keys and the menu for a lock are for the one whose row in a panel has the keys, not for another one selected above.
#include "dialogs/force_release_dialog.hpp"
#include "lock_actions.hpp"
#include "panels/detail_panel.hpp"
#include "panels/events_panel.hpp"
#include "panels/missing_lock_bar.hpp"
#include "said_parts.hpp"
#include "window_stage.hpp"

#include <QClipboard>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QTableView>
#include <QToolButton>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

constexpr int kPatience = 30'000;

} // namespace

class RowInHandTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<WindowStage> m_stage;

    /// "other" is selected above, and a row about @p lock has the keys.
    void point(const std::string& lock)
    {
        m_stage->window.selectLock("other");
        QTRY_VERIFY_WITH_TIMEOUT(m_stage->selected("other"), kPatience);
        auto& events = *m_stage->window.findChild<EventsPanel*>();
        LockEvent event;
        event.lock = lock;
        events.append({event});
        auto& table = *events.findChild<QTableView*>();
        m_stage->press(Qt::Key_1, Qt::AltModifier);
        table.setFocus();
        table.selectRow(table.model()->rowCount() - 1);
        const QModelIndex last = table.model()->index(table.model()->rowCount() - 1, 0);
        QCOMPARE(last.data(EventsModel::LockBytesRole).toByteArray().toStdString(), lock);
        table.setCurrentIndex(last);
        QVERIFY(QTest::qWaitForWindowActive(&m_stage->window));
        QTRY_VERIFY_WITH_TIMEOUT(table.hasFocus(), kPatience);
    }
    [[nodiscard]] QString dialogAbout() const
    {
        const auto* dialog = m_stage->window.findChild<ForceReleaseDialog*>();
        return dialog != nullptr && dialog->isVisible() ? QString::fromStdString(dialog->lock()->name) : QString();
    }
    [[nodiscard]] std::vector<std::string> actedOn() const
    {
        std::vector<std::string> names;
        for (const LockStatePtr& lock : m_stage->window.findChild<LockActions*>()->selection()) {
            names.push_back(lock->name);
        }
        return names;
    }

private slots:
    void init()
    {
        m_stage = std::make_unique<WindowStage>();
        QTRY_VERIFY_WITH_TIMEOUT(m_stage->connected(), kPatience);
        for (const char* lock : {"other", "pointed at"}) {
            m_stage->hold(lock, alice, 1, 600'000);
        }
        QTRY_COMPARE_WITH_TIMEOUT(m_stage->model().rowCount(), 2, kPatience);
        m_stage->session.setAdminMode(Session::AdminMode::admin);
    }
    void cleanup() { m_stage.reset(); }

    void keysAreForItsLock()
    {
        point("pointed at");
        m_stage->press(Qt::Key_Delete, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(dialogAbout(), QStringLiteral("pointed at"), kPatience);
        QVERIFY(m_stage->selected("pointed at")); // as the table and the detail say
        QCOMPARE(m_stage->window.findChild<DetailPanel*>()->lock()->name, std::string("pointed at"));
    }

    /// Ctrl and an arrow lead to a row without selecting it, and so does Tab: that one has the frame, and the keys.
    void alsoWhereItIsNotTheSelectedRowOfThePanel_data()
    {
        QTest::addColumn<bool>("isNoneSelected");
        QTest::newRow("another one is selected") << false;
        QTest::newRow("none is selected") << true;
    }
    void alsoWhereItIsNotTheSelectedRowOfThePanel()
    {
        QFETCH(const bool, isNoneSelected);
        point("pointed at");
        auto& events = *m_stage->window.findChild<EventsPanel*>();
        auto& table = *events.findChild<QTableView*>();
        const QPersistentModelIndex framed = table.currentIndex();
        LockEvent event;
        event.lock = "other";
        events.append({event});
        table.selectRow(table.model()->rowCount() - 1);
        table.selectionModel()->setCurrentIndex(framed, QItemSelectionModel::NoUpdate);
        if (isNoneSelected) {
            table.clearSelection();
        }
        QVERIFY(!table.selectionModel()->isSelected(framed));
        m_stage->press(Qt::Key_Delete, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(dialogAbout(), QStringLiteral("pointed at"), kPatience);
        QVERIFY(table.selectionModel()->isSelected(framed));
    }

    void itsNameIsCopied()
    {
        point("pointed at");
        m_stage->press(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("pointed at"));
    }

    void alsoWhereTheFilterLeavesItOut()
    {
        m_stage->window.setFilterText(QStringLiteral("other"));
        QTRY_COMPARE_WITH_TIMEOUT(m_stage->model().rowCount(), 1, kPatience);
        point("pointed at");
        m_stage->press(Qt::Key_Delete, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(dialogAbout(), QStringLiteral("pointed at"), kPatience);
        QCOMPARE(m_stage->window.findChild<DetailPanel*>()->lock()->name, std::string("pointed at"));
        QVERIFY(m_stage->table().selectedLock() == nullptr);
    }

    /// What is seen where the keys are is not this lock.
    void whatTheFilterLeavesOutIsNotActedOnFromTheTable_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<int>("rows");
        QTest::newRow("other rows are seen") << QStringLiteral("other") << 1;
        QTest::newRow("no row is seen") << QStringLiteral("nothing") << 0;
    }
    void whatTheFilterLeavesOutIsNotActedOnFromTheTable()
    {
        QFETCH(const QString, filter);
        QFETCH(const int, rows);
        m_stage->window.selectLock("pointed at");
        QTRY_VERIFY_WITH_TIMEOUT(m_stage->selected("pointed at"), kPatience);
        QVERIFY(m_stage->backInWindow());
        m_stage->window.setFilterText(filter);
        QTRY_COMPARE_WITH_TIMEOUT(m_stage->model().rowCount(), rows, kPatience);
        QCOMPARE(m_stage->window.findChild<DetailPanel*>()->lock()->name, std::string("pointed at"));
        m_stage->table().setFocus();
        QTRY_VERIFY_WITH_TIMEOUT(m_stage->table().hasFocus(), kPatience);
        QVERIFY(actedOn().empty());
        m_stage->press(Qt::Key_Delete, Qt::ControlModifier);
        QCOMPARE(dialogAbout(), QString());
        QVERIFY(
            m_stage->tipOf(QKeySequence(Qt::CTRL | Qt::Key_Delete)).contains(QStringLiteral("Select a lock first.")));
    }

    void butWhereTheDetailHasTheKeys()
    {
        m_stage->window.selectLock("pointed at");
        QTRY_VERIFY_WITH_TIMEOUT(m_stage->selected("pointed at"), kPatience);
        QVERIFY(m_stage->backInWindow());
        m_stage->window.setFilterText(QStringLiteral("other"));
        QTRY_COMPARE_WITH_TIMEOUT(m_stage->model().rowCount(), 1, kPatience);
        auto* inDetail = buttonWith<QToolButton>(*m_stage->window.findChild<DetailPanel*>(), QStringLiteral("Actions"));
        QVERIFY(inDetail != nullptr);
        inDetail->setFocus();
        QTRY_VERIFY_WITH_TIMEOUT(inDetail->hasFocus(), kPatience);
        QCOMPARE(actedOn(), std::vector<std::string>{"pointed at"});
        m_stage->press(Qt::Key_Delete, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(dialogAbout(), QStringLiteral("pointed at"), kPatience);
    }

    void oneThatIsGoneIsSaidAndNothingIsDone()
    {
        point("gone");
        m_stage->press(Qt::Key_Delete, Qt::ControlModifier);
        QVERIFY(m_stage->window.findChild<MissingLockBar*>()->isVisible());
        QCOMPARE(dialogAbout(), QString());
        QVERIFY(m_stage->selected("other"));
    }

    void theMenuIsForItsLock()
    {
        point("pointed at");
        QMenu* menu = m_stage->window.menuBar()->actions().at(1)->menu();
        menu->popup(m_stage->window.mapToGlobal(QPoint(10, 10)));
        QTRY_VERIFY_WITH_TIMEOUT(menu->isVisible(), kPatience);
        QCOMPARE(actedOn(), std::vector<std::string>{"pointed at"});
        menu->close();
    }

    /// What is acted on is selected where it has a row: here the one lock of a group, once there are no groups.
    void whatItsGroupStoodForIsSelected()
    {
        auto& table = m_stage->table();
        m_stage->press(Qt::Key_G, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(m_stage->model().rowCount(), 1, kPatience);
        m_stage->hold("alone:1", alice);
        QTRY_COMPARE_WITH_TIMEOUT(m_stage->model().rowCount(), 2, kPatience);
        table.selectRow(m_stage->model().rowOfGroup("alone:"));
        QCOMPARE(actedOn(), std::vector<std::string>{"alone:1"});
        m_stage->press(Qt::Key_G, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(m_stage->model().rowCount(), 3, kPatience);
        QCOMPARE(actedOn(), std::vector<std::string>{"alone:1"});
        QVERIFY(table.selectionModel()->isRowSelected(m_stage->model().rowOf("alone:1")));
    }

    void whatIsNotSelectedThoughItHasARowIsNotActedOn()
    {
        m_stage->window.selectLock("other");
        QTRY_VERIFY_WITH_TIMEOUT(m_stage->selected("other"), kPatience);
        m_stage->table().selectionModel()->clearSelection();
        QVERIFY(actedOn().empty());
        QVERIFY(m_stage->backInWindow());
        m_stage->table().setFocus();
        m_stage->press(Qt::Key_Delete, Qt::ControlModifier);
        QCOMPARE(dialogAbout(), QString());
    }

    void whoGoesBackToTheTableActsOnItsLock()
    {
        point("pointed at");
        m_stage->table().setFocus();
        m_stage->press(Qt::Key_Delete, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(dialogAbout(), QStringLiteral("other"), kPatience);
    }
};

QTEST_MAIN(RowInHandTest)
#include "row_in_hand_test.moc"
