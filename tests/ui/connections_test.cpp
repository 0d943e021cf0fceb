// SPDX-License-Identifier: GPL-3.0-or-later
#include "admin_switch.hpp"
#include "connections/connections.hpp"
#include "connections/import_dialog.hpp"
#include "connections/keychain_vault.hpp"
#include "connections/password_dialog.hpp"
#include "connections/profile_transfer.hpp"
#include "connections/server_list.hpp"
#include "dialogs/admin_mode_dialog.hpp"
#include "panels/connect_page.hpp"
#include "said_parts.hpp"
#include "settings.hpp"

#include "memory_vault.hpp"
#include "support/redis_client.hpp"

#include "lockscope/sandbox.hpp"
#include "lockscope/sandbox_sentinel.hpp"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <memory>
#include <utility>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

constexpr int kPatience = 60'000;
constexpr auto kSecret = "geheim";

SandboxOptions locked()
{
    return {.tcp = false, .arguments = {"--requirepass", kSecret}, .executable = "redis-server"};
}

/// A page with everything behind it, and a keychain of its own.
struct Stage
{
    QTemporaryDir folder;
    Session session{options(folder)};
    ConnectPage page;
    MemoryVault* vault;
    Connections* connections;

    explicit Stage(PasswordVault::State keychain = PasswordVault::State::present)
        : Stage(std::make_unique<MemoryVault>(keychain))
    {}
    explicit Stage(std::unique_ptr<MemoryVault> keychain)
    {
        begin(std::move(keychain));
        page.resize(1000, 700);
        page.show();
    }
    /// As a start of the program does.
    void begin(std::unique_ptr<MemoryVault> keychain)
    {
        vault = keychain.get();
        connections = new Connections(session, page, file(), std::move(keychain));
    }
    /// As its end does: nothing that waits for its turn gets it any more.
    void end() { delete std::exchange(connections, nullptr); }

    static SessionOptions options(const QTemporaryDir& folder)
    {
        SessionOptions options;
        options.auditFile = folder.filePath(QStringLiteral("audit.jsonl")).toStdString();
        return options;
    }
    [[nodiscard]] QString file() const { return folder.filePath(QStringLiteral("profiles.json")); }

    ConnectionProfile add(const Endpoint& endpoint, PasswordPolicy policy)
    {
        ConnectionProfile profile = ConnectionProfile::make();
        profile.name = QStringLiteral("prod");
        profile.endpoint = endpoint;
        profile.endpoint.password.clear();
        profile.password = policy;
        profile.kind = Session::ServerKind::production;
        profile.pattern = QStringLiteral("shop:*");
        profile.stuckAfter = std::chrono::seconds(300);
        ProfileStore(file()).put(profile);
        [&] { QTRY_VERIFY_WITH_TIMEOUT(connections->store().find(profile.id).has_value(), kPatience); }();
        return profile;
    }
    [[nodiscard]] bool isConnected() const { return session.state() == Session::State::connected; }
    void pressOnList(Qt::Key key)
    {
        QVERIFY(QTest::qWaitForWindowActive(&page)); // or shortcuts do nothing
        auto* list = page.servers().findChild<QListView*>();
        list->setFocus();
        list->setCurrentIndex(list->model()->index(0, 0));
        QTest::keyClick(list, key);
    }
    template <typename Dialog>
    Dialog* dialog() const
    {
        for (QWidget* each : QApplication::topLevelWidgets()) {
            if (auto* found = qobject_cast<Dialog*>(each); found != nullptr && found->isVisible()) {
                return found;
            }
        }
        return nullptr;
    }
};

/// Removes only when the event loop comes to it, as the keychain of the desktop.
class SlowVault : public MemoryVault
{
public:
    void remove(const QString& profile, QObject* context, Callback done) override
    {
        QTimer::singleShot(0, this, [this, profile, context = QPointer<QObject>(context), done = std::move(done)] {
            if (context) {
                MemoryVault::remove(profile, context, done);
            }
        });
    }
};

QPushButton* button(const QWidget& dialog, const QString& text)
{
    for (QPushButton* each : dialog.findChildren<QPushButton*>()) {
        if (each->text().remove(QLatin1Char('&')).startsWith(text)) {
            return each;
        }
    }
    return nullptr;
}

/// Where the password comes from.
QComboBox* policyField(const QWidget& dialog)
{
    for (QComboBox* each : dialog.findChildren<QComboBox*>()) {
        if (each->findText(QStringLiteral("Ask each time")) >= 0) {
            return each;
        }
    }
    return nullptr;
}

QString written(const QTemporaryDir& folder, const QString& name, const QByteArray& content)
{
    const QString path = folder.filePath(name);
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) {
        file.write(content);
    }
    return path;
}

} // namespace

class ConnectionsTest : public QObject
{
    Q_OBJECT

private slots:
    void profileIsAppliedToTheSession();
    void aProductionProfileCannotBeUntickedWhenUnlocking();
    void passwordComesFromTheKeychain();
    void aKeychainThatAnswersLateTakesNothingAway();
    void passwordIsAskedFor();
    void nobodyIsAskedForAPasswordThatIsNotWanted_data();
    void nobodyIsAskedForAPasswordThatIsNotWanted();
    void aConnectionIsKeptUntilTheServerTakesThePassword();
    void aConnectionIsKeptUntilTheServerAnswers();
    void askingCanBeCalledOff();
    void passwordCanBeKeptWhenAsked();
    void aWrongPasswordIsNotKept();
    void whatTheServerRefusesIsAskedForAgain_data();
    void whatTheServerRefusesIsAskedForAgain();
    void keepingAPasswordLeavesTheRestOfTheProfileAlone();
    void withoutAKeychainItAsksAndSaysWhy();
    void realKeychainThatIsAbsentSaysSo();
    void whatOthersChangeMeanwhileStays();
    void nothingOfOthersIsOverwrittenUnasked();
    void deletingCanBeTakenBack();
    void whatIsDeletedLeavesNoPasswordBehind();
    void whatIsThereAgainKeepsItsPassword();
    void withoutAKeychainItIsRememberedWhatIsToBeRemoved();
    void newProfileKeepsItsPasswordInTheKeychainOnly();
    void redissonFileBecomesAProfile();
    void redissonFileWithoutPasswordAsksForNone_data();
    void redissonFileWithoutPasswordAsksForNone();
    void redissonLeaseIsTakenAndSaid();
    void redissonLeaseThatIsTooShortIsRaised();
    void redissonSentinelsBecomeAProfile();
    void redissonFileThatDoesNotFitIsExplained();
    void everySecretHasItsPlaceInTheKeychain();
    void whatIsNotTypedComesFromTheKeychain();
    void everySecretIsAskedFor();
    void thePasswordOfTheSentinelsIsEnteredAnew();
    void profilesAreImportedAfterTheyWereShown();
    void whatIsEditedWhileAnImportIsShownStays();
    void whatWasExportedIsSaid();
    void otherConnectionsHaveNoProfile();
    void nobodyIsAskedForThePasswordOfTheServerBefore();
    void passwordInUseIsKeptWithTheServer();
    void anotherPasswordWaitsForTheNextConnection();
    void aProfileThatIsKnownMeanwhileIsNotTakenForThisConnection();
};

