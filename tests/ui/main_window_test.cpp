// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/profile_dialog.hpp"
#include "contention/contention_panel.hpp"
#include "delegates/countdown_delegate.hpp"
#include "dialogs/force_release_dialog.hpp"
#include "lock_actions.hpp"
#include "panels/bottom_panels.hpp"
#include "panels/connection_banner.hpp"
#include "panels/detail_panel.hpp"
#include "panels/events_panel.hpp"
#include "panels/filter_field.hpp"
#include "panels/lock_header.hpp"
#include "panels/own_holds_panel.hpp"
#include "panels/status_strip.hpp"
#include "panels/tool_bar.hpp"
#include "panels/workspace.hpp"
#include "pausing.hpp"
#include "said_parts.hpp"
#include "text/words.hpp"
#include "trace/trace_panel.hpp"
#include "trace/trace_view.hpp"
#include "window_stage.hpp"

#include "lockscope/client.hpp"
#include "lockscope/reentrant_lock.hpp"

#include <QAction>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QToolButton>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

/// What a part of the window says.
template <typename Part>
QStringList textsOf(const QWidget& window)
{
    QStringList texts;
    for (const QLabel* label : window.findChild<Part*>()->template findChildren<QLabel*>()) {
        texts << label->text();
    }
    return texts;
}

template <typename Part>
QStringList buttonTexts(const QWidget& window)
{
    QStringList texts;
    for (const QToolButton* button : window.findChild<Part*>()->template findChildren<QToolButton*>()) {
        texts << button->text();
    }
    return texts;
}

const auto kAddress = QStringLiteral("redis://alice:secret@cache.example:6380");

/// @return whether somebody took it
bool drop(QWidget& target, const QString& text)
{
    QMimeData data;
    data.setText(text);
    QDragEnterEvent enter(target.rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&target, &enter);
    QDropEvent drop(target.rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&target, &drop);
    return enter.isAccepted();
}

} // namespace

class MainWindowTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void lockWrittenByOthersAppears();
    void hostileNameIsShownLiterally();
    void filterLeavesWhatMatches();
    void aLockInTheDetailThatIsFilteredOutIsMarked();
    void aClientIsFollowedWhateverTheQuickFilter();
    void clientsAreKnownByTheirNames();
    void selectionIsALockNotARow();
    void aChangeOfTheSelectedLockIsNoOtherSelection();
    void theDetailIsAboutTheLockThatActionsAreAbout();
    void aWindowThatIsAskedForKeepsItsSize();
    void lostConnectionKeepsTheRows();
    void whatASilentServerSaidLastIsAsOldAsThat();
    void aPauseIsSaidAndStandsStill();
    void whatWasStartedReadOnlyAsksNobodyToUnlock();
    void languageChangesLive();
    void badAddressComesBackWithASentence();
    void aMissingPasswordIsAskedForInItsField();
    void howManyLocksAreSelectedIsSaid();
    void whatIsSelectedStaysInSight();
    void whereNothingCanBeAcquiredIsSaidWhy();
    void aTraceKnowsTheLocksOfTheTable();
    void theLocksOfAGroupAreSelectedBelow();
    void theStripCountsTheRowsOfTheTable();
    void whatOneServerLostIsNotSaidOfTheNext();
    void eachServerHasItsThresholds();
    void whatNeedsAConnectionSaysSo();
    void anAddressThatIsDroppedOnAFieldIsTheWindows();
    void profilesAreImportedFromTheMenu();
    void noFieldTakesAnAddress();
    void aTextThatIsDroppedOnAFieldIsTheFields();
    void stateIsKept();
    void actionsAreForWhatTheDetailShows();
    void aNumberOfTheStripFilters();
    void aContendedPrefixFilters();
};

void MainWindowTest::initTestCase()
{
    initResources();
}

/// Who typed the address is where the password goes.
void MainWindowTest::aMissingPasswordIsAskedForInItsField()
{
    WindowStage stage(WindowStage::Start::disconnected);
    stage.redis.expect({"CONFIG", "SET", "requirepass", "geheim"});
    auto* address = stage.window.findChild<QLineEdit*>(QStringLiteral("address"));
    auto* password = stage.window.findChild<QLineEdit*>(QStringLiteral("password"));
    address->setFocus();
    stage.type(QString::fromStdString(stage.sandbox.endpoint().uri_without_password()));
    stage.press(Qt::Key_Return);
    QTRY_VERIFY(says(stage.window, QStringLiteral("The server wants a password")));
    QTRY_COMPARE(stage.window.focusWidget(), password);
    stage.type(QStringLiteral("geheim"));
    stage.press(Qt::Key_Return);
    QTRY_VERIFY(stage.connected());
}

