// SPDX-License-Identifier: GPL-3.0-or-later
// A server that does not let us in at once: it is waited for, or asks for another password.
#include "connections/password_dialog.hpp"
#include "panels/connect_page.hpp"
#include "panels/connection_banner.hpp"
#include "said_parts.hpp"
#include "window_stage.hpp"

#include <QLineEdit>
#include <QPointer>
#include <QSignalSpy>
#include <QToolButton>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

constexpr int kPatience = 60'000;

} // namespace

class ConnectingWindowTest : public QObject
{
    Q_OBJECT

private slots:
    /// As while it reads its data: it answers, and says that it will not for now.
    void whatIsNotReadyIsWaitedFor()
    {
        WindowStage stage(WindowStage::Start::disconnected);
        stage.redis.expect({"CONFIG", "SET", "replica-serve-stale-data", "no"});
        stage.redis.expect({"REPLICAOF", "127.0.0.1", "1"});
        stage.session.connectTo(stage.sandbox.endpoint());
        QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
        auto* banner = stage.window.findChild<ConnectionBanner*>();
        QTRY_VERIFY_WITH_TIMEOUT(banner->isVisible() && says(*banner, QStringLiteral("MASTER")), kPatience); // why
        QVERIFY(stage.session.status().link == MonitorStatus::Link::lost);
        QVERIFY(!says(stage.window, QStringLiteral("No locks")));
        QVERIFY(!says(stage.window, QStringLiteral("The connection is lost"))); // there was none yet
        stage.redis.expect({"REPLICAOF", "NO", "ONE"});
        stage.hold("a", alice);
        QTRY_VERIFY_WITH_TIMEOUT(stage.model().rowOf("a") >= 0, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!banner->isVisible(), kPatience);
    }

    void whoseRightsAWindowHasStandsInItsTitle()
    {
        WindowStage stage(WindowStage::Start::disconnected);
        stage.redis.expect({"ACL", "SETUSER", "bob", "on", ">pw", "~*", "&*", "+@all"});
        Endpoint endpoint = stage.sandbox.endpoint();
        const QString address = QString::fromStdString(endpoint.display());
        endpoint.user = "bob";
        endpoint.password = "pw";
        stage.session.connectTo(endpoint);
        QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
        QVERIFY2(stage.window.windowTitle().startsWith(QStringLiteral("bob@") + address),
                 qPrintable(stage.window.windowTitle()));
        stage.session.connectTo(stage.sandbox.endpoint());
        QTRY_VERIFY_WITH_TIMEOUT(stage.window.windowTitle().startsWith(address), kPatience);
    }

    /// Also one that did not come from the page: it is named where the program is started.
    void anAddressThatDoesNotAnswerCanBeMended()
    {
        WindowStage stage(WindowStage::Start::disconnected);
        stage.window.connectTo(Endpoint::parse("redis://bob:secret@127.0.0.1:1/2"));
        auto* page = stage.window.findChild<ConnectPage*>();
        QTRY_VERIFY_WITH_TIMEOUT(says(*page, QStringLiteral("No connection to")), kPatience);
        auto* field = page->findChild<QLineEdit*>(QStringLiteral("address"));
        QCOMPARE(field->text(), QStringLiteral("redis://bob@127.0.0.1:1/2"));
        QCOMPARE(stage.window.focusWidget(), static_cast<QWidget*>(field));
    }

    /// A filter of another server would hide what it is there to show.
    void aSandboxIsSeenAsAWhole()
    {
        WindowStage stage(WindowStage::Start::disconnected);
        stage.window.setFilterText(QStringLiteral("no-such-lock"));
        emit stage.window.findChild<ConnectPage*>()->sandboxRequested();
        QTRY_VERIFY_WITH_TIMEOUT(stage.model().rowCount() > 0, kPatience);
        QCOMPARE(stage.model().passing(), stage.model().total());
    }

    void anotherPasswordIsTypedWhereTheOldOneWas()
    {
        WindowStage stage;
        QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
        stage.redis.expect({"CONFIG", "SET", "requirepass", "new"});
        QVERIFY(QTest::qWaitForWindowActive(&stage.window));
        stage.trigger(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R));
        auto* page = stage.window.findChild<ConnectPage*>();
        QTRY_VERIFY_WITH_TIMEOUT(page->isVisible() && stage.session.state() == Session::State::disconnected, kPatience);
        auto* field = qobject_cast<QLineEdit*>(stage.window.focusWidget());
        QVERIFY(field != nullptr && page->isAncestorOf(field));
        QCOMPARE(field->echoMode(), QLineEdit::Password);
        stage.type(QStringLiteral("new"));
        stage.press(Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
        QCOMPARE(stage.session.endpoint()->uri_without_password(), stage.sandbox.endpoint().uri_without_password());
    }

    /// The server asks for it once a connection breaks.
    void aPasswordThatIsWantedByNowIsEnteredAndNothingIsGivenUp()
    {
        WindowStage stage;
        stage.window.useLanguage(QStringLiteral("en"));
        stage.hold("a", alice, 1, 600'000);
        QTRY_VERIFY_WITH_TIMEOUT(stage.model().rowOf("a") >= 0, kPatience);
        const QSignalSpy states(&stage.session, &Session::stateChanged);
        stage.redis.expect({"CONFIG", "SET", "requirepass", "new"});
        stage.redis.expect({"CLIENT", "KILL", "SKIPME", "yes"});
        auto* banner = stage.window.findChild<ConnectionBanner*>();
        for (const QString& password : {QStringLiteral("mistyped"), QStringLiteral("new")}) {
            const auto* button = buttonWith<QToolButton>(*banner, QStringLiteral("Enter password…"));
            QTRY_VERIFY_WITH_TIMEOUT(button != nullptr && button->isVisible(), kPatience);
            QVERIFY(stage.backInWindow());
            stage.press(Qt::Key_E, Qt::AltModifier);
            QPointer<PasswordDialog> dialog;
            QTRY_VERIFY(dialog = stage.window.findChild<PasswordDialog*>()); // a button is seen to go down first
            QTest::keyClicks(dialog->findChild<QLineEdit*>(), password);
            QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
            QTRY_VERIFY(!dialog);
        }
        QTRY_VERIFY_WITH_TIMEOUT(!banner->isVisible(), kPatience);
        QVERIFY(stage.session.status().link == MonitorStatus::Link::live);
        QVERIFY(states.isEmpty());
        QVERIFY(stage.model().rowOf("a") >= 0);
        QCOMPARE(stage.session.endpoint()->password, std::string("new"));
    }
};

QTEST_MAIN(ConnectingWindowTest)
#include "connecting_window_test.moc"
