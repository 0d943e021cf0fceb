// SPDX-License-Identifier: GPL-3.0-or-later
// What ends a hold that somebody looks at, from the window, on a server of its own.
#include "comfort/action_list.hpp"
#include "dialogs/force_expire_dialog.hpp"
#include "dialogs/force_release_dialog.hpp"
#include "dialogs/multi_lock_dialog.hpp"
#include "panels/detail_panel.hpp"
#include "pausing.hpp"
#include "said_parts.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "window_stage.hpp"

#include "support/subscriber.hpp"

#include "lockscope/client.hpp"
#include "lockscope/reentrant_lock.hpp"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPointer>
#include <QSignalSpy>
#include <QTimer>
#include <QToolButton>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

QLineEdit* nameField(const QWidget& dialog)
{
    return fieldWith(dialog, QStringLiteral("Type the name of the lock"));
}

std::string unlockChannel(const std::string& lock)
{
    return "redisson_lock__channel:{" + lock + "}";
}

} // namespace

class ForceEndTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void sessionStartsReadOnly();
    void whatCanBeDoneIsOfferedAtTheLocksName();
    void forceReleaseFreesAndWakesASubscriber();
    void whoGetsItAfterAForceReleaseIsSaid();
    void forceReleaseDoesNothingIfTheHolderChangedAfterOpening();
    void forceReleaseDoesNothingIfTheHolderChangedUnseen();
    void forceReleaseOnProductionAsksForTheName();
    void ofSeveralOnProductionItAsksForTheServer();
    void aCopiedNameCanBePastedWhereItIsAskedFor();
    void forceExpireSetsTheLease();
    void actionsAreRefusedWhileReadOnly();
    void theHolderIsCalledAsInTheTable();
};

void ForceEndTest::initTestCase()
{
    initResources();
}

void ForceEndTest::sessionStartsReadOnly()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.hold("a", alice);
    QTRY_COMPARE(stage.model().rowCount(), 1);
    stage.window.selectLock("a");
    QCOMPARE(stage.session.adminMode(), Session::AdminMode::readOnly);
    const auto releaseEnabled = [&] {
        for (const QAction* action : stage.table().actions()) {
            if (action->text().contains(QStringLiteral("Force-release"))) {
                return action->isEnabled();
            }
        }
        return false;
    };
    QVERIFY(!releaseEnabled());
    stage.session.setAdminMode(Session::AdminMode::admin);
    QVERIFY(releaseEnabled());
    stage.session.close();
    QCOMPARE(stage.session.adminMode(), Session::AdminMode::readOnly);
}

void ForceEndTest::whatCanBeDoneIsOfferedAtTheLocksName()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.hold("orders:42", alice);
    QTRY_VERIFY(stage.model().find("orders:42") != nullptr);
    stage.window.selectLock("orders:42");
    auto* detail = stage.window.findChild<DetailPanel*>();
    QTRY_VERIFY(detail->lock() != nullptr);
    QToolButton* button = nullptr;
    for (auto* each : detail->findChildren<QToolButton*>()) {
        button = each->accessibleName() == QStringLiteral("What can be done to this lock") ? each : button;
    }
    QVERIFY(button != nullptr && button->isVisible());
    const auto firstOffered = [&] {
        const QList<QAction*> all = button->menu()->actions();
        const auto offered =
            std::find_if(all.begin(), all.end(), [](const QAction* each) { return each->isVisible(); });
        return offered == all.end() ? QString() : plainActionText((*offered)->text());
    };
    QCOMPARE(firstOffered(), QStringLiteral("Unlock actions…")); // the way to them

    stage.session.setAdminMode(Session::AdminMode::admin);
    // Pressing the same place again must not take back what was allowed.
    QCOMPARE(firstOffered(), QStringLiteral("Force-release…"));
    stage.hold("orders:43", alice);
    QTRY_COMPARE(stage.model().rowCount(), 2);
    stage.table().selectAll();
    QCOMPARE(button->text(), QStringLiteral("Actions (2)")); // they are not for the one in the detail alone
    stage.window.selectLock("orders:42");
    QCOMPARE(button->text(), QStringLiteral("Actions"));
    stage.table().setFocus();
    QVERIFY(stage.tabTo(button));
    bool hasOpened = false;
    QTimer::singleShot(0, [&] { // the menu does not return before it is closed
        hasOpened = QTest::qWaitFor([&] { return QApplication::activePopupWidget() == button->menu(); });
        stage.press(hasOpened ? Qt::Key_F : Qt::Key_Escape);
    });
    stage.press(Qt::Key_Space);
    QVERIFY(hasOpened);
    QTRY_VERIFY(qobject_cast<ForceReleaseDialog*>(WindowStage::dialog()) != nullptr);
    QVERIFY(says(*WindowStage::dialog(), QStringLiteral("orders:42")));
}

