// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/acquire_dialog.hpp"
#include "dialogs/leave_dialog.hpp"
#include "language.hpp"
#include "lock_examples.hpp"
#include "main_window.hpp"
#include "models/lock_table_model.hpp"
#include "panels/lock_table.hpp"
#include "said_parts.hpp"
#include "settings.hpp"
#include "windows.hpp"

#include "support/redis_client.hpp"

#include "lockscope/sandbox.hpp"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QPointer>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lockscope;
using namespace lockscope::app;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

constexpr int kPatience = 60'000;

struct Stage
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("settings.ini"))};
    Language language;
    Windows windows{options(folder), settings, language};

    static SessionOptions options(const QTemporaryDir& folder)
    {
        SessionOptions options;
        options.auditFile = folder.filePath(QStringLiteral("audit.jsonl")).toStdString();
        return options;
    }
};

bool isConnected(const Session& session)
{
    return session.state() == Session::State::connected;
}

} // namespace

class WindowsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }
    void eachWindowHasASessionOfItsOwn();
    void newWindowIsOneKeyAndStandsBeside();
    void aWindowForAServerConnectsToIt();
    void closingOneLeavesTheOthers();
    void quittingAsksFirstAndThenClosesAllOrNone();
    void whatBeginsWhileAnotherOneAsksIsAskedAbout();
    void nothingIsGivenBackAsLongAsOneMayStay();
    void whereNobodyCanAnswerAllClose();
    void whatIsUnderWayDoesNotKeepThemOpen();
    void allGoWithTheProgram();
};

void WindowsTest::eachWindowHasASessionOfItsOwn()
{
    const Sandbox first;
    const Sandbox second;
    Stage stage;
    Session& a = *stage.windows.open().session;
    Session& b = *stage.windows.open().session;
    a.connectTo(first.endpoint());
    b.connectTo(second.endpoint());
    QTRY_VERIFY_WITH_TIMEOUT(isConnected(a) && isConnected(b), kPatience);
    QVERIFY(a.endpoint() != b.endpoint());
    a.close();
    QVERIFY(isConnected(b));
}

void WindowsTest::newWindowIsOneKeyAndStandsBeside()
{
    Stage stage;
    MainWindow* first = stage.windows.open().window;
    first->show();
    QVERIFY(QTest::qWaitForWindowActive(first));
    QTest::keyClick(first, Qt::Key_N, Qt::ControlModifier);
    QCOMPARE(stage.windows.count(), std::size_t(2));
    QList<QWidget*> shown;
    for (QWidget* each : QApplication::topLevelWidgets()) {
        if (qobject_cast<MainWindow*>(each) != nullptr && each->isVisible()) {
            shown.append(each);
        }
    }
    QCOMPARE(shown.size(), 2);
    QVERIFY(shown[0]->pos() != shown[1]->pos());
    QCOMPARE(shown[0]->size(), shown[1]->size());
}

void WindowsTest::aWindowForAServerConnectsToIt()
{
    const Sandbox sandbox;
    Stage stage;
    MainWindow* first = stage.windows.open().window;
    first->show();
    emit first->newWindowRequestedFor(QString::fromStdString(sandbox.endpoint().uri_without_password()));
    QCOMPARE(stage.windows.count(), std::size_t(2));
    const MainWindow* second = nullptr;
    for (QWidget* each : QApplication::topLevelWidgets()) {
        auto* window = qobject_cast<MainWindow*>(each);
        second = window != nullptr && window != first && window->isVisible() ? window : second;
    }
    QVERIFY(second != nullptr);
    const auto* table = second->findChild<LockTable*>();
    QTRY_VERIFY_WITH_TIMEOUT(table->isVisible(), kPatience); // it shows the locks of a server
    QVERIFY(second->windowTitle().startsWith(QString::fromStdString(sandbox.endpoint().display())));
    QVERIFY(!first->findChild<LockTable*>()->isVisible());
}

