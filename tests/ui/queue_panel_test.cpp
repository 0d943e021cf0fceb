// SPDX-License-Identifier: GPL-3.0-or-later
#include "delegates/cell_delegate.hpp"
#include "dialogs/destructive_dialog.hpp"
#include "dialogs/evict_waiter_dialog.hpp"
#include "dialogs/repair_queue_dialog.hpp"
#include "lock_states.hpp"
#include "panels/queue_panel.hpp"
#include "panels/table_page.hpp"
#include "pausing.hpp"
#include "said_parts.hpp"
#include "session/session.hpp"
#include "theme/theme.hpp"

#include "support/redis_client.hpp"
#include "support/subscriber.hpp"

#include "lockscope/monitor.hpp"
#include "lockscope/sandbox.hpp"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QStyle>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <functional>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;
using test::buttonWith;
using test::RedisClient;
using test::says;
using test::Subscriber;

namespace {

const std::string kQueue = "redisson_lock_queue:{f}";
const std::string kDeadlines = "redisson_lock_timeout:{f}";
const std::string kBobWaits = kBob + ":3";
const std::string kCarolWaits = kCarol + ":12";

std::string channelOf(const std::string& waiter)
{
    return "redisson_lock__channel:{f}:" + waiter;
}

/// What is done to a lock.
using Act = std::function<void(Session&, const LockState&)>;

void giveReason(const QWidget& dialog)
{
    QTest::keyClicks(dialog.findChild<QLineEdit*>(), QStringLiteral("its client died"));
}

} // namespace

class QueuePanelTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void actionsNeedAdminModeAFairLockAndSomethingToDo();
    void anotherSelectionIsAnotherWaiter();
    void evictShowsTheFactsAndWhatHappened();
    void evictSaysWhatIsSoNow();
    void whoIsAliveNeedsATick();
    void anIdIsShownWhole();
    void twoWaitersOfOneClientAreToldApartInLittleRoom();
    void whatNothingIsKnownOfTakesNoRoom();
    void columnsAreAsWideAsWhatTheyShow();
    void aGhostThatComesBackIsNotEvicted();
    void whoTurnsOutToBeMappedIsLeftAlone_data();
    void whoTurnsOutToBeMappedIsLeftAlone();
    void repairShowsTheFactsAndWhatHappened();
    void repairDoesNothingIfTheQueueChangedAfterOpening();
    void repairDoesNothingIfTheQueueChangedUnseen();
    void whoIsTakenOutByAnActionDidNotLeave_data();
    void whoIsTakenOutByAnActionDidNotLeave();
    void whoIsKnownToBeDeadIsNotForgotten();
    void hostileOwnersStayPlainText();
    void theDialogsNameClientsAsTheListDoes();

private:
    QAction* evict() const { return m_panel->queueActions().front(); }
    QAction* repair() const { return m_panel->findChildren<QToolButton*>().back()->defaultAction(); }
    void select(int row) { m_panel->page().table().selectRow(row); }
    void queue(const std::string& owner, std::int64_t secondsLeft)
    {
        const std::int64_t now = std::stoll(m_redis->list({"TIME"}).front());
        m_redis->expect({"RPUSH", kQueue, owner});
        m_redis->expect({"ZADD", kDeadlines, std::to_string((now + secondsLeft) * 1000), owner});
    }
    std::vector<std::string> queued() { return m_redis->list({"LRANGE", kQueue, "0", "-1"}); }
    /// As the window shows it after a while: who is silent is known to be dead.
    LockStatePtr look()
    {
        LockState state = read_lock(*m_client, "f").value();
        for (Waiter& waiter : state.waiters) {
            waiter.stale = waiter.stale || waiter.subscribed == false;
        }
        return shared(state);
    }
    /// The session's news, as they come from the monitor.
    void tell(const LockStatePtr& state)
    {
        MonitorBatch batch;
        batch.changes.push_back({LockChange::Kind::changed, state});
        emit m_session->batchArrived(std::make_shared<const MonitorBatch>(std::move(batch)));
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Sandbox> m_sandbox;
    std::unique_ptr<RedisClient> m_redis;
    std::unique_ptr<Client> m_client;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<QueuePanel> m_panel;
};