void ForceEndTest::forceReleaseFreesAndWakesASubscriber()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.hold("orders:42", alice, 2);
    Subscriber waiter(stage.sandbox.endpoint(), {unlockChannel("orders:42")});
    QTRY_VERIFY(stage.model().find("orders:42") != nullptr);
    stage.session.setAdminMode(Session::AdminMode::admin);

    QPointer<ForceReleaseDialog> dialog =
        new ForceReleaseDialog(stage.session, stage.model().find("orders:42"), &stage.window);
    dialog->open();
    QVERIFY(says(*dialog, QStringLiteral("9f45…e1:57 (entered 2 times)")));
    QPushButton* release = buttonWith(*dialog, QStringLiteral("Force-release"));
    QVERIFY(!release->isEnabled());
    QVERIFY(buttonWith(*dialog, QStringLiteral("Cancel"))->isDefault());
    QTest::keyClicks(reasonField(*dialog), QStringLiteral("holder died"));
    QVERIFY(release->isEnabled());
    QTest::mouseClick(release, Qt::LeftButton);

    QTRY_VERIFY(says(*dialog, QStringLiteral("Done: it was held by 9f45…e1:57. Right after that nobody held it yet.")));
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY(dialog.isNull());
    QVERIFY(!stage.redis.exists("orders:42"));
    QVERIFY(waiter.wait_for(unlockChannel("orders:42"), "0"));
    QSignalSpy audit(&stage.session, &Session::auditArrived);
    stage.session.requestAudit();
    const auto entries = [&] {
        return audit.isEmpty() ? std::vector<AuditEntry>{} : audit.last().first().value<std::vector<AuditEntry>>();
    };
    QTRY_COMPARE(entries().size(), std::size_t{1}); // The panel has asked, too, before there was any.
    QCOMPARE(entries().front().outcome, std::string("done"));
    QCOMPARE(entries().front().reason, std::string("holder died"));
}

/// The dialog stays open, and the table behind it shows who has it.
void ForceEndTest::whoGetsItAfterAForceReleaseIsSaid()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.hold("orders:42", alice);
    QTRY_VERIFY(stage.model().find("orders:42") != nullptr);
    stage.session.setAdminMode(Session::AdminMode::admin);
    const QPointer<ForceReleaseDialog> dialog =
        new ForceReleaseDialog(stage.session, stage.model().find("orders:42"), &stage.window);
    dialog->open();
    QTest::keyClicks(reasonField(*dialog), QStringLiteral("holder died"));
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Force-release")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Done: it was held by 9f45…e1:57. Right after that nobody held it yet.")));
    stage.hold("orders:42", bob);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Done: it was held by 9f45…e1:57. Then 77c0…b2:57 got it.")));
    stage.redis.expect({"DEL", "orders:42"}); // what has been stays true
    QTRY_VERIFY(stage.model().find("orders:42") == nullptr);
    QVERIFY(says(*dialog, QStringLiteral("Then 77c0…b2:57 got it.")));
    delete dialog;
}

void ForceEndTest::forceReleaseDoesNothingIfTheHolderChangedAfterOpening()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.hold("orders:42", alice);
    QTRY_VERIFY(stage.model().find("orders:42") != nullptr);
    stage.session.setAdminMode(Session::AdminMode::admin);
    QPointer<ForceReleaseDialog> dialog =
        new ForceReleaseDialog(stage.session, stage.model().find("orders:42"), &stage.window);
    dialog->open();
    QTest::keyClicks(reasonField(*dialog), QStringLiteral("holder died"));

    stage.hold("orders:42", bob);

    QTRY_VERIFY(says(*dialog, QStringLiteral("It is now held by 77c0…b2:57.")));
    QVERIFY(!buttonWith(*dialog, QStringLiteral("Force-release"))->isEnabled());
    QCOMPARE(stage.redis.hash("orders:42"), (std::map<std::string, std::string>{{bob + ":57", "1"}}));
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Close")), Qt::LeftButton);
    QTRY_VERIFY(dialog.isNull());
}