void WindowsTest::closingOneLeavesTheOthers()
{
    const Sandbox sandbox;
    Stage stage;
    const Windows::Pair& first = stage.windows.open();
    Session& second = *stage.windows.open().session;
    QPointer<Session> session = first.session.get();
    QPointer<MainWindow> window = first.window;
    session->connectTo(sandbox.endpoint());
    second.connectTo(sandbox.endpoint());
    QTRY_VERIFY_WITH_TIMEOUT(isConnected(*session) && isConnected(second), kPatience);
    window->show();
    window->close();
    QTRY_VERIFY_WITH_TIMEOUT(window.isNull(), kPatience);
    QCOMPARE(stage.windows.count(), std::size_t(1));
    QTRY_VERIFY_WITH_TIMEOUT(session.isNull(), kPatience);
    QVERIFY(isConnected(second));
}

void WindowsTest::quittingAsksFirstAndThenClosesAllOrNone()
{
    const Sandbox sandbox;
    Stage stage;
    QList<QPointer<MainWindow>> windows;
    for (int i = 0; i < 3; ++i) {
        const Windows::Pair& pair = stage.windows.open();
        windows.append(QPointer<MainWindow>(pair.window));
        pair.session->connectTo(sandbox.endpoint());
        QTRY_VERIFY_WITH_TIMEOUT(isConnected(*pair.session), kPatience);
        pair.session->setServerKind(i < 2 ? Session::ServerKind::production : Session::ServerKind::ordinary);
        pair.window->show();
    }
    const auto quit = [&] {
        windows[2]->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(windows[2].data()));
        QTest::keyClick(windows[2].data(), Qt::Key_Q, Qt::ControlModifier); // with nothing to lose
    };
    const auto question = [&](int window) { return windows[window]->findChild<LeaveDialog*>(); };
    const auto answer = [&](int window, QDialog::DialogCode code) {
        QVERIFY(question(window) != nullptr);
        QVERIFY(question(1 - window) == nullptr); // one after the other
        question(window)->done(code);
        QTRY_VERIFY(windows[window].isNull() || question(window) == nullptr);
    };

    for (const int staying : {0, 1}) { // whichever is told to stay keeps all
        quit();
        for (int window = 0; window <= staying; ++window) {
            answer(window, window == staying ? QDialog::Rejected : QDialog::Accepted);
        }
        QVERIFY(!QTest::currentTestFailed());
        QVERIFY(question(0) == nullptr && question(1) == nullptr);
        QCOMPARE(stage.windows.count(), std::size_t(3));
        QVERIFY(windows[0]->isVisible() && windows[1]->isVisible() && windows[2]->isVisible());
    }
    quit();
    answer(0, QDialog::Accepted);
    QCOMPARE(stage.windows.count(), std::size_t(3));
    answer(1, QDialog::Accepted);
    QVERIFY(!QTest::currentTestFailed());
    QTRY_COMPARE_WITH_TIMEOUT(stage.windows.count(), std::size_t(0), kPatience);
}

void WindowsTest::whatBeginsWhileAnotherOneAsksIsAskedAbout()
{
    const Sandbox sandbox;
    Stage stage;
    const Windows::Pair& late = stage.windows.open();
    const Windows::Pair& grave = stage.windows.open();
    for (const Windows::Pair* pair : {&late, &grave}) {
        pair->session->connectTo(sandbox.endpoint());
        QTRY_VERIFY_WITH_TIMEOUT(isConnected(*pair->session), kPatience);
        pair->window->show();
    }
    late.session->setServerKind(Session::ServerKind::ordinary);
    grave.session->setServerKind(Session::ServerKind::production);
    stage.windows.quit();
    auto* question = grave.window->findChild<LeaveDialog*>();
    QVERIFY(question);
    QVERIFY(!late.window->findChild<LeaveDialog*>());
    late.session->setServerKind(Session::ServerKind::production);
    question->accept();
    question = late.window->findChild<LeaveDialog*>();
    QVERIFY(question);
    QCOMPARE(stage.windows.count(), std::size_t(2));
    question->accept();
    QTRY_COMPARE_WITH_TIMEOUT(stage.windows.count(), std::size_t(0), kPatience);
}

