// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed into the form becomes a profile, and a profile becomes the form.
#include "profile_stage.hpp"

#include "text/character_width.hpp"

#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QMessageBox>
#include <QScopeGuard>
#include <QScrollArea>
#include <QSpinBox>
#include <QTest>

#include <functional>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

class ProfileDialogTest : public QObject
{
    Q_OBJECT

private slots:
    void fieldsBecomeAProfile();
    void tabGoesDownTheRows();
    void everyFieldSurvivesAnEdit_data();
    void everyFieldSurvivesAnEdit();
    void whatTheFieldsShowCoarselyIsKeptAsItWas();
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
    void noTestBeginsOfWhatStandsInTheFormNoMore();
    void whatWasChangedIsNotDroppedUnasked_data();
    void whatWasChangedIsNotDroppedUnasked();
    void whatIsTypedCanBeRead_data();
    void whatIsTypedCanBeRead();
};

void ProfileDialogTest::whatWasChangedIsNotDroppedUnasked_data()
{
    using Leave = std::function<void(QDialog&)>;
    QTest::addColumn<Leave>("leave");
    QTest::newRow("Esc") << Leave([](QDialog& dialog) { QTest::keyClick(&dialog, Qt::Key_Escape); });
    QTest::newRow("Cancel") << Leave(
        [](QDialog& dialog) { QTest::mouseClick(buttonWith(dialog, QStringLiteral("Cancel")), Qt::LeftButton); });
    QTest::newRow("closed from outside") << Leave([](QDialog& dialog) { dialog.close(); });
}

void ProfileDialogTest::whatWasChangedIsNotDroppedUnasked()
{
    QFETCH(const std::function<void(QDialog&)>, leave);
    const ProfileStage stage(profileAt(Endpoint::parse("redis://h:1")));
    const auto question = [&] { return stage.dialog->findChild<QMessageBox*>(); };
    auto* name = field<QLineEdit>(*stage.dialog, QStringLiteral("Name:"));
    QTest::keyClicks(name, QStringLiteral("cache"));
    leave(*stage.dialog);
    QVERIFY(stage.dialog->isVisible() && question() != nullptr);
    QTest::keyClick(question(), Qt::Key_Escape);
    QTRY_VERIFY(question() == nullptr);
    QVERIFY(stage.dialog->isVisible());
    QCOMPARE(name->text(), QStringLiteral("cache"));
    leave(*stage.dialog);
    QTest::mouseClick(buttonWith(*question(), QStringLiteral("Discard")), Qt::LeftButton);
    QTRY_VERIFY(!stage.dialog->isVisible());
    QVERIFY(stage.saved.isEmpty());
}

/// Also in large letters on a small screen.
void ProfileDialogTest::whatIsTypedCanBeRead_data()
{
    QTest::addColumn<int>("percent");
    for (const int percent : {100, 125, 200, 320}) {
        QTest::addRow("%d %%", percent) << percent;
    }
}

void ProfileDialogTest::whatIsTypedCanBeRead()
{
    QFETCH(int, percent);
    const QFont usual = QApplication::font();
    const auto back = qScopeGuard([&] { QApplication::setFont(usual); });
    QFont font = usual;
    font.setPointSizeF(usual.pointSizeF() * percent / 100);
    QApplication::setFont(font);
    const ProfileStage stage(profileAt(Endpoint::parse("rediss+sentinel://u@a:1,[::1]:2/mymaster/4")));
    QCoreApplication::processEvents();
    int seen = 0;
    for (const QLineEdit* each : stage.dialog->findChildren<QLineEdit*>()) {
        if (each->isVisible() && qobject_cast<QAbstractSpinBox*>(each->parentWidget()) == nullptr) {
            QVERIFY2(each->width() >= 16 * characterWidth(each->fontMetrics()), qPrintable(each->placeholderText()));
            ++seen;
        }
    }
    QVERIFY(seen >= 6);
}