void ForceEndTest::forceReleaseDoesNothingIfTheHolderChangedUnseen()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.hold("orders:42", alice);
    QTRY_VERIFY(stage.model().find("orders:42") != nullptr);
    stage.session.setAdminMode(Session::AdminMode::admin);
    testing::pauseForSure(stage.session); // the window does not see what happens from now on
    QPointer<ForceReleaseDialog> dialog =
        new ForceReleaseDialog(stage.session, stage.model().find("orders:42"), &stage.window);
    dialog->open();
    stage.hold("orders:42", bob);
    QTest::keyClicks(reasonField(*dialog), QStringLiteral("holder died"));
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Force-release")), Qt::LeftButton);

    QTRY_VERIFY(says(*dialog, QStringLiteral("Nothing was done.")));
    QCOMPARE(stage.redis.hash("orders:42"), (std::map<std::string, std::string>{{bob + ":57", "1"}}));
    delete dialog;
}

void ForceEndTest::forceReleaseOnProductionAsksForTheName()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.hold("orders:42", alice);
    QTRY_VERIFY(stage.model().find("orders:42") != nullptr);
    stage.session.setServerKind(Session::ServerKind::production);
    stage.session.setAdminMode(Session::AdminMode::admin);
    QPointer<ForceReleaseDialog> dialog =
        new ForceReleaseDialog(stage.session, stage.model().find("orders:42"), &stage.window);
    dialog->open();
    QTest::keyClicks(reasonField(*dialog), QStringLiteral("holder died"));
    QPushButton* release = buttonWith(*dialog, QStringLiteral("Force-release"));
    QVERIFY(!release->isEnabled());
    QTest::keyClicks(nameField(*dialog), QStringLiteral("orders:42"));
    QVERIFY(release->isEnabled());
    QTest::mouseClick(release, Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("nobody held it yet")));
    delete dialog;
    QVERIFY(!stage.redis.exists("orders:42"));
}

void ForceEndTest::ofSeveralOnProductionItAsksForTheServer()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.hold("orders:42", alice);
    stage.hold("orders:43", alice);
    QTRY_VERIFY(stage.model().find("orders:42") != nullptr && stage.model().find("orders:43") != nullptr);
    stage.session.setServerKind(Session::ServerKind::production);
    stage.session.setAdminMode(Session::AdminMode::admin);
    stage.table().selectAll();
    stage.trigger(QKeySequence(Qt::CTRL | Qt::Key_Delete));
    const QPointer<MultiLockDialog> dialog = stage.window.findChild<MultiLockDialog*>();
    QVERIFY(dialog);
    QTest::keyClicks(reasonField(*dialog), QStringLiteral("holder died"));
    const QString server = QString::fromStdString(stage.session.endpoint()->display());
    QTest::keyClicks(fieldWith(*dialog, QStringLiteral("Type how many locks, and the server")),
                     QStringLiteral("2 ") + server);
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Force-release 2")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("Finished: 2 of 2 done.")));
    QVERIFY(!stage.redis.exists("orders:42") && !stage.redis.exists("orders:43"));
    delete dialog;
}

