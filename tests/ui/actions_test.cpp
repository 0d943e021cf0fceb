// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions_fixture.hpp"
#include "dialogs/acquire_dialog.hpp"
#include "dialogs/evict_waiter_dialog.hpp"
#include "dialogs/extend_dialog.hpp"
#include "dialogs/force_expire_dialog.hpp"
#include "dialogs/multi_hold_dialog.hpp"
#include "dialogs/repair_queue_dialog.hpp"
#include "dialogs/standstill.hpp"
#include "dialogs/wake_next_dialog.hpp"
#include "pausing.hpp"

#include "support/subscriber.hpp"

#include <QComboBox>
#include <QDoubleSpinBox>

#include <filesystem>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;
using test::Subscriber;

namespace {

constexpr int kPatience = 30'000;

/// An attack on arg(), on rich text and on shortcuts; escaped already, as a namer gives it.
const QString kHostileName = QStringLiteral("<b>&%1 %2 %n</b>\\x0a");

QString nameOf(const std::string& uuid)
{
    return uuid == kAlice ? QStringLiteral("billing-2") : uuid == kBob ? kHostileName : QString();
}

enum class Dialogs { release, expire, extend, wake, evict, repair };

std::unique_ptr<DestructiveDialog> make(Dialogs which, Session& session, const LockStatePtr& lock)
{
    switch (which) {
    case Dialogs::release: return std::make_unique<ForceReleaseDialog>(session, lock);
    case Dialogs::expire: return std::make_unique<ForceExpireDialog>(session, lock);
    case Dialogs::extend: return std::make_unique<ExtendDialog>(session, lock);
    case Dialogs::wake: return std::make_unique<WakeNextDialog>(session, lock);
    case Dialogs::evict: return std::make_unique<EvictWaiterDialog>(session, lock, kBobHolds);
    case Dialogs::repair: break;
    }
    return std::make_unique<RepairQueueDialog>(session, lock);
}

} // namespace

class ActionsTest : public QObject, private ActionsFixture
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void eachSaysWhyItIsNotPossible();
    void extendByKeyboard();
    void extendNeverShortens();
    void expiringNeverLengthens();
    void expiringCutsTheLeaseOfEachReader();
    void extendMovesReaders();
    void extendingIsNoRenewal();
    void whatChangedWhileItStoodThereIsLeftAlone();
    void whatWasRenewedIsAskedForAgain();
    void whatIsReadWhileAllElseStandsStillIsOfNow();
    void aLaterHoldIsNotReleasedUnasked();
    void withoutAConnectionNothingCanBeConfirmed();
    void whatTheServerRefusedCanBeTriedAgain();
    void whatWasDoneIsNotUnsaid();
    void whatIsNotRecordedIsSaid();
    void anAnswerIsWaitedFor();
    void whatHasNoAnswerIsLookedAtLater();
    void whatItsMasterCannotTellIsLeftAlone();
    void releasingSaysWhetherItsHolderLives();
    void whatElseItsClientDoesIsSaid_data();
    void whatElseItsClientDoesIsSaid();
    void whatSpeaksForTheDeathOfAHolderIsSaidBeforeItsLockIsTaken();
    void wakeTellsTheNextOfAQueue();
    void wakeSaysWhenNobodyListens();
    void wakeClaimsOfNobodyThatItLivesUnderAnotherName();
    void productionAsksForTheName();
    void whoLeavesEndsTheBatchThatIsUnderWay();
    void timePassesWhileTheComputerSleeps();
    void hostileNamesStayPlainText();
    void whoWasRemovedFromTheQueueIsSaid();
    void whoIsDeadInFrontIsSaid_data();
    void whoIsDeadInFrontIsSaid();
    void clientsAreNamed_data();
    void clientsAreNamed();
    void whoHasItInsteadIsNamed();
    void whatTheSameHolderChangedIsSaid();
    void aNameThatComesLateIsSaid();
    void namesAreNeitherComparedNorRecorded();
};