/// The filter has come to leave it out, so that no row is selected; at the detail, what can be done is still about what
/// is seen there.
void MainWindowTest::actionsAreForWhatTheDetailShows()
{
    WindowStage stage;
    stage.hold("a", alice);
    stage.hold("b", bob);
    QTRY_COMPARE(stage.model().rowCount(), 2);
    stage.session.setAdminMode(Session::AdminMode::admin);
    stage.window.selectLock("a");
    QTRY_VERIFY(stage.selected("a"));
    stage.window.setFilterText(QStringLiteral("name:b"));
    QTRY_COMPARE(stage.model().rowCount(), 1);
    QVERIFY(stage.table().selectedLocks().empty());
    const auto& actions = *stage.window.findChild<LockActions*>();
    QVERIFY(actions.selection().empty());
    QVERIFY(stage.backInWindow());
    buttonWith<QToolButton>(*stage.window.findChild<LockHeader*>(), QStringLiteral("Actions"))->setFocus();
    QCOMPARE(actions.selection().size(), std::size_t{1});
    QCOMPARE(actions.selection().front()->name, std::string("a"));
    actions.forceRelease->trigger();
    const auto* dialog = stage.window.findChild<ForceReleaseDialog*>();
    QVERIFY(dialog != nullptr && dialog->lock()->name == "a");
    QVERIFY2(says(*dialog, QStringLiteral("on ") + stage.session.serverName()), qPrintable(stage.session.serverName()));
}

void MainWindowTest::aContendedPrefixFilters()
{
    WindowStage stage;
    stage.hold("orders:1", alice);
    stage.hold("bills:1", bob);
    QTRY_COMPARE(stage.model().rowCount(), 2);
    emit stage.window.findChild<ContentionPanel*>()->filterRequested(QStringLiteral("name:orders:*"));
    QTRY_COMPARE(stage.model().rowCount(), 1);
    QVERIFY(stage.model().rowOf("orders:1") >= 0);
}

void MainWindowTest::aNumberOfTheStripFilters()
{
    WindowStage stage;
    stage.hold("a", alice);
    QTRY_COMPARE(stage.model().rowCount(), 1);
    emit stage.window.findChild<StatusStrip*>()->quickFilterRequested(QuickFilter::stuck);
    QTRY_COMPARE(stage.model().rowCount(), 0);
    emit stage.window.findChild<StatusStrip*>()->quickFilterRequested(QuickFilter::all);
    QTRY_COMPARE(stage.model().rowCount(), 1);
}

/// The detail shows one of them.
void MainWindowTest::howManyLocksAreSelectedIsSaid()
{
    WindowStage stage;
    stage.hold("a", alice);
    stage.hold("b", bob);
    QTRY_COMPARE(stage.model().rowCount(), 2);
    const auto shown = [&] {
        const auto* strip = stage.window.findChild<StatusStrip*>();
        for (const QLabel* label : strip->findChildren<QLabel*>()) {
            if (label->isVisible() && label->text() == QStringLiteral("selected")) {
                return label->parentWidget()->findChild<QLabel*>()->text();
            }
        }
        return QString();
    };
    stage.window.selectLock("a");
    QTRY_VERIFY(stage.selected("a"));
    QCOMPARE(shown(), QString());
    stage.table().selectAll();
    QTRY_COMPARE(shown(), QStringLiteral("2"));
    stage.table().clearSelection();
    QTRY_COMPARE(shown(), QString());
}

/// A bar above the table takes room from it.
void MainWindowTest::whatIsSelectedStaysInSight()
{
    WindowStage stage;
    stage.window.resize(1200, 900);
    for (int i = 0; i < 60; ++i) {
        stage.hold("lock:" + std::to_string(100 + i), alice);
    }
    QTRY_COMPARE(stage.model().rowCount(), 60);
    LockTable& table = stage.table();
    const QModelIndex last = table.indexAt(QPoint(5, table.viewport()->height() - table.rowHeight(0)));
    QVERIFY(last.isValid());
    table.setCurrentIndex(last);
    const int height = table.viewport()->height();
    stage.window.resize(1200, 760);
    QTRY_VERIFY(table.viewport()->height() < height);
    QTRY_VERIFY(table.viewport()->rect().contains(table.visualRect(table.currentIndex())));
}