void QueuePanelTest::initTestCase()
{
    applyTheme(*qApp, ThemeChoice::light);
}

void QueuePanelTest::init()
{
    m_sandbox = std::make_unique<Sandbox>();
    m_redis = std::make_unique<RedisClient>(m_sandbox->endpoint());
    m_client = std::make_unique<Client>(m_sandbox->endpoint());
    SessionOptions options;
    options.auditFile = m_folder.filePath(QStringLiteral("audit.jsonl")).toStdString();
    m_session = std::make_unique<Session>(options);
    m_panel = std::make_unique<QueuePanel>(m_session.get());
    m_panel->resize(420, 400);
    m_panel->show();
    m_session->connectTo(m_sandbox->endpoint());
    QTRY_COMPARE(m_session->state(), Session::State::connected);
}

void QueuePanelTest::cleanup()
{
    m_panel.reset();
    m_session.reset();
    m_client.reset();
    m_redis.reset();
    m_sandbox.reset();
}

void QueuePanelTest::actionsNeedAdminModeAFairLockAndSomethingToDo()
{
    const LockState fair = fairLock("f"); // Its last waiter is dead.
    m_panel->setLock(shared(fair), {});
    select(0);
    QVERIFY(!evict()->isEnabled() && !repair()->isEnabled());
    QVERIFY(evict()->toolTip().contains(QLatin1String("read-only")));
    QVERIFY(repair()->toolTip().contains(QLatin1String("read-only")));

    m_session->setAdminMode(Session::AdminMode::admin);
    QVERIFY(evict()->isEnabled() && repair()->isEnabled());
    QVERIFY(!evict()->toolTip().contains(QLatin1String("read-only")));
    m_panel->page().table().clearSelection();
    QVERIFY(!evict()->isEnabled() && repair()->isEnabled());
    QVERIFY(evict()->toolTip().contains(QLatin1String("Select one waiter")));

    LockState whole = fair;
    whole.waiters.pop_back();
    whole.waiters_total = 2;
    m_panel->setLock(shared(whole), {});
    select(1);
    QVERIFY(evict()->isEnabled() && !repair()->isEnabled());
    QVERIFY(repair()->toolTip().contains(QLatin1String("Nothing is wrong")));

    LockState stray = whole;
    stray.strays = {waiter(kAlice, 9, 5)};
    m_panel->setLock(shared(stray), {});
    QVERIFY(repair()->isEnabled());

    LockState mapped = stray;
    mapped.waiters.front().mapped = true; // who lives cannot be seen from here
    m_panel->setLock(shared(mapped), {});
    select(1);
    QVERIFY(!evict()->isEnabled() && !repair()->isEnabled());
    QVERIFY(evict()->toolTip().contains(QLatin1String("NameMapper")));
    m_panel->setLock(shared(stray), {});
    QVERIFY(repair()->isEnabled());
    QVERIFY(!evict()->toolTip().contains(QLatin1String("NameMapper")));

    LockState tooLong = fair;
    tooLong.waiters.front().owner.resize(2000, 'w');
    tooLong.anomalies.insert(Anomaly::truncated);
    m_panel->setLock(shared(tooLong), {});
    QVERIFY(!repair()->isEnabled());
    QVERIFY(repair()->toolTip().contains(QLatin1String("longer than what is read")));
    LockState unread = fair;
    unread.deadlines_known = false;
    for (Waiter& waiter : unread.waiters) {
        waiter.deadline.reset();
    }
    m_panel->setLock(shared(unread), {});
    QVERIFY(!repair()->isEnabled());
    QVERIFY(repair()->toolTip().contains(QLatin1String("deadlines")));
    LockState hidden = heldLock("f", holder(kAlice, 57));
    hidden.queue_known = false;
    m_panel->setLock(shared(hidden), {});
    QVERIFY(!repair()->isEnabled());
    QVERIFY(repair()->toolTip().contains(QLatin1String("may not read its queue")));
    LockState ofMany = fair;
    ofMany.waiters_total = 5000;
    m_panel->setLock(shared(ofMany), {});
    QVERIFY(repair()->isEnabled()); // its front

    m_panel->setLock(shared(heldLock("a", holder(kAlice, 57))), {});
    QVERIFY(!evict()->isEnabled() && !repair()->isEnabled());
    m_panel->setLock(nullptr, {});
    QVERIFY(!evict()->isEnabled() && !repair()->isEnabled());

    m_panel->setLock(shared(fair), {});
    select(0);
    m_session->setAdminMode(Session::AdminMode::readOnly);
    QVERIFY(!evict()->isEnabled() && !repair()->isEnabled());
    const QList<QAction*> menu = m_panel->page().table().actions();
    QVERIFY(menu.contains(evict()) && menu.contains(repair()));
}

