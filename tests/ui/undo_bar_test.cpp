// SPDX-License-Identifier: GPL-3.0-or-later
#include "actions_fixture.hpp"

#include <QDir>
#include <QFile>
#include <QMessageBox>

using namespace lockscope;
using namespace lockscope::ui;
using namespace lockscope::testing;

class UndoBarTest : public QObject, private ActionsFixture
{
    Q_OBJECT

private slots:
    void init() { open(); }
    void cleanup() { close(); }
    void undoPutsItBack();
    void whoDoesNotWantToSeeItCanStillUndo();
    void whatIsOverIsNotOfferedAnyMoreWhetherItIsSeenOrNot();
    void itIsSaidForHowLongAndNoLonger();
    void aReadLockIsSaidToEndWithTheLongestOfItsReaders();
    void noKeyComesHereThatNobodySent();
    void undoSaysIfSomebodyTookIt();
    void whatWasTakenStaysTheOneToUndo();
    void whatOthersHaveHadSinceIsAskedAbout();
    void undosStack();
    void whatFailedCanBeTriedAgain();
    void whatMayHaveHappenedIsNotCalledFailed();
    void whatTheAuditLogRefusedCanBeTriedAgain();
    void aWholeBatchCanBeTakenBack();
    void aFailureEndsTheRowAndLosesNothing();
    void anOwnerThatIsNoTextIsEscapedOnce();
    void whoWroteAndReadWasOneHolder();
    void whoHeldItIsNamed();

private:
    QToolButton* buttonThatSays(const QString& text)
    {
        for (QToolButton* each : m_undo->findChildren<QToolButton*>()) {
            if (each->isVisible() && each->text().remove(QLatin1Char('&')) == text) {
                return each;
            }
        }
        return nullptr;
    }
    /// To the question that is open.
    void answer(const QString& text)
    {
        auto* question = m_window->findChild<QMessageBox*>();
        QVERIFY(question != nullptr);
        for (QAbstractButton* each : question->buttons()) {
            if (each->text().remove(QLatin1Char('&')) == text) {
                QTest::mouseClick(each, Qt::LeftButton);
            }
        }
        QTRY_VERIFY(m_window->findChild<QMessageBox*>() == nullptr);
    }
    void dismiss()
    {
        for (QToolButton* each : m_undo->findChildren<QToolButton*>()) {
            if (each->accessibleName() == QStringLiteral("Dismiss")) {
                QTest::mouseClick(each, Qt::LeftButton);
            }
        }
    }
    void releaseAll(const std::vector<std::string>& locks)
    {
        BatchRequest request;
        for (const std::string& lock : locks) {
            request.locks.push_back(admin_request(*look(lock)));
            request.locks.back().reason = "stuck";
        }
        const std::vector<Session::Ticket> tickets = m_session->batch(std::move(request));
        QCOMPARE(tickets.size(), locks.size());
    }
};

