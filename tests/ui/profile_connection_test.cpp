// SPDX-License-Identifier: GPL-3.0-or-later
// The form's "Test": what works, what does not, and that nothing waits for it.
#include "connections/permission_matrix.hpp"
#include "profile_stage.hpp"

#include "support/redis_client.hpp"

#include "lockscope/sandbox.hpp"

#include <QClipboard>
#include <QGuiApplication>
#include <QPointer>
#include <QTest>
#include <QTreeWidget>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

constexpr int kPatience = 60'000;

/// Feature and state, line by line.
QString matrixText(const QWidget& dialog)
{
    QString text;
    const auto* list = dialog.findChild<PermissionMatrix*>()->findChild<QTreeWidget*>();
    for (int i = 0; i < list->topLevelItemCount(); ++i) {
        text +=
            list->topLevelItem(i)->text(0) + QStringLiteral(": ") + list->topLevelItem(i)->text(1) + QLatin1Char('\n');
    }
    return text;
}

} // namespace

class ProfileConnectionTest : public QObject
{
    Q_OBJECT

private slots:
    void testShowsWhatWorks();
    void testWithAPassword();
    void wrongPasswordIsSaidInPlace();
    void testTakesThePasswordOfTheKeychain();
    void forbiddenFeaturesAreNamedWithTheRuleToAskFor();
    void noServerIsSaidInPlace();
    void testCanBeCancelled();
    void closingDoesNotWaitForTheTest();
    void serverThatQuotesThePasswordDoesNotShowIt();
};

