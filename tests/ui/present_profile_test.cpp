// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles while the window is connected: chosen from a menu or the palette, made of the present server, and changed
// while its locks are watched.
#include "comfort/command_palette.hpp"
#include "connections/connections.hpp"
#include "connections/server_list.hpp"
#include "connections/server_menus.hpp"
#include "delegates/countdown_delegate.hpp"
#include "dialogs/admin_mode_dialog.hpp"
#include "dialogs/leave_dialog.hpp"
#include "panels/connect_page.hpp"
#include "panels/detail_panel.hpp"
#include "panels/reconnect_bar.hpp"
#include "profile_stage.hpp"
#include "text/server_text.hpp"
#include "window_stage.hpp"

#include <QComboBox>
#include <QDropEvent>
#include <QFile>
#include <QMenu>
#include <QMimeData>
#include <QPointer>
#include <QSignalSpy>
#include <QSpinBox>
#include <QToolButton>
#include <QUrl>

using namespace lockscope;
using namespace lockscope::test;
using namespace lockscope::ui;

namespace {

constexpr int kPatience = 30'000;
using Kind = Session::ServerKind;
const QString kProductionBox = QStringLiteral("Production: ask for more before each action");

/// A window that knows servers, without a keychain.
struct Stage : WindowStage
{
    Stage() : WindowStage(Start::disconnected) { window.useLanguage(QStringLiteral("en")); }

    Connections& connections() { return *window.findChild<Connections*>(); }
    ServerMenus& menus() { return *window.findChild<ServerMenus*>(); }
    ReconnectBar& bar() { return *window.findChild<ReconnectBar*>(); }
    [[nodiscard]] ProfileDialog* profileDialog() const { return window.findChild<ProfileDialog*>(); }
    ConnectionProfile saved(const QString& id) { return connections().store().find(id).value_or(ConnectionProfile{}); }

    ConnectionProfile add(const QString& name, const Endpoint& endpoint, Kind kind = Kind::ordinary)
    {
        ConnectionProfile profile = profileAt(endpoint);
        profile.name = name;
        profile.kind = kind;
        profile.password = PasswordPolicy::none;
        ProfileStore(settings.profilesFile()).put(profile); // as another window does
        [&] { QTRY_VERIFY_WITH_TIMEOUT(connections().store().find(profile.id).has_value(), kPatience); }();
        return profile;
    }
    /// Adds a profile of the stage's own server and connects to it.
    ConnectionProfile connectAs(const QString& name, Kind kind = Kind::ordinary)
    {
        const ConnectionProfile profile = add(name, sandbox.endpoint(), kind);
        window.connectTo(KnownServer(profile));
        [&] { QTRY_VERIFY_WITH_TIMEOUT(connected(), kPatience); }();
        return profile;
    }
    [[nodiscard]] bool isAt(const Sandbox& server) const
    {
        return connected() && session.endpoint()->uri_without_password() == server.endpoint().uri_without_password();
    }

    /// Opens the menu Server by its letter and, in it, the one of @p letter; then goes down to a line and enters it.
    void choose(const QMenu& menu, Qt::Key letter, const QString& line)
    {
        QVERIFY(backInWindow());
        press(Qt::Key_S, Qt::AltModifier);
        QTRY_VERIFY(QApplication::activePopupWidget() != nullptr);
        press(letter);
        QTRY_VERIFY(QApplication::activePopupWidget() == &menu);
        const auto isThere = [&] { return menu.activeAction() != nullptr && menu.activeAction()->text() == line; };
        for (int i = 0; i < 20 && !isThere(); ++i) {
            press(Qt::Key_Down);
        }
        QVERIFY2(isThere(), qPrintable(line));
        press(Qt::Key_Return);
    }
    void chooseProfile(const QString& line) { choose(*menus().profiles(), Qt::Key_F, line); }
    void chooseRecent(const QString& line) { choose(*menus().recent(), Qt::Key_R, line); }