void ForceEndTest::aCopiedNameCanBePastedWhereItIsAskedFor()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    const std::string name = "orders:\\" + std::string(100, 'x') + ":42";
    stage.hold(name, alice);
    QTRY_VERIFY(stage.model().rowOf(name) >= 0);
    stage.window.selectLock(name);
    QVERIFY(stage.selected(name));
    stage.trigger(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
    QCOMPARE(QApplication::clipboard()->text(), QString::fromStdString(name));

    stage.session.setServerKind(Session::ServerKind::production);
    stage.session.setAdminMode(Session::AdminMode::admin);
    QPointer<ForceReleaseDialog> dialog =
        new ForceReleaseDialog(stage.session, stage.model().find(name), &stage.window);
    dialog->open();
    QTest::keyClicks(reasonField(*dialog), QStringLiteral("holder died"));
    QPushButton* release = buttonWith(*dialog, QStringLiteral("Force-release"));
    QLineEdit* typed = nameField(*dialog);
    QVERIFY(typed);
    QTest::keyClick(reasonField(*dialog), Qt::Key_Tab);
    QTRY_VERIFY(typed->hasFocus()); // one can go on typing
    QCOMPARE(dialog->findChild<QPlainTextEdit*>()->toPlainText(), displayText(name));
    typed->setText(displayText(name));
    QVERIFY(release->isEnabled());
    typed->setText(shortText(name, 60));
    QVERIFY(!release->isEnabled());
    typed->clear();
    typed->paste();
    QVERIFY(release->isEnabled());
    QTest::mouseClick(release, Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("nobody held it yet")));
    delete dialog;
    QVERIFY(!stage.redis.exists(name));
}

void ForceEndTest::forceExpireSetsTheLease()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.hold("orders:42", alice);
    QTRY_VERIFY(stage.model().find("orders:42") != nullptr);
    stage.session.setAdminMode(Session::AdminMode::admin);
    QPointer<ForceExpireDialog> dialog =
        new ForceExpireDialog(stage.session, stage.model().find("orders:42"), &stage.window);
    dialog->open();
    // Whoever has a watchdog and lives has renewed by then, unless less is asked for, which is said.
    QCOMPARE(dialog->findChild<QDoubleSpinBox*>()->value(), 12);
    QVERIFY(says(*dialog, QStringLiteral("A living watchdog renews before that")));
    dialog->findChild<QDoubleSpinBox*>()->setValue(7.5);
    QVERIFY(says(*dialog, QStringLiteral("expire in 7.5 s")));
    QVERIFY(says(*dialog, QStringLiteral("too short even for a living watchdog, which renews within 12 s")));
    QTest::keyClicks(reasonField(*dialog), QStringLiteral("too long"));
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Force-expire")), Qt::LeftButton);
    QTRY_VERIFY(says(*dialog, QStringLiteral("left; before, it had 2")));
    delete dialog;
    const std::int64_t ttl = stage.redis.pttl("orders:42");
    QVERIFY2(ttl > 0 && ttl <= 7500, qPrintable(QString::number(ttl)));
}

void ForceEndTest::actionsAreRefusedWhileReadOnly()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.hold("a", alice);
    QTRY_VERIFY(stage.model().find("a") != nullptr);
    QSignalSpy finished(&stage.session, &Session::actionFinished);
    AdminRequest request;
    request.lock = "a";
    request.expected = expectation_of(*stage.model().find("a"));
    request.reason = "no dialog asked";
    stage.session.forceRelease(request);
    QTRY_COMPARE(finished.size(), 1);
    QCOMPARE(finished.first().at(1).value<AdminResult>().outcome, AdminResult::Outcome::refused);
    QVERIFY(stage.redis.exists("a"));
}

void ForceEndTest::theHolderIsCalledAsInTheTable()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    ClientOptions options;
    options.name = "billing-2";
    Client billing(stage.sandbox.endpoint(), options);
    ReentrantLock lock = billing.reentrant_lock("orders:42");
    lock.lock();
    const auto holder = [&stage] { return stage.cell("orders:42", LockColumn::holder); };
    // Redis is asked for names some time after the lock is seen.
    QTRY_VERIFY_WITH_TIMEOUT(holder().endsWith(QStringLiteral(" (billing-2)")), 60'000);
    stage.session.setAdminMode(Session::AdminMode::admin);
    stage.window.selectLock("orders:42");
    QTRY_VERIFY(stage.selected("orders:42"));
    stage.trigger(QKeySequence(Qt::CTRL | Qt::Key_Delete));
    const QPointer<ForceReleaseDialog> dialog = qobject_cast<ForceReleaseDialog*>(WindowStage::dialog());
    QVERIFY(dialog);
    QVERIFY(says(*dialog, QStringLiteral("Releases orders:42, held by ") + holder()));
    dialog->reject();
    QTRY_VERIFY(dialog.isNull());
    lock.unlock();
}

QTEST_MAIN(ForceEndTest)
#include "force_end_from_window_test.moc"