void MainWindowTest::whereNothingCanBeAcquiredIsSaidWhy()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    const auto* holds = stage.window.findChild<OwnHoldsPanel*>();
    QTRY_VERIFY(says(*holds, QStringLiteral("Actions have to be unlocked first")));
    stage.session.setAdminMode(Session::AdminMode::admin);
    QTRY_VERIFY(!says(*holds, QStringLiteral("Actions have to be unlocked first")));
}

void MainWindowTest::lockWrittenByOthersAppears()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.hold("orders:42", alice, 2);
    QTRY_COMPARE(stage.cell("orders:42", LockColumn::holder), QStringLiteral("9f45…e1:57"));
    QCOMPARE(stage.cell("orders:42", LockColumn::count), QStringLiteral("2"));
    QVERIFY(!stage.cell("orders:42", LockColumn::ttl).isEmpty());
    stage.redis.expect({"DEL", "orders:42"});
    QTRY_VERIFY(stage.model().find("orders:42") == nullptr);
}

void MainWindowTest::hostileNameIsShownLiterally()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    const std::string name = "<img src=x>\n\xe2\x80\xae&%1\xff";
    stage.hold(name, alice);
    QTRY_COMPARE(stage.cell(name, LockColumn::name), QStringLiteral("<img src=x>\\x0a\\xe2\\x80\\xae&%1\\xff"));
    stage.window.selectLock(name);
    stage.session.setAdminMode(Session::AdminMode::admin);
    QTRY_VERIFY(stage.selected(name));
    ForceReleaseDialog* dialog = new ForceReleaseDialog(stage.session, stage.table().selectedLock(), &stage.window);
    QVERIFY(says(*dialog, QStringLiteral("Releases <img src=x>\\x0a\\xe2\\x80\\xae&%1\\xff, held by 9f45…e1:57")));
    for (const QLabel* label : dialog->findChildren<QLabel*>()) {
        QVERIFY(label->textFormat() == Qt::PlainText || !label->text().contains(QLatin1Char('<')));
    }
    delete dialog;
}

void MainWindowTest::filterLeavesWhatMatches()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.hold("orders:1", alice);
    stage.hold("bills:1", bob);
    QTRY_COMPARE(stage.model().rowCount(), 2);
    stage.window.setFilterText(QStringLiteral("holder:77c0"));
    QCOMPARE(stage.model().rowCount(), 1);
    stage.window.setFilterText(QStringLiteral("holder:77c0 type:nonsense"));
    QVERIFY(says(stage.window, QStringLiteral("There is no type “nonsense”")));
    QVERIFY(says(stage.window, QStringLiteral("the filter does without it")));
    QCOMPARE(stage.model().rowCount(), 1);
    stage.window.setFilterText(QStringLiteral("holder:77c0 waiters > 3"));
    QVERIFY(says(stage.window, QStringLiteral("the rows stay as they are")));
    QCOMPARE(stage.model().rowCount(), 1);
    stage.window.setFilterText(QString());
    QCOMPARE(stage.model().rowCount(), 2);
}

/// The detail keeps its lock, and no action is for it.
void MainWindowTest::aLockInTheDetailThatIsFilteredOutIsMarked()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.hold("orders:1", alice);
    stage.hold("bills:1", bob);
    QTRY_COMPARE(stage.model().rowCount(), 2);
    stage.window.selectLock("orders:1");
    QTRY_VERIFY(stage.selected("orders:1"));
    const auto isMarked = [&] { return shows(stage.window, QStringLiteral("The filter leaves this lock out")); };
    QVERIFY(!isMarked());
    stage.window.setFilterText(QStringLiteral("bills"));
    QTRY_VERIFY(isMarked());
    stage.window.setFilterText(QString());
    QTRY_VERIFY(!isMarked());
}