void WindowsTest::nothingIsGivenBackAsLongAsOneMayStay()
{
    const Sandbox sandbox;
    RedisClient redis(sandbox.endpoint());
    Stage stage;
    const Windows::Pair& holding = stage.windows.open();
    const Windows::Pair& grave = stage.windows.open();
    for (const Windows::Pair* pair : {&holding, &grave}) {
        pair->session->connectTo(sandbox.endpoint());
        QTRY_VERIFY_WITH_TIMEOUT(isConnected(*pair->session), kPatience);
        pair->window->show();
    }
    grave.session->setServerKind(Session::ServerKind::production);
    holding.session->setAdminMode(Session::AdminMode::admin);
    HoldRequest request;
    request.lock = "orders:42";
    request.reason = "maintenance";
    holding.session->hold(request);
    const std::vector<OwnHold>& holds = holding.session->ownHolds();
    QTRY_VERIFY_WITH_TIMEOUT(holds.size() == 1 && holds.front().state == OwnHold::State::held, kPatience);
    for (const auto answer : {QDialog::Rejected, QDialog::Accepted}) {
        stage.windows.quit();
        const QPointer<LeaveDialog> first = holding.window->findChild<LeaveDialog*>();
        QVERIFY(first);
        first->accept();
        const QPointer<LeaveDialog> second = grave.window->findChild<LeaveDialog*>();
        QVERIFY(second);
        QVERIFY(!holds.front().leaving);
        second->done(answer);
        QTRY_VERIFY(!first && !second);
    }
    QTRY_COMPARE_WITH_TIMEOUT(stage.windows.count(), std::size_t(0), kPatience);
    QVERIFY(!redis.exists("orders:42"));
}

void WindowsTest::whereNobodyCanAnswerAllClose()
{
    const Sandbox sandbox;
    Stage stage;
    for (int i = 0; i < 2; ++i) {
        const Windows::Pair& pair = stage.windows.open();
        pair.session->connectTo(sandbox.endpoint());
        QTRY_VERIFY_WITH_TIMEOUT(isConnected(*pair.session), kPatience);
        pair.session->setServerKind(Session::ServerKind::production);
        pair.window->show();
    }
    stage.windows.quitUnasked();
    QTRY_COMPARE_WITH_TIMEOUT(stage.windows.count(), std::size_t(0), kPatience);
}

void WindowsTest::whatIsUnderWayDoesNotKeepThemOpen()
{
    const Sandbox sandbox;
    RedisClient redis(sandbox.endpoint());
    redis.expect({"HSET", "orders:42", alice + ":57", "1"});
    Stage stage;
    const Windows::Pair& pair = stage.windows.open();
    pair.session->connectTo(sandbox.endpoint());
    QTRY_VERIFY_WITH_TIMEOUT(isConnected(*pair.session), kPatience);
    pair.session->setAdminMode(Session::AdminMode::admin);
    pair.window->show();
    stage.windows.open().window->show();
    const auto* locks = pair.window->findChild<LockTableModel*>();
    QTRY_VERIFY_WITH_TIMEOUT(locks->find("orders:42"), kPatience);
    auto* dialog = new AcquireDialog(*pair.session, locks->find("orders:42"), pair.window);
    dialog->open();
    const QString endless = QStringLiteral("As long as it takes");
    for (QComboBox* each : dialog->findChildren<QComboBox*>()) {
        each->setCurrentIndex(std::max(each->findText(endless), each->currentIndex()));
    }
    QTest::keyClicks(reasonField(*dialog), QStringLiteral("maintenance"));
    QTest::mouseClick(buttonWith(*dialog, QStringLiteral("Acquire")), Qt::LeftButton);
    QVERIFY(buttonWith(*dialog, QStringLiteral("Stop waiting")));
    stage.windows.quitUnasked();
    QTRY_COMPARE_WITH_TIMEOUT(stage.windows.count(), std::size_t(0), kPatience);
}

void WindowsTest::allGoWithTheProgram()
{
    QPointer<MainWindow> window;
    QPointer<Session> session;
    {
        Stage stage;
        const Windows::Pair& pair = stage.windows.open();
        window = pair.window;
        session = pair.session.get();
        window->show();
        stage.windows.open();
    }
    QVERIFY(window.isNull());
    QVERIFY(session.isNull());
}

QTEST_MAIN(WindowsTest)
#include "windows_test.moc"
