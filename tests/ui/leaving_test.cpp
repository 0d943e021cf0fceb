// SPDX-License-Identifier: GPL-3.0-or-later
// What a key or a click may not end unasked: the connection to a production server, or one where something would be
// lost; with it, the window.
#include "alerts/rules_dialog.hpp"
#include "dialogs/giving_back_dialog.hpp"
#include "dialogs/leave_dialog.hpp"
#include "dialogs/multi_lock_dialog.hpp"
#include "dialogs/writing.hpp"
#include "panels/connect_page.hpp"
#include "panels/heading.hpp"
#include "profile_stage.hpp"
#include "said_parts.hpp"
#include "window_stage.hpp"

#include <QBuffer>
#include <QElapsedTimer>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>

#include <algorithm>
#include <memory>
#include <utility>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

/// Writes a text that takes longer than this test, but for its beginning.
void writeForLong(QWidget& window)
{
    RecordText text;
    text.records = 100'000;
    text.record = [](std::size_t at) {
        QElapsedTimer time;
        time.start();
        while (at >= 6000 && time.elapsed() < 1) {}
        return QByteArray("row\n");
    };
    auto buffer = std::make_unique<QBuffer>();
    buffer->open(QIODevice::WriteOnly);
    auto* writing =
        new Writing(std::move(text), std::move(buffer),
                    {[] { return QStringLiteral("Export"); }, [] { return QStringLiteral("Writing locks"); }}, window);
    writing->start();
}

} // namespace

class LeavingTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        initResources();
        QApplication::setQuitOnLastWindowClosed(false);
    }
    void whatIsRememberedAsProductionIsProductionFromTheStart();
    void aKeyDoesNotLeaveAProductionServer();
    void leavingNamesWhatIsGivenUp();
    void whatCannotBeGivenBackIsNotSaidToBeGivenUp();
    void whatIsNotConfirmedIsNotJustLeft_data();
    void whatIsNotConfirmedIsNotJustLeft();
    void aServerOfManyAddressesIsNamedByWholeOnes();
    void whereNothingIsLostNobodyIsAsked();
    void closingNamesWhatIsGivenUp();
    void closingNamesWhatIsBeingWritten_data();
    void closingNamesWhatIsBeingWritten();
    void closingNamesTheBatchThatIsUnderWay();
    void closingNamesTheActionThatIsNotAnswered();
    void closingNamesTheFormThatIsNotSaved_data();
    void closingNamesTheFormThatIsNotSaved();
    void leavingGoesOnWriting();
    void whereNobodyCanAnswerTheWindowCloses();
    void aWindowWithNothingToLoseCloses();

private:
    static void holdALock(WindowStage& stage);
    /// One of five.
    static void holdAPermit(WindowStage& stage);
    /// Opens the dialog of an action on these locks and confirms it, at a server that does not answer any more.
    static void extend(WindowStage& stage, const std::vector<std::string>& locks);
};

void LeavingTest::whatIsRememberedAsProductionIsProductionFromTheStart()
{
    WindowStage stage(WindowStage::Start::disconnected);
    auto* page = stage.window.findChild<ConnectPage*>();
    emit page->connectRequested(stage.sandbox.endpoint());
    QTRY_VERIFY(stage.connected());
    QCOMPARE(stage.session.serverKind(), Session::ServerKind::production); // until somebody says otherwise
    stage.session.close();
    stage.settings.setServerKind(stage.sandbox.endpoint(), Session::ServerKind::ordinary);
    emit page->connectRequested(stage.sandbox.endpoint());
    QCOMPARE(stage.session.serverKind(), Session::ServerKind::ordinary);
    stage.settings.setServerKind(stage.sandbox.endpoint(), Session::ServerKind::production);
    emit page->connectRequested(stage.sandbox.endpoint());
    QCOMPARE(stage.session.serverKind(), Session::ServerKind::production);
}

void LeavingTest::aKeyDoesNotLeaveAProductionServer()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.session.setServerKind(Session::ServerKind::production);
    const auto keys = {QKeyCombination(Qt::CTRL, Qt::Key_O), QKeyCombination(Qt::CTRL | Qt::SHIFT, Qt::Key_D),
                       QKeyCombination(Qt::CTRL | Qt::SHIFT, Qt::Key_S),
                       QKeyCombination(Qt::CTRL | Qt::SHIFT, Qt::Key_R)};
    for (const QKeyCombination& key : keys) {
        QVERIFY(stage.backInWindow());
        stage.press(key.key(), key.keyboardModifiers());
        const QPointer<LeaveDialog> dialog = stage.window.findChild<LeaveDialog*>();
        QVERIFY(dialog);
        dialog->activateWindow();
        QTest::keyClick(dialog->focusWidget(), Qt::Key_Return); // as somebody does who only wants it gone
        QTRY_VERIFY(!dialog);
        QVERIFY(stage.connected());
    }
    QVERIFY(stage.backInWindow());
    QSignalSpy windows(&stage.window, &MainWindow::newWindowRequested);
    stage.press(Qt::Key_O, Qt::ControlModifier);
    QTest::mouseClick(buttonWith(*stage.window.findChild<LeaveDialog*>(), QStringLiteral("New window")),
                      Qt::LeftButton);
    QCOMPARE(windows.size(), 1);
    QVERIFY(stage.connected());
}

