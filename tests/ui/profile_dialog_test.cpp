// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/permission_matrix.hpp"
#include "connections/profile_dialog.hpp"

#include "memory_vault.hpp"
#include "support/redis_client.hpp"

#include "lockscope/sandbox.hpp"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QTreeWidget>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

constexpr int kPatience = 60'000;

QPushButton* button(const QWidget& dialog, const QString& text)
{
    for (QPushButton* each : dialog.findChildren<QPushButton*>()) {
        if (each->text().remove(QLatin1Char('&')) == text) {
            return each;
        }
    }
    return nullptr;
}

/// The widget behind a label of the form.
template <typename Field>
Field* field(const QWidget& dialog, const QString& label)
{
    for (const QLabel* each : dialog.findChildren<QLabel*>()) {
        if (each->text().remove(QLatin1Char('&')) == label) {
            return qobject_cast<Field*>(each->buddy());
        }
    }
    return nullptr;
}

QLineEdit* passwordField(const QWidget& dialog)
{
    for (QLineEdit* each : dialog.findChildren<QLineEdit*>()) {
        if (each->echoMode() == QLineEdit::Password) {
            return each;
        }
    }
    return nullptr;
}

QCheckBox* box(const QWidget& dialog, const QString& text)
{
    for (QCheckBox* each : dialog.findChildren<QCheckBox*>()) {
        if (each->text().remove(QLatin1Char('&')) == text) {
            return each;
        }
    }
    return nullptr;
}

bool says(const QWidget& dialog, const QString& part)
{
    const QList<QLabel*> labels = dialog.findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](const QLabel* label) { return label->isVisible() && label->text().contains(part); });
}

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

ConnectionProfile profileAt(const Endpoint& endpoint)
{
    ConnectionProfile profile = ConnectionProfile::make();
    profile.endpoint = endpoint;
    profile.endpoint.password.clear();
    return profile;
}

struct Stage
{
    MemoryVault vault;
    ProfileDialog* dialog;
    QList<ConnectionProfile> saved;
    QList<ProfileSecrets> secrets;

    explicit Stage(const ConnectionProfile& profile, PasswordVault::State keychain = PasswordVault::State::present)
        : vault(keychain)
        , dialog(new ProfileDialog(profile, ProfileDialog::Purpose::make, vault))
    {
        QObject::connect(dialog, &ProfileDialog::saved, dialog,
                         [this](const ConnectionProfile& each, const ProfileSecrets& typed) {
                             saved.append(each);
                             secrets.append(typed);
                         });
        dialog->setAttribute(Qt::WA_DeleteOnClose, false);
        dialog->show();
    }
    ~Stage() { delete dialog; }
};

} // namespace