    /// Holds it over the rows, as a mouse would, and lets go if it is taken. @return whether it was
    bool drop(const QMimeData& data)
    {
        QWidget* rows = table().viewport();
        QDragEnterEvent enter(rows->rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(rows, &enter);
        if (!enter.isAccepted()) {
            return false;
        }
        QDropEvent drop(rows->rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(rows, &drop);
        return drop.isAccepted();
    }

    /// Ctrl+Shift+P, tabs to the field, replaces what stands in it, and enters the form.
    template <typename Field>
    void edit(const QString& label, const QString& text)
    {
        openForm();
        QVERIFY(!QTest::currentTestFailed());
        QVERIFY(tabTo(field<Field>(*profileDialog(), label)));
        press(Qt::Key_A, Qt::ControlModifier);
        press(Qt::Key_Backspace);
        type(text);
        enterForm();
    }
    void openForm()
    {
        QVERIFY(backInWindow());
        press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(profileDialog() != nullptr);
        QVERIFY(QTest::qWaitForWindowActive(profileDialog()));
    }
    void enterForm()
    {
        press(Qt::Key_Return);
        QTRY_VERIFY(profileDialog() == nullptr);
        QVERIFY(backInWindow());
    }
    int condition(const std::string& lock)
    {
        const int row = model().rowOf(lock);
        return row < 0 ? -1 : model().index(row, 0).data(static_cast<int>(LockRole::condition)).toInt();
    }
};

QStringList linesOf(const QMenu& menu)
{
    QStringList lines;
    for (const QAction* action : menu.actions()) {
        if (!action->isSeparator()) {
            lines << action->text();
        }
    }
    return lines;
}

} // namespace

class PresentProfileTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        // No keychain of the one who runs the test is asked: there is no bus at this address.
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus");
        initResources();
        QApplication::setQuitOnLastWindowClosed(false);
    }
    void aProfileIsChosenFromTheMenuByTheKeyboard();
    void aProfileIsChosenFromThePalette();
    void aRecentServerIsChosenFromTheMenu();
    void whoAttemptsAnotherServerIsToldOfThatOne();
    void aProductionServerIsNotLeftUnasked();
    void anAddressDroppedAnywhereIsOfferedAndThePresentServerIsKept();
    void aFileDroppedAnywhereIsImported();
    void whatIsNoServerIsNotTaken();
    void theMenuKnowsWhereWeAre();
    void thePresentServerBecomesAProfile();
    void aSandboxIsNoProfile();
    void thresholdsCountAtOnce();
    void thePatternCountsAtOnce();
    void nameAndMarkAreShownAtOnce();
    void productionCountsAtOnce();
    void whatWasCalledProductionStaysSo();
    void whatBecomesProductionMeanwhileIsUnlockedAsThat();
    void whatIsUnlockedAsProductionIsKeptInItsProfile();
    void aServerIsSavedAsWhatItCountedAsBefore();
    void whatWaitsIsSaidUntilTheNextConnection();
    void savingAndReconnectingIsOneStep();
    void reconnectingIsOneKey();
    void whatAnotherWindowChangesCountsHereToo();
};

void PresentProfileTest::aProfileIsChosenFromTheMenuByTheKeyboard()
{
    const Sandbox other;
    Stage stage;
    const ConnectionProfile first = stage.add(QStringLiteral("R&D cache"), stage.sandbox.endpoint());
    const ConnectionProfile second = stage.add(QStringLiteral("staging"), other.endpoint());
    stage.chooseProfile(QStringLiteral("R&&D cache"));
    QTRY_VERIFY_WITH_TIMEOUT(stage.isAt(stage.sandbox), kPatience);
    QCOMPARE(stage.connections().current()->id, first.id);
    stage.chooseProfile(QStringLiteral("staging")); // nothing is lost, so nobody is asked
    QTRY_VERIFY_WITH_TIMEOUT(stage.isAt(other), kPatience);
    QCOMPARE(stage.connections().current()->id, second.id);
    QCOMPARE(stage.session.serverKind(), Kind::ordinary);
}

void PresentProfileTest::aProfileIsChosenFromThePalette()
{
    const Sandbox other;
    Stage stage;
    stage.connectAs(QStringLiteral("cache"));
    stage.add(QStringLiteral("warehouse"), other.endpoint());
    QTRY_VERIFY(linesOf(*stage.menus().profiles()).contains(QStringLiteral("warehouse")));
    QVERIFY(stage.backInWindow());
    stage.press(Qt::Key_K, Qt::ControlModifier);
    QTRY_VERIFY(stage.window.findChild<CommandPalette*>()->isVisible());
    stage.type(QStringLiteral("warehouse"));
    stage.press(Qt::Key_Return);
    QTRY_VERIFY_WITH_TIMEOUT(stage.isAt(other), kPatience);
    QCOMPARE(stage.connections().serverName(), QStringLiteral("warehouse"));
}