/// Whoever came by way of Stuck or Contended wants to see everything of a client.
void MainWindowTest::aClientIsFollowedWhateverTheQuickFilter()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.hold("orders:1", alice);
    stage.hold("bills:1", alice);
    stage.hold("bills:2", bob);
    QTRY_COMPARE(stage.model().rowCount(), 3);
    stage.press(Qt::Key_3, Qt::ControlModifier); // contended
    QCOMPARE(stage.model().rowCount(), 0);
    emit stage.window.findChild<Workspace*>()->followRequested(QStringLiteral("client:")
                                                               + QString::fromStdString(alice));
    QCOMPARE(stage.model().rowCount(), 2);
    stage.press(Qt::Key_3, Qt::ControlModifier);
    QCOMPARE(stage.model().rowCount(), 0); // the text has stayed
}

void MainWindowTest::clientsAreKnownByTheirNames()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.hold("orders:1", alice);
    QTRY_COMPARE(stage.model().rowCount(), 1);
    stage.window.setFilterText(QStringLiteral("client:pay-07"));
    QCOMPARE(stage.model().rowCount(), 0);
    ClientOptions options;
    options.name = "pay-07";
    Client pay(stage.sandbox.endpoint(), options);
    ReentrantLock lock = pay.reentrant_lock("bills:1");
    lock.lock();
    // Redis is asked for names some time after the lock is seen; the filter is worked out again by itself.
    QTRY_VERIFY_WITH_TIMEOUT(stage.cell("bills:1", LockColumn::holder).endsWith(QStringLiteral(" (pay-07)")), 60'000);
    QCOMPARE(stage.model().rowCount(), 1);
    lock.unlock();
}

void MainWindowTest::selectionIsALockNotARow()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.hold("a", alice);
    stage.hold("b", alice);
    stage.hold("c", alice);
    QTRY_COMPARE(stage.model().rowCount(), 3);
    stage.window.selectLock("b");
    QVERIFY(stage.selected("b"));
    stage.redis.expect({"DEL", "b"});
    QTRY_VERIFY(stage.model().find("b") == nullptr);
    QVERIFY(stage.table().selectedLock() == nullptr);
    stage.hold("b", bob);
    QTRY_VERIFY(stage.selected("b"));
}

/// Or each change would go through all that are selected.
void MainWindowTest::aChangeOfTheSelectedLockIsNoOtherSelection()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.hold("a", alice);
    QTRY_COMPARE(stage.model().rowCount(), 1);
    stage.window.selectLock("a");
    QVERIFY(stage.selected("a"));
    const QSignalSpy moved(stage.window.findChild<Workspace*>(), &Workspace::selectionMoved);
    stage.hold("a", alice, 2);
    QTRY_COMPARE(stage.cell("a", LockColumn::count), QStringLiteral("2"));
    QCOMPARE(moved.size(), 0);
}

/// Ctrl with an arrow key goes to another lock and selects none.
void MainWindowTest::theDetailIsAboutTheLockThatActionsAreAbout()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.hold("a", alice);
    stage.hold("b", alice);
    QTRY_COMPARE(stage.model().rowCount(), 2);
    stage.window.selectLock("a");
    QVERIFY(stage.selected("a"));
    QTest::keyClick(&stage.table(), Qt::Key_Down, Qt::ControlModifier);
    QCOMPARE(stage.table().currentIndex().row(), stage.model().rowOf("b"));
    const auto* actions = stage.window.findChild<LockActions*>();
    QCOMPARE(actions->selection().size(), std::size_t(1));
    QCOMPARE(actions->selection().front()->name, std::string("a"));
    QCOMPARE(stage.window.findChild<DetailPanel*>()->lock()->name, std::string("a"));
    stage.trigger(Qt::CTRL | Qt::SHIFT | Qt::Key_C);
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("a"));
    QTest::keyClick(&stage.table(), Qt::Key_Space, Qt::ControlModifier); // of two, the current one
    QCOMPARE(actions->selection().size(), std::size_t(2));
    QCOMPARE(stage.window.findChild<DetailPanel*>()->lock()->name, std::string("b"));

    auto& events = *stage.window.findChild<EventsPanel*>();
    LockEvent event;
    for (const char* lock : {"a", "b"}) {
        event.lock = lock;
        events.append({event});
    }
    events.actions().front()->trigger(); // only this lock
    const std::vector<EventRow> shown = events.shownEvents();
    QVERIFY(!shown.empty());
    for (const EventRow& row : shown) {
        QCOMPARE(row.lock, std::string("b"));
    }
}