void ProfileDialogTest::fieldsBecomeAProfile()
{
    const ProfileStage stage(ConnectionProfile::make());
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
    QTest::mouseClick(buttonWith(dialog, QStringLiteral("Save")), Qt::LeftButton);
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

void ProfileDialogTest::tabGoesDownTheRows()
{
    const ProfileStage stage(ConnectionProfile::make());
    QWidget& dialog = *stage.dialog;
    const QWidget* first = field<QLineEdit>(dialog, QStringLiteral("Name:"));
    const QWidget* last = field<QSpinBox>(dialog, QStringLiteral("Expiring below:"));
    int stops = 0;
    int above = 0;
    for (const QWidget* stop = first; stop != last; stop = stop->nextInFocusChain()) {
        QVERIFY(stops < 1000);
        const bool isStop = (stop->focusPolicy() & Qt::TabFocus) == Qt::TabFocus && stop->isVisibleTo(&dialog)
                         && stop->focusProxy() == nullptr
                         && qobject_cast<const QComboBox*>(stop->parentWidget()) == nullptr
                         && qobject_cast<const QAbstractSpinBox*>(stop->parentWidget()) == nullptr;
        if (!isStop || qobject_cast<const QScrollArea*>(stop) != nullptr) {
            continue;
        }
        const int top = stop->mapTo(&dialog, QPoint()).y();
        QVERIFY2(top >= above - stop->height() / 2, stop->metaObject()->className());
        above = top;
        ++stops;
    }
    QVERIFY(stops >= 9);
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
    const ProfileStage stage(profile);
    QTest::mouseClick(buttonWith(*stage.dialog, QStringLiteral("Save")), Qt::LeftButton);
    QVERIFY(stage.saved.first() == profile);
    QVERIFY(stage.secrets.first().isEmpty());
}

void ProfileDialogTest::whatTheFieldsShowCoarselyIsKeptAsItWas()
{
    ConnectionProfile profile = profileAt(Endpoint::parse("redis://h:1"));
    profile.cpuBudget = 0.00025;
    profile.expiringFraction = 0.125;
    {
        const ProfileStage stage(profile);
        QTest::mouseClick(buttonWith(*stage.dialog, QStringLiteral("Save")), Qt::LeftButton);
        QVERIFY(stage.saved.first() == profile);
    }
    const ProfileStage stage(profile);
    field<QDoubleSpinBox>(*stage.dialog, QStringLiteral("Scanning may use:"))->stepUp();
    field<QSpinBox>(*stage.dialog, QStringLiteral("Expiring below:"))->stepUp();
    QTest::mouseClick(buttonWith(*stage.dialog, QStringLiteral("Save")), Qt::LeftButton);
    QCOMPARE(stage.saved.first().cpuBudget, 0.006);
    QCOMPARE(stage.saved.first().expiringFraction, 0.14);
}

void ProfileDialogTest::addressIsTakenApart()
{
    const ProfileStage stage(ConnectionProfile::make());
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
    const ProfileStage stage(ConnectionProfile::make());
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
    QTest::mouseClick(buttonWith(dialog, QStringLiteral("Save")), Qt::LeftButton);
    QCOMPARE(stage.saved.first().uri(),
             QStringLiteral("rediss+sentinel://alice@a:26379,b:1/my%2Fmaster/3?cert=/c.pem&server-name=cache.example"
                            "&allow=*.example&sentinel-user=w"));
    QCOMPARE(stage.secrets.first().password, QStringLiteral("s3cret"));
    QCOMPARE(stage.secrets.first().sentinelPassword, QStringLiteral("t0p"));
}

void ProfileDialogTest::serversOfADeploymentAreTyped()
{
    const ProfileStage stage(ConnectionProfile::make());
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
    QTest::mouseClick(buttonWith(dialog, QStringLiteral("Save")), Qt::LeftButton);
    QCOMPARE(stage.saved.first().uri(), QStringLiteral("redis+cluster://n1:7000,n2:6379?allow=n1,*.nodes"));
}

void ProfileDialogTest::kindOfDeploymentKeepsTheHosts()
{
    const ProfileStage stage(profileAt(Endpoint::parse("rediss://cache")));
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
    QTest::mouseClick(buttonWith(*stage.dialog, QStringLiteral("Save")), Qt::LeftButton);
    QCOMPARE(stage.saved.first().uri(), QStringLiteral("rediss+sentinel://cache:26379/m"));
}

void ProfileDialogTest::encryptionFollowsTheAddressAndTheSwitch()
{
    const ProfileStage stage(profileAt(Endpoint::parse("redis://h:1")));
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
    QTest::mouseClick(buttonWith(dialog, QStringLiteral("Save")), Qt::LeftButton);
    QCOMPARE(stage.saved.last().uri(), QStringLiteral("rediss://other:6379?ca=/etc/ssl/my%20ca.pem"));
}

void ProfileDialogTest::verificationThatIsOffIsSaid()
{
    const QString sentence = QStringLiteral("Nobody verifies whom we talk to");
    const ProfileStage stage(profileAt(Endpoint::parse("rediss://h?verify=no")));
    QVERIFY(shows(*stage.dialog, sentence));
    QCheckBox* verify = box(*stage.dialog, QStringLiteral("Verify the server's certificate"));
    verify->setChecked(true);
    QVERIFY(!shows(*stage.dialog, sentence));
    verify->setChecked(false);
    QVERIFY(shows(*stage.dialog, sentence));
    box(*stage.dialog, QStringLiteral("Encrypted connection (TLS)"))->setChecked(false);
    QVERIFY(!shows(*stage.dialog, sentence)); // there is nothing to verify
    const ProfileStage usual(profileAt(Endpoint::parse("rediss://h")));
    QVERIFY(!shows(*usual.dialog, sentence));
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
    const ProfileStage stage(profileAt(Endpoint::parse(uri.toStdString())));
    field<QLineEdit>(*stage.dialog, label)->setText(text);
    QTest::mouseClick(buttonWith(*stage.dialog, QStringLiteral("Save")), Qt::LeftButton);
    QVERIFY(stage.saved.isEmpty());
    QVERIFY(shows(*stage.dialog, said));
}

void ProfileDialogTest::wrongAddressIsSaidInPlace()
{
    const ProfileStage stage(ConnectionProfile::make());
    auto* address = field<QLineEdit>(*stage.dialog, QStringLiteral("Address:"));
    address->setText(QStringLiteral("redis://host:notaport"));
    QTest::mouseClick(buttonWith(*stage.dialog, QStringLiteral("Save")), Qt::LeftButton);
    QVERIFY(stage.saved.isEmpty());
    QVERIFY(stage.dialog->isVisible());
    QVERIFY(shows(*stage.dialog, QStringLiteral("port")));
    QTest::keyClick(address, Qt::Key_Backspace);
    QVERIFY(!shows(*stage.dialog, QStringLiteral("notaport")));
}

void ProfileDialogTest::missingKeychainIsSaid()
{
    const QString sentence = QStringLiteral("There is no keychain here");
    ConnectionProfile profile = ConnectionProfile::make();
    profile.password = PasswordPolicy::keychain;
    const ProfileStage without(profile, PasswordVault::State::absent);
    QVERIFY(shows(*without.dialog, sentence));
    auto* policy = field<QComboBox>(*without.dialog, QStringLiteral("Password:"));
    policy->setCurrentIndex(policy->findText(QStringLiteral("Ask each time")));
    QVERIFY(!shows(*without.dialog, sentence));
    const ProfileStage with(profile);
    QVERIFY(!shows(*with.dialog, sentence));
}

void ProfileDialogTest::noTestBeginsOfWhatStandsInTheFormNoMore()
{
    ConnectionProfile profile = profileAt(Endpoint::parse("redis://127.0.0.1:1"));
    profile.password = PasswordPolicy::keychain;
    ProfileStage stage(profile);
    auto* address = field<QLineEdit>(*stage.dialog, QStringLiteral("Address:"));
    stage.vault.lock();
    QTest::mouseClick(buttonWith(*stage.dialog, QStringLiteral("Test")), Qt::LeftButton);
    QVERIFY(stage.vault.isAsked());
    address->selectAll();
    QTest::keyClicks(address, QStringLiteral("redis://127.0.0.1:2"));
    stage.vault.unlock();
    QVERIFY(!shows(*stage.dialog, QStringLiteral("Connecting to")));

    stage.vault.lock();
    QTest::mouseClick(buttonWith(*stage.dialog, QStringLiteral("Test")), Qt::LeftButton);
    stage.vault.unlock();
    QVERIFY(shows(*stage.dialog, QStringLiteral("Connecting to 127.0.0.1:2")));
}

QTEST_MAIN(ProfileDialogTest)
#include "profile_dialog_test.moc"