void ActionsTest::eachSaysWhyItIsNotPossible()
{
    const auto isRefused = [](const QAction* action, const QString& why) {
        return !action->isEnabled() && action->toolTip().contains(why);
    };
    QVERIFY(isRefused(m_actions->forceRelease, QStringLiteral("Select a lock first.")));
    QVERIFY(isRefused(m_actions->wakeNext, QStringLiteral("Select a lock first.")));
    QVERIFY(isRefused(m_actions->repairQueue, QStringLiteral("Select a lock first.")));
    QVERIFY(m_actions->acquire->isEnabled());
    QVERIFY(isRefused(m_actions->release, QStringLiteral("This program does not hold it.")));

    hold("a");
    select({"a"});
    for (const QAction* action : {m_actions->forceRelease, m_actions->forceExpire, m_actions->extend}) {
        QVERIFY(action->isEnabled());
    }
    m_actions->setSelection({shared(freeLock("a"))});
    QVERIFY(isRefused(m_actions->extend, QStringLiteral("Nobody holds it.")));
    LockState waited = freeLock("a");
    waited.waiting_clients = 0;
    m_actions->setSelection({shared(waited)});
    QVERIFY(isRefused(m_actions->wakeNext, QStringLiteral("Nobody is known to wait.")));
    waited.waiting_clients = 2;
    m_actions->setSelection({shared(waited)});
    QVERIFY(m_actions->wakeNext->isEnabled());
    QVERIFY(isRefused(m_actions->repairQueue, QStringLiteral("Only fair locks have a queue.")));
    m_actions->setSelection({shared(waited), shared(freeLock("b"))});
    QVERIFY(m_actions->wakeNext->isEnabled());
    QVERIFY(isRefused(m_actions->repairQueue, QStringLiteral("None of them has a queue")));
    m_actions->setSelection({shared(waited), shared(fairLock("f"))});
    QVERIFY(m_actions->repairQueue->isEnabled());
    m_actions->setSelection({shared(heldLock("a", holder(kAlice, 57), milliseconds(-1)))});
    QVERIFY(isRefused(m_actions->extend, QStringLiteral("It never expires.")));
    QVERIFY(m_actions->forceRelease->isEnabled());

    LockState permits = heldLock("p", holder(kAlice, 57));
    permits.type = LockType::semaphore;
    m_actions->setSelection({shared(permits), shared(freeLock("a"))});
    QVERIFY(isRefused(m_actions->forceRelease, QStringLiteral("Semaphores and latches can be watched")));
    m_actions->setSelection({shared(heldLock("a", holder(kAlice, 57)))});

    // News of what is selected.
    tell(freeLock("a"));
    QVERIFY(isRefused(m_actions->forceRelease, QStringLiteral("Nobody holds it.")));

    m_session->setAdminMode(Session::AdminMode::readOnly);
    for (const QAction* action : m_actions->actions()) {
        QVERIFY(action->isSeparator() || action == m_actions->release
                || isRefused(action, QStringLiteral("read-only")));
    }
    m_session->close();
    QVERIFY(isRefused(m_actions->acquire, QStringLiteral("There is no connection.")));
    QVERIFY(m_actions->selection().empty());
}

void ActionsTest::extendByKeyboard()
{
    hold("a", kAliceHolds, 20'000);
    select({"a"});
    const QPointer<ExtendDialog> dialog = openedBy<ExtendDialog>(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(dialog);
    QVERIFY(says(*dialog, QStringLiteral("Lets a live for 5 m 00 s instead of")));
    QVERIFY(says(*dialog, QStringLiteral("9f45…e1:57")));
    QVERIFY(buttonWith(*dialog, QStringLiteral("Cancel"))->isDefault());
    QPushButton* button = buttonWith(*dialog, QStringLiteral("Extend"));
    QVERIFY(!button->isEnabled());
    auto* number = dialog->findChild<QDoubleSpinBox*>();
    QVERIFY(tabTo(*dialog, number));
    QTest::keyClick(number, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(number, QStringLiteral("10"));
    QVERIFY(tabTo(*dialog, reasonField(*dialog)));
    giveReason(*dialog);
    QVERIFY(says(*dialog, QStringLiteral("live for 10 m 00 s")));
    QVERIFY(tabTo(*dialog, button));
    QTest::keyClick(button, Qt::Key_Space);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Done: the time left is now 10 m 00 s")));
    const auto left = m_redis->pttl("a");
    QVERIFY(left > 500'000 && left <= 600'000);
    QTest::keyClick(buttonWith(*dialog, QStringLiteral("Close")), Qt::Key_Escape);
    QTRY_VERIFY(!dialog);
}

void ActionsTest::extendNeverShortens()
{
    hold("a", kAliceHolds, 3'600'000);
    select({"a"});
    const QPointer<ExtendDialog> dialog = opened<ExtendDialog>(m_actions->extend);
    giveReason(*dialog);
    QPushButton* button = buttonWith(*dialog, QStringLiteral("Extend"));
    QVERIFY(button->isEnabled()); // It proposes more than there is.
    dialog->findChild<QComboBox*>()->setCurrentIndex(0);
    dialog->findChild<QDoubleSpinBox*>()->setValue(5);
    QVERIFY(!button->isEnabled());
    QVERIFY(says(*dialog, QStringLiteral("Extending never shortens; choose more.")));
    delete dialog;
}

void ActionsTest::expiringNeverLengthens()
{
    hold("a", kAliceHolds, 600'000);
    select({"a"});
    const QPointer<ForceExpireDialog> dialog = opened<ForceExpireDialog>(m_actions->forceExpire);
    giveReason(*dialog);
    QPushButton* button = buttonWith(*dialog, QStringLiteral("Force-expire"));
    auto* number = dialog->findChild<QDoubleSpinBox*>();
    QVERIFY(says(*dialog, QStringLiteral("Its key gets this end; whoever waits is told to look again.")));
    QVERIFY(says(*dialog, QStringLiteral("It has 9 m ")) || says(*dialog, QStringLiteral("It has 10 m ")));
    number->setValue(3600);
    QVERIFY(says(*dialog, QStringLiteral("ends sooner already: nothing to do")));
    QVERIFY(!button->isEnabled());
    number->setValue(0);
    QVERIFY(says(*dialog, QStringLiteral("The time is shorter than 0.1 seconds.")));
    QVERIFY(!button->isEnabled());
    number->setValue(300);
    QVERIFY(button->isEnabled());

    pauseForSure(*m_session); // The window does not hear that somebody else shortens it.
    m_redis->expect({"PEXPIRE", "a", "60000"});
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Nothing was done.")));
    QVERIFY(m_redis->pttl("a") <= 60'000);
    QTest::mouseClick(button, Qt::LeftButton); // Now it knows.
    QTRY_VERIFY(says(*dialog, QStringLiteral("It ends sooner already: it has")));
    QVERIFY(m_redis->pttl("a") <= 60'000);
    delete dialog;
}

void ActionsTest::expiringCutsTheLeaseOfEachReader()
{
    const QString cut = QStringLiteral("Each reader's own lease is cut to that time, too");
    const auto deadline = [](const std::string& owner) { return "{rw}:" + owner + ":rwlock_timeout:1"; };
    m_redis->expect({"HSET", "rw", "mode", "read", kAliceHolds, "1", kBobHolds, "1"});
    m_redis->expect({"PEXPIRE", "rw", "30000"});
    m_redis->expect({"SET", deadline(kAliceHolds), "1", "PX", "30000"});
    m_redis->expect({"SET", deadline(kBobHolds), "1", "PX", "600000"});
    select({"rw"});
    const QPointer<ForceExpireDialog> dialog = opened<ForceExpireDialog>(m_actions->forceExpire);
    giveReason(*dialog);
    QTRY_VERIFY(says(*dialog, QStringLiteral(" s left now.")));
    QVERIFY2(says(*dialog, cut), allSaid(*dialog));
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Force-expire")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Done: it has ")));
    QVERIFY2(says(*dialog, cut), allSaid(*dialog));
    QVERIFY(m_redis->pttl(deadline(kBobHolds)) <= 12'000);
    delete dialog;

    LockState ofOne = readLock("rw");
    ofOne.holders.pop_back();
    ofOne.holders_total = 1;
    QVERIFY(!says(ForceExpireDialog(*m_session, shared(ofOne)), cut));
}

void ActionsTest::extendMovesReaders()
{
    m_redis->expect({"HSET", "rw", "mode", "read", kAliceHolds, "1"});
    m_redis->expect({"PEXPIRE", "rw", "20000"});
    const std::string deadline = "{rw}:" + kAliceHolds + ":rwlock_timeout:1";
    m_redis->expect({"SET", deadline, "1", "PX", "20000"});
    select({"rw"});
    const QPointer<ExtendDialog> dialog = opened<ExtendDialog>(m_actions->extend);
    QVERIFY(says(*dialog, QStringLiteral("Deadlines of its readers")));
    giveReason(*dialog);
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Extend")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Done:")));
    QVERIFY(m_redis->pttl(deadline) > 200'000);
    delete dialog;
}

/// Whoever looks at the lock next must not take it for a sign of life.
void ActionsTest::extendingIsNoRenewal()
{
    hold("a");
    select({"a"});
    std::vector<LockEvent::Kind> told;
    connect(m_session.get(), &Session::batchArrived, this, [&told](const std::shared_ptr<const MonitorBatch>& batch) {
        for (const LockEvent& event : batch->events) {
            told.push_back(event.kind);
        }
    });
    const QPointer<ExtendDialog> dialog = opened<ExtendDialog>(m_actions->extend);
    giveReason(*dialog);
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Extend")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Done:")));
    QTRY_VERIFY(std::find(told.begin(), told.end(), LockEvent::Kind::extended) != told.end());
    QVERIFY(std::find(told.begin(), told.end(), LockEvent::Kind::renewed) == told.end());
    delete dialog;
    select({"a"});
    const QPointer<ForceReleaseDialog> next = opened<ForceReleaseDialog>(m_actions->forceRelease);
    QVERIFY(!says(*next, QStringLiteral("its process was alive")));
    delete next;
}