void MainWindowTest::aWindowThatIsAskedForKeepsItsSize()
{
    WindowStage stage(WindowStage::Start::disconnected);
    stage.window.showMaximized();
    emit stage.window.findChild<Workspace*>()->windowRequested();
    QVERIFY(stage.window.isMaximized());
    stage.window.setWindowState(stage.window.windowState() | Qt::WindowMinimized);
    emit stage.window.findChild<Workspace*>()->windowRequested();
    QVERIFY(!stage.window.isMinimized());
    QVERIFY(stage.window.isMaximized());
}

/// Its silence is noticed seconds later.
void MainWindowTest::whatASilentServerSaidLastIsAsOldAsThat()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.hold("a", alice);
    QTRY_COMPARE(stage.model().rowCount(), 1);
    stage.sandbox.pause_server();
    const auto paused = std::chrono::steady_clock::now();
    QTRY_VERIFY(stage.session.shownTime().standstill());
    QVERIFY(stage.session.shownTime().standstill()->now <= paused);
    stage.sandbox.resume_server();
    QTRY_VERIFY_WITH_TIMEOUT(!stage.session.shownTime().standstill(), 20'000);
}

void MainWindowTest::lostConnectionKeepsTheRows()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.hold("a", alice);
    QTRY_COMPARE(stage.model().rowCount(), 1);
    stage.sandbox.kill_server();
    QTRY_VERIFY(stage.session.status().link == MonitorStatus::Link::lost);
    QTRY_VERIFY(says(stage.window, QStringLiteral("The connection is lost")));
    QCOMPARE(stage.model().rowCount(), 1);
    QVERIFY(stage.model().index(0, 0).data(kPastRole).isValid());
    const QString left = stage.cell("a", LockColumn::ttl);
    const QStringList age = textsOf<ConnectionBanner>(stage.window);
    QTRY_VERIFY(textsOf<ConnectionBanner>(stage.window) != age); // What is seen gets older,
    QCOMPARE(stage.cell("a", LockColumn::ttl), left);            // and is what was seen last.
    stage.sandbox.restart();
    QTRY_VERIFY_WITH_TIMEOUT(stage.session.status().link == MonitorStatus::Link::live, 20'000);
}

void MainWindowTest::aPauseIsSaidAndStandsStill()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.hold("a", alice);
    QTRY_COMPARE(stage.model().rowCount(), 1);
    stage.window.selectLock("a");
    QTRY_VERIFY(stage.selected("a"));
    QTRY_COMPARE(stage.session.status().link, MonitorStatus::Link::live);
    auto& banner = *stage.window.findChild<ConnectionBanner*>();
    QVERIFY(!banner.isVisible());
    const QSignalSpy statuses(&stage.session, &Session::statusChanged);
    stage.session.pause();
    QVERIFY(banner.isVisible());
    QVERIFY(says(banner, QStringLiteral("Paused: what you see is")));
    QVERIFY(textsOf<StatusStrip>(stage.window).contains(QStringLiteral("paused")));
    QVERIFY(buttonTexts<ToolBar>(stage.window).filter(QStringLiteral("· paused")).size() == 1);
    QVERIFY(stage.model().index(0, 0).data(kPastRole).isValid());

    QTRY_VERIFY(statuses.size() > 2); // The monitor has paused, too, and what was under way has arrived.
    QVERIFY(stage.tipOf(Qt::Key_F5).contains(QStringLiteral("Nothing is read")));
    const QString left = stage.cell("a", LockColumn::ttl);
    const QString held = stage.cell("a", LockColumn::heldFor);
    const QStringList facts = textsOf<LockHeader>(stage.window);
    const QStringList age = textsOf<ConnectionBanner>(stage.window);
    QTRY_VERIFY(textsOf<ConnectionBanner>(stage.window) != age);
    QCOMPARE(stage.cell("a", LockColumn::ttl), left);
    QCOMPARE(stage.cell("a", LockColumn::heldFor), held);
    QCOMPARE(textsOf<LockHeader>(stage.window), facts);

    QList<QToolButton*> buttons = banner.findChildren<QToolButton*>();
    buttons.removeIf([](const QToolButton* button) { return !button->isVisible(); });
    QCOMPARE(buttons.size(), 1);
    QTest::mouseClick(buttons.front(), Qt::LeftButton);
    QVERIFY(!stage.session.isPaused());
    QVERIFY(!banner.isVisible());
    QVERIFY(buttonTexts<ToolBar>(stage.window).filter(QStringLiteral("· live")).size() == 1);
    QTRY_VERIFY(stage.cell("a", LockColumn::heldFor) != held);
}