void QueuePanelTest::anotherSelectionIsAnotherWaiter()
{
    m_session->setAdminMode(Session::AdminMode::admin);
    m_panel->setLock(shared(fairLock("f")), {});
    select(1);
    evict()->trigger();
    const QPointer<EvictWaiterDialog> dialog = m_panel->findChild<EvictWaiterDialog*>();
    QVERIFY(dialog);
    QVERIFY(says(*dialog, QStringLiteral("Removes 5ca1…66:12, place 2 of 3, from the queue of f")));
    m_panel->page().table().selectAll();
    QVERIFY(!evict()->isEnabled()); // One at a time.
    delete dialog;
}

void QueuePanelTest::evictShowsTheFactsAndWhatHappened()
{
    queue(kBobWaits, 300);
    queue(kCarolWaits, 600);
    const Subscriber carol(m_sandbox->endpoint(), {channelOf(kCarolWaits)});
    m_session->setAdminMode(Session::AdminMode::admin);
    const QPointer<EvictWaiterDialog> dialog = new EvictWaiterDialog(*m_session, look(), kBobWaits, m_panel.get());
    dialog->open();
    QVERIFY(says(*dialog, QStringLiteral("No client listens for it")));
    QVERIFY(says(*dialog, QStringLiteral("The lock is free: 5ca1…66:12 is told")));
    QVERIFY(!dialog->findChild<QCheckBox*>());
    QPushButton* button = buttonWith(*dialog, QStringLiteral("Evict"));
    QVERIFY(!button->isEnabled());
    QVERIFY(buttonWith(*dialog, QStringLiteral("Cancel"))->isDefault());
    giveReason(*dialog);
    QVERIFY(button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(
        says(*dialog, QStringLiteral("Done: c0de…bb:3 is no longer in the queue. 5ca1…66:12 was told to try.")));
    QVERIFY(!button->isEnabled());
    QCOMPARE(queued(), std::vector{kCarolWaits});
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Close")), Qt::LeftButton);
    QTRY_VERIFY(dialog.isNull());
}

void QueuePanelTest::evictSaysWhatIsSoNow()
{
    m_session->setAdminMode(Session::AdminMode::admin);
    LockState fair = fairLock("f");
    const QPointer<EvictWaiterDialog> dialog =
        new EvictWaiterDialog(*m_session, shared(fair), kCarolWaits, m_panel.get());
    dialog->open();
    QVERIFY(says(*dialog, QStringLiteral("place 2 of 3")));
    QVERIFY(!says(*dialog, QStringLiteral("held by nobody")));
    fair.waiters.erase(fair.waiters.begin());
    fair.waiters_total = 2;
    fair.holders.clear();
    fair.holders_total = 0;
    tell(shared(fair));
    QVERIFY(says(*dialog, QStringLiteral("place 1 of 2, from the queue of f, held by nobody")));
    QVERIFY(!buttonWith(*dialog, QStringLiteral("Evict"))->isEnabled()); // No reason was given.
    delete dialog;
}

void QueuePanelTest::whoIsAliveNeedsATick()
{
    queue(kBobWaits, 300);
    const Subscriber bob(m_sandbox->endpoint(), {channelOf(kBobWaits)});
    m_session->setAdminMode(Session::AdminMode::admin);
    const QPointer<EvictWaiterDialog> dialog = new EvictWaiterDialog(*m_session, look(), kBobWaits, m_panel.get());
    dialog->open();
    QVERIFY(says(*dialog, QStringLiteral("Its client is connected and listens for its turn.")));
    QVERIFY(!says(*dialog, QStringLiteral("alive"))); // a process that was stopped listens, too
    giveReason(*dialog);
    QPushButton* button = buttonWith(*dialog, QStringLiteral("Evict"));
    QVERIFY(!button->isEnabled());
    dialog->findChild<QCheckBox*>()->setChecked(true);
    QVERIFY(button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Its client listened.")));
    QVERIFY(queued().empty());
    delete dialog;
}

/// One that is cut looks like that of another client.
void QueuePanelTest::anIdIsShownWhole()
{
    queue(kCarolWaits, 300);
    m_panel->setLock(look(), {});
    const QTableView& table = m_panel->page().table();
    const QFontMetrics words(monospaceLike(table.font()));
    const int chip = table.fontMetrics().ascent() * 3 / 2;
    QVERIFY(table.columnWidth(WaitersModel::Owner) >= words.horizontalAdvance(QStringLiteral("5ca1…66:1234")) + chip);
    // Nor is the word for a turn that nobody can tell.
    const int gap = 2 * (table.style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1);
    QVERIFY(table.columnWidth(WaitersModel::Forecast)
            >= table.fontMetrics().horizontalAdvance(QStringLiteral("unknown")) + gap);
}

/// The detail is so narrow at first, and most clients of a real service have names.
void QueuePanelTest::twoWaitersOfOneClientAreToldApartInLittleRoom()
{
    m_panel->resize(m_panel->fontMetrics().height() * 24, 400);
    m_panel->setClientNamer([](const std::string&) { return QStringLiteral("pay-07, 10.0.0.7"); });
    LockState state = fairLock("f");
    state.waiters = {waiter(kBob, 123, state.server_time + 300'000), waiter(kBob, 124, state.server_time + 600'000)};
    m_panel->setLock(shared(state), {});
    const QTableView& table = m_panel->page().table();
    QVERIFY(!table.isColumnHidden(WaitersModel::Client));
    const QFontMetrics words(monospaceLike(table.font()));
    const int chip = table.fontMetrics().ascent() * 3 / 2;
    const auto isSeen = [&] {
        return table.columnWidth(WaitersModel::Owner) >= words.horizontalAdvance(QStringLiteral("c0de…bb:123")) + chip;
    };
    QTRY_VERIFY(isSeen());
}

void QueuePanelTest::whatNothingIsKnownOfTakesNoRoom()
{
    const QTableView& table = m_panel->page().table();
    m_panel->setLock(shared(fairLock("f")), {});
    QVERIFY(table.isColumnHidden(WaitersModel::Client));
    m_panel->setClientNamer([](const std::string&) { return QStringLiteral("pay-07, 10.0.0.7"); });
    m_panel->setLock(shared(fairLock("f")), {});
    QVERIFY(!table.isColumnHidden(WaitersModel::Client));
}

void QueuePanelTest::columnsAreAsWideAsWhatTheyShow()
{
    m_panel->resize(m_panel->fontMetrics().height() * 36, 400);
    QTableView& table = m_panel->page().table();
    LockState state = fairLock("f");
    m_panel->setLock(shared(state), {});
    QTRY_VERIFY(table.viewport()->height() > 3 * table.rowHeight(0));
    const int few = table.columnWidth(WaitersModel::Place);
    UsualHold usual;
    usual.median = std::chrono::minutes{12} + std::chrono::seconds{53};
    usual.samples = 100;
    m_panel->setUsual(usual);
    for (int place = 0; place < 12'000; ++place) {
        state.waiters.push_back(state.waiters.front());
        state.waiters.back().owner = kBob + ":" + std::to_string(1000 + place);
    }
    state.waiters_total = state.waiters.size();
    m_panel->setLock(shared(state), {});
    const int gap = 2 * (table.style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1);
    const QAbstractItemModel& model = *table.model();
    for (const int column :
         {WaitersModel::Place, WaitersModel::Condition, WaitersModel::Deadline, WaitersModel::Forecast}) {
        for (const int row : {0, 1, 2, model.rowCount() - 1}) {
            const QString text = model.index(row, column).data().toString();
            QVERIFY2(table.columnWidth(column) >= table.fontMetrics().horizontalAdvance(text) + gap, qPrintable(text));
        }
    }
    QVERIFY(table.columnWidth(WaitersModel::Place) > few);
    m_panel->setLock(shared(fairLock("g")), {});
    QCOMPARE(table.columnWidth(WaitersModel::Place), few);
}

void QueuePanelTest::aGhostThatComesBackIsNotEvicted()
{
    queue(kBobWaits, 300);
    m_session->setAdminMode(Session::AdminMode::admin);
    pauseForSure(*m_session); // The window does not see what happens from now on.
    const QPointer<EvictWaiterDialog> dialog = new EvictWaiterDialog(*m_session, look(), kBobWaits, m_panel.get());
    dialog->open();
    giveReason(*dialog);
    const Subscriber bob(m_sandbox->endpoint(), {channelOf(kBobWaits)});
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Evict")), Qt::LeftButton);
    QTRY_VERIFY(
        says(*dialog, QStringLiteral("The lock has changed while you were looking. Nothing was done. Its client is "
                                     "connected and listens for its turn.")));
    QCOMPARE(queued(), std::vector{kBobWaits});
    delete dialog;
}

void QueuePanelTest::whoTurnsOutToBeMappedIsLeftAlone_data()
{
    QTest::addColumn<bool>("repairs");
    QTest::newRow("evict") << false;
    QTest::newRow("repair") << true;
}

/// Its client had not subscribed yet when it was seen, and then does so under another name.
void QueuePanelTest::whoTurnsOutToBeMappedIsLeftAlone()
{
    QFETCH(bool, repairs);
    m_session->setAdminMode(Session::AdminMode::admin);
    LockState fair = fairLock("f"); // Its last waiter is silent.
    QPointer<DestructiveDialog> dialog;
    if (repairs) {
        dialog = new RepairQueueDialog(*m_session, shared(fair), m_panel.get());
    } else {
        dialog = new EvictWaiterDialog(*m_session, shared(fair), fair.waiters.back().owner, m_panel.get());
    }
    dialog->open();
    giveReason(*dialog);
    const QPushButton* button = buttonWith(*dialog, repairs ? QStringLiteral("Repair") : QStringLiteral("Evict"));
    QVERIFY(button->isEnabled());
    fair.waiters.back().stale = false;
    fair.waiters.back().subscribed.reset();
    fair.waiters.back().mapped = true;
    tell(shared(fair));
    QVERIFY(!button->isEnabled());
    QVERIFY(says(*dialog, QStringLiteral("Nothing was done.")));
    QVERIFY(says(*dialog, QStringLiteral("Its clients have a NameMapper")));
    delete dialog;
}

void QueuePanelTest::repairShowsTheFactsAndWhatHappened()
{
    queue(kBobWaits, -10);
    queue(kCarolWaits, 600);
    m_redis->expect({"ZADD", kDeadlines, "5", kAlice + ":9"});
    const Subscriber carol(m_sandbox->endpoint(), {channelOf(kCarolWaits)});
    m_session->setAdminMode(Session::AdminMode::admin);
    const LockStatePtr seen = look();
    m_panel->setLock(seen, {});
    QVERIFY(repair()->isEnabled());
    repair()->trigger();
    const QPointer<RepairQueueDialog> dialog = m_panel->findChild<RepairQueueDialog*>();
    QVERIFY(dialog);
    QVERIFY(says(*dialog, QStringLiteral("1 waiter(s) removed, too late: c0de…bb:3")));
    QVERIFY(says(*dialog, QStringLiteral("1 deadline(s) of nobody removed: 9f45…e1:9")));
    giveReason(*dialog);
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Repair")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("5ca1…66:12 was told to try.")));
    QVERIFY(says(*dialog, QStringLiteral("Done:")));
    QCOMPARE(queued(), std::vector{kCarolWaits});
    delete dialog;
}

void QueuePanelTest::repairDoesNothingIfTheQueueChangedAfterOpening()
{
    queue(kBobWaits, -10);
    m_session->setAdminMode(Session::AdminMode::admin);
    const QPointer<RepairQueueDialog> dialog = new RepairQueueDialog(*m_session, look(), m_panel.get());
    dialog->open();
    giveReason(*dialog);
    queue(kCarolWaits, 600);
    tell(look());
    QVERIFY(says(*dialog, QStringLiteral("Its queue is another one now")));
    QVERIFY(!buttonWith(*dialog, QStringLiteral("Repair"))->isEnabled());
    QCOMPARE(queued().size(), std::size_t{2});
    delete dialog;
}

void QueuePanelTest::repairDoesNothingIfTheQueueChangedUnseen()
{
    queue(kBobWaits, -10);
    m_session->setAdminMode(Session::AdminMode::admin);
    pauseForSure(*m_session);
    const QPointer<RepairQueueDialog> dialog = new RepairQueueDialog(*m_session, look(), m_panel.get());
    dialog->open();
    giveReason(*dialog);
    queue(kCarolWaits, 600);
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Repair")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Nothing was done.")));
    QCOMPARE(queued().size(), std::size_t{2});
    delete dialog;
}