void ActionsTest::whatChangedWhileItStoodThereIsLeftAlone()
{
    hold("a");
    select({"a"});
    const QPointer<ExtendDialog> dialog = opened<ExtendDialog>(m_actions->extend);
    giveReason(*dialog);
    m_redis->expect({"DEL", "a"});
    QTRY_VERIFY(says(*dialog, QStringLiteral("The lock has changed while you were looking.")));
    QVERIFY(says(*dialog, QStringLiteral("Nobody holds it any more.")));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space); // meant to confirm
    QVERIFY(dialog->isVisible());
    hold("a", kBobHolds); // What is said is of now for as long as it stands there.
    QTRY_VERIFY(says(*dialog, QStringLiteral("Nothing was done. It is now held by c0de…bb:3.")));
    QVERIFY(!says(*dialog, QStringLiteral("Nobody holds it any more.")));
    m_redis->expect({"DEL", "a"});
    hold("a"); // As it was seen: but that is too late.
    QTRY_VERIFY(says(*dialog, QStringLiteral("Nothing was done. 9f45…e1:57 holds it, but not as it did")));
    QVERIFY(!buttonWith(*dialog, QStringLiteral("Extend"))->isEnabled());
    QVERIFY(m_redis->pttl("a") <= 60'000);
    delete dialog;
}