void MainWindowTest::whatWasStartedReadOnlyAsksNobodyToUnlock()
{
    SessionOptions options;
    options.admin = SessionOptions::Admin::forbidden;
    WindowStage stage(WindowStage::Start::connected, options);
    QTRY_VERIFY(stage.connected());
    stage.hold("a", alice);
    QTRY_COMPARE(stage.model().rowCount(), 1);
    stage.window.selectLock("a");
    const QString why = QStringLiteral("This program was started read-only");
    QVERIFY(stage.tipOf(Qt::CTRL | Qt::Key_Delete).contains(why));
    QVERIFY(stage.tipOf(Qt::CTRL | Qt::SHIFT | Qt::Key_U).contains(why));
    QVERIFY(stage.window.findChild<ToolBar*>()->adminButton()->toolTip().contains(why));
    QStringList tips;
    for (const QAction* action : stage.window.findChildren<QAction*>()) {
        tips << action->toolTip();
    }
    for (const QWidget* widget : stage.window.findChildren<QWidget*>()) {
        tips << widget->toolTip();
    }
    const QStringList wrong = tips.filter(QStringLiteral("unlock"), Qt::CaseInsensitive);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    stage.window.useLanguage(QStringLiteral("zh_CN"));
    QTRY_VERIFY(stage.tipOf(Qt::CTRL | Qt::SHIFT | Qt::Key_U).contains(QStringLiteral("只读")));
    stage.window.useLanguage(QStringLiteral("en"));
}

void MainWindowTest::languageChangesLive()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    const auto header = [&] {
        return stage.model()
            .headerData(static_cast<int>(LockColumn::holder), Qt::Horizontal, Qt::DisplayRole)
            .toString();
    };
    stage.window.useLanguage(QStringLiteral("zh_CN"));
    QCOMPARE(header(), QStringLiteral("持有者"));
    stage.window.useLanguage(QStringLiteral("en"));
    QCOMPARE(header(), QStringLiteral("Holder"));
}

void MainWindowTest::badAddressComesBackWithASentence()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    QSignalSpy failed(&stage.session, &Session::connectFailed);
    stage.session.connectTo(Endpoint::parse("unix:///nowhere/redis.sock"));
    QTRY_COMPARE(failed.size(), 1);
    QCOMPARE(stage.session.state(), Session::State::disconnected);
    QVERIFY(says(stage.window, failed.first().first().toString()));
}

/// A deletion says nothing about a lock but its name.
void MainWindowTest::aTraceKnowsTheLocksOfTheTable()
{
    WindowStage stage;
    stage.hold("orders:7", alice);
    QTRY_VERIFY(stage.model().rowOf("orders:7") >= 0);
    auto* panel = stage.window.findChild<TracePanel*>();
    panel->trace().start({});
    QTRY_COMPARE(panel->trace().status().state, TraceStatus::State::running);
    stage.redis.expect({"DEL", "nothing:7"});
    stage.redis.expect({"DEL", "orders:7"});
    const TraceModel& model = panel->view().model();
    QTRY_VERIFY(model.rowCount() > 0);
    QCOMPARE(model.commandAt(0).role, TraceCommand::Role::remove);
    QCOMPARE(model.commandAt(0).locks, std::vector<std::string>{"orders:7"});
}

void MainWindowTest::theLocksOfAGroupAreSelectedBelow()
{
    WindowStage stage;
    stage.hold("orders:1", alice);
    stage.hold("orders:2", alice);
    QTRY_COMPARE(stage.model().total(), std::size_t{2});
    stage.table().setGrouping(Grouping::byFirstPart);
    QTRY_VERIFY(stage.model().isGroup(0));
    const QAction* onlyThis = stage.window.findChild<TracePanel*>()->view().onlyThisAction();
    QVERIFY(!onlyThis->isEnabled());
    stage.table().selectRow(0);
    QTRY_VERIFY(onlyThis->isEnabled());
}