void PresentProfileTest::aRecentServerIsChosenFromTheMenu()
{
    const Sandbox other;
    Stage stage;
    QVERIFY(!stage.menus().recent()->isEnabled()); // there is none
    stage.session.connectTo(other.endpoint());
    QTRY_VERIFY_WITH_TIMEOUT(stage.isAt(other), kPatience);
    stage.session.connectTo(stage.sandbox.endpoint());
    QTRY_VERIFY_WITH_TIMEOUT(stage.isAt(stage.sandbox), kPatience);
    QTRY_COMPARE(linesOf(*stage.menus().recent()).size(), 2);
    stage.chooseRecent(menuText(other.endpoint().uri_without_password()));
    QTRY_VERIFY_WITH_TIMEOUT(stage.isAt(other), kPatience);
    QCOMPARE(stage.session.serverKind(), Kind::production); // nobody has said what it is
    stage.add(QStringLiteral("named"), other.endpoint());
    QTRY_COMPARE(linesOf(*stage.menus().recent()).size(), 1); // each server once
}

void PresentProfileTest::whoAttemptsAnotherServerIsToldOfThatOne()
{
    Sandbox silent;
    silent.pause_server(); // takes connections and never answers
    Stage stage;
    stage.add(QStringLiteral("silent"), silent.endpoint());
    stage.add(QStringLiteral("cache"), stage.sandbox.endpoint());
    auto* page = stage.window.findChild<ConnectPage*>();
    stage.chooseProfile(QStringLiteral("silent"));
    QTRY_VERIFY(shows(*page, QStringLiteral("Connecting to silent")));
    stage.chooseProfile(QStringLiteral("cache"));
    QVERIFY(!shows(*page, QStringLiteral("silent")));
    QTRY_VERIFY_WITH_TIMEOUT(stage.isAt(stage.sandbox), kPatience);
    QCOMPARE(stage.connections().serverName(), QStringLiteral("cache"));
    silent.resume_server();
}

void PresentProfileTest::aProductionServerIsNotLeftUnasked()
{
    const Sandbox other;
    Stage stage;
    stage.add(QStringLiteral("staging"), other.endpoint());
    stage.connectAs(QStringLiteral("prod"), Kind::production);
    QTRY_COMPARE(linesOf(*stage.menus().profiles()).mid(0, 2),
                 QStringList({QStringLiteral("staging"), QStringLiteral("prod (production)")}));
    stage.chooseProfile(QStringLiteral("staging"));
    QTRY_VERIFY(stage.window.findChild<LeaveDialog*>() != nullptr);
    QPointer<LeaveDialog> question = stage.window.findChild<LeaveDialog*>();
    QVERIFY(shows(*question, QStringLiteral("Leave prod?")));
    question->activateWindow();
    QTest::keyClick(question->focusWidget(), Qt::Key_Return); // as somebody does who only wants it gone
    QTRY_VERIFY(!question);
    QVERIFY(stage.isAt(stage.sandbox));

    QSignalSpy windows(&stage.window, &MainWindow::newWindowRequestedFor);
    stage.chooseProfile(QStringLiteral("staging"));
    QTRY_VERIFY(stage.window.findChild<LeaveDialog*>() != nullptr);
    QTest::mouseClick(buttonWith(*stage.window.findChild<LeaveDialog*>(), QStringLiteral("New window")),
                      Qt::LeftButton);
    QCOMPARE(windows.size(), 1);
    QVERIFY(stage.isAt(stage.sandbox));

    stage.chooseProfile(QStringLiteral("staging"));
    QTRY_VERIFY(stage.window.findChild<LeaveDialog*>() != nullptr);
    QTest::mouseClick(buttonWith(*stage.window.findChild<LeaveDialog*>(), QStringLiteral("Connect to another server")),
                      Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(stage.isAt(other), kPatience);
    QCOMPARE(stage.session.serverKind(), Kind::ordinary);
}

void PresentProfileTest::anAddressDroppedAnywhereIsOfferedAndThePresentServerIsKept()
{
    Stage stage;
    stage.connectAs(QStringLiteral("here"));
    QMimeData data;
    data.setText(QStringLiteral("redis://bob:geheim@dropped.example:7000/1\n"));
    QVERIFY(stage.drop(data));
    QTRY_VERIFY(stage.profileDialog() != nullptr);
    QVERIFY(stage.isAt(stage.sandbox));
    QCOMPARE(field<QLineEdit>(*stage.profileDialog(), QStringLiteral("Address:"))->text(),
             QStringLiteral("redis://dropped.example:7000"));
    QCOMPARE(field<QLineEdit>(*stage.profileDialog(), QStringLiteral("User:"))->text(), QStringLiteral("bob"));
    QCOMPARE(passwordField(*stage.profileDialog())->text(), QStringLiteral("geheim"));
    QTest::keyClick(stage.profileDialog(), Qt::Key_Escape);
    QTRY_VERIFY(stage.profileDialog() == nullptr);
    QVERIFY(stage.isAt(stage.sandbox));
}

void PresentProfileTest::aFileDroppedAnywhereIsImported()
{
    Stage stage;
    stage.connectAs(QStringLiteral("here"));
    QFile file(stage.folder.filePath(QStringLiteral("redisson.yaml")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("singleServerConfig:\n  address: \"redis://dropped.example:7000\"\n");
    file.close();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file.fileName())});
    QVERIFY(stage.drop(data));
    QTRY_VERIFY(stage.profileDialog() != nullptr);
    QCOMPARE(field<QLineEdit>(*stage.profileDialog(), QStringLiteral("Address:"))->text(),
             QStringLiteral("redis://dropped.example:7000"));
    QVERIFY(box(*stage.profileDialog(), kProductionBox)->isChecked()); // nobody has said what it is
    QVERIFY(stage.isAt(stage.sandbox));
}