class ProfileDialogTest : public QObject
{
    Q_OBJECT

private slots:
    void fieldsBecomeAProfile();
    void everyFieldSurvivesAnEdit_data();
    void everyFieldSurvivesAnEdit();
    void addressIsTakenApart();
    void addressOfADeploymentIsTakenApart();
    void serversOfADeploymentAreTyped();
    void kindOfDeploymentKeepsTheHosts();
    void encryptionFollowsTheAddressAndTheSwitch();
    void verificationThatIsOffIsSaid();
    void whatFitsNowhereIsSaid_data();
    void whatFitsNowhereIsSaid();
    void wrongAddressIsSaidInPlace();
    void missingKeychainIsSaid();
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

void ProfileDialogTest::fieldsBecomeAProfile()
{
    const Stage stage(ConnectionProfile::make());
    QWidget& dialog = *stage.dialog;
    QTest::keyClicks(field<QLineEdit>(dialog, QStringLiteral("Name:")), QStringLiteral("Prod cache"));
    QTest::keyClick(field<QComboBox>(dialog, QStringLiteral("Mark:")), Qt::Key_Down);
    QTest::keyClick(dialog.findChild<QCheckBox*>(), Qt::Key_Space);
    auto* address = field<QLineEdit>(dialog, QStringLiteral("Address:"));
    address->selectAll();
    QTest::keyClicks(address, QStringLiteral("cache.example:7000"));
    QTest::keyClicks(field<QLineEdit>(dialog, QStringLiteral("User:")), QStringLiteral("bob"));
    field<QSpinBox>(dialog, QStringLiteral("Database:"))->setValue(4);
    auto* pattern = field<QLineEdit>(dialog, QStringLiteral("Locks named:"));
    pattern->selectAll();
    QTest::keyClicks(pattern, QStringLiteral("shop:*"));
    field<QDoubleSpinBox>(dialog, QStringLiteral("Scanning may use:"))->setValue(2.5);
    field<QSpinBox>(dialog, QStringLiteral("Stuck after:"))->setValue(300);
    field<QSpinBox>(dialog, QStringLiteral("Expiring below:"))->setValue(35);
    QTest::mouseClick(button(dialog, QStringLiteral("Save")), Qt::LeftButton);
    QCOMPARE(stage.saved.size(), 1);
    const ConnectionProfile& profile = stage.saved.first();
    QCOMPARE(profile.name, QStringLiteral("Prod cache"));
    QCOMPARE(profile.color, ProfileColor::green);
    QCOMPARE(profile.kind, Session::ServerKind::production);
    QCOMPARE(profile.uri(), QStringLiteral("redis://bob@cache.example:7000/4"));
    QCOMPARE(profile.pattern, QStringLiteral("shop:*"));
    QCOMPARE(profile.cpuBudget, 0.025);
    QCOMPARE(profile.stuckAfter, std::chrono::seconds(300));
    QCOMPARE(profile.expiringFraction, 0.35);
    QVERIFY(!dialog.isVisible());
}

void ProfileDialogTest::everyFieldSurvivesAnEdit_data()
{
    QTest::addColumn<QString>("uri");
    for (const char* uri : {"unix://bob@/run/a.sock?db=9", "redis://bob@h:7000/3", "redis://[::1]:7000",
                            "rediss://h:1?ca=/a%20b.pem&ca-dir=/c&cert=/d&key=/e&server-name=f&verify=no",
                            "rediss://h:1?ca-dir=/nowhere", "rediss+cluster://a:1,b:2?allow=*.x,10.0.0.0/8,::1",
                            "redis+sentinel://u@a:1,[::1]:2/my%2Fmaster/4?sentinel-user=w%20x",
                            "redis+replicated://a:1,b:1/2", "redis+cluster://a:1"}) {
        QTest::newRow(uri) << QString::fromLatin1(uri);
    }
}

void ProfileDialogTest::everyFieldSurvivesAnEdit()
{
    QFETCH(QString, uri);
    ConnectionProfile profile = profileAt(Endpoint::parse(uri.toStdString()));
    profile.name = QStringLiteral("a");
    profile.color = ProfileColor::pink;
    profile.password = PasswordPolicy::keychain;
    profile.pattern = QStringLiteral("x?");
    profile.cpuBudget = 0.5;
    profile.stuckAfter = std::chrono::seconds(7);
    profile.expiringFraction = 0.4;
    profile.locks = {.waitForReplica = true,
                     .replicaTimeout = std::chrono::milliseconds(250),
                     .watchdogLease = std::chrono::milliseconds(9000),
                     .messages = ShardedMessages::off};
    profile.unknown[QStringLiteral("later")] = 1;
    const Stage stage(profile);
    QTest::mouseClick(button(*stage.dialog, QStringLiteral("Save")), Qt::LeftButton);
    QVERIFY(stage.saved.first() == profile);
    QVERIFY(stage.secrets.first().isEmpty());
}

void ProfileDialogTest::addressIsTakenApart()
{
    const Stage stage(ConnectionProfile::make());
    QWidget& dialog = *stage.dialog;
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    auto* address = field<QLineEdit>(dialog, QStringLiteral("Address:"));
    address->setFocus();
    address->selectAll();
    QTest::keyClicks(address, QStringLiteral("redis://alice:s3cret@h:6380/5"));
    QTest::keyClick(address, Qt::Key_Tab);
    QCOMPARE(address->text(), QStringLiteral("redis://h:6380"));
    QCOMPARE(field<QLineEdit>(dialog, QStringLiteral("User:"))->text(), QStringLiteral("alice"));
    QCOMPARE(field<QSpinBox>(dialog, QStringLiteral("Database:"))->value(), 5);
    QCOMPARE(passwordField(dialog)->text(), QStringLiteral("s3cret"));
}

void ProfileDialogTest::addressOfADeploymentIsTakenApart()
{
    const Stage stage(ConnectionProfile::make());
    QWidget& dialog = *stage.dialog;
    auto* address = field<QLineEdit>(dialog, QStringLiteral("Address:"));
    address->setText(QStringLiteral(
        "rediss+sentinel://alice:s3cret@a,b:1/my%2Fmaster/3?sentinel-user=w&sentinel-password=t0p&cert=/c.pem"
        "&server-name=cache.example&allow=*.example"));
    emit address->editingFinished();
    QCOMPARE(address->text(), QStringLiteral("a:26379, b:1"));
    QCOMPARE(field<QComboBox>(dialog, QStringLiteral("Servers:"))->currentText(), QStringLiteral("Behind Sentinel"));
    QCOMPARE(field<QLineEdit>(dialog, QStringLiteral("Name of the master:"))->text(), QStringLiteral("my/master"));
    QCOMPARE(field<QLineEdit>(dialog, QStringLiteral("User of the Sentinels:"))->text(), QStringLiteral("w"));
    QCOMPARE(field<QLineEdit>(dialog, QStringLiteral("User:"))->text(), QStringLiteral("alice"));
    QCOMPARE(passwordField(dialog)->text(), QStringLiteral("s3cret"));
    QCOMPARE(field<QLineEdit>(dialog, QStringLiteral("Own certificate:"))->text(), QStringLiteral("/c.pem"));
    QTest::mouseClick(button(dialog, QStringLiteral("Save")), Qt::LeftButton);
    QCOMPARE(stage.saved.first().uri(),
             QStringLiteral("rediss+sentinel://alice@a:26379,b:1/my%2Fmaster/3?cert=/c.pem&server-name=cache.example"
                            "&allow=*.example&sentinel-user=w"));
    QCOMPARE(stage.secrets.first().password, QStringLiteral("s3cret"));
    QCOMPARE(stage.secrets.first().sentinelPassword, QStringLiteral("t0p"));
}

void ProfileDialogTest::serversOfADeploymentAreTyped()
{
    const Stage stage(ConnectionProfile::make());
    QWidget& dialog = *stage.dialog;
    auto* kind = field<QComboBox>(dialog, QStringLiteral("Servers:"));
    auto* database = field<QSpinBox>(dialog, QStringLiteral("Database:"));
    auto* master = field<QLineEdit>(dialog, QStringLiteral("Name of the master:"));
    database->setValue(2);
    QVERIFY(!master->isVisible());
    kind->setCurrentIndex(kind->findText(QStringLiteral("A cluster")));
    QVERIFY(!database->isVisible()); // a cluster has one only
    QVERIFY(!master->isVisible());
    auto* address = field<QLineEdit>(dialog, QStringLiteral("Address:"));
    address->selectAll();
    QTest::keyClicks(address, QStringLiteral("n1:7000,  n2"));
    QTest::keyClicks(field<QLineEdit>(dialog, QStringLiteral("May lead us to:")), QStringLiteral("n1, *.nodes"));
    QTest::mouseClick(button(dialog, QStringLiteral("Save")), Qt::LeftButton);
    QCOMPARE(stage.saved.first().uri(), QStringLiteral("redis+cluster://n1:7000,n2:6379?allow=n1,*.nodes"));
}

void ProfileDialogTest::kindOfDeploymentKeepsTheHosts()
{
    const Stage stage(profileAt(Endpoint::parse("rediss://cache")));
    auto* kind = field<QComboBox>(*stage.dialog, QStringLiteral("Servers:"));
    auto* address = field<QLineEdit>(*stage.dialog, QStringLiteral("Address:"));
    QCOMPARE(address->text(), QStringLiteral("rediss://cache:6379"));
    kind->setCurrentIndex(kind->findText(QStringLiteral("A cluster")));
    QCOMPARE(address->text(), QStringLiteral("cache:6379"));
    kind->setCurrentIndex(kind->findText(QStringLiteral("One")));
    QCOMPARE(address->text(), QStringLiteral("rediss://cache:6379"));
    kind->setCurrentIndex(kind->findText(QStringLiteral("Behind Sentinel")));
    QCOMPARE(address->text(), QStringLiteral("cache")); // its port is another
    QTest::keyClicks(field<QLineEdit>(*stage.dialog, QStringLiteral("Name of the master:")), QStringLiteral("m"));
    QTest::mouseClick(button(*stage.dialog, QStringLiteral("Save")), Qt::LeftButton);
    QCOMPARE(stage.saved.first().uri(), QStringLiteral("rediss+sentinel://cache:26379/m"));
}

void ProfileDialogTest::encryptionFollowsTheAddressAndTheSwitch()
{
    const Stage stage(profileAt(Endpoint::parse("redis://h:1")));
    QWidget& dialog = *stage.dialog;
    auto* address = field<QLineEdit>(dialog, QStringLiteral("Address:"));
    QCheckBox* encrypted = box(dialog, QStringLiteral("Encrypted connection (TLS)"));
    auto* ca = field<QLineEdit>(dialog, QStringLiteral("Trusted CA:"));
    QVERIFY(!encrypted->isChecked() && !ca->isVisible());
    QTest::keyClick(encrypted, Qt::Key_Space);
    QCOMPARE(address->text(), QStringLiteral("rediss://h:1"));
    QVERIFY(ca->isVisible());
    address->setText(QStringLiteral("redis://other"));
    emit address->editingFinished();
    QVERIFY(!encrypted->isChecked());
    address->setText(QStringLiteral("rediss://other"));
    emit address->editingFinished();
    QVERIFY(encrypted->isChecked());
    ca->setText(QStringLiteral("file:///etc/ssl/my%20ca.pem")); // dropped from a file manager
    QTest::mouseClick(button(dialog, QStringLiteral("Save")), Qt::LeftButton);
    QCOMPARE(stage.saved.last().uri(), QStringLiteral("rediss://other:6379?ca=/etc/ssl/my%20ca.pem"));
}

void ProfileDialogTest::verificationThatIsOffIsSaid()
{
    const QString sentence = QStringLiteral("Nobody verifies whom we talk to");
    const Stage stage(profileAt(Endpoint::parse("rediss://h?verify=no")));
    QVERIFY(says(*stage.dialog, sentence));
    QCheckBox* verify = box(*stage.dialog, QStringLiteral("Verify the server's certificate"));
    verify->setChecked(true);
    QVERIFY(!says(*stage.dialog, sentence));
    verify->setChecked(false);
    QVERIFY(says(*stage.dialog, sentence));
    box(*stage.dialog, QStringLiteral("Encrypted connection (TLS)"))->setChecked(false);
    QVERIFY(!says(*stage.dialog, sentence)); // there is nothing to verify
    const Stage usual(profileAt(Endpoint::parse("rediss://h")));
    QVERIFY(!says(*usual.dialog, sentence));
}

void ProfileDialogTest::whatFitsNowhereIsSaid_data()
{
    QTest::addColumn<QString>("uri");
    QTest::addColumn<QString>("label");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("said");
    QTest::newRow("no master") << "redis+sentinel://h/m"
                               << "Name of the master:"
                               << ""
                               << "name of the master";
    QTest::newRow("no host") << "redis+cluster://h"
                             << "Address:"
                             << "a,,b"
                             << "host is missing";
    QTest::newRow("no rule") << "redis+cluster://h"
                             << "May lead us to:"
                             << "a*b"
                             << "a*b";
    QTest::newRow("no server name") << "rediss://h"
                                    << "Server name:"
                                    << "a b"
                                    << "host name";
}

void ProfileDialogTest::whatFitsNowhereIsSaid()
{
    QFETCH(QString, uri);
    QFETCH(QString, label);
    QFETCH(QString, text);
    QFETCH(QString, said);
    const Stage stage(profileAt(Endpoint::parse(uri.toStdString())));
    field<QLineEdit>(*stage.dialog, label)->setText(text);
    QTest::mouseClick(button(*stage.dialog, QStringLiteral("Save")), Qt::LeftButton);
    QVERIFY(stage.saved.isEmpty());
    QVERIFY(says(*stage.dialog, said));
}

void ProfileDialogTest::wrongAddressIsSaidInPlace()
{
    const Stage stage(ConnectionProfile::make());
    auto* address = field<QLineEdit>(*stage.dialog, QStringLiteral("Address:"));
    address->setText(QStringLiteral("redis://host:notaport"));
    QTest::mouseClick(button(*stage.dialog, QStringLiteral("Save")), Qt::LeftButton);
    QVERIFY(stage.saved.isEmpty());
    QVERIFY(stage.dialog->isVisible());
    QVERIFY(says(*stage.dialog, QStringLiteral("port")));
    QTest::keyClick(address, Qt::Key_Backspace);
    QVERIFY(!says(*stage.dialog, QStringLiteral("notaport")));
}

void ProfileDialogTest::missingKeychainIsSaid()
{
    const QString sentence = QStringLiteral("There is no keychain here");
    ConnectionProfile profile = ConnectionProfile::make();
    profile.password = PasswordPolicy::keychain;
    const Stage without(profile, PasswordVault::State::absent);
    QVERIFY(says(*without.dialog, sentence));
    auto* policy = field<QComboBox>(*without.dialog, QStringLiteral("Password:"));
    policy->setCurrentIndex(policy->findText(QStringLiteral("Ask each time")));
    QVERIFY(!says(*without.dialog, sentence));
    const Stage with(profile);
    QVERIFY(!says(*with.dialog, sentence));
}

void ProfileDialogTest::testShowsWhatWorks()
{
    const Sandbox sandbox;
    const Stage stage(profileAt(sandbox.endpoint()));
    QTest::mouseClick(button(*stage.dialog, QStringLiteral("Test")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(says(*stage.dialog, QStringLiteral("master")), kPatience);
    QVERIFY(says(*stage.dialog, QStringLiteral("ms")));
    const QString matrix = matrixText(*stage.dialog);
    QVERIFY2(matrix.count(QLatin1Char('\n')) >= 8, qPrintable(matrix));
    QVERIFY2(!matrix.contains(QStringLiteral("Forbidden")), qPrintable(matrix));
    QVERIFY(stage.dialog->findChild<PermissionMatrix*>()->aclLine().isEmpty());
    QTest::keyClick(field<QLineEdit>(*stage.dialog, QStringLiteral("User:")), Qt::Key_X);
    QVERIFY(!stage.dialog->findChild<PermissionMatrix*>()->isVisible()); // it was about another user
}

void ProfileDialogTest::testWithAPassword()
{
    const Sandbox sandbox({.tcp = false, .arguments = {"--requirepass", "geheim"}, .executable = "redis-server"});
    const Stage stage(profileAt(sandbox.endpoint()));
    QTest::keyClicks(passwordField(*stage.dialog), QStringLiteral("geheim"));
    QTest::mouseClick(button(*stage.dialog, QStringLiteral("Test")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(says(*stage.dialog, QStringLiteral("master")), kPatience);
}

void ProfileDialogTest::wrongPasswordIsSaidInPlace()
{
    const Sandbox sandbox({.tcp = false, .arguments = {"--requirepass", "geheim"}, .executable = "redis-server"});
    const Stage stage(profileAt(sandbox.endpoint()));
    QTest::keyClicks(passwordField(*stage.dialog), QStringLiteral("falschespasswort"));
    QTest::mouseClick(button(*stage.dialog, QStringLiteral("Test")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(says(*stage.dialog, QStringLiteral("WRONGPASS")), kPatience);
    QVERIFY(!says(*stage.dialog, QStringLiteral("falschespasswort")));
}

void ProfileDialogTest::testTakesThePasswordOfTheKeychain()
{
    const Sandbox sandbox({.tcp = false, .arguments = {"--requirepass", "geheim"}, .executable = "redis-server"});
    ConnectionProfile profile = profileAt(sandbox.endpoint());
    profile.password = PasswordPolicy::keychain;
    Stage stage(profile);
    stage.vault.passwords[profile.id] = QStringLiteral("geheim");
    QTest::mouseClick(button(*stage.dialog, QStringLiteral("Test")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(says(*stage.dialog, QStringLiteral("master")), kPatience);
}

void ProfileDialogTest::forbiddenFeaturesAreNamedWithTheRuleToAskFor()
{
    const Sandbox sandbox;
    RedisClient redis(sandbox.endpoint());
    redis.expect({"ACL", "SETUSER", "bob", "on", ">pw", "~*", "+@all", "-psubscribe", "-eval", "-evalsha"});
    ConnectionProfile profile = profileAt(sandbox.endpoint());
    profile.endpoint.user = "bob";
    const Stage stage(profile);
    QTest::keyClicks(passwordField(*stage.dialog), QStringLiteral("pw"));
    QTest::mouseClick(button(*stage.dialog, QStringLiteral("Test")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(says(*stage.dialog, QStringLiteral("master")), kPatience);
    const QString matrix = matrixText(*stage.dialog);
    QVERIFY2(matrix.count(QStringLiteral("Forbidden")) >= 2, qPrintable(matrix));
    QVERIFY2(matrix.contains(QStringLiteral("Works")), qPrintable(matrix));
    const auto* permissions = stage.dialog->findChild<PermissionMatrix*>();
    const QString line = permissions->aclLine();
    QVERIFY2(line.startsWith(QStringLiteral("ACL SETUSER bob ")), qPrintable(line));
    QVERIFY2(line.contains(QStringLiteral("+psubscribe")), qPrintable(line));
    QTest::mouseClick(button(*permissions, QStringLiteral("Copy")), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), line);
}

void ProfileDialogTest::noServerIsSaidInPlace()
{
    const Stage stage(profileAt(Endpoint::parse("unix:///nowhere/redis.sock")));
    QTest::mouseClick(button(*stage.dialog, QStringLiteral("Test")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(says(*stage.dialog, QStringLiteral("/nowhere/redis.sock")), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(button(*stage.dialog, QStringLiteral("Test")) != nullptr, kPatience);
    QVERIFY(!stage.dialog->findChild<PermissionMatrix*>()->isVisible());
}

void ProfileDialogTest::testCanBeCancelled()
{
    Sandbox silent;
    silent.pause_server(); // takes connections and never answers
    const Stage stage(profileAt(silent.endpoint()));
    QTest::mouseClick(button(*stage.dialog, QStringLiteral("Test")), Qt::LeftButton);
    QPushButton* cancel = button(*stage.dialog, QStringLiteral("Cancel the test"));
    QVERIFY(cancel != nullptr);
    QTest::mouseClick(cancel, Qt::LeftButton);
    QVERIFY(button(*stage.dialog, QStringLiteral("Test")) != nullptr);
    QVERIFY(says(*stage.dialog, QStringLiteral("changes nothing")));
    silent.resume_server();
}

void ProfileDialogTest::closingDoesNotWaitForTheTest()
{
    Sandbox silent;
    silent.pause_server();
    QPointer<ProfileDialog> gone;
    {
        const Stage stage(profileAt(silent.endpoint()));
        gone = stage.dialog;
        QTest::mouseClick(button(*stage.dialog, QStringLiteral("Test")), Qt::LeftButton);
        QTest::keyClick(stage.dialog, Qt::Key_Escape);
    }
    QVERIFY(gone.isNull());
    silent.resume_server();
}

void ProfileDialogTest::serverThatQuotesThePasswordDoesNotShowIt()
{
    // A server whose AUTH has another name quotes what it was sent.
    const Sandbox sandbox(
        {.tcp = false, .arguments = {"--rename-command", "AUTH", "SIGNIN"}, .executable = "redis-server"});
    const Stage stage(profileAt(sandbox.endpoint()));
    QTest::keyClicks(passwordField(*stage.dialog), QStringLiteral("streng-geheim"));
    QTest::mouseClick(button(*stage.dialog, QStringLiteral("Test")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(says(*stage.dialog, QStringLiteral("unknown command")), kPatience);
    QVERIFY(!says(*stage.dialog, QStringLiteral("streng-geheim")));
}

QTEST_MAIN(ProfileDialogTest)
#include "profile_dialog_test.moc"