void MainWindowTest::theStripCountsTheRowsOfTheTable()
{
    WindowStage stage;
    QTRY_VERIFY(stage.session.status().scan_rounds > 0); // until then, it says at least how many
    int compared = 0;
    QStringList contradictions;
    connect(&stage.session, &Session::batchArrived, this, [&] { // after the window, which has listened for longer
        const QString said = textsOf<StatusStrip>(stage.window).value(0);
        const QString listed = QLocale().toString(stage.model().total());
        ++compared;
        if (said != listed) {
            contradictions += said + QStringLiteral(" for ") + listed;
        }
    });
    for (int i = 0; i < 20; ++i) {
        stage.hold("orders:" + std::to_string(i), alice);
        QTRY_COMPARE(stage.model().total(), static_cast<std::size_t>(i + 1));
    }
    QVERIFY(compared >= 20);
    QCOMPARE(contradictions, QStringList());
}

void MainWindowTest::whatOneServerLostIsNotSaidOfTheNext()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    auto& strip = *stage.window.findChild<StatusStrip*>();
    strip.noteLostEvents();
    QVERIFY(says(strip, QStringLiteral("some events were lost")));
    stage.session.connectTo(stage.sandbox.endpoint());
    QVERIFY(!says(strip, QStringLiteral("some events were lost")));
}

/// In the rows, the filters, the detail and the countdowns alike.
void MainWindowTest::eachServerHasItsThresholds()
{
    WindowStage stage;
    stage.hold("orders:42", alice, 1, 600'000);
    const auto condition = [&] {
        const int row = stage.model().rowOf("orders:42");
        return row < 0 ? -1 : stage.model().index(row, 0).data(static_cast<int>(LockRole::condition)).toInt();
    };
    QTRY_COMPARE(condition(), static_cast<int>(LockCondition::held));

    ConnectionSettings strict;
    strict.monitor.emplace();
    strict.monitor->thresholds.stuck_after = std::chrono::milliseconds(1);
    strict.monitor->thresholds.expiring_fraction = 0.75;
    stage.session.connectTo(stage.sandbox.endpoint(), strict);
    QTRY_COMPARE(condition(), static_cast<int>(LockCondition::stuck));
    stage.window.selectLock("orders:42");
    QTRY_VERIFY(stage.selected("orders:42"));
    QVERIFY(says(*stage.window.findChild<LockHeader*>(), conditionText(LockCondition::stuck)));
    stage.window.setFilterText(QStringLiteral("state:stuck"));
    QTRY_COMPARE(stage.model().rowCount(), 1);
    const auto countdowns = stage.window.findChildren<CountdownDelegate*>();
    QVERIFY(countdowns.size() >= 4);
    for (const CountdownDelegate* each : countdowns) {
        QCOMPARE(each->thresholds().expiring_fraction, 0.75);
    }

    stage.window.setFilterText({});
    stage.session.connectTo(stage.sandbox.endpoint());
    QTRY_COMPARE(condition(), static_cast<int>(LockCondition::held));
}

/// In the menus and in the palette.
void MainWindowTest::whatNeedsAConnectionSaysSo()
{
    WindowStage stage(WindowStage::Start::disconnected);
    const QString why = QStringLiteral("There is no connection.");
    const LockTable& table = stage.table();
    const QList<QAction*> actions = table.groupActions() + table.sortActions() + table.columnActions()
                                  + stage.window.findChild<BottomPanels*>()->openActions();
    const auto allSaySo = [&] {
        return std::all_of(actions.begin(), actions.end(),
                           [&](const QAction* action) { return !action->isEnabled() && action->toolTip() == why; });
    };
    const auto noneSaysSo = [&] {
        return std::none_of(actions.begin(), actions.end(),
                            [&](const QAction* action) { return action->toolTip() == why; });
    };
    const QList<QKeySequence> keys{Qt::CTRL | Qt::Key_F, Qt::CTRL | Qt::SHIFT | Qt::Key_F, Qt::CTRL | Qt::Key_2};
    QVERIFY(allSaySo());
    for (const QKeySequence& each : keys) {
        QCOMPARE(stage.tipOf(each), why);
    }
    stage.session.connectTo(stage.sandbox.endpoint());
    QTRY_VERIFY(stage.connected());
    QVERIFY(noneSaysSo());
    for (const QKeySequence& each : keys) {
        QVERIFY(stage.tipOf(each) != why);
    }
    const QAction* grouping = table.groupActions().first();
    QVERIFY(grouping->isEnabled());
    QVERIFY(grouping->toolTip().startsWith(QLatin1String("One row for all locks")));
    // As the table wants it: without its name nobody knows a lock.
    QVERIFY(!table.columnActions().at(static_cast<int>(LockColumn::name))->isEnabled());
    stage.session.close();
    QVERIFY(allSaySo());
}

void MainWindowTest::anAddressThatIsDroppedOnAFieldIsTheWindows()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    auto* field = stage.window.findChild<FilterField*>();
    QVERIFY(drop(*field, kAddress));
    QCOMPARE(field->text(), QString());
    QVERIFY(qobject_cast<ProfileDialog*>(WindowStage::dialog()));
}