/// That somebody is silent for long shows only in the course of time, and not in the answer to the action.
void QueuePanelTest::whoIsTakenOutByAnActionDidNotLeave_data()
{
    QTest::addColumn<Act>("act");
    QTest::newRow("evicted") << Act([](Session& session, const LockState& lock) {
        EvictRequest request;
        request.lock = lock.name;
        request.owner = kBobWaits;
        request.reason = "it died";
        session.evictWaiter(request);
    });
    const auto repairOf = [](const LockState& lock) {
        RepairRequest request = repair_request(lock);
        request.reason = "it died";
        return request;
    };
    QTest::newRow("repaired") << Act(
        [=](Session& session, const LockState& lock) { session.repairQueue(repairOf(lock)); });
    QTest::newRow("repaired with others")
        << Act([=](Session& session, const LockState& lock) { (void)session.batch(std::vector{repairOf(lock)}); });
    const auto requestOf = [](const LockState& lock) {
        AdminRequest request = admin_request(lock);
        request.reason = "they died";
        return request;
    };
    QTest::newRow("dropped by a force-release")
        << Act([=](Session& session, const LockState& lock) { session.forceRelease(requestOf(lock)); });
    QTest::newRow("found dead by a force-release") << Act([=](Session& session, const LockState& lock) {
        AdminRequest request = requestOf(lock);
        request.ghosts.clear();
        session.forceRelease(request);
    });
    QTest::newRow("dropped by several") << Act([=](Session& session, const LockState& lock) {
        BatchRequest request;
        request.locks = {requestOf(lock)};
        (void)session.batch(request);
    });
}

