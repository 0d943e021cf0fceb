// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the window: sized without a mouse, and as they were at the next start.
#include "clients/clients_page.hpp"
#include "comfort/action_list.hpp"
#include "panels/bottom_panels.hpp"
#include "panels/connection_banner.hpp"
#include "panels/detail_panel.hpp"
#include "panels/filter_field.hpp"
#include "panels/keys_panel.hpp"
#include "panels/own_holds_panel.hpp"
#include "panels/table_columns.hpp"
#include "panels/table_page.hpp"
#include "window_stage.hpp"

#include <QAction>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QMenuBar>
#include <QScopeGuard>
#include <QSet>
#include <QSplitter>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <cmath>
#include <map>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

constexpr int kPatience = 30'000;

/// A column that is as wide as somebody wants it; −1 if there is none.
int freeColumn(const QHeaderView& header)
{
    for (int column = 0; column < header.count() - 1; ++column) {
        if (header.sectionResizeMode(column) == QHeaderView::Interactive && !header.isSectionHidden(column)) {
            return column;
        }
    }
    return -1;
}

/// Connected, in front, with the keys in the table.
bool isReady(WindowStage& stage)
{
    const bool isThere = QTest::qWaitFor([&] { return stage.connected(); }, kPatience) && stage.backInWindow();
    stage.table().setFocus();
    return isThere;
}

/// A lock is held, and the detail is about it.
bool selectsALock(WindowStage& stage)
{
    stage.hold("orders:1", alice);
    if (!QTest::qWaitFor([&] { return stage.model().find("orders:1") != nullptr; }, kPatience)) {
        return false;
    }
    stage.window.selectLock("orders:1");
    return QTest::qWaitFor([&] { return stage.selected("orders:1"); }, kPatience);
}

/// Of the table, the detail and the panels.
QList<QSize> sizesIn(const WindowStage& stage)
{
    return {stage.window.findChild<LockTable*>()->size(), stage.window.findChild<DetailPanel*>()->size(),
            stage.window.findChild<BottomPanels*>()->size()};
}

AdminResult failure()
{
    AdminResult result;
    result.outcome = AdminResult::Outcome::failed;
    result.code = Errc::no_permission;
    return result;
}

QHeaderView& headerOf(const TableColumns& columns)
{
    return *qobject_cast<QHeaderView*>(columns.parent());
}

} // namespace

class PanesTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { initResources(); }
    void theDetailIsSizedByKeys();
    void thePanelsAreSizedByKeys();
    void theFocusedPartOfAPanelIsSizedByKeys();
    void whatIsHiddenIsNotSized();
    void whatStandsAboveTheTableComesBeforeIt();
    void theKeysGoFromPartToPart();
    void thePanelsStandAloneUntilSomethingElseIsWanted_data();
    void thePanelsStandAloneUntilSomethingElseIsWanted();
    void itStandsAloneInAnotherLanguageToo();
    void whatWasHiddenStandsAloneAndThenAsItWas_data();
    void whatWasHiddenStandsAloneAndThenAsItWas();
    void aDoubleClickOnATabGivesThePanelsAllTheRoom();
    void theDetailStandsAlone();
    void whatStandsAloneStandsBesideTheOthersAtTheNextStart();
    void whatIsHiddenKeepsItsSizeWhileAnotherStandsAlone_data();
    void whatIsHiddenKeepsItsSizeWhileAnotherStandsAlone();
    void whatStoodAloneInASmallWindowIsAsItWasInALargeOne();
    void whileTheDetailStandsAloneAPanelIsOpened();
    void aFailedReleaseIsSeenAndTakesNothingAway_data();
    void aFailedReleaseIsSeenAndTakesNothingAway();
    void keysForAPanelDoNotGoToTheFailedRelease();
    void noPartStandsAloneWithoutAConnection();
    void whatStandsAloneIsNotSized();
    void inLittleRoomAPanelIsOpenedAlone();
    void withoutRoomOnlyTheTabsOfThePanelsAreSeen();
    void largerTextLeavesRowsAboveThePanels();
    void keysOfALockAreReachedByKeys();
    void everyTableIsAsItWasAtTheNextStart();
    void theTabOfTheDetailIsAsItWasAtTheNextStart();
};