void PresentProfileTest::whatIsNoServerIsNotTaken()
{
    Stage stage;
    stage.connectAs(QStringLiteral("here"));
    QMimeData data;
    data.setText(QStringLiteral("orders:42"));
    QVERIFY(!stage.drop(data));
    data.setUrls({QUrl(QStringLiteral("file:///tmp/picture.png"))});
    QVERIFY(!stage.drop(data));
    QVERIFY(stage.profileDialog() == nullptr);
}

void PresentProfileTest::theMenuKnowsWhereWeAre()
{
    Stage stage;
    const ConnectionProfile profile = stage.connectAs(QStringLiteral("cache"));
    stage.add(QStringLiteral("other"), Endpoint::parse("redis://other:1"));
    const auto checked = [&] {
        QStringList lines;
        for (const QAction* action : stage.menus().profiles()->actions()) {
            if (action->isChecked()) {
                lines << action->text();
            }
        }
        return lines;
    };
    QTRY_COMPARE(checked(), QStringList{QStringLiteral("cache")});
    QVERIFY(linesOf(*stage.menus().profiles()).contains(QStringLiteral("&Edit this profile…")));
    stage.session.close();
    QTRY_COMPARE(checked(), QStringList());
    const QKeySequence keys(Qt::CTRL | Qt::SHIFT | Qt::Key_P);
    QCOMPARE(stage.tipOf(keys), QStringLiteral("There is no connection."));
}

void PresentProfileTest::thePresentServerBecomesAProfile()
{
    Stage stage;
    emit stage.window.findChild<ConnectPage*>()->connectRequested(stage.sandbox.endpoint());
    QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
    QCOMPARE(stage.session.serverKind(), Kind::production); // until somebody says otherwise
    const QSignalSpy states(&stage.session, &Session::stateChanged);
    stage.openForm();
    QVERIFY(!QTest::currentTestFailed());
    QVERIFY(shows(*stage.profileDialog(), QStringLiteral("take effect with the next connection")));
    QVERIFY(box(*stage.profileDialog(), QStringLiteral("Production: ask for more before each action"))->isChecked());
    stage.type(QStringLiteral("prod cache")); // the name has the focus
    stage.enterForm();

    QCOMPARE(stage.connections().store().profiles().size(), 1);
    const ConnectionProfile profile = stage.connections().store().profiles().first();
    QCOMPARE(profile.name, QStringLiteral("prod cache"));
    QCOMPARE(profile.uri(), QString::fromStdString(stage.sandbox.endpoint().uri_without_password()));
    QCOMPARE(profile.kind, Kind::production);
    QCOMPARE(profile.password, PasswordPolicy::none);
    QCOMPARE(stage.connections().current()->id, profile.id);
    QCOMPARE(states.size(), 0); // the connection goes on
    QVERIFY(stage.connections().waiting().isEmpty());
    QVERIFY(!stage.bar().isVisible());
    QVERIFY(stage.window.windowTitle().startsWith(QLatin1String("prod cache")));
    QVERIFY(!stage.menus().recent()->isEnabled() || linesOf(*stage.menus().recent()).isEmpty());

    QCOMPARE(stage.session.serverKind(), Kind::production);
    stage.press(Qt::Key_U, Qt::ControlModifier | Qt::ShiftModifier);
    auto* unlocking = stage.window.findChild<AdminModeDialog*>();
    QVERIFY(unlocking != nullptr);
    const auto* production = unlocking->findChild<QCheckBox*>();
    QVERIFY(production->isChecked() && !production->isEnabled()); // the profile says so
    unlocking->reject();
}