void QueuePanelTest::whoIsTakenOutByAnActionDidNotLeave()
{
    QFETCH(Act, act);
    using Kind = LockEvent::Kind;
    bool isKnown = false;
    std::vector<Kind> told;
    QObject listener;
    connect(m_session.get(), &Session::batchArrived, &listener, [&](const std::shared_ptr<const MonitorBatch>& batch) {
        for (const LockChange& change : batch->changes) {
            isKnown = isKnown || (change.state->name == "f" && !change.state->waiters.empty());
        }
        for (const LockEvent& event : batch->events) {
            if (event.owner == kBobWaits) {
                told.push_back(event.kind);
            }
        }
    });
    m_redis->expect({"HSET", "f", kAlice + ":57", "1"});
    m_redis->expect({"PEXPIRE", "f", "60000"});
    queue(kBobWaits, -10);
    m_session->setAdminMode(Session::AdminMode::admin);
    QTRY_VERIFY(isKnown);
    told.clear(); // that it came, if that was seen
    act(*m_session, *look());
    QTRY_VERIFY(!told.empty());
    QVERIFY(told == std::vector{Kind::waiter_removed});
    QVERIFY(queued().empty());
}

void QueuePanelTest::whoIsKnownToBeDeadIsNotForgotten()
{
    queue(kBobWaits, 600);
    m_session->setAdminMode(Session::AdminMode::admin);
    pauseForSure(*m_session);
    const QPointer<RepairQueueDialog> dialog = new RepairQueueDialog(*m_session, look(), m_panel.get());
    dialog->open();
    giveReason(*dialog);
    queue(kCarolWaits, 700);
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Repair")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Nothing was done.")));
    QVERIFY(says(*dialog, QStringLiteral("Its queue is another one now")));
    delete dialog;
}