void PanesTest::theDetailIsSizedByKeys()
{
    WindowStage stage;
    QVERIFY(isReady(stage));
    const auto& detail = *stage.window.findChild<DetailPanel*>();
    const int before = detail.width();
    const int table = stage.table().width();
    stage.press(Qt::Key_F8);
    QVERIFY(detail.width() > before);
    QVERIFY(stage.table().width() < table);
    stage.press(Qt::Key_F7);
    QCOMPARE(detail.width(), before);
    for (int i = 0; i < 100; ++i) {
        stage.press(Qt::Key_F7);
    }
    QVERIFY(detail.isVisible() && detail.width() >= detail.minimumWidth());
    for (int i = 0; i < 100; ++i) {
        stage.press(Qt::Key_F8);
    }
    QVERIFY(stage.table().isVisible() && stage.table().width() > 0);
    QVERIFY(detail.width() > before);
}

void PanesTest::thePanelsAreSizedByKeys()
{
    WindowStage stage;
    QVERIFY(isReady(stage));
    const auto& panels = *stage.window.findChild<BottomPanels*>();
    const int before = panels.height();
    stage.press(Qt::Key_F7, Qt::ShiftModifier);
    const int lower = panels.height();
    QVERIFY(lower < before);
    stage.press(Qt::Key_F8, Qt::ShiftModifier);
    QVERIFY(panels.height() > lower);
}