void LeavingTest::holdALock(WindowStage& stage)
{
    QTRY_VERIFY(stage.connected());
    stage.session.setAdminMode(Session::AdminMode::admin);
    HoldRequest request;
    request.lock = "orders:42";
    request.reason = "maintenance";
    stage.session.hold(request);
    QTRY_VERIFY(!stage.session.ownHolds().empty());
    QVERIFY(stage.backInWindow());
}

void LeavingTest::holdAPermit(WindowStage& stage)
{
    stage.session.setAdminMode(Session::AdminMode::admin);
    stage.redis.expect({"SET", "permits", "5"});
    HoldRequest request;
    request.lock = "permits";
    request.kind = HoldKind::semaphore;
    request.reason = "maintenance";
    stage.session.hold(request);
}

void LeavingTest::leavingNamesWhatIsGivenUp()
{
    WindowStage stage;
    holdALock(stage);
    QVERIFY(!QTest::currentTestFailed());
    stage.press(Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
    const QPointer<LeaveDialog> dialog = stage.window.findChild<LeaveDialog*>();
    QVERIFY(dialog);
    QVERIFY(says(*dialog, QStringLiteral("given up: orders:42")));
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Disconnect")), Qt::LeftButton);
    QTRY_COMPARE(stage.session.state(), Session::State::disconnected);
}

void LeavingTest::whatCannotBeGivenBackIsNotSaidToBeGivenUp()
{
    WindowStage stage;
    holdALock(stage);
    QVERIFY(!QTest::currentTestFailed());
    holdAPermit(stage);
    const auto areHeld = [&stage] {
        const std::vector<OwnHold>& holds = stage.session.ownHolds();
        return holds.size() == 2 && std::all_of(holds.begin(), holds.end(), [](const OwnHold& hold) {
                   return hold.state == OwnHold::State::held;
               });
    };
    QTRY_VERIFY(areHeld());
    QTRY_COMPARE(stage.session.status().link, MonitorStatus::Link::live);
    stage.redis.expect({"SAVE"});
    stage.sandbox.kill_server();
    QTRY_COMPARE(stage.session.status().link, MonitorStatus::Link::lost);
    stage.press(Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
    const QPointer<LeaveDialog> dialog = stage.window.findChild<LeaveDialog*>();
    QVERIFY(dialog);
    QVERIFY(!says(*dialog, QStringLiteral("is given up")));
    QVERIFY(says(*dialog, QStringLiteral("nothing can be given back now: orders:42 ends in about ")));
    QVERIFY(says(*dialog, QStringLiteral("permits never ends by itself")));

    stage.sandbox.restart();
    QTRY_VERIFY_WITH_TIMEOUT(says(*dialog, QStringLiteral("is given up: orders:42")), 30'000);
    QTRY_VERIFY_WITH_TIMEOUT(says(*dialog, QStringLiteral("whether they still count: permits")), 30'000);
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Disconnect")), Qt::LeftButton);
    QTRY_COMPARE(stage.session.state(), Session::State::disconnected);
    QTRY_VERIFY(stage.session.isIdle());
    RedisClient redis(stage.sandbox.endpoint());
    QVERIFY(!redis.exists("orders:42"));
    QCOMPARE(redis.text({"GET", "permits"}), std::string("4")); // as nobody has said that it still counts
}

void LeavingTest::whatIsNotConfirmedIsNotJustLeft_data()
{
    QTest::addColumn<QString>("answer");
    QTest::addColumn<bool>("leaves");
    QTest::newRow("the server answers after all") << QString() << true;
    QTest::newRow("somebody leaves all the same") << QStringLiteral("Leave all the same") << true;
    QTest::newRow("somebody stays") << QStringLiteral("Cancel") << false;
}

/// A server that hangs is known to be lost only seconds later.
void LeavingTest::whatIsNotConfirmedIsNotJustLeft()
{
    QFETCH(const QString, answer);
    QFETCH(const bool, leaves);
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    holdAPermit(stage);
    const std::vector<OwnHold>& holds = stage.session.ownHolds();
    QTRY_VERIFY(holds.size() == 1 && holds.front().state == OwnHold::State::held);
    QVERIFY(stage.backInWindow());
    stage.sandbox.pause_server();
    stage.press(Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
    const auto* question = stage.window.findChild<LeaveDialog*>();
    QVERIFY(question);
    QVERIFY(says(*question, QStringLiteral("is given up: permits")));
    QTest::mouseClick(buttonWith(*question, QStringLiteral("Disconnect")), Qt::LeftButton);
    const QPointer<GivingBackDialog> waiting = stage.window.findChild<GivingBackDialog*>();
    QVERIFY(waiting);
    QTRY_VERIFY(waiting->isVisible());
    QVERIFY(stage.connected());
    QVERIFY(says(*waiting, QStringLiteral("given back: permits never ends by itself")));

    if (!answer.isEmpty()) {
        QTest::mouseClick(buttonWith(*waiting, answer), Qt::LeftButton);
        QTRY_VERIFY(!waiting);
        QCOMPARE(stage.connected(), !leaves);
    }
    stage.sandbox.resume_server();
    QTRY_VERIFY(!waiting);
    QTRY_COMPARE(stage.connected(), !leaves);
    if (answer.isEmpty()) {
        QCOMPARE(stage.redis.text({"GET", "permits"}), std::string("5"));
    }
}

void LeavingTest::aServerOfManyAddressesIsNamedByWholeOnes()
{
    const QString name = QStringLiteral("cluster 127.0.0.1:7371,127.0.0.1:7372,127.0.0.1:7373,127.0.0.1:7374");
    const LeaveDialog dialog(
        name, {}, [] { return QStringLiteral("Disconnect"); }, LeaveDialog::Instead::nothing);
    QString heading = dialog.findChild<Heading*>()->text();
    QCOMPARE(heading.remove(QChar(0x200b)), QStringLiteral("Leave %1?").arg(name));
}

void LeavingTest::whereNothingIsLostNobodyIsAsked()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    QVERIFY(stage.backInWindow());
    stage.press(Qt::Key_O, Qt::ControlModifier);
    QCOMPARE(stage.session.state(), Session::State::disconnected);
}

void LeavingTest::closingNamesWhatIsGivenUp()
{
    WindowStage stage;
    holdALock(stage);
    QVERIFY(!QTest::currentTestFailed());
    QVERIFY(!stage.window.close());
    const QPointer<LeaveDialog> refused = stage.window.findChild<LeaveDialog*>();
    QVERIFY(refused);
    QVERIFY(says(*refused, QStringLiteral("given up: orders:42")));
    QVERIFY(!buttonWith(*refused, QStringLiteral("New window"))); // nobody who closes one wants another
    refused->activateWindow();
    QTest::keyClick(refused->focusWidget(), Qt::Key_Return);
    QTRY_VERIFY(!refused);
    QVERIFY(stage.window.isVisible());
    QVERIFY(stage.connected());
    QVERIFY(stage.settings.ofWindow().geometry().isEmpty()); // what stays need not be kept
    QVERIFY(stage.backInWindow());
    QVERIFY(!stage.window.close());
    QTest::mouseClick(buttonWith(*stage.window.findChild<LeaveDialog*>(), QStringLiteral("Close the window")),
                      Qt::LeftButton);
    QTRY_VERIFY(!stage.window.isVisible());
    QVERIFY(!stage.settings.ofWindow().geometry().isEmpty());
}

void LeavingTest::closingNamesWhatIsBeingWritten_data()
{
    QTest::addColumn<WindowStage::Start>("start");
    QTest::newRow("beside a server") << WindowStage::Start::connected;
    QTest::newRow("beside none") << WindowStage::Start::disconnected;
}

void LeavingTest::closingNamesWhatIsBeingWritten()
{
    QFETCH(const WindowStage::Start, start);
    WindowStage stage(start);
    QTRY_COMPARE(stage.connected(), start == WindowStage::Start::connected);
    writeForLong(stage.window);
    QVERIFY(!stage.window.close());
    auto* question = stage.window.findChild<LeaveDialog*>();
    QVERIFY(question);
    QVERIFY(says(*question, QStringLiteral("Not finished yet: Writing locks")));
    QCOMPARE(says(*question, QStringLiteral("are forgotten")), stage.connected());
    QVERIFY(!says(*question, QStringLiteral("Leave ?")));
    QTest::mouseClick(buttonWith(*question, QStringLiteral("Close the window")), Qt::LeftButton);
    QTRY_VERIFY(!stage.window.isVisible());
}

void LeavingTest::extend(WindowStage& stage, const std::vector<std::string>& locks)
{
    QTRY_VERIFY(stage.connected());
    stage.session.setAdminMode(Session::AdminMode::admin);
    for (const std::string& lock : locks) {
        stage.hold(lock, alice);
    }
    QTRY_COMPARE(stage.model().rowCount(), static_cast<int>(locks.size()));
    stage.table().selectAll();
    stage.trigger(Qt::CTRL | Qt::SHIFT | Qt::Key_E);
    QDialog* dialog = WindowStage::dialog();
    QVERIFY(dialog);
    QTest::keyClicks(reasonField(*dialog), QStringLiteral("maintenance"));
    stage.sandbox.pause_server();
    for (QPushButton* each : dialog->findChildren<QPushButton*>()) {
        if (each->text().remove(QLatin1Char('&')).startsWith(QStringLiteral("Extend"))) {
            QTest::mouseClick(each, Qt::LeftButton);
        }
    }
}

/// As when another window is told to quit the program.
void LeavingTest::closingNamesTheBatchThatIsUnderWay()
{
    WindowStage stage;
    extend(stage, {"orders:1", "orders:2"});
    QVERIFY(!QTest::currentTestFailed());
    QVERIFY(!stage.window.close());
    auto* question = stage.window.findChild<LeaveDialog*>();
    QVERIFY(question);
    QVERIFY(says(*question, QStringLiteral("Not finished yet: Extend several leases")));
    question->reject();
    QVERIFY(stage.window.isVisible());
    stage.sandbox.resume_server();
    const QDialog* batch = stage.window.findChild<MultiLockDialog*>();
    QTRY_VERIFY(says(*batch, QStringLiteral("Finished: 2 of 2 done.")));
    QVERIFY(stage.window.close());
}

void LeavingTest::closingNamesTheActionThatIsNotAnswered()
{
    WindowStage stage;
    extend(stage, {"orders:1"});
    QVERIFY(!QTest::currentTestFailed());
    QVERIFY(!stage.window.close());
    auto* question = stage.window.findChild<LeaveDialog*>();
    QVERIFY(question);
    QVERIFY(says(*question, QStringLiteral("Not finished yet: Extend the lease: orders:1")));
    QTest::mouseClick(buttonWith(*question, QStringLiteral("Close the window")), Qt::LeftButton);
    QTRY_VERIFY(!stage.window.isVisible());
    stage.sandbox.resume_server();
}

void LeavingTest::closingNamesTheFormThatIsNotSaved_data()
{
    QTest::addColumn<QString>("typed");
    QTest::newRow("nothing was typed") << QString();
    QTest::newRow("half filled") << QStringLiteral("prod");
}

void LeavingTest::closingNamesTheFormThatIsNotSaved()
{
    QFETCH(const QString, typed);
    WindowStage stage(WindowStage::Start::disconnected);
    MemoryVault vault;
    auto* server = new ProfileDialog(ConnectionProfile::make(), ProfileDialog::Purpose::make, vault, &stage.window);
    auto* rules =
        new RulesDialog(AlertRules::defaults(), AlertReactions{}, ReactionsForm::Tray::available, &stage.window);
    server->show();
    rules->show();
    QTest::keyClicks(field<QLineEdit>(*server, QStringLiteral("Name:")), typed);
    if (!typed.isEmpty()) {
        QTest::mouseClick(buttonWith(*rules, QStringLiteral("Remove")), Qt::LeftButton);
    }
    QCOMPARE(stage.window.close(), typed.isEmpty());
    const auto* question = stage.window.findChild<LeaveDialog*>();
    QCOMPARE(question != nullptr, !typed.isEmpty());
    if (question != nullptr) {
        QVERIFY(says(*question, QStringLiteral("Not finished yet: New server")));
        QVERIFY(says(*question, QStringLiteral("Not finished yet: Alert rules")));
    }
    delete server; // before its keychain
}

void LeavingTest::leavingGoesOnWriting()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    writeForLong(stage.window);
    QVERIFY(stage.backInWindow());
    stage.press(Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(stage.session.state(), Session::State::disconnected);
    QVERIFY(stage.window.findChild<Writing*>());
}

void LeavingTest::whereNobodyCanAnswerTheWindowCloses()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    stage.session.setServerKind(Session::ServerKind::production);
    stage.window.stopAsking();
    QVERIFY(stage.window.close());
    QVERIFY(!stage.window.findChild<LeaveDialog*>());
}

void LeavingTest::aWindowWithNothingToLoseCloses()
{
    WindowStage stage;
    QTRY_VERIFY(stage.connected());
    QVERIFY(stage.window.close());
    QVERIFY(!stage.window.isVisible());
}

QTEST_MAIN(LeavingTest)
#include "leaving_test.moc"