void ConnectionsTest::profileIsAppliedToTheSession()
{
    const Sandbox sandbox;
    Stage stage;
    const ConnectionProfile profile = stage.add(sandbox.endpoint(), PasswordPolicy::none);
    QVERIFY(!stage.connections->current());
    stage.pressOnList(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(stage.isConnected(), kPatience);
    QVERIFY(stage.connections->current() == profile);
    QCOMPARE(stage.session.serverKind(), Session::ServerKind::production);
    QCOMPARE(stage.session.monitorOptions().pattern, std::string("shop:*"));
    QCOMPARE(stage.session.thresholds().stuck_after, std::chrono::milliseconds(300'000));
    stage.session.close();
    QVERIFY(!stage.connections->current());
    QCOMPARE(stage.session.serverKind(), Session::ServerKind::ordinary);
}

void ConnectionsTest::aProductionProfileCannotBeUntickedWhenUnlocking()
{
    const Sandbox sandbox;
    Stage stage;
    stage.add(sandbox.endpoint(), PasswordPolicy::none);
    Settings settings(stage.folder.filePath(QStringLiteral("settings.ini")));
    QAction unlock;
    QWidget window;
    new AdminSwitch(stage.session, settings, *stage.connections, unlock, window);
    stage.pressOnList(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(stage.isConnected(), kPatience);
    unlock.trigger();
    auto* dialog = window.findChild<AdminModeDialog*>();
    QVERIFY(dialog != nullptr);
    const auto* production = dialog->findChild<QCheckBox*>();
    QVERIFY(production->isChecked() && !production->isEnabled());
    QVERIFY(production->toolTip().contains(QStringLiteral("The profile says")));
    dialog->accept();
    QCOMPARE(stage.session.adminMode(), Session::AdminMode::admin);
    QCOMPARE(stage.session.serverKind(), Session::ServerKind::production);
}

void ConnectionsTest::passwordComesFromTheKeychain()
{
    const Sandbox sandbox(locked());
    Stage stage;
    const ConnectionProfile profile = stage.add(sandbox.endpoint(), PasswordPolicy::keychain);
    stage.vault->passwords[profile.id] = QString::fromLatin1(kSecret);
    stage.pressOnList(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(stage.isConnected(), kPatience);
    QVERIFY(stage.dialog<PasswordDialog>() == nullptr);
}

void ConnectionsTest::aKeychainThatAnswersLateTakesNothingAway()
{
    const Sandbox sandbox(locked());
    Stage stage;
    const ConnectionProfile profile = stage.add(sandbox.endpoint(), PasswordPolicy::keychain);
    stage.vault->passwords[profile.id] = QString::fromLatin1(kSecret);
    stage.vault->lock();
    stage.pressOnList(Qt::Key_Return);
    QVERIFY(stage.vault->isAsked());
    stage.session.startSandbox();
    QTRY_VERIFY_WITH_TIMEOUT(stage.isConnected(), kPatience);
    stage.vault->unlock();
    QVERIFY(stage.isConnected());
    QVERIFY(stage.session.isSandbox());
    QVERIFY(!stage.connections->current());
}

void ConnectionsTest::passwordIsAskedFor()
{
    const Sandbox sandbox(locked());
    Stage stage;
    stage.add(sandbox.endpoint(), PasswordPolicy::ask);
    stage.pressOnList(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(stage.dialog<PasswordDialog>() != nullptr, kPatience);
    auto* dialog = stage.dialog<PasswordDialog>();
    QVERIFY(says(*dialog, QStringLiteral("prod")));
    QTest::keyClicks(dialog->findChild<QLineEdit*>(), QString::fromLatin1(kSecret));
    QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(stage.isConnected(), kPatience);
    QVERIFY(stage.vault->passwords.isEmpty());
}

void ConnectionsTest::nobodyIsAskedForAPasswordThatIsNotWanted_data()
{
    QTest::addColumn<PasswordPolicy>("policy");
    QTest::newRow("asked for each time") << PasswordPolicy::ask;
    QTest::newRow("none in the keychain") << PasswordPolicy::keychain;
}

void ConnectionsTest::nobodyIsAskedForAPasswordThatIsNotWanted()
{
    QFETCH(const PasswordPolicy, policy);
    const Sandbox sandbox;
    Stage stage;
    stage.add(sandbox.endpoint(), policy);
    stage.pressOnList(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(stage.isConnected(), kPatience);
    QVERIFY(stage.dialog<PasswordDialog>() == nullptr);
}

void ConnectionsTest::aConnectionIsKeptUntilTheServerTakesThePassword()
{
    const Sandbox sandbox;
    Stage stage;
    const ConnectionProfile profile = stage.add(sandbox.endpoint(), PasswordPolicy::ask);
    stage.pressOnList(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(stage.isConnected(), kPatience);
    RedisClient(sandbox.endpoint()).expect({"CONFIG", "SET", "requirepass", kSecret});
    const QSignalSpy states(&stage.session, &Session::stateChanged);
    stage.connections->reconnect();
    for (const QString& password : {QStringLiteral("mistyped"), QString::fromLatin1(kSecret)}) {
        QTRY_VERIFY_WITH_TIMEOUT(stage.dialog<PasswordDialog>() != nullptr, kPatience);
        QVERIFY(stage.isConnected() && states.isEmpty());
        auto* dialog = stage.dialog<PasswordDialog>();
        QTest::keyClicks(dialog->findChild<QLineEdit*>(), password);
        QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
    }
    QTRY_COMPARE_WITH_TIMEOUT(states.size(), 2, kPatience); // connecting, connected
    QVERIFY(stage.isConnected());
    QCOMPARE(stage.connections->current()->id, profile.id);
    QCOMPARE(stage.session.endpoint()->password, std::string(kSecret));
}

void ConnectionsTest::aConnectionIsKeptUntilTheServerAnswers()
{
    const Sandbox sandbox;
    Stage stage;
    ConnectionProfile profile = stage.add(sandbox.endpoint(), PasswordPolicy::none);
    stage.pressOnList(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(stage.isConnected(), kPatience);
    profile.endpoint = Endpoint::parse("unix:///nowhere.sock");
    ProfileStore(stage.file()).put(profile);
    QTRY_VERIFY_WITH_TIMEOUT(stage.connections->waiting().contains(WaitingPart::address), kPatience);
    stage.connections->reconnect();
    QTRY_VERIFY_WITH_TIMEOUT(stage.dialog<QMessageBox>() != nullptr, kPatience);
    QVERIFY(stage.dialog<QMessageBox>()->text().contains(QStringLiteral("nowhere")));
    QVERIFY(stage.isConnected());
    stage.dialog<QMessageBox>()->close();
}

void ConnectionsTest::askingCanBeCalledOff()
{
    Stage stage;
    stage.add(Endpoint::parse("unix://bob@/nowhere.sock"), PasswordPolicy::ask); // who has a name has a password
    stage.pressOnList(Qt::Key_Return);
    auto* dialog = stage.dialog<PasswordDialog>();
    QVERIFY(dialog != nullptr);
    QTest::keyClick(dialog, Qt::Key_Escape);
    QCOMPARE(stage.session.state(), Session::State::disconnected);
    QVERIFY(!stage.connections->current());
}

void ConnectionsTest::passwordCanBeKeptWhenAsked()
{
    const Sandbox sandbox(locked());
    Stage stage;
    const ConnectionProfile profile = stage.add(sandbox.endpoint(), PasswordPolicy::ask);
    stage.pressOnList(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(stage.dialog<PasswordDialog>() != nullptr, kPatience);
    auto* dialog = stage.dialog<PasswordDialog>();
    QTest::keyClicks(dialog->findChild<QLineEdit*>(), QString::fromLatin1(kSecret));
    dialog->findChild<QCheckBox*>()->setChecked(true);
    QTest::mouseClick(button(*dialog, QStringLiteral("Connect")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(stage.isConnected(), kPatience);
    QTRY_COMPARE(stage.connections->store().find(profile.id)->password, PasswordPolicy::keychain);
    QCOMPARE(stage.vault->passwords[profile.id], QString::fromLatin1(kSecret));
    QFile file(stage.file());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains(kSecret));
}

void ConnectionsTest::aWrongPasswordIsNotKept()
{
    const Sandbox sandbox(locked());
    Stage stage;
    const ConnectionProfile profile = stage.add(sandbox.endpoint(), PasswordPolicy::ask);
    stage.pressOnList(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(stage.dialog<PasswordDialog>() != nullptr, kPatience);
    auto* dialog = stage.dialog<PasswordDialog>();
    QTest::keyClicks(dialog->findChild<QLineEdit*>(), QStringLiteral("mistyped"));
    dialog->findChild<QCheckBox*>()->setChecked(true);
    QTest::mouseClick(button(*dialog, QStringLiteral("Connect")), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(stage.session.state(), Session::State::connecting, kPatience);
    QTRY_COMPARE_WITH_TIMEOUT(stage.session.state(), Session::State::disconnected, kPatience);
    QVERIFY(stage.vault->passwords.isEmpty());
    QCOMPARE(stage.connections->store().find(profile.id)->password, PasswordPolicy::ask);
}

/// As after the password was changed.
void ConnectionsTest::whatTheServerRefusesIsAskedForAgain_data()
{
    QTest::addColumn<PasswordPolicy>("policy");
    QTest::newRow("an old one in the keychain") << PasswordPolicy::keychain;
    QTest::newRow("none so far") << PasswordPolicy::none;
}

void ConnectionsTest::whatTheServerRefusesIsAskedForAgain()
{
    QFETCH(const PasswordPolicy, policy);
    const Sandbox sandbox(locked());
    Stage stage;
    const ConnectionProfile profile = stage.add(sandbox.endpoint(), policy);
    if (policy == PasswordPolicy::keychain) {
        stage.vault->passwords[profile.id] = QStringLiteral("the old one");
    }
    stage.pressOnList(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(stage.dialog<PasswordDialog>() != nullptr, kPatience);
    auto* dialog = stage.dialog<PasswordDialog>();
    QVERIFY(says(*dialog, QStringLiteral("password")));
    QTest::keyClicks(dialog->findChild<QLineEdit*>(), QString::fromLatin1(kSecret));
    QTest::keyClick(dialog->findChild<QLineEdit*>(), Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(stage.isConnected(), kPatience);
    QVERIFY(stage.connections->current().has_value());
    QTRY_COMPARE_WITH_TIMEOUT(stage.vault->passwords.value(profile.id),
                              policy == PasswordPolicy::keychain ? QString::fromLatin1(kSecret) : QString(), kPatience);
}

void ConnectionsTest::keepingAPasswordLeavesTheRestOfTheProfileAlone()
{
    const Sandbox sandbox(locked());
    Stage stage;
    ConnectionProfile profile = stage.add(sandbox.endpoint(), PasswordPolicy::ask);
    stage.pressOnList(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(stage.dialog<PasswordDialog>() != nullptr, kPatience);
    auto* dialog = stage.dialog<PasswordDialog>();
    QTest::keyClicks(dialog->findChild<QLineEdit*>(), QString::fromLatin1(kSecret));
    dialog->findChild<QCheckBox*>()->setChecked(true);
    stage.vault->lock(); // the keychain asks whether it may be opened
    QTest::mouseClick(button(*dialog, QStringLiteral("Connect")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(stage.isConnected(), kPatience);
    profile.name = QStringLiteral("renamed");
    ProfileStore(stage.file()).put(profile); // as another window does
    QTRY_COMPARE(stage.connections->store().find(profile.id)->name, QStringLiteral("renamed"));
    stage.vault->unlock();
    QTRY_COMPARE(stage.connections->store().find(profile.id)->password, PasswordPolicy::keychain);
    QCOMPARE(stage.connections->store().find(profile.id)->name, QStringLiteral("renamed"));
}

void ConnectionsTest::withoutAKeychainItAsksAndSaysWhy()
{
    Stage stage(PasswordVault::State::absent);
    stage.add(Endpoint::parse("unix:///nowhere.sock"), PasswordPolicy::keychain);
    stage.pressOnList(Qt::Key_Return);
    auto* dialog = stage.dialog<PasswordDialog>();
    QVERIFY(dialog != nullptr);
    QVERIFY(says(*dialog, QStringLiteral("There is no keychain here")));
    QVERIFY(!dialog->findChild<QCheckBox*>()->isVisible());
    dialog->reject();
}

void ConnectionsTest::realKeychainThatIsAbsentSaysSo()
{
    // No desktop of the one who runs the test is asked: there is no bus at this address.
    qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus");
    KeychainVault vault;
    QTRY_VERIFY_WITH_TIMEOUT(vault.state() != PasswordVault::State::asking, kPatience);
    QCOMPARE(vault.state(), PasswordVault::State::absent);
    QString error;
    vault.write(QStringLiteral("id"), QString::fromLatin1(kSecret), this,
                [&](const PasswordVault::Answer& answer) { error = answer.error; });
    QTRY_VERIFY_WITH_TIMEOUT(!error.isEmpty(), kPatience);
    QVERIFY(error.endsWith(QLatin1Char('.')));
    QVERIFY(!error.contains(QString::fromLatin1(kSecret)));
    QString again;
    vault.read(QStringLiteral("id"), this, [&](const PasswordVault::Answer& answer) {
        QVERIFY(!answer.password);
        again = answer.error;
    });
    QTRY_VERIFY_WITH_TIMEOUT(!again.isEmpty(), kPatience);
    vault.remove(QStringLiteral("id"), this, [](const PasswordVault::Answer&) {});
}

/// By another window, while the form stands there.
void ConnectionsTest::whatOthersChangeMeanwhileStays()
{
    Stage stage;
    ConnectionProfile profile = stage.add(Endpoint::parse("redis://h:1"), PasswordPolicy::none);
    profile.kind = Session::ServerKind::ordinary;
    ProfileStore(stage.file()).put(profile);
    QTRY_COMPARE_WITH_TIMEOUT(stage.connections->store().find(profile.id), std::optional(profile), kPatience);
    emit stage.page.servers().editRequested(profile);
    auto* dialog = stage.dialog<ProfileDialog>();
    QVERIFY(dialog != nullptr);
    ConnectionProfile theirs = profile;
    theirs.kind = Session::ServerKind::production;
    theirs.pattern = QStringLiteral("orders:*");
    ProfileStore(stage.file()).put(theirs);
    ConnectionProfile ours = profile;
    ours.color = ProfileColor::pink;
    ours.pattern = QStringLiteral("bills:*");
    emit dialog->saved(ours, {});
    dialog->reject();
    const ConnectionProfile both = stage.connections->store().find(profile.id).value();
    QCOMPARE(both.kind, Session::ServerKind::production);
    QCOMPARE(both.color, ProfileColor::pink);
    QCOMPARE(both.pattern, QStringLiteral("bills:*")); // what both have changed is as it was saved last
}

/// What both have changed. The rest goes together.
void ConnectionsTest::nothingOfOthersIsOverwrittenUnasked()
{
    Stage stage;
    const ConnectionProfile profile = stage.add(Endpoint::parse("redis://h:1"), PasswordPolicy::none);
    emit stage.page.servers().editRequested(profile);
    const QPointer<ProfileDialog> dialog = stage.dialog<ProfileDialog>();
    QVERIFY(dialog);
    const auto rename = [&](const QString& name) {
        auto* field = dialog->findChild<QLineEdit*>();
        field->selectAll();
        QTest::keyClicks(field, name);
    };
    const QString warning = QStringLiteral("Another window has changed the same fields");
    rename(QStringLiteral("ours"));
    ConnectionProfile theirs = profile;
    theirs.name = QStringLiteral("theirs");
    theirs.color = ProfileColor::pink;
    ProfileStore(stage.file()).put(theirs);
    QTest::mouseClick(button(*dialog, QStringLiteral("Save")), Qt::LeftButton);
    QVERIFY(dialog && dialog->isVisible());
    QVERIFY(says(*dialog, warning));
    QCOMPARE(stage.connections->store().find(profile.id)->name, QStringLiteral("theirs"));
    rename(QStringLiteral("ours!"));
    QVERIFY(!says(*dialog, warning));
    theirs.name = QStringLiteral("theirs, once more");
    ProfileStore(stage.file()).put(theirs);
    QTest::mouseClick(button(*dialog, QStringLiteral("Save")), Qt::LeftButton);
    QVERIFY(dialog && says(*dialog, warning)); // that one was not told of yet
    QTest::mouseClick(button(*dialog, QStringLiteral("Save")), Qt::LeftButton);
    QTRY_VERIFY(!dialog);
    QCOMPARE(stage.connections->store().find(profile.id)->name, QStringLiteral("ours!"));
    QCOMPARE(stage.connections->store().find(profile.id)->color, ProfileColor::pink);
}

void ConnectionsTest::deletingCanBeTakenBack()
{
    Stage stage;
    const ConnectionProfile profile = stage.add(Endpoint::parse("redis://h:1"), PasswordPolicy::keychain);
    stage.vault->passwords[profile.id] = QString::fromLatin1(kSecret);
    stage.pressOnList(Qt::Key_Delete);
    QVERIFY(stage.connections->store().profiles().isEmpty());
    QTest::mouseClick(button(stage.page, QStringLiteral("Undo")), Qt::LeftButton);
    QVERIFY(stage.connections->store().find(profile.id) == profile);
    QVERIFY(stage.vault->passwords.contains(profile.id));
    stage.pressOnList(Qt::Key_Delete);
    emit stage.page.servers().undoExpired();
    QVERIFY(!stage.vault->passwords.contains(profile.id));
}

/// The program may end before the keychain comes to it.
void ConnectionsTest::whatIsDeletedLeavesNoPasswordBehind()
{
    Stage stage(std::make_unique<SlowVault>());
    const ConnectionProfile profile = stage.add(Endpoint::parse("redis://h:1"), PasswordPolicy::keychain);
    const QString secret = QString::fromLatin1(kSecret);
    stage.vault->passwords[profile.id] = secret;
    stage.pressOnList(Qt::Key_Delete);
    QVERIFY(ProfileStore(stage.file()).forgotten().isEmpty()); // it can be taken back
    stage.end();
    QCOMPARE(ProfileStore(stage.file()).forgotten(), QStringList{profile.id});

    auto keychain = std::make_unique<MemoryVault>();
    keychain->passwords = {{profile.id, secret}, {QStringLiteral("another"), secret}};
    stage.begin(std::move(keychain));
    QTRY_VERIFY(ProfileStore(stage.file()).forgotten().isEmpty());
    QCOMPARE(stage.vault->passwords.keys(), QStringList{QStringLiteral("another")});
}

/// Imported once more, or written by another window, while the offer to undo still stood there.
void ConnectionsTest::whatIsThereAgainKeepsItsPassword()
{
    Stage stage(std::make_unique<SlowVault>());
    const ConnectionProfile profile = stage.add(Endpoint::parse("redis://h:1"), PasswordPolicy::keychain);
    stage.vault->passwords[profile.id] = QString::fromLatin1(kSecret);
    stage.pressOnList(Qt::Key_Delete);
    QVERIFY(stage.connections->store().profiles().isEmpty());
    ProfileStore(stage.file()).put(profile);
    emit stage.page.servers().undoExpired();
    QVERIFY(stage.connections->store().find(profile.id) == profile);
    QVERIFY(stage.connections->store().forgotten().isEmpty());
    QTest::qWait(0);
    QVERIFY(stage.vault->passwords.contains(profile.id));

    emit stage.page.servers().deleteRequested(profile);
    emit stage.page.servers().undoExpired();
    QCOMPARE(stage.connections->store().forgotten(), QStringList{profile.id});
    QTRY_VERIFY(!stage.vault->passwords.contains(profile.id));
    QTRY_VERIFY(stage.connections->store().forgotten().isEmpty());
}

void ConnectionsTest::withoutAKeychainItIsRememberedWhatIsToBeRemoved()
{
    Stage stage(PasswordVault::State::absent);
    const ConnectionProfile profile = stage.add(Endpoint::parse("redis://h:1"), PasswordPolicy::keychain);
    emit stage.page.servers().deleteRequested(profile);
    emit stage.page.servers().undoExpired();
    QCOMPARE(ProfileStore(stage.file()).forgotten(), QStringList{profile.id});
    ProfileStore(stage.file()).put(profile);
    QVERIFY(ProfileStore(stage.file()).forgotten().isEmpty());
}

void ConnectionsTest::newProfileKeepsItsPasswordInTheKeychainOnly()
{
    Stage stage;
    emit stage.page.servers().newRequested();
    auto* dialog = stage.dialog<ProfileDialog>();
    QVERIFY(dialog != nullptr);
    ConnectionProfile profile = ConnectionProfile::make();
    profile.endpoint = Endpoint::parse("redis://h:1");
    profile.password = PasswordPolicy::keychain;
    emit dialog->saved(profile,
                       {.password = QString::fromLatin1(kSecret), .sentinelPassword = {}, .keyPassphrase = {}});
    dialog->reject();
    QTRY_COMPARE(stage.vault->passwords[profile.id], QString::fromLatin1(kSecret));
    QCOMPARE(stage.connections->store().profiles().size(), 1);
    profile.password = PasswordPolicy::ask;
    ProfileStore(stage.file()).put(profile);
    QTRY_COMPARE_WITH_TIMEOUT(stage.connections->store().find(profile.id), std::optional(profile), kPatience);
    emit stage.page.servers().editRequested(profile);
    dialog = stage.dialog<ProfileDialog>();
    QTest::mouseClick(button(*dialog, QStringLiteral("Save")), Qt::LeftButton);
    QVERIFY(!stage.vault->passwords.contains(profile.id)); // it is not wanted there any more
}

void ConnectionsTest::redissonFileBecomesAProfile()
{
    Stage stage;
    const QString path = written(stage.folder, QStringLiteral("redisson.yaml"),
                                 "singleServerConfig:\n  address: redis://cache:6380\n  password: geheim\n"
                                 "  username: bob\n  database: 2\n  clientName: orders\nthreads: 4\n");
    emit stage.page.fileDropped(path);
    auto* dialog = stage.dialog<ProfileDialog>();
    QVERIFY(dialog != nullptr);
    QVERIFY(says(*dialog, QStringLiteral("threads")));
    QVERIFY(!says(*dialog, QStringLiteral("geheim")));
    QSignalSpy saved(dialog, &ProfileDialog::saved);
    QTest::mouseClick(button(*dialog, QStringLiteral("Save")), Qt::LeftButton);
    QCOMPARE(saved.size(), 1);
    QCOMPARE(stage.connections->store().profiles().size(), 1);
    const ConnectionProfile& profile = stage.connections->store().profiles().first();
    QCOMPARE(profile.uri(), QStringLiteral("redis://bob@cache:6380/2"));
    QCOMPARE(profile.name, QStringLiteral("orders"));
    QCOMPARE(saved.first().at(1).value<ProfileSecrets>().password, QStringLiteral("geheim"));
}

void ConnectionsTest::redissonFileWithoutPasswordAsksForNone_data()
{
    QTest::addColumn<QByteArray>("settings");
    QTest::addColumn<bool>("asks");
    QTest::newRow("none") << QByteArray() << false;
    QTest::newRow("a user") << QByteArray("  username: bob\n") << true;
    QTest::newRow("from the environment") << QByteArray("  password: ${REDIS_PASSWORD}\n") << true;
}

void ConnectionsTest::redissonFileWithoutPasswordAsksForNone()
{
    QFETCH(QByteArray, settings);
    QFETCH(bool, asks);
    Stage stage;
    emit stage.page.fileDropped(written(stage.folder, QStringLiteral("redisson.yaml"),
                                        "singleServerConfig:\n  address: redis://cache:6380\n" + settings));
    auto* dialog = stage.dialog<ProfileDialog>();
    QVERIFY(dialog != nullptr);
    QTest::mouseClick(button(*dialog, QStringLiteral("Save")), Qt::LeftButton);
    const PasswordPolicy policy = stage.connections->store().profiles().first().password;
    QCOMPARE(policy, asks ? PasswordPolicy::ask : PasswordPolicy::none);
}

void ConnectionsTest::redissonLeaseIsTakenAndSaid()
{
    Stage stage;
    emit stage.page.fileDropped(written(stage.folder, QStringLiteral("redisson.yaml"),
                                        "singleServerConfig:\n  address: redis://cache:6380\n"
                                        "lockWatchdogTimeout: 60000\n"));
    auto* dialog = stage.dialog<ProfileDialog>();
    QVERIFY(dialog != nullptr);
    QVERIFY(says(*dialog, QStringLiteral("a lease of 1 min,")));
    QTest::mouseClick(button(*dialog, QStringLiteral("Save")), Qt::LeftButton);
    QCOMPARE(stage.connections->store().profiles().first().locks.watchdogLease, std::chrono::milliseconds(60'000));
}

void ConnectionsTest::redissonLeaseThatIsTooShortIsRaised()
{
    Stage stage;
    emit stage.page.fileDropped(written(stage.folder, QStringLiteral("redisson.yaml"),
                                        "singleServerConfig:\n  address: redis://cache:6380\n"
                                        "lockWatchdogTimeout: 1\nslavesSyncTimeout: 172800000\n"));
    auto* dialog = stage.dialog<ProfileDialog>();
    QVERIFY(dialog != nullptr);
    QVERIFY(says(*dialog, QStringLiteral("lockWatchdogTimeout")));
    QTest::mouseClick(button(*dialog, QStringLiteral("Save")), Qt::LeftButton);
    const LockSettings locks = stage.connections->store().profiles().first().locks;
    QCOMPARE(locks.watchdogLease, std::chrono::milliseconds(3));
    QCOMPARE(locks.replicaTimeout, std::chrono::milliseconds(std::chrono::hours(48)));
}

void ConnectionsTest::redissonSentinelsBecomeAProfile()
{
    Stage stage;
    emit stage.page.fileDropped(written(stage.folder, QStringLiteral("redisson.yaml"),
                                        "sentinelServersConfig:\n"
                                        "  sentinelAddresses: [rediss://a:1, rediss://b:2]\n"
                                        "  masterName: m\n  password: geheim\n  sentinelPassword: streng\n"
                                        "  sslVerificationMode: NONE\n"));
    auto* dialog = stage.dialog<ProfileDialog>();
    QVERIFY(dialog != nullptr);
    QVERIFY(says(*dialog, QStringLiteral("sslVerificationMode")));
    QSignalSpy saved(dialog, &ProfileDialog::saved);
    QTest::mouseClick(button(*dialog, QStringLiteral("Save")), Qt::LeftButton);
    QCOMPARE(saved.size(), 1);
    QCOMPARE(stage.connections->store().profiles().first().uri(),
             QStringLiteral("rediss+sentinel://a:1,b:2/m?verify=no"));
    const auto secrets = saved.first().at(1).value<ProfileSecrets>();
    QCOMPARE(secrets.password, QStringLiteral("geheim"));
    QCOMPARE(secrets.sentinelPassword, QStringLiteral("streng"));
    QFile file(stage.file());
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    QVERIFY(!bytes.contains("geheim") && !bytes.contains("streng"));
}

void ConnectionsTest::everySecretHasItsPlaceInTheKeychain()
{
    const Sandbox sandbox(locked());
    Stage stage;
    ConnectionProfile profile = stage.add(sandbox.endpoint(), PasswordPolicy::keychain);
    emit stage.page.servers().editRequested(profile);
    auto* dialog = stage.dialog<ProfileDialog>();
    emit dialog->saved(profile, {.password = QString::fromLatin1(kSecret),
                                 .sentinelPassword = QStringLiteral("s"),
                                 .keyPassphrase = QStringLiteral("k")});
    dialog->reject();
    QTRY_COMPARE(stage.vault->passwords.size(), 3);
    QCOMPARE(stage.vault->passwords[profile.id], QString::fromLatin1(kSecret));
    // What is left empty stays as it is.
    emit stage.page.servers().editRequested(profile);
    dialog = stage.dialog<ProfileDialog>();
    emit dialog->saved(profile, {.password = {}, .sentinelPassword = QStringLiteral("other"), .keyPassphrase = {}});
    dialog->reject();
    QTRY_VERIFY(stage.vault->passwords.values().contains(QStringLiteral("other")));
    QCOMPARE(stage.vault->passwords.size(), 3);
    stage.pressOnList(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(stage.isConnected(), kPatience);
    QVERIFY(stage.session.endpoint()->sentinel_password.empty()); // there are none
    emit stage.page.servers().deleteRequested(profile);
    emit stage.page.servers().undoExpired();
    QVERIFY(stage.vault->passwords.isEmpty());
}

void ConnectionsTest::whatIsNotTypedComesFromTheKeychain()
{
    Stage stage;
    const ConnectionProfile profile =
        stage.add(Endpoint::parse("rediss+sentinel://127.0.0.1:1/m?cert=/nowhere/c.pem"), PasswordPolicy::keychain);
    emit stage.page.servers().editRequested(profile);
    auto* dialog = stage.dialog<ProfileDialog>();
    emit dialog->saved(profile, {.password = QStringLiteral("old"),
                                 .sentinelPassword = QStringLiteral("s"),
                                 .keyPassphrase = QStringLiteral("k")});
    QTRY_COMPARE(stage.vault->passwords.size(), 3);
    emit dialog->connectRequested(profile,
                                  {.password = QStringLiteral("new"), .sentinelPassword = {}, .keyPassphrase = {}});
    dialog->reject();
    QTRY_VERIFY(stage.session.endpoint().has_value());
    QCOMPARE(stage.session.endpoint()->password, "new");
    QCOMPARE(stage.session.endpoint()->sentinel_password, "s");
    QCOMPARE(stage.session.endpoint()->tls.key_passphrase, "k");
}

void ConnectionsTest::everySecretIsAskedFor()
{
    Stage stage;
    stage.add(Endpoint::parse("rediss+sentinel://127.0.0.1:1/m?cert=/nowhere/c.pem"), PasswordPolicy::ask);
    stage.pressOnList(Qt::Key_Return);
    auto* dialog = stage.dialog<PasswordDialog>();
    QVERIFY(dialog != nullptr);
    const QList<QLineEdit*> fields = dialog->findChildren<QLineEdit*>();
    QCOMPARE(fields.size(), 3);
    for (qsizetype i = 0; i < fields.size(); ++i) {
        QCOMPARE(fields[i]->echoMode(), QLineEdit::Password);
        QTest::keyClicks(fields[i], QString::number(i));
    }
    QVERIFY((dialog->secrets()
             == ProfileSecrets{.password = QStringLiteral("0"),
                               .sentinelPassword = QStringLiteral("1"),
                               .keyPassphrase = QStringLiteral("2")}));
    dialog->reject();
}

/// They are asked where the master is, once a connection breaks.
void ConnectionsTest::thePasswordOfTheSentinelsIsEnteredAnew()
{
    SandboxSentinelOptions options;
    options.replicas = 0;
    options.sentinels = options.quorum = 1;
    options.down_after = std::chrono::minutes(10);
    options.password = kSecret;
    options.sentinel_password = "old";
    SandboxSentinel servers(options);
    RedisClient sentinel(servers.sentinel(0).endpoint());
    RedisClient master(servers.master().endpoint());
    Stage stage;
    stage.session.connectTo(servers.endpoint());
    const auto link = [&stage] { return stage.session.status().link; };
    QTRY_VERIFY_WITH_TIMEOUT(stage.isConnected() && link() == MonitorStatus::Link::live, kPatience);
    // Nobody wrote this address anywhere.
    QCOMPARE(stage.session.status().addresses, servers.master_address().display());
    sentinel.expect({"ACL", "SETUSER", "default", "resetpass", ">new"});
    master.expect({"CLIENT", "KILL", "SKIPME", "yes"});
    QTRY_VERIFY_WITH_TIMEOUT(stage.session.status().link_code == Errc::authentication, kPatience);

    stage.connections->enterPassword();
    auto* dialog = stage.dialog<PasswordDialog>();
    QVERIFY(dialog != nullptr);
    const QList<QLineEdit*> fields = dialog->findChildren<QLineEdit*>();
    QCOMPARE(fields.size(), 2);
    QTest::keyClicks(fields[1], QStringLiteral("new"));
    QTest::keyClick(fields[1], Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(link() == MonitorStatus::Link::live, kPatience);
    QCOMPARE(stage.session.endpoint()->sentinel_password, std::string("new"));
    QCOMPARE(stage.session.endpoint()->password, std::string(kSecret)); // what was left empty stays
}

void ConnectionsTest::redissonFileThatDoesNotFitIsExplained()
{
    Stage stage;
    emit stage.page.fileDropped(
        written(stage.folder, QStringLiteral("a.yaml"), "proxyServersConfig:\n  addresses: [redis://a:1]\n"));
    auto* box = stage.dialog<QMessageBox>();
    QVERIFY(box != nullptr);
    QVERIFY(box->text().contains(QStringLiteral("proxyServersConfig")));
    box->close();
    emit stage.page.fileDropped(written(stage.folder, QStringLiteral("b.yaml"), "<b>: [\n"));
    box = stage.dialog<QMessageBox>();
    QVERIFY(box != nullptr);
    QCOMPARE(box->textFormat(), Qt::PlainText);
    QVERIFY(box->text().contains(QStringLiteral("YAML")));
    box->close();
}

void ConnectionsTest::profilesAreImportedAfterTheyWereShown()
{
    Stage stage;
    ConnectionProfile profile = ConnectionProfile::make();
    profile.name = QStringLiteral("from elsewhere");
    profile.endpoint = Endpoint::parse("redis://h:1");
    const QString path =
        written(stage.folder, QStringLiteral("team.json"), exportProfiles({profile, ConnectionProfile::make()}));
    emit stage.page.fileDropped(path);
    auto* dialog = stage.dialog<ImportDialog>();
    QVERIFY(dialog != nullptr);
    QVERIFY(stage.connections->store().profiles().isEmpty());
    QTest::mouseClick(button(*dialog, QStringLiteral("Import 2")), Qt::LeftButton);
    QCOMPARE(stage.connections->store().profiles().size(), 2);
    QVERIFY(stage.connections->store().find(profile.id) == profile);
}

/// By another window, or program.
void ConnectionsTest::whatIsEditedWhileAnImportIsShownStays()
{
    Stage stage;
    ConnectionProfile changed = stage.add(Endpoint::parse("redis://h:1"), PasswordPolicy::none);
    ConnectionProfile same = stage.add(Endpoint::parse("redis://h:2"), PasswordPolicy::none);
    ConnectionProfile fresh = ConnectionProfile::make();
    fresh.endpoint = Endpoint::parse("redis://h:3");
    ConnectionProfile theirs = changed;
    theirs.pattern = QStringLiteral("theirs:*");
    emit stage.page.fileDropped(
        written(stage.folder, QStringLiteral("team.json"), exportProfiles({theirs, same, fresh})));
    auto* dialog = stage.dialog<ImportDialog>();
    QVERIFY(dialog != nullptr);

    changed.name = QStringLiteral("edited");
    changed.endpoint = Endpoint::parse("redis://elsewhere:1");
    same.name = QStringLiteral("edited, too");
    fresh.name = QStringLiteral("imported already, and edited");
    ProfileStore other(stage.file());
    for (const ConnectionProfile& each : {changed, same, fresh}) {
        other.put(each);
    }
    QTest::mouseClick(button(*dialog, QStringLiteral("Import 2")), Qt::LeftButton);
    changed.pattern = theirs.pattern;
    QVERIFY(stage.connections->store().profiles() == (QList{changed, same, fresh}));
}

void ConnectionsTest::whatWasExportedIsSaid()
{
    Stage stage;
    stage.add(Endpoint::parse("redis://h:1"), PasswordPolicy::none);
    emit stage.page.servers().exportRequested();
    auto* dialog = stage.dialog<QFileDialog>();
    QVERIFY(dialog != nullptr);
    const QString path = stage.folder.filePath(QStringLiteral("team.json"));
    emit dialog->fileSelected(path);
    QVERIFY(QFile::exists(path));
    const auto labels = stage.page.servers().findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
        return label->isVisible() && label->text() == QStringLiteral("1 profile(s) exported to ") + path;
    }));
}

void ConnectionsTest::otherConnectionsHaveNoProfile()
{
    const Sandbox sandbox;
    const Sandbox other;
    Stage stage;
    stage.add(sandbox.endpoint(), PasswordPolicy::none);
    stage.pressOnList(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(stage.isConnected(), kPatience);
    stage.session.connectTo(other.endpoint());
    QVERIFY(!stage.connections->current());
    QTRY_VERIFY_WITH_TIMEOUT(stage.isConnected(), kPatience);
    QCOMPARE(stage.session.monitorOptions().pattern, std::string("*"));
    QCOMPARE(stage.session.serverKind(), Session::ServerKind::ordinary);
}

/// That another server refuses a password says nothing of the profile that was in use before.
void ConnectionsTest::nobodyIsAskedForThePasswordOfTheServerBefore()
{
    const Sandbox sandbox;
    const Sandbox other(locked());
    Stage stage;
    stage.add(sandbox.endpoint(), PasswordPolicy::none);
    stage.pressOnList(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(stage.isConnected(), kPatience);
    stage.session.connectTo(other.endpoint());
    QTRY_COMPARE_WITH_TIMEOUT(stage.session.state(), Session::State::disconnected, kPatience);
    QCOMPARE(stage.session.connectFailureCode(), Errc::authentication);
    QCoreApplication::processEvents();
    QVERIFY(stage.dialog<PasswordDialog>() == nullptr);
}

void ConnectionsTest::passwordInUseIsKeptWithTheServer()
{
    const Sandbox sandbox(locked());
    Stage stage;
    Endpoint endpoint = sandbox.endpoint();
    endpoint.password = kSecret;
    stage.session.connectTo(endpoint);
    QTRY_VERIFY_WITH_TIMEOUT(stage.isConnected(), kPatience);
    stage.connections->editPresent();
    auto* dialog = stage.dialog<ProfileDialog>();
    QVERIFY(dialog != nullptr);
    auto* policy = policyField(*dialog);
    QCOMPARE(policy->currentText(), QStringLiteral("Ask each time"));
    policy->setCurrentIndex(policy->findText(QStringLiteral("Keep in the keychain")));
    QTest::mouseClick(button(*dialog, QStringLiteral("Save")), Qt::LeftButton);
    QCOMPARE(stage.connections->store().profiles().size(), 1);
    const ConnectionProfile profile = stage.connections->store().profiles().first();
    QVERIFY(stage.connections->current().has_value());
    QCOMPARE(stage.connections->current()->id, profile.id);
    QVERIFY(stage.connections->waiting().isEmpty()); // it is the one that is in use
    QTRY_COMPARE(stage.vault->passwords[profile.id], QString::fromLatin1(kSecret));
    QFile file(stage.file());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains(kSecret));
    const QSignalSpy states(&stage.session, &Session::stateChanged);
    stage.connections->reconnect();
    QTRY_COMPARE_WITH_TIMEOUT(states.size(), 2, kPatience); // connecting, connected
    QVERIFY(stage.isConnected());
}

void ConnectionsTest::anotherPasswordWaitsForTheNextConnection()
{
    const Sandbox sandbox(locked());
    Stage stage;
    const ConnectionProfile profile = stage.add(sandbox.endpoint(), PasswordPolicy::keychain);
    stage.vault->passwords[profile.id] = QString::fromLatin1(kSecret);
    stage.pressOnList(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(stage.isConnected(), kPatience);
    QSignalSpy changes(stage.connections, &Connections::currentChanged);
    stage.connections->editPresent();
    auto* dialog = stage.dialog<ProfileDialog>();
    QVERIFY(dialog != nullptr);
    emit dialog->saved(profile, {.password = QStringLiteral("neu"), .sentinelPassword = {}, .keyPassphrase = {}});
    dialog->reject();
    QCOMPARE(stage.connections->waiting(), QList<WaitingPart>{WaitingPart::password});
    QVERIFY(!changes.isEmpty());
    stage.session.close();
    QVERIFY(stage.connections->waiting().isEmpty());
}

/// The connection may have gone while the dialog stood there.
void ConnectionsTest::aProfileThatIsKnownMeanwhileIsNotTakenForThisConnection()
{
    const Sandbox sandbox;
    const Sandbox other;
    Stage stage;
    stage.session.connectTo(sandbox.endpoint());
    QTRY_VERIFY_WITH_TIMEOUT(stage.isConnected(), kPatience);
    stage.connections->editPresent();
    auto* dialog = stage.dialog<ProfileDialog>();
    QVERIFY(dialog != nullptr);
    stage.session.connectTo(other.endpoint());
    QTRY_VERIFY_WITH_TIMEOUT(stage.isConnected(), kPatience);
    QTest::mouseClick(button(*dialog, QStringLiteral("Save")), Qt::LeftButton);
    QCOMPARE(stage.connections->store().profiles().size(), 1);
    QVERIFY(!stage.connections->current());
}

QTEST_MAIN(ConnectionsTest)
#include "connections_test.moc"