void UndoBarTest::undoPutsItBack()
{
    QVERIFY(!m_undo->isVisible());
    std::vector<LockEvent::Kind> told;
    connect(m_session.get(), &Session::batchArrived, this, [&told](const std::shared_ptr<const MonitorBatch>& batch) {
        for (const LockEvent& event : batch->events) {
            if (event.lock == "a") {
                told.push_back(event.kind);
            }
        }
    });
    hold("a", kAliceHolds, 600'000);
    QTRY_COMPARE(told.size(), std::size_t(1));
    forceRelease("a");
    QTRY_VERIFY(m_undo->isVisible());
    QVERIFY(says(*m_undo, QStringLiteral("a was released, held by")));
    QVERIFY(says(*m_undo, QStringLiteral("does not get it back")));
    QVERIFY(undoButton()->text().contains(QStringLiteral("(4:5"))
            || undoButton()->text().contains(QStringLiteral("(5:00")));
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY(says(*m_undo, QStringLiteral("a is back in Redis")));
    QVERIFY(m_redis->hash("a").contains(kAliceHolds));
    using Kind = LockEvent::Kind;
    QTRY_VERIFY((told == std::vector{Kind::acquired, Kind::forced, Kind::restored}));
    dismiss();
    QVERIFY(!m_undo->isVisible());
}

void UndoBarTest::whoDoesNotWantToSeeItCanStillUndo()
{
    hold("a", kAliceHolds, 600'000);
    hold("b", kAliceHolds, 600'000);
    hold("c", kAliceHolds, 600'000);
    forceRelease("a");
    forceRelease("b");
    QTRY_VERIFY(says(*m_undo, QStringLiteral("b was released")));
    dismiss();
    QVERIFY(!m_undo->isVisible());
    QAction* undo = m_undo->actions().front();
    QVERIFY(undo->isEnabled());
    undo->trigger();
    QTRY_VERIFY(says(*m_undo, QStringLiteral("b is back in Redis")));
    QVERIFY(m_undo->isVisible() && m_redis->exists("b"));
    dismiss();
    QVERIFY(!m_undo->isVisible()); // the older one was not wanted either
    forceRelease("c");
    QTRY_VERIFY(m_undo->isVisible());
    QVERIFY(says(*m_undo, QStringLiteral("c was released")));
}

void UndoBarTest::whatIsOverIsNotOfferedAnyMoreWhetherItIsSeenOrNot()
{
    UndoTicket ticket;
    ticket.lock = "a";
    ticket.holders = kAliceHolds + "=1";
    ticket.until = std::chrono::steady_clock::now() + std::chrono::milliseconds(1200);
    emit m_session->undoOffered(ticket);
    dismiss();
    QVERIFY(!m_undo->isVisible());
    const QAction* undo = m_undo->actions().front();
    QVERIFY(undo->isEnabled() && m_undo->locks().size() == 1);
    QTRY_VERIFY(m_undo->locks().empty());
    QTRY_VERIFY(!undo->isEnabled());
    QCOMPARE(undo->text(), QStringLiteral("&Undo"));
}

void UndoBarTest::itIsSaidForHowLongAndNoLonger()
{
    hold("a", kAliceHolds, 600'000);
    forceRelease("a");
    QTRY_VERIFY(says(*m_undo, QStringLiteral("for the 9 m 5"))); // more than it can be undone for
    hold("b", kAliceHolds, 12'000);
    forceRelease("b");
    QTRY_VERIFY(says(*m_undo, QStringLiteral("b was released")));
    QVERIFY2(says(*m_undo, QStringLiteral(" s that are left of its lease")), allSaid(*m_undo));
    m_undo->actions().front()->trigger();
    QTRY_VERIFY(says(*m_undo, QStringLiteral("b is back in Redis for ")));
    QVERIFY2(says(*m_undo, QStringLiteral(" s, then it ends as it would have.")), allSaid(*m_undo));
    QTRY_VERIFY_WITH_TIMEOUT(!says(*m_undo, QStringLiteral("b is back")), 15'000); // before it has stayed for long
    QVERIFY(!m_redis->exists("b"));
    hold("c");
    m_redis->expect({"PERSIST", "c"});
    forceRelease("c");
    QTRY_VERIFY(says(*m_undo, QStringLiteral("Undo keeps others out again, if nobody has it then")));
}

/// The watchdog of one had left less to the lock than another has.
void UndoBarTest::aReadLockIsSaidToEndWithTheLongestOfItsReaders()
{
    const auto deadline = [](const std::string& owner) { return "{rw}:" + owner + ":rwlock_timeout:1"; };
    m_redis->expect({"SET", deadline(kAliceHolds), "1", "PX", "30000"});
    m_redis->expect({"SET", deadline(kBobHolds), "1", "PX", "600000"});
    m_redis->expect({"HSET", "rw", "mode", "read", kAliceHolds, "1", kBobHolds, "1"});
    m_redis->expect({"PEXPIRE", "rw", "30000"});
    forceRelease("rw");
    QTRY_VERIFY(says(*m_undo, QStringLiteral(" that are left of the longest of its readers' leases")));
    m_undo->actions().front()->trigger();
    QTRY_VERIFY(says(*m_undo, QStringLiteral("rw is back in Redis for 9 m 5")));
    QVERIFY2(says(*m_undo, QStringLiteral("it ends with the longest of its readers' leases, which may be later")),
             allSaid(*m_undo));
    QVERIFY(m_redis->pttl("rw") > 500'000);
}

/// A button that goes when it was pressed leaves its keys to the next in the order; a Return too much would undo.
void UndoBarTest::noKeyComesHereThatNobodySent()
{
    hold("a", kAliceHolds, 600'000);
    forceRelease("a");
    QTRY_VERIFY(m_undo->isVisible());
    auto* home = new QLineEdit(m_window.get());
    auto* passing = new QPushButton(m_window.get());
    home->show();
    passing->show();
    QWidget::setTabOrder(passing, undoButton());
    m_undo->leaveKeysTo(*home);
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));

    passing->setFocus();
    passing->hide();
    QTRY_COMPARE(m_window->focusWidget(), static_cast<QWidget*>(home));

    passing->show();
    passing->setFocus();
    passing->setEnabled(false);
    QTRY_COMPARE(m_window->focusWidget(), static_cast<QWidget*>(home));

    passing->setEnabled(true);
    passing->setFocus();
    QTest::keyClick(passing, Qt::Key_Tab); // this is meant
    QTRY_COMPARE(m_window->focusWidget(), static_cast<QWidget*>(undoButton()));
}

void UndoBarTest::undoSaysIfSomebodyTookIt()
{
    hold("a");
    forceRelease("a");
    QTRY_VERIFY(m_undo->isVisible());
    hold("a", kBobHolds);
    QTRY_VERIFY(says(*m_undo, QStringLiteral("c0de…bb:3 has it now; it can be put back when it is free")));
    QTest::mouseClick(undoButton(), Qt::LeftButton);
    QTRY_VERIFY(says(*m_undo, QStringLiteral("a could not be put back: c0de…bb:3 has it now.")));
    QVERIFY(m_window->findChild<QMessageBox*>() == nullptr); // nothing to ask
    QVERIFY(m_redis->hash("a").contains(kBobHolds));
    m_session->close();
    QVERIFY(!m_undo->isVisible());
}

/// One more press of the key is a second try, and no word for another lock.
void UndoBarTest::whatWasTakenStaysTheOneToUndo()
{
    hold("older");
    hold("a");
    forceRelease("older");
    forceRelease("a");
    QTRY_VERIFY(says(*m_undo, QStringLiteral("a was released")));
    m_session->pause();
    m_redis->expect({"HSET", "a", kBobHolds, "1"}); // not heard of yet
    m_undo->actions().front()->trigger();
    QTRY_VERIFY(says(*m_undo, QStringLiteral("a could not be put back: c0de…bb:3 has it now.")));
    QVERIFY(undoButton()->text().contains(QStringLiteral("Undo a ")));
    m_undo->actions().front()->trigger();
    QVERIFY(!m_redis->exists("older"));
    QVERIFY(m_redis->hash("a").contains(kBobHolds));
}

void UndoBarTest::whatOthersHaveHadSinceIsAskedAbout()
{
    hold("a");
    forceRelease("a");
    QTRY_VERIFY(m_undo->isVisible());
    hold("a", kBobHolds);
    QTRY_VERIFY(says(*m_undo, QStringLiteral("c0de…bb:3 has it now")));
    m_redis->expect({"DEL", "a"});
    QTRY_VERIFY(says(*m_undo, QStringLiteral("c0de…bb:3 has had it since")));
    m_undo->actions().front()->trigger();
    answer(QStringLiteral("Leave it"));
    QVERIFY(undoButton()->isVisible() && undoButton()->isEnabled());
    QVERIFY(!m_redis->exists("a"));
    m_undo->actions().front()->trigger();
    answer(QStringLiteral("Put it back"));
    QTRY_VERIFY(says(*m_undo, QStringLiteral("a is back in Redis")));
    QVERIFY(m_redis->hash("a").contains(kAliceHolds));
}

void UndoBarTest::undosStack()
{
    hold("a");
    hold("b");
    forceRelease("a");
    forceRelease("b");
    QTRY_VERIFY(says(*m_undo, QStringLiteral("b was released")));
    m_undo->actions().front()->trigger();
    QTRY_VERIFY(says(*m_undo, QStringLiteral("b is back in Redis")));
    QVERIFY(m_redis->exists("b") && !m_redis->exists("a"));
    m_undo->actions().front()->trigger();
    QTRY_VERIFY(says(*m_undo, QStringLiteral("a is back in Redis")));
    QVERIFY(m_redis->exists("a"));
}

void UndoBarTest::whatFailedCanBeTriedAgain()
{
    hold("a");
    forceRelease("a");
    QTRY_VERIFY(m_undo->isVisible());
    m_redis->expect({"ACL", "SETUSER", "default", "-restore"});
    QTest::mouseClick(undoButton(), Qt::LeftButton);
    QTRY_VERIFY(says(*m_undo, QStringLiteral("a could not be put back. Failed:")));
    QVERIFY(undoButton()->text().contains(QStringLiteral("Undo a")));
    m_redis->expect({"ACL", "SETUSER", "default", "+restore"});
    QTest::mouseClick(undoButton(), Qt::LeftButton);
    QTRY_VERIFY(says(*m_undo, QStringLiteral("a is back in Redis")));
    QVERIFY(m_redis->exists("a"));
    QVERIFY(!undoButton()->isVisible());
}

void UndoBarTest::whatMayHaveHappenedIsNotCalledFailed()
{
    hold("a");
    forceRelease("a");
    QTRY_VERIFY(m_undo->isVisible());
    m_redis->expect({"CLIENT", "PAUSE", "8000"}); // longer than an answer is waited for
    QTest::mouseClick(undoButton(), Qt::LeftButton);
    QTRY_VERIFY(says(*m_undo, QStringLiteral("a was to be put back. Whether it has happened is not known")));
}

void UndoBarTest::whatTheAuditLogRefusedCanBeTriedAgain()
{
    hold("a");
    forceRelease("a");
    QTRY_VERIFY(m_undo->isVisible());
    const QString log = m_folder.filePath(QStringLiteral("audit.jsonl"));
    const QString aside = m_folder.filePath(QStringLiteral("aside.jsonl"));
    QVERIFY(QFile::rename(log, aside));
    QVERIFY(QDir().mkdir(log)); // A folder stands where the file should be.
    QTest::mouseClick(undoButton(), Qt::LeftButton);
    QTRY_VERIFY(says(*m_undo, QStringLiteral("a could not be put back. Refused:")));
    QVERIFY(!m_redis->exists("a"));
    QVERIFY(QDir().rmdir(log));
    QVERIFY(QFile::rename(aside, log));
    QTest::mouseClick(undoButton(), Qt::LeftButton);
    QTRY_VERIFY(m_redis->exists("a"));
}

void UndoBarTest::aWholeBatchCanBeTakenBack()
{
    std::vector<std::string> names;
    for (int i = 0; i < 30; ++i) {
        names.push_back("lock:" + std::to_string(i));
        hold(names.back(), kAliceHolds, 600'000);
    }
    releaseAll(names);
    QTRY_VERIFY(buttonThatSays(QStringLiteral("Undo all 30")));
    hold(names.front(), kBobHolds); // Somebody was quicker: that one is asked about for itself.
    QTRY_VERIFY(buttonThatSays(QStringLiteral("Undo all 29")));
    QTest::mouseClick(buttonThatSays(QStringLiteral("Undo all 29")), Qt::LeftButton);
    QCOMPARE(m_undo->locks().size(), names.size()); // whoever leaves now gives them up
    QTRY_VERIFY(says(*m_undo, QStringLiteral("29 lock(s) are back in Redis")));
    QVERIFY(m_redis->hash(names.front()).contains(kBobHolds));
    for (std::size_t i = 1; i < names.size(); ++i) {
        QVERIFY2(m_redis->hash(names[i]).contains(kAliceHolds), names[i].c_str());
    }
    QVERIFY(undoButton()->isVisible());
}

void UndoBarTest::aFailureEndsTheRowAndLosesNothing()
{
    for (const char* lock : {"a", "b", "c"}) {
        hold(lock, kAliceHolds, 600'000);
    }
    releaseAll({"a", "b", "c"});
    QTRY_VERIFY(buttonThatSays(QStringLiteral("Undo all 3")));
    m_redis->expect({"ACL", "SETUSER", "default", "-restore"});
    QTest::mouseClick(buttonThatSays(QStringLiteral("Undo all 3")), Qt::LeftButton);
    QTRY_VERIFY(says(*m_undo, QStringLiteral("0 of 3 locks are back in Redis. Failed:")));
    m_redis->expect({"ACL", "SETUSER", "default", "+restore"});
    QTest::mouseClick(buttonThatSays(QStringLiteral("Undo all 3")), Qt::LeftButton);
    QTRY_VERIFY(says(*m_undo, QStringLiteral("3 lock(s) are back in Redis")));
    for (const char* lock : {"a", "b", "c"}) {
        QVERIFY(m_redis->exists(lock));
    }
}

/// It stands escaped in the ticket.
void UndoBarTest::anOwnerThatIsNoTextIsEscapedOnce()
{
    UndoTicket ticket;
    ticket.lock = "a";
    ticket.holders = "\\xff\\x0a:1=1";
    ticket.until = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    emit m_session->undoOffered(ticket);
    QVERIFY(says(*m_undo, QStringLiteral("a was released, held by \\xff\\x0a:1. ")));
}

void UndoBarTest::whoWroteAndReadWasOneHolder()
{
    UndoTicket ticket;
    ticket.lock = "a";
    ticket.owners = {kAliceHolds, kAliceHolds + ":write"};
    ticket.holders = ticket.owners.front() + "=1, " + ticket.owners.back() + "=2";
    ticket.until = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    emit m_session->undoOffered(ticket);
    QVERIFY2(says(*m_undo, QStringLiteral("a was released, held by 9f45…e1:57. ")), allSaid(*m_undo));
    ticket.owners.front() = kBobHolds;
    ticket.holders = ticket.owners.back() + "=2, " + kBobHolds + "=1";
    emit m_session->undoOffered(ticket);
    QVERIFY2(says(*m_undo, QStringLiteral("a was released, held by 9f45…e1:57 +1. ")), allSaid(*m_undo));
}

void UndoBarTest::whoHeldItIsNamed()
{
    m_undo->setClientNamer([](const std::string& uuid) {
        return uuid == kAlice ? QStringLiteral("billing-2") : QStringLiteral("<b>%1 %2</b>");
    });
    hold("a");
    forceRelease("a");
    QTRY_VERIFY(m_undo->isVisible());
    QVERIFY(says(*m_undo, QStringLiteral("a was released, held by 9f45…e1:57 (billing-2). ")));
    hold("a", kBobHolds);
    QTest::mouseClick(undoButton(), Qt::LeftButton);
    QTRY_VERIFY(says(*m_undo, QStringLiteral("a could not be put back: c0de…bb:3 (<b>%1 %2</b>) has it now.")));
    for (const QLabel* label : m_undo->findChildren<QLabel*>()) {
        QCOMPARE(label->textFormat(), Qt::PlainText);
    }
}

QTEST_MAIN(UndoBarTest)
#include "undo_bar_test.moc"