void PanesTest::theFocusedPartOfAPanelIsSizedByKeys()
{
    WindowStage stage;
    QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
    QVERIFY(stage.backInWindow());
    stage.hold("orders:1", alice);
    stage.press(Qt::Key_4, Qt::AltModifier); // the clients
    const auto& page = *stage.window.findChild<ClientsPage*>();
    QTableView& clients = page.clients().table();
    QTRY_VERIFY_WITH_TIMEOUT(clients.isVisible(), kPatience);
    clients.setFocus();
    const int before = page.clients().width();
    const int across = stage.window.findChild<DetailPanel*>()->width();
    stage.press(Qt::Key_F8, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(page.clients().width() > before);
    stage.press(Qt::Key_F7, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(page.clients().width(), before);
    QCOMPARE(stage.window.findChild<DetailPanel*>()->width(), across); // only this one

    stage.table().setFocus(); // in a part of the window itself
    const int table = stage.table().width();
    stage.press(Qt::Key_F7, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(stage.table().width() < table);
}

void PanesTest::whatIsHiddenIsNotSized()
{
    WindowStage stage;
    QVERIFY(isReady(stage));
    stage.press(Qt::Key_F9);
    stage.press(Qt::Key_F10);
    const QSize table = stage.table().size();
    stage.press(Qt::Key_F8);
    stage.press(Qt::Key_F8, Qt::ShiftModifier);
    QCOMPARE(stage.table().size(), table);
    QCOMPARE(stage.tipOf(QKeySequence(Qt::Key_F8)), QStringLiteral("The detail is hidden."));
    QCOMPARE(stage.tipOf(QKeySequence(Qt::SHIFT | Qt::Key_F8)), QStringLiteral("The panels are hidden."));
    stage.press(Qt::Key_F9);
    const auto& detail = *stage.window.findChild<DetailPanel*>();
    const int before = detail.width();
    stage.press(Qt::Key_F8);
    QVERIFY(detail.width() > before);
}

void PanesTest::whatStandsAboveTheTableComesBeforeIt()
{
    WindowStage stage;
    QVERIFY(isReady(stage));
    stage.session.pause();
    auto& banner = *stage.window.findChild<ConnectionBanner*>();
    QTRY_VERIFY(banner.isVisible());
    stage.table().setFocus();
    bool isMet = false;
    for (int i = 0; i < 4 && !isMet; ++i) {
        stage.press(Qt::Key_Backtab);
        isMet = banner.isAncestorOf(stage.window.focusWidget());
    }
    QVERIFY(isMet);
}

void PanesTest::theKeysGoFromPartToPart()
{
    WindowStage stage;
    QVERIFY(isReady(stage) && selectsALock(stage));
    stage.table().setFocus();
    const QWidget& detail = *stage.window.findChild<DetailPanel*>();
    const QWidget& panels = *stage.window.findChild<BottomPanels*>();
    const QWidget& filter = *stage.window.findChild<FilterField*>();
    const auto has = [&](const QWidget& part) {
        const QWidget* focus = stage.window.focusWidget();
        return focus != nullptr && (focus == &part || part.isAncestorOf(focus));
    };
    stage.press(Qt::Key_F6);
    QVERIFY(has(detail));
    stage.press(Qt::Key_F6);
    QVERIFY(has(panels));
    stage.press(Qt::Key_Tab);
    const QWidget* there = stage.window.focusWidget();
    QVERIFY(has(panels));
    stage.press(Qt::Key_F6);
    QVERIFY(has(filter));
    stage.press(Qt::Key_F6);
    QVERIFY(has(stage.table()));
    stage.press(Qt::Key_F6, Qt::ShiftModifier);
    QVERIFY(has(filter));
    stage.press(Qt::Key_F6, Qt::ShiftModifier);
    QVERIFY(stage.window.focusWidget() == there); // where they were in it
    stage.press(Qt::Key_F9);                      // no detail: it is left out
    stage.table().setFocus();
    stage.press(Qt::Key_F6);
    QVERIFY(has(panels));
}

void PanesTest::thePanelsStandAloneUntilSomethingElseIsWanted_data()
{
    QTest::addColumn<Qt::Key>("key");
    QTest::addColumn<Qt::KeyboardModifiers>("with");
    QTest::addColumn<bool>("panels");
    QTest::addColumn<bool>("detail");
    QTest::newRow("the same keys") << Qt::Key_F10 << Qt::KeyboardModifiers(Qt::ControlModifier) << true << true;
    QTest::newRow("no panels") << Qt::Key_F10 << Qt::KeyboardModifiers() << false << true;
    QTest::newRow("no detail") << Qt::Key_F9 << Qt::KeyboardModifiers() << true << false;
    QTest::newRow("locks that are held") << Qt::Key_2 << Qt::KeyboardModifiers(Qt::ControlModifier) << true << true;
    QTest::newRow("groups of locks") << Qt::Key_G << Qt::KeyboardModifiers(Qt::ControlModifier) << true << true;
}

void PanesTest::thePanelsStandAloneUntilSomethingElseIsWanted()
{
    QFETCH(const Qt::Key, key);
    QFETCH(const Qt::KeyboardModifiers, with);
    WindowStage stage;
    QVERIFY(isReady(stage));
    const auto& detail = *stage.window.findChild<DetailPanel*>();
    const auto& panels = *stage.window.findChild<BottomPanels*>();
    const QList<QSize> sizes = sizesIn(stage);
    stage.press(Qt::Key_F10, Qt::ControlModifier);
    QVERIFY(!stage.table().isVisible() && !detail.isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(panels.height() > sizes[0].height() + sizes[2].height(), kPatience);
    QVERIFY(panels.isAncestorOf(stage.window.focusWidget()));
    stage.press(key, with);
    QVERIFY(stage.table().isVisible());
    QTEST(detail.isVisible(), "detail");
    QTEST(panels.isVisible(), "panels");
    if (panels.isVisible() && detail.isVisible()) {
        QCOMPARE(sizesIn(stage), sizes);
    }
}

/// The sentence about a filter that cannot be read is written anew, but nobody filters.
void PanesTest::itStandsAloneInAnotherLanguageToo()
{
    WindowStage stage;
    QVERIFY(isReady(stage));
    stage.window.setFilterText(QStringLiteral("type:nonsense"));
    const auto says = [&](const QString& part) {
        const QList<QLabel*> labels = stage.window.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel* label) { return label->isVisible() && label->text().contains(part); });
    };
    QTRY_VERIFY_WITH_TIMEOUT(says(QStringLiteral("the filter does without it")), kPatience);
    stage.press(Qt::Key_F10, Qt::ControlModifier);
    QVERIFY(!stage.table().isVisible());
    const auto back = qScopeGuard([&] { stage.window.useLanguage(QStringLiteral("en")); });
    stage.window.useLanguage(QStringLiteral("zh_CN"));
    QTRY_VERIFY_WITH_TIMEOUT(says(QStringLiteral("筛选暂不计入这一部分")), kPatience);
    QVERIFY(!stage.table().isVisible());
}

void PanesTest::whatWasHiddenStandsAloneAndThenAsItWas_data()
{
    QTest::addColumn<Qt::Key>("key");
    QTest::newRow("detail") << Qt::Key_F9;
    QTest::newRow("panels") << Qt::Key_F10;
}

void PanesTest::whatWasHiddenStandsAloneAndThenAsItWas()
{
    QFETCH(const Qt::Key, key);
    WindowStage stage;
    QVERIFY(isReady(stage));
    const QList<QSize> sizes = sizesIn(stage);
    const QWidget& part = key == Qt::Key_F9 ? static_cast<QWidget&>(*stage.window.findChild<DetailPanel*>())
                                            : *stage.window.findChild<BottomPanels*>();
    stage.press(key);
    stage.press(key, Qt::ControlModifier);
    QVERIFY(part.isVisible() && !stage.table().isVisible());
    QVERIFY(part.isAncestorOf(stage.window.focusWidget()));
    stage.press(key, Qt::ControlModifier);
    QVERIFY(!part.isVisible() && stage.table().isVisible());
    QCOMPARE(stage.window.focusWidget(), &stage.table());
    stage.press(key);
    QTRY_COMPARE(sizesIn(stage), sizes);
}

void PanesTest::aDoubleClickOnATabGivesThePanelsAllTheRoom()
{
    WindowStage stage;
    QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
    QVERIFY(stage.backInWindow());
    stage.hold("orders:1", alice);
    QTRY_VERIFY_WITH_TIMEOUT(stage.model().find("orders:1") != nullptr, kPatience);
    const auto& panels = *stage.window.findChild<BottomPanels*>();
    const QPoint tab = panels.tabBar()->tabRect(1).center();
    QTest::mouseClick(panels.tabBar(), Qt::LeftButton, {}, tab);
    QTest::mouseDClick(panels.tabBar(), Qt::LeftButton, {}, tab);
    QVERIFY(!stage.table().isVisible());
    QCOMPARE(panels.currentIndex(), 1);
    stage.window.selectLock("orders:1"); // as what a panel leads to
    QTRY_VERIFY_WITH_TIMEOUT(stage.selected("orders:1"), kPatience);
    QVERIFY(stage.table().isVisible());
    auto* button = qobject_cast<QToolButton*>(panels.cornerWidget());
    QVERIFY(button != nullptr && !button->toolTip().isEmpty());
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(!stage.table().isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(stage.table().isVisible());
}

void PanesTest::theDetailStandsAlone()
{
    WindowStage stage;
    QVERIFY(isReady(stage) && selectsALock(stage));
    stage.table().setFocus();
    const auto& detail = *stage.window.findChild<DetailPanel*>();
    const auto& panels = *stage.window.findChild<BottomPanels*>();
    stage.press(Qt::Key_F9); // hidden
    stage.press(Qt::Key_F9, Qt::ControlModifier);
    QVERIFY(detail.isVisible() && !stage.table().isVisible() && !panels.isVisible());
    QVERIFY(detail.isAncestorOf(stage.window.focusWidget()));
    stage.press(Qt::Key_F10, Qt::ControlModifier); // the other one
    QVERIFY(!detail.isVisible() && !stage.table().isVisible() && panels.isVisible());
    stage.press(Qt::Key_Y, Qt::ControlModifier | Qt::ShiftModifier); // the lock's keys
    QVERIFY(detail.isVisible() && stage.table().isVisible() && panels.isVisible());
}

void PanesTest::whatStandsAloneStandsBesideTheOthersAtTheNextStart()
{
    const Sandbox sandbox;
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    Language language;
    const auto press = [](MainWindow& window, int key, Qt::KeyboardModifiers modifiers) {
        QTest::keyClick(&window, static_cast<Qt::Key>(key), modifiers);
    };
    const auto opens = [&](Session& session, MainWindow& window) {
        window.show();
        session.connectTo(sandbox.endpoint());
        const auto isThere = [&] {
            window.activateWindow();
            return session.state() == Session::State::connected && QApplication::activeWindow() == &window;
        };
        return QTest::qWaitFor(isThere, kPatience);
    };
    QList<int> heights;
    {
        Session session(OwnWindow::options(folder));
        MainWindow window(session, settings, language);
        QVERIFY(opens(session, window));
        const auto& down = *window.findChild<QSplitter*>(QStringLiteral("down"));
        const QList<int> first = down.sizes();
        press(window, Qt::Key_F8, Qt::ShiftModifier);
        heights = down.sizes();
        QVERIFY(heights != first);
        press(window, Qt::Key_F10, Qt::ControlModifier);
        QVERIFY(down.widget(0)->isHidden());
        window.close();
    }
    Session session(OwnWindow::options(folder));
    MainWindow window(session, settings, language);
    QVERIFY(opens(session, window));
    const auto& down = *window.findChild<QSplitter*>(QStringLiteral("down"));
    QVERIFY(down.widget(0)->isVisible() && down.widget(1)->isVisible());
    QCOMPARE(down.sizes(), heights);
}

void PanesTest::whatIsHiddenKeepsItsSizeWhileAnotherStandsAlone_data()
{
    QTest::addColumn<Qt::Key>("hidden");
    QTest::addColumn<Qt::Key>("alone");
    QTest::newRow("the detail") << Qt::Key_F9 << Qt::Key_F10;
    QTest::newRow("the panels") << Qt::Key_F10 << Qt::Key_F9;
}

void PanesTest::whatIsHiddenKeepsItsSizeWhileAnotherStandsAlone()
{
    QFETCH(const Qt::Key, hidden);
    QFETCH(const Qt::Key, alone);
    WindowStage stage;
    QVERIFY(isReady(stage));
    const QList<QSize> sizes = sizesIn(stage);
    stage.press(hidden);
    stage.press(alone, Qt::ControlModifier);
    stage.press(alone, Qt::ControlModifier);
    stage.press(hidden);
    QTRY_COMPARE(sizesIn(stage), sizes);
}

void PanesTest::whatStoodAloneInASmallWindowIsAsItWasInALargeOne()
{
    WindowStage stage;
    QVERIFY(isReady(stage));
    const QSize large = stage.window.size();
    const QList<QSize> sizes = sizesIn(stage);
    stage.window.resize(large.width(), 20 * stage.window.fontMetrics().lineSpacing());
    QTRY_VERIFY(stage.window.height() < large.height());
    stage.press(Qt::Key_3, Qt::AltModifier);
    QVERIFY(!stage.table().isVisible());
    stage.window.resize(large);
    QTRY_COMPARE(stage.window.size(), large);
    stage.press(Qt::Key_F10, Qt::ControlModifier);
    QTRY_COMPARE(sizesIn(stage), sizes);
}

void PanesTest::whileTheDetailStandsAloneAPanelIsOpened()
{
    WindowStage stage;
    QVERIFY(isReady(stage));
    const auto& panels = *stage.window.findChild<BottomPanels*>();
    stage.press(Qt::Key_F9, Qt::ControlModifier);
    QVERIFY(!panels.isVisible());
    stage.press(Qt::Key_2, Qt::AltModifier);
    QVERIFY(panels.isVisible() && stage.table().isVisible());
    QCOMPARE(panels.currentIndex(), 1);
    QVERIFY(panels.isAncestorOf(stage.window.focusWidget()));
}

/// It must not go unseen, and takes nothing from whoever works elsewhere.
void PanesTest::aFailedReleaseIsSeenAndTakesNothingAway_data()
{
    QTest::addColumn<bool>("roomy");
    QTest::addColumn<bool>("detailAlone");
    QTest::newRow("beside the others") << true << false;
    QTest::newRow("while the detail stands alone") << true << true;
    QTest::newRow("in little room") << false << false;
}

void PanesTest::aFailedReleaseIsSeenAndTakesNothingAway()
{
    QFETCH(const bool, roomy);
    QFETCH(const bool, detailAlone);
    WindowStage stage;
    QVERIFY(isReady(stage));
    const int large = stage.window.height();
    if (!roomy) {
        stage.window.resize(stage.window.width(), 20 * stage.window.fontMetrics().lineSpacing());
        QTRY_VERIFY(stage.window.height() < large);
    }
    if (detailAlone) {
        stage.press(Qt::Key_F9, Qt::ControlModifier);
    }
    const QWidget* focus = stage.window.focusWidget();
    emit stage.session.releaseFailed("orders:1", failure());
    QVERIFY(stage.window.findChild<OwnHoldsPanel*>()->isVisible());
    QVERIFY(stage.table().isVisible());
    QCOMPARE(stage.window.focusWidget(), focus);
}

/// Whoever typed into another panel has not meant Delete for a hold.
void PanesTest::keysForAPanelDoNotGoToTheFailedRelease()
{
    WindowStage stage;
    QVERIFY(isReady(stage));
    stage.press(Qt::Key_1, Qt::AltModifier);
    const auto& panels = *stage.window.findChild<BottomPanels*>();
    QVERIFY(panels.currentWidget()->isAncestorOf(stage.window.focusWidget()));
    emit stage.session.releaseFailed("orders:1", failure());
    QVERIFY(stage.window.findChild<OwnHoldsPanel*>()->isVisible());
    QCOMPARE(stage.window.focusWidget(), panels.tabBar());
}

void PanesTest::noPartStandsAloneWithoutAConnection()
{
    WindowStage stage(WindowStage::Start::disconnected);
    QVERIFY(stage.backInWindow());
    const QWidget* focus = stage.window.focusWidget();
    QVERIFY(focus != nullptr);
    const QKeySequence keys(Qt::CTRL | Qt::Key_F10);
    stage.press(Qt::Key_F10, Qt::ControlModifier);
    QCOMPARE(stage.window.focusWidget(), focus);
    QCOMPARE(stage.tipOf(keys), QStringLiteral("There is no connection."));
    stage.session.connectTo(stage.sandbox.endpoint());
    QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
    QVERIFY(stage.table().isVisible());
    QCOMPARE(stage.tipOf(keys), QStringLiteral("Give the panels the whole window (Ctrl+F10)"));
}

void PanesTest::whatStandsAloneIsNotSized()
{
    WindowStage stage;
    QVERIFY(isReady(stage));
    const auto isEnabled = [&](const QKeySequence& keys) {
        const QList<QAction*> actions = stage.window.findChildren<QAction*>();
        return std::any_of(actions.begin(), actions.end(),
                           [&](const QAction* action) { return action->shortcut() == keys && action->isEnabled(); });
    };
    const QKeySequence wider(Qt::Key_F8);
    const QKeySequence higher(Qt::SHIFT | Qt::Key_F8);
    QVERIFY(isEnabled(wider) && isEnabled(higher));
    stage.press(Qt::Key_F10, Qt::ControlModifier);
    QVERIFY(!isEnabled(wider) && !isEnabled(higher));
    QCOMPARE(stage.tipOf(higher), QStringLiteral("Nothing is beside it."));
    stage.press(Qt::Key_F9, Qt::ControlModifier);
    QVERIFY(!isEnabled(wider) && !isEnabled(higher));
    QCOMPARE(stage.tipOf(wider), QStringLiteral("Nothing is beside it."));
    stage.press(Qt::Key_F9, Qt::ControlModifier);
    QVERIFY(isEnabled(wider) && isEnabled(higher));
}

/// At large text, or in a small window.
void PanesTest::inLittleRoomAPanelIsOpenedAlone()
{
    WindowStage stage;
    QVERIFY(isReady(stage));
    stage.press(Qt::Key_2, Qt::AltModifier);
    QVERIFY(stage.table().isVisible());
    const int large = stage.window.height();
    const int line = stage.window.fontMetrics().lineSpacing();
    stage.window.resize(stage.window.width(), 20 * line);
    QTRY_VERIFY_WITH_TIMEOUT(stage.window.height() < large, kPatience);
    stage.press(Qt::Key_3, Qt::AltModifier);
    const auto& panels = *stage.window.findChild<BottomPanels*>();
    QVERIFY(!stage.table().isVisible());
    QCOMPARE(panels.currentIndex(), 2);
    QVERIFY(panels.isAncestorOf(stage.window.focusWidget()));
    stage.window.resize(stage.window.width(), large); // nobody has asked for it to be alone
    QTRY_VERIFY_WITH_TIMEOUT(stage.table().isVisible(), kPatience);
    QVERIFY(panels.isVisible());
    stage.window.resize(stage.window.width(), 20 * line);
    QTRY_VERIFY_WITH_TIMEOUT(stage.window.height() < large, kPatience);
    stage.press(Qt::Key_3, Qt::AltModifier);
    QVERIFY(!stage.table().isVisible());
    stage.press(Qt::Key_F10);
    QVERIFY(stage.table().isVisible() && !panels.isVisible());
    QCOMPARE(stage.window.focusWidget(), &stage.table());
}

/// Beside the table nothing could be read of them: a click on a tab gives that panel all the room.
void PanesTest::withoutRoomOnlyTheTabsOfThePanelsAreSeen()
{
    WindowStage stage;
    QVERIFY(isReady(stage));
    auto& panels = *stage.window.findChild<BottomPanels*>();
    QTabBar& tabs = *panels.tabBar();
    stage.window.resize(1280, 860);
    QTRY_VERIFY_WITH_TIMEOUT(panels.currentWidget()->isVisible() && panels.height() > 2 * tabs.height(), kPatience);
    const int before = panels.height();
    const auto back = qScopeGuard([&] { stage.trigger(QKeySequence(Qt::CTRL | Qt::Key_0)); });
    const auto isFolded = [&] { return !panels.currentWidget()->isVisible() && panels.height() < 2 * tabs.height(); };
    for (int step = 0; step < 20 && !isFolded(); ++step) {
        stage.trigger(QKeySequence(QKeySequence::ZoomIn));
        QCoreApplication::processEvents();
    }
    QTRY_VERIFY_WITH_TIMEOUT(isFolded(), kPatience);
    const auto& down = *stage.window.findChild<QSplitter*>(QStringLiteral("down"));
    QTRY_COMPARE_WITH_TIMEOUT(down.widget(0)->height() + down.handleWidth() + panels.height(), down.height(),
                              kPatience);
    QVERIFY(tabs.isVisible() && stage.table().isVisible());
    QTest::mouseClick(&tabs, Qt::LeftButton, {}, tabs.tabRect(1).center());
    QTRY_VERIFY_WITH_TIMEOUT(panels.currentWidget()->isVisible() && !stage.table().isVisible(), kPatience);
    QCOMPARE(panels.currentIndex(), 1);
    stage.press(Qt::Key_F10, Qt::ControlModifier);
    QTRY_VERIFY_WITH_TIMEOUT(isFolded() && stage.table().isVisible(), kPatience);
    stage.trigger(QKeySequence(Qt::CTRL | Qt::Key_0));
    QTRY_VERIFY_WITH_TIMEOUT(panels.currentWidget()->isVisible(), kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(panels.height(), before, kPatience);
}

/// The panels had most of the window, and would have all of it.
void PanesTest::largerTextLeavesRowsAboveThePanels()
{
    WindowStage stage;
    QVERIFY(isReady(stage));
    const auto back = qScopeGuard([&] { stage.trigger(QKeySequence(Qt::CTRL | Qt::Key_0)); });
    auto& down = *stage.window.findChild<QSplitter*>(QStringLiteral("down"));
    const auto& panels = *stage.window.findChild<BottomPanels*>();
    const auto rows = [&] {
        return stage.table().viewport()->height() / stage.table().verticalHeader()->defaultSectionSize();
    };
    stage.window.resize(1280, 1400);
    QTRY_VERIFY_WITH_TIMEOUT(panels.currentWidget()->isVisible() && down.height() > 1000, kPatience);
    down.setSizes({down.height() - 900, 900});
    const int before = panels.height();
    QVERIFY(before > 800);
    for (int step = 0; step < 12; ++step) {
        stage.trigger(QKeySequence(QKeySequence::ZoomIn));
        QCoreApplication::processEvents();
        QVERIFY(!stage.table().isVisible() || rows() >= 3);
    }
    stage.trigger(QKeySequence(Qt::CTRL | Qt::Key_0));
    QTRY_COMPARE_WITH_TIMEOUT(panels.height(), before, kPatience);
}

void PanesTest::keysOfALockAreReachedByKeys()
{
    WindowStage stage;
    QVERIFY(isReady(stage) && selectsALock(stage));
    stage.table().setFocus();
    stage.press(Qt::Key_F9); // hidden
    stage.press(Qt::Key_Y, Qt::ControlModifier | Qt::ShiftModifier);
    const auto& keys = *stage.window.findChild<KeysPanel*>();
    QTRY_VERIFY_WITH_TIMEOUT(keys.isVisible(), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(keys.findChild<QTreeView*>()->model()->rowCount() > 0, kPatience);
    stage.press(Qt::Key_K, Qt::ControlModifier | Qt::ShiftModifier);
    const QString command = QGuiApplication::clipboard()->text();
    QVERIFY2(command.contains(QStringLiteral("HGETALL")) && command.contains(QStringLiteral("orders:1")),
             qPrintable(command));

    QStringList offered;
    for (const ActionEntry& entry : collectActions(*stage.window.menuBar())) {
        if (entry.menu == QStringLiteral("Panels › Keys of the lock")) {
            offered << plainActionText(entry.action->text());
        }
    }
    QCOMPARE(offered, QStringList({QStringLiteral("Copy entry"), QStringLiteral("Copy the command"),
                                   QStringLiteral("Read the keys again")}));
}

void PanesTest::everyTableIsAsItWasAtTheNextStart()
{
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    Language language;
    std::map<QString, int> widths;
    {
        Session session(OwnWindow::options(folder));
        MainWindow window(session, settings, language);
        window.show();
        for (const TableColumns* columns : window.findChildren<TableColumns*>()) {
            QVERIFY(!columns->objectName().isEmpty());
            QVERIFY2(!widths.contains(columns->objectName()), qPrintable(columns->objectName()));
            QHeaderView& header = headerOf(*columns);
            const int column = freeColumn(header);
            QVERIFY2(column >= 0, qPrintable(columns->objectName()));
            const int width = header.sectionSize(column) + 37;
            header.resizeSection(column, width);
            widths[columns->objectName()] = width;
        }
        window.close();
    }
    QVERIFY2(widths.size() >= 13, qPrintable(QString::number(widths.size())));
    for (const char* splitter : {"across", "down", "holders", "findings", "clients", "wait-graph"}) {
        QVERIFY2(!settings.ofWindow().splitter(QString::fromLatin1(splitter)).isEmpty(), splitter);
    }
    Session session(OwnWindow::options(folder));
    MainWindow window(session, settings, language);
    window.show();
    for (const TableColumns* columns : window.findChildren<TableColumns*>()) {
        const QHeaderView& header = headerOf(*columns);
        const int wanted = widths[columns->objectName()];
        QTRY_VERIFY2(std::abs(header.sectionSize(freeColumn(header)) - wanted) <= 1,
                     qPrintable(columns->objectName())); // the text has its size a little later
    }
}

void PanesTest::theTabOfTheDetailIsAsItWasAtTheNextStart()
{
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    Language language;
    {
        Session session(OwnWindow::options(folder));
        MainWindow window(session, settings, language);
        window.show();
        QCOMPARE(window.findChild<DetailPanel*>()->tab(), 0);
        window.findChild<DetailPanel*>()->setTab(2);
        window.close();
    }
    {
        Session session(OwnWindow::options(folder));
        const MainWindow window(session, settings, language);
        QCOMPARE(window.findChild<DetailPanel*>()->tab(), 2);
    }
    WindowSettings kept = settings.ofWindow();
    WindowParts parts = kept.windowParts();
    parts.tab = 99; // of another version
    kept.setWindowParts(parts);
    Session session(OwnWindow::options(folder));
    const MainWindow window(session, settings, language);
    QCOMPARE(window.findChild<DetailPanel*>()->tab(), 0);
}

QTEST_MAIN(PanesTest)
#include "panes_test.moc"