/// The menus are what the palette offers, and what the keyboard reaches.
void MainWindowTest::profilesAreImportedFromTheMenu()
{
    WindowStage stage(WindowStage::Start::disconnected);
    const auto action = [&stage](const char* text) -> QAction* {
        for (const QMenu* menu : stage.window.findChildren<QMenu*>()) {
            for (QAction* each : menu->actions()) {
                if (menu->title().remove(QLatin1Char('&')) == QLatin1String("Profiles")
                    && each->text().remove(QLatin1Char('&')) == QString::fromUtf8(text)) {
                    return each;
                }
            }
        }
        return nullptr;
    };
    for (const char* text : {"New profile from a Redisson file…", "Import profiles…"}) {
        QAction* each = action(text);
        QVERIFY2(each, text);
        each->trigger();
        QTRY_VERIFY2(qobject_cast<QFileDialog*>(WindowStage::dialog()), text);
        delete WindowStage::dialog();
    }
    QVERIFY(action("Export profiles…"));
    QVERIFY(!action("Export profiles…")->isEnabled()); // there is none
}

void MainWindowTest::noFieldTakesAnAddress()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    for (QLineEdit* each : stage.window.findChildren<QLineEdit*>()) {
        const QString before = each->text();
        drop(*each, kAddress);
        QVERIFY2(each->text() == before, qPrintable(each->accessibleName()));
        delete WindowStage::dialog();
    }
}

void MainWindowTest::aTextThatIsDroppedOnAFieldIsTheFields()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    auto* field = stage.window.findChild<FilterField*>();
    QVERIFY(drop(*field, QStringLiteral("orders")));
    QCOMPARE(field->text(), QStringLiteral("orders"));
    QVERIFY(!WindowStage::dialog());
}

void MainWindowTest::stateIsKept()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("settings.ini"));
    const int mode = static_cast<int>(LockColumn::mode);
    const QList<QKeySequence> changing{Qt::ALT | Qt::Key_3, Qt::Key_F9, Qt::Key_F10, Qt::CTRL | Qt::Key_G,
                                       Qt::CTRL | Qt::Key_4};
    const auto actionOf = [](const MainWindow& window, const QKeySequence& keys) {
        const QList<QAction*> actions = window.findChildren<QAction*>();
        return *std::find_if(actions.begin(), actions.end(),
                             [&](const QAction* action) { return action->shortcuts().contains(keys); });
    };
    {
        const Sandbox sandbox;
        Settings settings(file);
        Language language;
        Session session(WindowStage::options(folder));
        MainWindow window(session, settings, language);
        window.show();
        session.connectTo(sandbox.endpoint());
        QTRY_COMPARE(session.state(), Session::State::connected);
        window.findChild<LockTable*>()->setColumnHidden(mode, true);
        window.findChild<LockTable*>()->setGroupDepth(Grouping::byTwoParts);
        for (const QKeySequence& keys : changing) {
            actionOf(window, keys)->trigger();
        }
        window.close();
    }
    Settings settings(file);
    Language language;
    Session session(WindowStage::options(folder));
    const MainWindow window(session, settings, language);
    QVERIFY(window.findChild<LockTable*>()->isColumnHidden(mode));
    QVERIFY(window.findChild<DetailPanel*>()->isHidden());
    QCOMPARE(window.findChild<BottomPanels*>()->currentIndex(), 2);
    QVERIFY(window.findChild<BottomPanels*>()->isHidden());
    QCOMPARE(window.findChild<LockTableModel*>()->grouping(), Grouping::byTwoParts);
    QVERIFY(actionOf(window, QKeySequence(Qt::CTRL | Qt::Key_4))->isChecked());
}

QTEST_MAIN(MainWindowTest)
#include "main_window_test.moc"