void PresentProfileTest::aSandboxIsNoProfile()
{
    Stage stage;
    stage.session.startSandbox();
    QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
    QVERIFY(stage.backInWindow());
    stage.press(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(stage.profileDialog() == nullptr);
    QVERIFY(stage.tipOf(Qt::CTRL | Qt::SHIFT | Qt::Key_P).startsWith(QLatin1String("A sandbox")));
}

/// In the rows, their order and filter, the countdowns, the findings and the counts.
void PresentProfileTest::thresholdsCountAtOnce()
{
    Stage stage;
    const ConnectionProfile profile = stage.connectAs(QStringLiteral("cache"));
    stage.hold("orders:42", alice, 1, 600'000);
    QTRY_COMPARE_WITH_TIMEOUT(stage.condition("orders:42"), static_cast<int>(LockCondition::held), kPatience);
    const QSignalSpy states(&stage.session, &Session::stateChanged);
    stage.edit<QSpinBox>(QStringLiteral("Stuck after:"), QStringLiteral("1"));
    QVERIFY(!QTest::currentTestFailed());
    QTRY_COMPARE_WITH_TIMEOUT(stage.condition("orders:42"), static_cast<int>(LockCondition::stuck), kPatience);
    // The monitor thinks so, too.
    QTRY_COMPARE_WITH_TIMEOUT(stage.session.status().counts.stuck, std::size_t(1), kPatience);
    stage.window.setFilterText(QStringLiteral("state:stuck"));
    QTRY_COMPARE(stage.model().rowCount(), 1);

    stage.edit<QSpinBox>(QStringLiteral("Expiring below:"), QStringLiteral("75"));
    QVERIFY(!QTest::currentTestFailed());
    for (const CountdownDelegate* each : stage.window.findChildren<CountdownDelegate*>()) {
        QCOMPARE(each->thresholds().expiring_fraction, 0.75);
    }
    QCOMPARE(stage.saved(profile.id).stuckAfter, std::chrono::seconds(1));

    stage.edit<QSpinBox>(QStringLiteral("Stuck after:"), QStringLiteral("3600"));
    QVERIFY(!QTest::currentTestFailed());
    QTRY_COMPARE(stage.model().rowCount(), 0);
    QTRY_COMPARE_WITH_TIMEOUT(stage.session.status().counts.stuck, std::size_t(0), kPatience);
    QCOMPARE(states.size(), 0); // all that without another connection
    QVERIFY(!stage.bar().isVisible());
}

void PresentProfileTest::thePatternCountsAtOnce()
{
    Stage stage;
    stage.connectAs(QStringLiteral("cache"));
    constexpr int kLease = 600'000;
    stage.hold("shop:1", alice, 1, kLease);
    stage.hold("web:1", bob, 1, kLease);
    QTRY_COMPARE_WITH_TIMEOUT(stage.model().rowCount(), 2, kPatience);
    stage.window.selectLock("web:1");
    QTRY_VERIFY(stage.selected("web:1"));
    const auto* detail = stage.window.findChild<DetailPanel*>();
    QTRY_VERIFY(detail->lock() != nullptr);
    const QSignalSpy states(&stage.session, &Session::stateChanged);
    stage.edit<QLineEdit>(QStringLiteral("Locks named:"), QStringLiteral("shop:*"));
    QVERIFY(!QTest::currentTestFailed());
    QTRY_VERIFY_WITH_TIMEOUT(stage.model().rowOf("web:1") < 0, kPatience);
    QVERIFY(stage.model().rowOf("shop:1") >= 0);
    QVERIFY(detail->lock() == nullptr); // It must not say that this was released.
    stage.hold("web:2", bob, 1, kLease);
    stage.hold("shop:2", bob, 1, kLease);
    QTRY_VERIFY_WITH_TIMEOUT(stage.model().rowOf("shop:2") >= 0, kPatience);
    QVERIFY(stage.model().rowOf("web:2") < 0);

    stage.edit<QLineEdit>(QStringLiteral("Locks named:"), QStringLiteral("*"));
    QVERIFY(!QTest::currentTestFailed());
    QTRY_COMPARE_WITH_TIMEOUT(stage.model().rowCount(), 4, kPatience);
    QCOMPARE(states.size(), 0);
}

void PresentProfileTest::nameAndMarkAreShownAtOnce()
{
    Stage stage;
    const ConnectionProfile profile = stage.connectAs(QStringLiteral("cache"));
    stage.openForm();
    QVERIFY(!QTest::currentTestFailed());
    stage.press(Qt::Key_A, Qt::ControlModifier);
    stage.type(QStringLiteral("orders"));
    QVERIFY(stage.tabTo(field<QComboBox>(*stage.profileDialog(), QStringLiteral("Mark:"))));
    stage.press(Qt::Key_Down);
    QTest::mouseClick(buttonWith(*stage.profileDialog(), QStringLiteral("Save")), Qt::LeftButton);
    QTRY_VERIFY(stage.profileDialog() == nullptr);
    QVERIFY(stage.window.windowTitle().startsWith(QLatin1String("orders")));
    QCOMPARE(stage.saved(profile.id).color, ProfileColor::green);
    QCOMPARE(stage.connections().current()->color, ProfileColor::green);
    QTRY_VERIFY(linesOf(*stage.menus().profiles()).contains(QStringLiteral("orders")));
}

void PresentProfileTest::productionCountsAtOnce()
{
    Stage stage;
    stage.connectAs(QStringLiteral("cache"));
    QCOMPARE(stage.session.serverKind(), Kind::ordinary);
    for (const Kind kind : {Kind::production, Kind::ordinary}) {
        stage.openForm();
        QVERIFY(!QTest::currentTestFailed());
        QVERIFY(
            stage.tabTo(box(*stage.profileDialog(), QStringLiteral("Production: ask for more before each action"))));
        stage.press(Qt::Key_Space);
        stage.enterForm();
        QCOMPARE(stage.session.serverKind(), kind);
    }
}

/// Neither a profile of production, nor an ordinary one that somebody called production when unlocking.
void PresentProfileTest::whatWasCalledProductionStaysSo()
{
    Stage stage;
    const ConnectionProfile profile = stage.connectAs(QStringLiteral("prod"), Kind::production);
    stage.edit<QSpinBox>(QStringLiteral("Stuck after:"), QStringLiteral("7"));
    QVERIFY(!QTest::currentTestFailed());
    QCOMPARE(stage.session.thresholds().stuck_after, std::chrono::milliseconds(7000));
    QCOMPARE(stage.session.serverKind(), Kind::production);
    QCOMPARE(stage.saved(profile.id).kind, Kind::production);

    const ConnectionProfile ordinary = stage.connectAs(QStringLiteral("cache"));
    if (auto* question = stage.window.findChild<LeaveDialog*>()) {
        question->accept();
    }
    QTRY_COMPARE_WITH_TIMEOUT(stage.connections().serverName(), QStringLiteral("cache"), kPatience);
    QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
    stage.session.setServerKind(Kind::production); // as unlocking does, among other things
    stage.edit<QSpinBox>(QStringLiteral("Stuck after:"), QStringLiteral("8"));
    QVERIFY(!QTest::currentTestFailed());
    QCOMPARE(stage.session.thresholds().stuck_after, std::chrono::milliseconds(8000));
    QCOMPARE(stage.session.serverKind(), Kind::production);
    QCOMPARE(stage.saved(ordinary.id).kind, Kind::ordinary);
    stage.press(Qt::Key_U, Qt::ControlModifier | Qt::ShiftModifier);
    auto* unlocking = stage.window.findChild<AdminModeDialog*>();
    QVERIFY(unlocking != nullptr);
    const auto* production = unlocking->findChild<QCheckBox*>();
    QVERIFY(production->isChecked() && production->isEnabled()); // presumed, until somebody says otherwise
    unlocking->reject();
}

/// Another window may say so while this one is being unlocked.
void PresentProfileTest::whatBecomesProductionMeanwhileIsUnlockedAsThat()
{
    Stage stage;
    stage.connectAs(QStringLiteral("cache"));
    stage.press(Qt::Key_U, Qt::ControlModifier | Qt::ShiftModifier);
    auto* unlocking = stage.window.findChild<AdminModeDialog*>();
    QVERIFY(unlocking != nullptr);
    QVERIFY(!unlocking->findChild<QCheckBox*>()->isChecked());
    stage.session.setServerKind(Kind::production); // as the profile's change does
    QVERIFY(unlocking->findChild<QCheckBox*>()->isChecked());
    unlocking->accept();
    QCOMPARE(stage.session.adminMode(), Session::AdminMode::admin);
    QCOMPARE(stage.session.serverKind(), Kind::production);
}

/// Until somebody edits the profile on purpose.
void PresentProfileTest::whatIsUnlockedAsProductionIsKeptInItsProfile()
{
    Stage stage;
    const ConnectionProfile profile = stage.connectAs(QStringLiteral("cache"));
    stage.press(Qt::Key_U, Qt::ControlModifier | Qt::ShiftModifier);
    const QPointer<AdminModeDialog> unlocking = stage.window.findChild<AdminModeDialog*>();
    QVERIFY(unlocking);
    unlocking->findChild<QCheckBox*>()->setChecked(true);
    unlocking->accept();
    QCOMPARE(stage.session.adminMode(), Session::AdminMode::admin);
    QCOMPARE(stage.session.serverKind(), Kind::production);
    QCOMPARE(stage.saved(profile.id).kind, Kind::production);
    QVERIFY(!stage.settings.serverKind(stage.sandbox.endpoint())); // nothing else remembers it
    QTRY_VERIFY(!unlocking);

    stage.session.close();
    stage.window.connectTo(KnownServer(stage.saved(profile.id)));
    QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
    QCOMPARE(stage.session.serverKind(), Kind::production); // before anything is unlocked

    stage.openForm();
    QVERIFY(!QTest::currentTestFailed());
    QVERIFY(stage.tabTo(box(*stage.profileDialog(), kProductionBox)));
    stage.press(Qt::Key_Space);
    stage.enterForm();
    QCOMPARE(stage.saved(profile.id).kind, Kind::ordinary);
    QCOMPARE(stage.session.serverKind(), Kind::ordinary);
    stage.press(Qt::Key_U, Qt::ControlModifier | Qt::ShiftModifier);
    auto* again = stage.window.findChild<AdminModeDialog*>();
    QVERIFY(again != nullptr);
    QVERIFY(!again->findChild<QCheckBox*>()->isChecked());
    again->reject();
}

/// Giving it a name does not make a production server an ordinary one.
void PresentProfileTest::aServerIsSavedAsWhatItCountedAsBefore()
{
    Stage stage;
    const QString uri = QStringLiteral("redis://known.example:7000");
    const auto isSavedAsProduction = [&] {
        emit stage.window.findChild<ConnectPage*>()->servers().saveRequested(uri);
        ProfileDialog* form = stage.profileDialog();
        const bool isProduction = form != nullptr && box(*form, kProductionBox)->isChecked();
        delete form;
        return isProduction;
    };
    QVERIFY(isSavedAsProduction()); // nobody has said what it is
    stage.settings.setServerKind(Endpoint::parse(uri.toStdString()), Kind::ordinary);
    QVERIFY(!isSavedAsProduction());
    stage.settings.setServerKind(Endpoint::parse(uri.toStdString()), Kind::production);
    QVERIFY(isSavedAsProduction());
}

void PresentProfileTest::whatWaitsIsSaidUntilTheNextConnection()
{
    Stage stage;
    const ConnectionProfile profile = stage.connectAs(QStringLiteral("cache"));
    QVERIFY(!stage.bar().isVisible());
    stage.edit<QSpinBox>(QStringLiteral("Database:"), QStringLiteral("3"));
    QVERIFY(!QTest::currentTestFailed());
    QCOMPARE(stage.saved(profile.id).endpoint.database, 3);
    QCOMPARE(stage.session.endpoint()->database, 0);
    QVERIFY(stage.bar().isVisible());
    QVERIFY(shows(stage.bar(), QStringLiteral("only with the next connection: database.")));
    stage.edit<QSpinBox>(QStringLiteral("Database:"), QStringLiteral("0"));
    QVERIFY(!QTest::currentTestFailed());
    QVERIFY(!stage.bar().isVisible()); // nothing waits any more

    stage.edit<QLineEdit>(QStringLiteral("User:"), QStringLiteral("default"));
    QVERIFY(!QTest::currentTestFailed());
    QVERIFY(shows(stage.bar(), QStringLiteral("user.")));
    QTest::mouseClick(buttonWith<QToolButton>(stage.bar(), QStringLiteral("Later")), Qt::LeftButton);
    QVERIFY(!stage.bar().isVisible());
    QVERIFY(stage.connected());
    stage.edit<QSpinBox>(QStringLiteral("Database:"), QStringLiteral("3"));
    QVERIFY(!QTest::currentTestFailed());
    QVERIFY(shows(stage.bar(), QStringLiteral("user and database.")));
    stage.edit<QLineEdit>(QStringLiteral("User:"), QString());
    QVERIFY(!QTest::currentTestFailed());

    QTest::mouseClick(buttonWith<QToolButton>(stage.bar(), QStringLiteral("Reconnect now")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(stage.connected() && stage.session.endpoint()->database == 3, kPatience);
    QCOMPARE(stage.connections().current()->id, profile.id);
    QVERIFY(!stage.bar().isVisible());
}

void PresentProfileTest::savingAndReconnectingIsOneStep()
{
    Stage stage;
    stage.connectAs(QStringLiteral("prod"), Kind::production);
    stage.openForm();
    QVERIFY(!QTest::currentTestFailed());
    field<QSpinBox>(*stage.profileDialog(), QStringLiteral("Database:"))->setValue(2);
    QTest::mouseClick(buttonWith(*stage.profileDialog(), QStringLiteral("Save and reconnect")), Qt::LeftButton);
    QTRY_VERIFY(stage.window.findChild<LeaveDialog*>() != nullptr);
    QVERIFY(stage.connected());
    QVERIFY(stage.bar().isVisible()); // saved it is, whatever the answer
    QTest::mouseClick(buttonWith(*stage.window.findChild<LeaveDialog*>(), QStringLiteral("Reconnect")), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(stage.connected() && stage.session.endpoint()->database == 2, kPatience);
    QCOMPARE(stage.session.serverKind(), Kind::production);
    QVERIFY(!stage.bar().isVisible());
}

void PresentProfileTest::reconnectingIsOneKey()
{
    Stage stage;
    stage.session.connectTo(stage.sandbox.endpoint()); // also without a profile
    QTRY_VERIFY_WITH_TIMEOUT(stage.connected(), kPatience);
    QVERIFY(stage.backInWindow());
    const QSignalSpy states(&stage.session, &Session::stateChanged);
    stage.press(Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE_WITH_TIMEOUT(states.size(), 2, kPatience); // connecting, connected
    QVERIFY(stage.isAt(stage.sandbox));
}

void PresentProfileTest::whatAnotherWindowChangesCountsHereToo()
{
    Stage stage;
    ConnectionProfile profile = stage.connectAs(QStringLiteral("cache"));
    profile.stuckAfter = std::chrono::seconds(9);
    profile.cpuBudget = 0.5;
    profile.pattern = QStringLiteral("shop:*");
    profile.kind = Kind::production;
    profile.name = QStringLiteral("prod");
    ProfileStore(stage.settings.profilesFile()).put(profile);
    QTRY_COMPARE_WITH_TIMEOUT(stage.connections().serverName(), QStringLiteral("prod"), kPatience);
    QCOMPARE(stage.session.thresholds().stuck_after, std::chrono::milliseconds(9000));
    QCOMPARE(stage.session.monitorOptions().cpu_budget, 0.5);
    QCOMPARE(stage.session.monitorOptions().pattern, std::string("shop:*"));
    QCOMPARE(stage.session.serverKind(), Kind::production);
}

QTEST_MAIN(PresentProfileTest)
#include "present_profile_test.moc"