void QueuePanelTest::hostileOwnersStayPlainText()
{
    const std::string owner = "<img>\n\xe2\x80\xae%1";
    LockState state = fairLock("<b>f</b>");
    state.waiters.front().owner = owner;
    state.waiters.front().deadline.reset();
    const EvictWaiterDialog evictDialog(*m_session, shared(state), owner);
    const RepairQueueDialog repairDialog(*m_session, shared(state));
    for (const QDialog* dialog :
         {static_cast<const QDialog*>(&evictDialog), static_cast<const QDialog*>(&repairDialog)}) {
        QVERIFY(says(*dialog, QStringLiteral("<img>\\x0a\\xe2\\x80\\xae%1")));
        for (const QLabel* label : dialog->findChildren<QLabel*>()) {
            QVERIFY(label->textFormat() == Qt::PlainText || !label->text().contains(QLatin1Char('<')));
        }
    }
}

void QueuePanelTest::theDialogsNameClientsAsTheListDoes()
{
    m_session->setAdminMode(Session::AdminMode::admin);
    m_panel->setClientNamer([](const std::string& uuid) {
        return uuid == kAlice ? QStringLiteral("billing-2") : QStringLiteral("pay-07, 10.0.0.7");
    });
    m_panel->setLock(shared(fairLock("f")), {});
    select(1);
    evict()->trigger();
    const QPointer<EvictWaiterDialog> evictDialog = m_panel->findChild<EvictWaiterDialog*>();
    QVERIFY(evictDialog);
    QVERIFY(says(*evictDialog, QStringLiteral("Removes 5ca1…66:12 (pay-07, 10.0.0.7), place 2 of 3, from the queue of "
                                              "f, held by 9f45…e1:57 (billing-2)")));
    delete evictDialog;
    repair()->trigger();
    const QPointer<RepairQueueDialog> repairDialog = m_panel->findChild<RepairQueueDialog*>();
    QVERIFY(repairDialog);
    QVERIFY(says(*repairDialog, QStringLiteral(": 9f45…e1:60 (billing-2)")));
    delete repairDialog;
}

QTEST_MAIN(QueuePanelTest)
#include "queue_panel_test.moc"