void ActionsTest::whatWasRenewedIsAskedForAgain()
{
    hold("a");
    LockState stale = *look("a");
    stale.ttl -= milliseconds(5000);
    m_actions->setSelection({shared(stale)});
    const QPointer<ForceReleaseDialog> dialog = opened<ForceReleaseDialog>(m_actions->forceRelease);
    giveReason(*dialog);
    QPushButton* button = buttonWith(*dialog, QStringLiteral("Force-release"));
    m_session->refresh({}); // Nothing else is known of it.
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Done:")) || says(*dialog, QStringLiteral("Confirm again")));
    if (!says(*dialog, QStringLiteral("Done:"))) { // Unless the monitor had read it in between.
        QVERIFY(m_redis->exists("a"));
        QVERIFY(button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(says(*dialog, QStringLiteral("Done:")));
    }
    QVERIFY(!m_redis->exists("a"));
    delete dialog;
}

void ActionsTest::whatIsReadWhileAllElseStandsStillIsOfNow()
{
    m_session->pause();
    const SteadyTime standstill = m_session->shownTime().now().now;
    LockState state = heldLock("a", holder(kAlice, 57)); // read just now
    QVERIFY(momentFor(*m_session, state).now >= state.observed_at);
    state.observed_at = standstill - std::chrono::hours(1);
    QVERIFY(momentFor(*m_session, state).now == standstill);
}

/// The same owner, entered as often: only the end of its lease tells that it is another hold.
void ActionsTest::aLaterHoldIsNotReleasedUnasked()
{
    hold("a", kAliceHolds, 60'000);
    select({"a"});
    pauseForSure(*m_session); // The window does not see what happens from now on.
    const QPointer<ForceReleaseDialog> dialog = opened<ForceReleaseDialog>(m_actions->forceRelease);
    QVERIFY(says(*dialog, QStringLiteral("Paused: this is what was seen last.")));
    QVERIFY(says(*dialog, QStringLiteral("Seen at ")));
    giveReason(*dialog);
    m_redis->expect({"DEL", "a"});
    hold("a", kAliceHolds, 90'000);
    QPushButton* button = buttonWith(*dialog, QStringLiteral("Force-release"));
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("released and taken anew by the same owner. Nothing was done.")));
    QVERIFY(m_redis->exists("a"));
    QVERIFY(button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Done:")));
    QVERIFY(!m_redis->exists("a"));
    delete dialog;
}

void ActionsTest::withoutAConnectionNothingCanBeConfirmed()
{
    hold("a");
    select({"a"});
    const QPointer<ForceReleaseDialog> dialog = opened<ForceReleaseDialog>(m_actions->forceRelease);
    giveReason(*dialog);
    QVERIFY(buttonWith(*dialog, QStringLiteral("Force-release"))->isEnabled());
    buttonWith(*dialog, QStringLiteral("Force-release"))->setFocus();
    m_sandbox->kill_server();
    QTRY_VERIFY(says(*dialog, QStringLiteral("No connection: this is what was seen last.")));
    QVERIFY(!buttonWith(*dialog, QStringLiteral("Force-release"))->isEnabled());
    // A key that was meant for the button must not press Cancel.
    QCOMPARE(dialog->focusWidget(), static_cast<QWidget*>(reasonField(*dialog)));
    delete dialog;
}

void ActionsTest::whatTheServerRefusedCanBeTriedAgain()
{
    hold("a");
    select({"a"});
    const QPointer<ExtendDialog> dialog = opened<ExtendDialog>(m_actions->extend);
    giveReason(*dialog);
    QPushButton* button = buttonWith(*dialog, QStringLiteral("Extend"));
    m_redis->expect({"ACL", "SETUSER", "default", "-@scripting"});
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("It can be tried again.")));
    QVERIFY(says(*dialog, QStringLiteral("Failed:")));
    QCOMPARE(reasonField(*dialog)->text(), QStringLiteral("its client died")); // Nobody has to type it again.
    QVERIFY(buttonWith(*dialog, QStringLiteral("Cancel")));
    m_redis->expect({"ACL", "SETUSER", "default", "+@scripting"});
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Done:")));
    QVERIFY(m_redis->pttl("a") > 200'000);
    delete dialog;
}

void ActionsTest::whatWasDoneIsNotUnsaid()
{
    hold("a");
    select({"a"});
    const QPointer<ForceReleaseDialog> dialog = opened<ForceReleaseDialog>(m_actions->forceRelease);
    giveReason(*dialog);
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Force-release")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Done: it was held by")));
    m_session->setAdminMode(Session::AdminMode::readOnly);
    QVERIFY(says(*dialog, QStringLiteral("Done: it was held by")));
    m_session->close();
    QVERIFY(says(*dialog, QStringLiteral("Done: it was held by")));
    QVERIFY(!says(*dialog, QStringLiteral("Nothing was done.")));
    delete dialog;
}

void ActionsTest::whatIsNotRecordedIsSaid()
{
    hold("a");
    select({"a"});
    const QPointer<ExtendDialog> dialog = opened<ExtendDialog>(m_actions->extend);
    giveReason(*dialog);
    const std::filesystem::path log = m_session->auditFile();
    const std::size_t before = AuditLog(log).read().size();
    m_sandbox->pause_server();
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Extend")), Qt::LeftButton);
    QTRY_COMPARE(AuditLog(log).read().size(), before + 1); // that it begins
    std::filesystem::remove(log);
    std::filesystem::create_symlink("/dev/full", log);
    m_sandbox->resume_server();
    QTRY_VERIFY(says(*dialog, QStringLiteral("It does not say what became of this.")));
    QVERIFY(says(*dialog, QStringLiteral("Done:")));
    std::filesystem::remove(log);
    delete dialog;
}

/// Whoever presses Escape in that moment would not learn that it was too late.
void ActionsTest::anAnswerIsWaitedFor()
{
    hold("a");
    select({"a"});
    const QPointer<ForceReleaseDialog> dialog = opened<ForceReleaseDialog>(m_actions->forceRelease);
    giveReason(*dialog);
    m_sandbox->pause_server();
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Force-release")), Qt::LeftButton);
    QVERIFY(says(*dialog, QStringLiteral("Working…")));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTest::keyClick(dialog, Qt::Key_Return);
    m_sandbox->resume_server();
    QVERIFY(dialog && dialog->isVisible());
    QTRY_VERIFY(says(*dialog, QStringLiteral("Done: it was held by")));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(!dialog);
}