void ProfileConnectionTest::testShowsWhatWorks()
{
    const Sandbox sandbox;
    const ProfileStage stage(profileAt(sandbox.endpoint()));
    QTest::mouseClick(buttonWith(*stage.dialog, QStringLiteral("Test")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(shows(*stage.dialog, QStringLiteral("master")), kPatience);
    QVERIFY(shows(*stage.dialog, QStringLiteral("ms")));
    const QString matrix = matrixText(*stage.dialog);
    QVERIFY2(matrix.count(QLatin1Char('\n')) >= 8, qPrintable(matrix));
    QVERIFY2(!matrix.contains(QStringLiteral("Forbidden")), qPrintable(matrix));
    QVERIFY(stage.dialog->findChild<PermissionMatrix*>()->aclLine().isEmpty());
    QTest::keyClick(field<QLineEdit>(*stage.dialog, QStringLiteral("User:")), Qt::Key_X);
    QVERIFY(!stage.dialog->findChild<PermissionMatrix*>()->isVisible()); // it was about another user
}

void ProfileConnectionTest::testWithAPassword()
{
    const Sandbox sandbox({.tcp = false, .arguments = {"--requirepass", "geheim"}, .executable = "redis-server"});
    const ProfileStage stage(profileAt(sandbox.endpoint()));
    QTest::keyClicks(passwordField(*stage.dialog), QStringLiteral("geheim"));
    QTest::mouseClick(buttonWith(*stage.dialog, QStringLiteral("Test")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(shows(*stage.dialog, QStringLiteral("master")), kPatience);
}

void ProfileConnectionTest::wrongPasswordIsSaidInPlace()
{
    const Sandbox sandbox({.tcp = false, .arguments = {"--requirepass", "geheim"}, .executable = "redis-server"});
    const ProfileStage stage(profileAt(sandbox.endpoint()));
    QTest::keyClicks(passwordField(*stage.dialog), QStringLiteral("falschespasswort"));
    QTest::mouseClick(buttonWith(*stage.dialog, QStringLiteral("Test")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(shows(*stage.dialog, QStringLiteral("WRONGPASS")), kPatience);
    QVERIFY(!shows(*stage.dialog, QStringLiteral("falschespasswort")));
}

void ProfileConnectionTest::testTakesThePasswordOfTheKeychain()
{
    const Sandbox sandbox({.tcp = false, .arguments = {"--requirepass", "geheim"}, .executable = "redis-server"});
    ConnectionProfile profile = profileAt(sandbox.endpoint());
    profile.password = PasswordPolicy::keychain;
    ProfileStage stage(profile);
    stage.vault.passwords[profile.id] = QStringLiteral("geheim");
    QTest::mouseClick(buttonWith(*stage.dialog, QStringLiteral("Test")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(shows(*stage.dialog, QStringLiteral("master")), kPatience);
}

void ProfileConnectionTest::forbiddenFeaturesAreNamedWithTheRuleToAskFor()
{
    const Sandbox sandbox;
    RedisClient redis(sandbox.endpoint());
    redis.expect({"ACL", "SETUSER", "bob", "on", ">pw", "~*", "+@all", "-psubscribe", "-eval", "-evalsha"});
    ConnectionProfile profile = profileAt(sandbox.endpoint());
    profile.endpoint.user = "bob";
    const ProfileStage stage(profile);
    QTest::keyClicks(passwordField(*stage.dialog), QStringLiteral("pw"));
    QTest::mouseClick(buttonWith(*stage.dialog, QStringLiteral("Test")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(shows(*stage.dialog, QStringLiteral("master")), kPatience);
    const QString matrix = matrixText(*stage.dialog);
    QVERIFY2(matrix.count(QStringLiteral("Forbidden")) >= 2, qPrintable(matrix));
    QVERIFY2(matrix.contains(QStringLiteral("Works")), qPrintable(matrix));
    const auto* permissions = stage.dialog->findChild<PermissionMatrix*>();
    const QString line = permissions->aclLine();
    QVERIFY2(line.startsWith(QStringLiteral("ACL SETUSER bob ")), qPrintable(line));
    QVERIFY2(line.contains(QStringLiteral("+psubscribe")), qPrintable(line));
    QTest::mouseClick(permissions->findChildren<QPushButton*>().last(), Qt::LeftButton); // the first: only to watch
    QCOMPARE(QGuiApplication::clipboard()->text(), line);
}

void ProfileConnectionTest::noServerIsSaidInPlace()
{
    const ProfileStage stage(profileAt(Endpoint::parse("unix:///nowhere/redis.sock")));
    QTest::mouseClick(buttonWith(*stage.dialog, QStringLiteral("Test")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(shows(*stage.dialog, QStringLiteral("/nowhere/redis.sock")), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(buttonWith(*stage.dialog, QStringLiteral("Test")) != nullptr, kPatience);
    QVERIFY(!stage.dialog->findChild<PermissionMatrix*>()->isVisible());
}

void ProfileConnectionTest::testCanBeCancelled()
{
    Sandbox silent;
    silent.pause_server(); // takes connections and never answers
    const ProfileStage stage(profileAt(silent.endpoint()));
    QTest::mouseClick(buttonWith(*stage.dialog, QStringLiteral("Test")), Qt::LeftButton);
    QPushButton* cancel = buttonWith(*stage.dialog, QStringLiteral("Cancel the test"));
    QVERIFY(cancel != nullptr);
    QTest::mouseClick(cancel, Qt::LeftButton);
    QVERIFY(buttonWith(*stage.dialog, QStringLiteral("Test")) != nullptr);
    QVERIFY(shows(*stage.dialog, QStringLiteral("changes nothing")));
    silent.resume_server();
}

void ProfileConnectionTest::closingDoesNotWaitForTheTest()
{
    Sandbox silent;
    silent.pause_server();
    QPointer<ProfileDialog> gone;
    {
        const ProfileStage stage(profileAt(silent.endpoint()));
        gone = stage.dialog;
        QTest::mouseClick(buttonWith(*stage.dialog, QStringLiteral("Test")), Qt::LeftButton);
        QTest::keyClick(stage.dialog, Qt::Key_Escape);
    }
    QVERIFY(gone.isNull());
    silent.resume_server();
}

void ProfileConnectionTest::serverThatQuotesThePasswordDoesNotShowIt()
{
    // A server whose AUTH has another name quotes what it was sent.
    const Sandbox sandbox(
        {.tcp = false, .arguments = {"--rename-command", "AUTH", "SIGNIN"}, .executable = "redis-server"});
    const ProfileStage stage(profileAt(sandbox.endpoint()));
    QTest::keyClicks(passwordField(*stage.dialog), QStringLiteral("streng-geheim"));
    QTest::mouseClick(buttonWith(*stage.dialog, QStringLiteral("Test")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(shows(*stage.dialog, QStringLiteral("unknown command")), kPatience);
    QVERIFY(!shows(*stage.dialog, QStringLiteral("streng-geheim")));
}

QTEST_MAIN(ProfileConnectionTest)
#include "profile_connection_test.moc"