void ActionsTest::whatHasNoAnswerIsLookedAtLater()
{
    hold("a", kAliceHolds, 600'000);
    select({"a"});
    const QPointer<ForceReleaseDialog> dialog = opened<ForceReleaseDialog>(m_actions->forceRelease);
    giveReason(*dialog);
    m_sandbox->pause_server();
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Force-release")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(says(*dialog, QStringLiteral("Whether it has happened is not known")), 30'000);
    QVERIFY(!says(*dialog, QStringLiteral("Nobody holds it any more.")));
    QVERIFY(says(*dialog, QStringLiteral("said here once the server answers")));
    m_sandbox->resume_server();
    m_redis->expect({"DEL", "a"}); // if that has not happened
    QTRY_VERIFY_WITH_TIMEOUT(says(*dialog, QStringLiteral("Nobody holds it any more.")), 30'000);
    QVERIFY(says(*dialog, QStringLiteral("Whether it has happened is not known")));
    QVERIFY(!says(*dialog, QStringLiteral("once the server answers")) && !says(*dialog, QStringLiteral("So far")));
    delete dialog;
}

void ActionsTest::whatItsMasterCannotTellIsLeftAlone()
{
    LockState lost = heldLock("a", holder(kAlice, 57));
    const auto dialog = std::make_unique<ForceReleaseDialog>(*m_session, shared(lost));
    dialog->setAttribute(Qt::WA_DeleteOnClose, false);
    dialog->show();
    giveReason(*dialog);
    QVERIFY(buttonWith(*dialog, QStringLiteral("Force-release"))->isEnabled());
    lost.out_of_reach_since = std::chrono::steady_clock::now();
    tell(lost);
    QVERIFY(says(*dialog, QStringLiteral("Its master is out of reach")));
    QVERIFY(!buttonWith(*dialog, QStringLiteral("Force-release"))->isEnabled());
}

void ActionsTest::releasingSaysWhetherItsHolderLives()
{
    LockState state = heldLock("a", holder(kAlice, 57));
    const auto isSaid = [&](const QString& part) {
        const ForceReleaseDialog dialog(*m_session, shared(state));
        return says(dialog, part);
    };
    QVERIFY(isSaid(QStringLiteral("Its key is deleted, and the message of a release is published.")));
    QVERIFY(!isSaid(QStringLiteral("was renewed")));
    state.renewed_at = std::chrono::steady_clock::now() - std::chrono::minutes(3);
    QVERIFY(isSaid(QStringLiteral("Its lease was renewed 3 m")));
    QVERIFY(!isSaid(QStringLiteral("dead waiter")));
    Waiter dead;
    dead.owner = kBobHolds;
    dead.stale = true;
    state.waiters = {dead};
    QVERIFY(isSaid(QStringLiteral("1 dead waiter(s) will be removed from its queue.")));
    QVERIFY(!isSaid(QStringLiteral("Past their own deadlines")));
    state.holders.push_back(holder(kBob, 3));
    state.holders.back().ttl = milliseconds{0};
    state.holders_total = 2;
    QVERIFY(isSaid(QStringLiteral("Past their own deadlines: 1 reader(s), dead, paused, or still at work")));
    QVERIFY(isSaid(QStringLiteral("Nobody is known to wait.")));
    state.waiters.front().subscribed = true; // late, but alive
    QVERIFY(!isSaid(QStringLiteral("dead waiter")));
    QVERIFY(isSaid(QStringLiteral("1 waiter(s). Next is c0de…bb:3.")));
}

void ActionsTest::whatElseItsClientDoesIsSaid_data()
{
    QTest::addColumn<Dialogs>("which");
    QTest::newRow("force-release") << Dialogs::release;
    QTest::newRow("force-expire") << Dialogs::expire;
    QTest::newRow("extend") << Dialogs::extend;
}

/// Whether it lives is for the operator to judge.
void ActionsTest::whatElseItsClientDoesIsSaid()
{
    QFETCH(Dialogs, which);
    ClientDirectory directory;
    const auto see = [&directory](const LockState& state) {
        directory.apply({LockChange::Kind::added, shared(state)}, std::chrono::system_clock::now());
    };
    const LockState state = heldLock("a", holder(kAlice, 57));
    see(state);
    see(heldLock("of another", holder(kBob, 3)));
    const auto dialog = make(which, *m_session, shared(state));
    dialog->setClientStakes(
        [&directory](const std::string& uuid, std::size_t limit) { return directory.stakes(uuid, limit); });
    QVERIFY(!says(*dialog, QStringLiteral("Its client also holds")));
    for (const char* name : {"b", "c", "d", "e", "f"}) {
        see(heldLock(name, holder(kAlice, 60)));
    }
    LockState fair = heldLock("q", holder(kBob, 3));
    fair.type = LockType::fair;
    fair.waiters = {waiter(kAlice, 61, fair.server_time + 300'000)};
    fair.waiters_total = 1;
    see(fair);
    tell(state);
    QVERIFY2(says(*dialog, QStringLiteral("Its client also holds 5 lock(s): b, c, d and 2 more. "
                                          "It stands in the queue of 1 other lock(s): q.")),
             allSaid(*dialog));
}

/// Its watchdog let other locks go, and this one would go on for an hour.
void ActionsTest::whatSpeaksForTheDeathOfAHolderIsSaidBeforeItsLockIsTaken()
{
    ClientDirectory directory;
    LockState lost = heldLock("lost", holder(kAlice, 60));
    lost.renewed_at = lost.observed_at;
    directory.apply({LockChange::Kind::added, shared(lost)}, std::chrono::system_clock::now());
    LockEvent expired = lockEvent(LockEvent::Kind::expired, "lost", kAlice + ":60");
    expired.at = std::chrono::system_clock::now();
    directory.note_loss(expired);
    const auto dialog = make(Dialogs::release, *m_session, shared(heldLock("a", holder(kAlice, 57))));
    dialog->setClientRecords([&directory](const std::string& uuid) {
        const ClientRecord* record = directory.find(uuid);
        return record != nullptr ? std::optional(*record) : std::nullopt;
    });
    QVERIFY2(says(*dialog, QStringLiteral("Its client lost 1 lock(s), the newest lost, ")), allSaid(*dialog));
    QVERIFY2(says(*dialog, QStringLiteral("It is probably dead.")), allSaid(*dialog));
}

void ActionsTest::wakeTellsTheNextOfAQueue()
{
    const std::int64_t now = std::stoll(m_redis->list({"TIME"}).front());
    m_redis->expect({"RPUSH", "redisson_lock_queue:{f}", kBobHolds});
    m_redis->expect({"ZADD", "redisson_lock_timeout:{f}", std::to_string((now + 300) * 1000), kBobHolds});
    const std::string channel = "redisson_lock__channel:{f}:" + kBobHolds;
    Subscriber bob(m_sandbox->endpoint(), {channel});
    select({"f"});
    const QPointer<WakeNextDialog> dialog =
        openedBy<WakeNextDialog>(Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(dialog);
    QVERIFY(says(*dialog, QStringLiteral("Tells c0de…bb:3, the first in the queue of f that is not known to be dead")));
    QVERIFY(says(*dialog, QStringLiteral("Nobody holds it: whoever is told can take it at once.")));
    giveReason(*dialog);
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Wake")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Done: c0de…bb:3 was told to look again.")));
    QVERIFY(bob.wait_for(channel, "0"));
    delete dialog;
}

void ActionsTest::wakeSaysWhenNobodyListens()
{
    hold("a");
    LockState state = *look("a");
    state.waiting_clients = 3; // As it was once.
    m_actions->setSelection({shared(state)});
    const QPointer<WakeNextDialog> dialog = opened<WakeNextDialog>(m_actions->wakeNext);
    QVERIFY(says(*dialog, QStringLiteral("who cannot have it goes on waiting")));
    giveReason(*dialog);
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Wake")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("there was nobody to be told")));
    delete dialog;
}

/// It is told by a channel on which it does not listen.
void ActionsTest::wakeClaimsOfNobodyThatItLivesUnderAnotherName()
{
    LockState state = fairLock("f");
    state.waiters.resize(1);
    state.waiters.front().subscribed.reset();
    state.waiters.front().mapped = true;
    const WakeNextDialog dialog(*m_session, shared(state));
    QVERIFY(says(dialog, QStringLiteral("Nobody in the queue of f is known to be alive")));
}

void ActionsTest::productionAsksForTheName()
{
    m_session->setServerKind(Session::ServerKind::production);
    hold("a");
    select({"a"});
    const QPointer<ExtendDialog> dialog = opened<ExtendDialog>(m_actions->extend);
    giveReason(*dialog);
    QPushButton* button = buttonWith(*dialog, QStringLiteral("Extend"));
    QVERIFY(!button->isEnabled());
    reasonField(*dialog)->setFocus();
    QTest::keyClick(dialog->focusWidget(), Qt::Key_Tab);
    QCOMPARE(dialog->focusWidget(), lockscope::test::fieldWith(*dialog, QStringLiteral("Type the name of the lock")));
    QTest::keyClicks(dialog->focusWidget(), QStringLiteral("a"));
    QVERIFY(button->isEnabled());
    QTest::keyClick(dialog->focusWidget(), Qt::Key_Tab);
    QVERIFY(qobject_cast<QPushButton*>(dialog->focusWidget()) != nullptr); // not what can only be read
    delete dialog;
}

/// What is under way ends; nothing else begins, however long it takes to go.
void ActionsTest::whoLeavesEndsTheBatchThatIsUnderWay()
{
    constexpr int kLocks = 200;
    BatchRequest batch;
    for (int i = 0; i < kLocks; ++i) {
        const std::string name = "lock:" + std::to_string(i);
        hold(name);
        batch.locks.push_back(admin_request(*look(name)));
        batch.locks.back().reason = "its client died";
    }
    const AuditLog log(m_session->auditFile());
    const auto left = [this] { return m_redis->list({"KEYS", "lock:*"}).size(); };
    std::size_t begun = 0;
    std::size_t kept = 0;
    const QObject scope;
    const auto leave = [&] { // as soon as the first is done
        if (m_session->state() == Session::State::connected) {
            m_session->close();
            begun = log.read().size();
            kept = left();
        }
    };
    connect(m_session.get(), &Session::actionFinished, &scope, leave, Qt::QueuedConnection);
    QCOMPARE(m_session->batch(batch).size(), std::size_t(kLocks));
    QTRY_COMPARE_WITH_TIMEOUT(m_session->state(), Session::State::disconnected, kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(m_session->isIdle(), kPatience);
    QVERIFY(begun > 0);
    QVERIFY2(log.read().size() <= begun + 1, qPrintable(QString::number(log.read().size())));
    QVERIFY(left() + 1 >= kept);
}

/// Timers stand still then.
void ActionsTest::timePassesWhileTheComputerSleeps()
{
    using std::chrono::minutes;
    hold("a");
    AdminRequest request = admin_request(*look("a"));
    request.reason = "its client died";
    request.mark = {};
    std::vector<AdminResult::Outcome> outcomes;
    const QObject scope;
    connect(m_session.get(), &Session::actionFinished, &scope,
            [&](quint64, const AdminResult& result) { outcomes.push_back(result.outcome); });
    m_slept += minutes(10);
    m_session->extend(request, minutes(2));
    QTRY_COMPARE(outcomes.size(), 1U);
    QCOMPARE(outcomes.back(), AdminResult::Outcome::done);
    m_slept += minutes(10); // since the last action
    m_session->extend(request, minutes(3));
    QTRY_COMPARE(outcomes.size(), 2U);
    QCOMPARE(outcomes.back(), AdminResult::Outcome::done);
    QCOMPARE(m_session->adminMode(), Session::AdminMode::admin);
    m_slept += minutes(15);
    m_session->forceRelease(request);
    QCOMPARE(m_session->adminMode(), Session::AdminMode::readOnly);
    QTRY_COMPARE(outcomes.size(), 3U);
    QCOMPARE(outcomes.back(), AdminResult::Outcome::refused);
    QVERIFY(m_redis->exists("a"));
    m_session->setAdminMode(Session::AdminMode::admin);
    m_slept += minutes(15);
    QTRY_COMPARE_WITH_TIMEOUT(m_session->adminMode(), Session::AdminMode::readOnly, kPatience); // and without an action
}

void ActionsTest::hostileNamesStayPlainText()
{
    const std::string name = "<b>%1</b>\n\xe2\x80\xae\xff";
    LockState state = heldLock(name, holder(kAlice, 57));
    state.holders.front().owner = "<img src=x>%2";
    std::vector<std::unique_ptr<QDialog>> dialogs;
    dialogs.push_back(std::make_unique<ExtendDialog>(*m_session, shared(state)));
    dialogs.push_back(std::make_unique<WakeNextDialog>(*m_session, shared(state)));
    dialogs.push_back(std::make_unique<AcquireDialog>(*m_session, shared(state)));
    dialogs.push_back(std::make_unique<MultiHoldDialog>(
        *m_session, BatchRequest::What::extend, std::vector{shared(state), shared(heldLock("b", holder(kBob, 1)))},
        QStringLiteral("<b>%1</b>")));
    for (const auto& dialog : dialogs) {
        for (const QLabel* label : dialog->findChildren<QLabel*>()) {
            QVERIFY(label->textFormat() == Qt::PlainText || !label->text().contains(QLatin1Char('<')));
        }
    }
    QVERIFY(says(*dialogs[0], QStringLiteral("<b>%1</b>\\x0a\\xe2\\x80\\xae\\xff")));
    QVERIFY(says(*dialogs[1], QStringLiteral("<b>%1</b>\\x0a\\xe2\\x80\\xae\\xff")));
    QCOMPARE(dialogs[2]->findChild<QLineEdit*>()->text(), QStringLiteral("<b>%1</b>\\x0a\\xe2\\x80\\xae\\xff"));
}

void ActionsTest::whoWasRemovedFromTheQueueIsSaid()
{
    hold("f");
    m_redis->expect({"RPUSH", "redisson_lock_queue:{f}", kBobHolds});
    m_redis->expect({"ZADD", "redisson_lock_timeout:{f}", "1000", kBobHolds}); // long over
    select({"f"});
    const QPointer<ForceReleaseDialog> dialog = opened<ForceReleaseDialog>(m_actions->forceRelease);
    giveReason(*dialog);
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Force-release")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("1 dead waiter(s) were removed from its queue")));
    QVERIFY(!m_redis->exists("redisson_lock_queue:{f}"));
    QCOMPARE(AuditLog(m_session->auditFile()).read().back().after, std::string("nobody, dead waiters removed: 1"));
    delete dialog;
}

void ActionsTest::whoIsDeadInFrontIsSaid_data()
{
    QTest::addColumn<int>("deadline"); // of the dead one, in seconds from now
    QTest::addColumn<bool>("blocks");
    QTest::newRow("its time is to come") << 300 << true;
    QTest::newRow("its time is over") << -5 << false; // whoever comes drops it
}

void ActionsTest::whoIsDeadInFrontIsSaid()
{
    QFETCH(const int, deadline);
    QFETCH(const bool, blocks);
    LockState state = fairLock("f");
    const auto kill = [&](Waiter& each) {
        each.stale = true;
        each.subscribed = false;
        each.deadline = state.server_time + deadline * 1000LL;
    };
    kill(state.waiters[1]);
    const auto evict = std::make_unique<EvictWaiterDialog>(*m_session, shared(state), state.waiters[0].owner);
    QCOMPARE(says(*evict, QStringLiteral("First is then 5ca1…66:12, which is dead, too")), blocks);
    state.holders.clear();
    state.holders_total = 0;
    kill(state.waiters[0]);
    const auto wake = std::make_unique<WakeNextDialog>(*m_session, shared(state));
    QCOMPARE(says(*wake, QStringLiteral("but c0de…bb:3, which is dead, is first in the queue")), blocks);
    QCOMPARE(says(*wake, QStringLiteral("whoever is told can take it at once")), !blocks);
}

void ActionsTest::clientsAreNamed_data()
{
    QTest::addColumn<int>("which");
    QTest::addColumn<QStringList>("said");
    const QString held = QStringLiteral("held by 9f45…e1:57 (billing-2) (entered 2 times) for ");
    const QString bob = QStringLiteral("c0de…bb:3 (") + kHostileName + QLatin1Char(')');
    const QString next = QStringLiteral("Next is ") + bob + QLatin1Char('.');
    const auto add = [](const char* name, Dialogs which, const QStringList& said) {
        QTest::newRow(name) << static_cast<int>(which) << said;
    };
    add("force-release", Dialogs::release, {held, next});
    add("force-expire", Dialogs::expire, {held, next});
    add("extend", Dialogs::extend, {held, next});
    add("wake", Dialogs::wake, {QStringLiteral("Tells ") + bob + QStringLiteral(", the first"), held, next});
    add("evict", Dialogs::evict,
        {QStringLiteral("Removes ") + bob + QStringLiteral(", place 1 of 3, from the queue of f, ") + held,
         QStringLiteral("Next is then 5ca1…66:12; the others")});
    add("repair", Dialogs::repair, {held, QStringLiteral(": 9f45…e1:60 (billing-2)")});
}

void ActionsTest::clientsAreNamed()
{
    QFETCH(const int, which);
    QFETCH(const QStringList, said);
    const std::unique_ptr<DestructiveDialog> dialog =
        make(static_cast<Dialogs>(which), *m_session, shared(fairLock("f")));
    QVERIFY(says(*dialog, QStringLiteral("held by 9f45…e1:57 (entered 2 times) for "))); // nobody is known
    dialog->setClientNamer(nameOf);
    for (const QString& part : said) {
        QVERIFY2(says(*dialog, part), qPrintable(part));
    }
    for (const QLabel* label : dialog->findChildren<QLabel*>()) {
        QVERIFY(label->textFormat() == Qt::PlainText || !label->text().contains(QLatin1Char('<')));
    }
    dialog->setClientNamer({});
    QVERIFY(!says(*dialog, QStringLiteral("billing-2")) && !says(*dialog, kHostileName));
}

void ActionsTest::whoHasItInsteadIsNamed()
{
    m_actions->setClientNamer(nameOf);
    hold("a");
    select({"a"});
    const QPointer<ExtendDialog> dialog = opened<ExtendDialog>(m_actions->extend);
    QVERIFY(says(*dialog, QStringLiteral("it is held by 9f45…e1:57 (billing-2)")));
    tell(heldLock("a", holder(kBob, 3)));
    QVERIFY(says(*dialog, QStringLiteral("It is now held by c0de…bb:3 (") + kHostileName + QStringLiteral(").")));
    delete dialog;
}

/// The same name as before says nothing of what has changed.
void ActionsTest::whatTheSameHolderChangedIsSaid()
{
    hold("a");
    select({"a"});
    const QPointer<ExtendDialog> entered = opened<ExtendDialog>(m_actions->extend);
    LockState oftener = *look("a");
    oftener.holders.front().count = 3;
    tell(oftener);
    QVERIFY2(says(*entered, QStringLiteral("9f45…e1:57 still holds it, but its reentry count is 3 instead of 1.")),
             allSaid(*entered));
    delete entered;
    oftener.held_since = std::chrono::system_clock::now() - std::chrono::minutes(1);
    oftener.held_since_exact = true;
    tell(oftener);
    const QPointer<ExtendDialog> anew = opened<ExtendDialog>(m_actions->extend);
    oftener.held_since = std::chrono::system_clock::now();
    tell(oftener);
    QVERIFY2(says(*anew, QStringLiteral("9f45…e1:57 holds it, but not as it did")), allSaid(*anew));
    delete anew;
}

/// Redis is asked for names some time after the lock is seen.
void ActionsTest::aNameThatComesLateIsSaid()
{
    QString name;
    m_actions->setClientNamer([&name](const std::string& uuid) { return uuid == kAlice ? name : QString(); });
    hold("a");
    select({"a"});
    const QPointer<ForceReleaseDialog> dialog = opened<ForceReleaseDialog>(m_actions->forceRelease);
    QVERIFY(says(*dialog, QStringLiteral("Releases a, held by 9f45…e1:57")));
    QVERIFY(!says(*dialog, QStringLiteral("e1:57 (")));
    name = QStringLiteral("billing-2");
    QTRY_VERIFY(says(*dialog, QStringLiteral("Releases a, held by 9f45…e1:57 (billing-2)")));
    delete dialog;
}

void ActionsTest::namesAreNeitherComparedNorRecorded()
{
    m_actions->setClientNamer(nameOf);
    hold("a");
    select({"a"});
    const QPointer<ForceReleaseDialog> dialog = opened<ForceReleaseDialog>(m_actions->forceRelease);
    giveReason(*dialog);
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Force-release")), Qt::LeftButton);
    QTRY_VERIFY(says(
        *dialog, QStringLiteral("Done: it was held by 9f45…e1:57 (billing-2). Right after that nobody held it yet.")));
    QVERIFY(!m_redis->exists("a"));
    const std::vector<AuditEntry> entries = AuditLog(m_session->auditFile()).read();
    QVERIFY(!entries.empty());
    const AuditEntry& entry = entries.back();
    QCOMPARE(entry.outcome, std::string("done"));
    QVERIFY2(entry.before.find(kAliceHolds) != std::string::npos, entry.before.c_str());
    for (const std::string& text : {entry.before, entry.after, entry.reason}) {
        QVERIFY2(text.find("billing-2") == std::string::npos, text.c_str());
    }
    delete dialog;
}

QTEST_MAIN(ActionsTest)
#include "actions_test.moc"
