// SPDX-License-Identifier: GPL-3.0-or-later
#include "main_window.hpp"

#include "admin_switch.hpp"
#include "appearance.hpp"
#include "barred_keys.hpp"
#include "comfort/command_palette.hpp"
#include "comfort/saved_filters.hpp"
#include "comfort/shortcut_sheet.hpp"
#include "comfort/tour.hpp"
#include "comfort/tour_offer.hpp"
#include "connected_actions.hpp"
#include "connections/connections.hpp"
#include "connections/profile_badge.hpp"
#include "connections/server_drop.hpp"
#include "connections/server_menus.hpp"
#include "dialogs/about_dialog.hpp"
#include "dialogs/permissions_dialog.hpp"
#include "language.hpp"
#include "leave_guard.hpp"
#include "lock_actions.hpp"
#include "main_actions.hpp"
#include "models/filter_completion.hpp"
#include "panels/bottom_panels.hpp"
#include "panels/connect_page.hpp"
#include "panels/field_keys.hpp"
#include "panels/filter_field.hpp"
#include "panels/lock_table.hpp"
#include "panels/part_focus.hpp"
#include "panels/reconnect_bar.hpp"
#include "panels/return_presses.hpp"
#include "panels/tool_bar.hpp"
#include "panels/workspace.hpp"
#include "row_in_hand.hpp"
#include "settings.hpp"
#include "settings_warning.hpp"
#include "text/permission_words.hpp"
#include "text/server_text.hpp"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QLayout>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QStackedWidget>
#include <QTimer>

#include <variant>

namespace lockscope::ui {
namespace {

constexpr QSize kFirstSize{1360, 860};

} // namespace

MainWindow::MainWindow(Session& session, Settings& settings, Language& language, QWidget* parent)
    : QMainWindow(parent)
    , m_session(session)
    , m_settings(settings)
    , m_kept(settings.ofWindow())
    , m_actions(new MainActions(this))
    , m_appearance(new Appearance(*m_actions, settings, language, this))
    , m_pages(new QStackedWidget(this))
    , m_connectPage(new ConnectPage(this))
    , m_connections(new Connections(session, *m_connectPage, settings.profilesFile()))
    , m_serverMenus(new ServerMenus(session, *m_connections, settings, *this))
    , m_workspace(new Workspace(session, settings, this))
    , m_leaveGuard(new LeaveGuard(session, *m_connections, *m_workspace, *this))
    , m_tourOffer(new TourOffer(m_workspace))
    , m_lockActions(new LockActions(session, this))
    , m_toolBar(new ToolBar(*m_actions, this))
    , m_savedFilters(new SavedFilters(m_toolBar->filterField(), settings, *this))
    , m_partFocus(new PartFocus(
          {&m_toolBar->filterField(), &m_workspace->table(), m_workspace->detail(), &m_workspace->bottom()}, this))
    , m_menus(new MainMenus(*m_actions, menuParts(), menuBar()))
    , m_palette(new CommandPalette(*menuBar(), {}, m_workspace->model(), this))
    , m_shortcuts(new ShortcutSheet(*menuBar(), {}, this))
{
    new ReturnPresses(*this);
    new FieldKeys(*this);
    setWindowIcon(QIcon(QStringLiteral(":/icons/lockscope.svg")));
    m_pages->addWidget(m_connectPage);
    m_pages->addWidget(m_workspace);
    setCentralWidget(m_pages);
    addToolBar(m_toolBar);
    m_toolBar->setServerMenu(m_menus->server());
    connect(m_menus->server(), &QMenu::aboutToShow, m_serverMenus, &ServerMenus::rebuild);
    m_menus->addHelp({m_palette->openAction(), m_shortcuts->openAction()});
    m_adminSwitch = new AdminSwitch(session, settings, *m_connections, *m_actions->adminMode, *this);
    new BarredKeys(m_lockActions->actions(), session, *m_adminSwitch, *this);
    new RowInHand(m_lockActions->actions() + QList<QAction*>{m_actions->copyName, m_actions->refresh}, *m_menus->lock(),
                  *m_workspace);
    m_workspace->layout()->addWidget(m_tourOffer);
    m_workspace->table().addActions({m_actions->copyName, m_actions->refresh});
    m_workspace->offerActions(QList<QAction*>{m_adminSwitch->wayToActions()} + m_lockActions->actions());
    m_workspace->bottom().offerAcquire(m_lockActions->acquire);
    m_palette->setOtherWords([&language](const QString& text) { return language.englishOf(text); });
    m_lockActions->setKnown([this](const std::string& name) { return m_workspace->model().find(name); });
    m_lockActions->setClientNamer(m_workspace->bottom().briefNamer());
    m_lockActions->setClientStakes(m_workspace->bottom().clientStakes());
    m_lockActions->setClientRecords(m_workspace->bottom().clientRecords());
    connectServerActions();
    connectLockActions();
    connectViewActions();
    connectPages();
    m_connectedActions = new ConnectedActions(serverActions(), this);
    new SettingsWarning(m_settings, *this);
    restore();
    retranslate();
    showState(m_session.state());
}

MainWindow::~MainWindow() = default;

MainMenus::Parts MainWindow::menuParts() const
{
    const LockTable& table = m_workspace->table();
    return {.profiles = m_serverMenus->profiles(),
            .recent = m_serverMenus->recent(),
            .copy = table.lockActions(),
            .lock = m_lockActions->actions(),
            .queue = m_workspace->queueActions(),
            .keys = m_workspace->keyActions(),
            .undo = m_workspace->undoActions(),
            .savedFilters = m_savedFilters->menu(),
            .filter = m_toolBar->filterActions(),
            .grouping = table.groupActions(),
            .sorting = table.sortActions(),
            .columns = table.columnActions(),
            .alone = m_workspace->aloneActions(),
            .round = m_partFocus->actions(),
            .panes = m_workspace->paneActions(),
            .openPanel = m_workspace->bottom().openActions(),
            .panels = m_workspace->bottom().panelMenus()};
}

void MainWindow::connectServerActions()
{
    connect(m_actions->newWindow, &QAction::triggered, this, &MainWindow::newWindowRequested);
    const auto disconnects = [this] { leave([] { return tr("Disconnect"); }, [this] { m_session.close(); }); };
    connect(m_actions->connectToServer, &QAction::triggered, this, disconnects);
    connect(m_actions->disconnectFromServer, &QAction::triggered, this, disconnects);
    m_connections->setPresumedKind([this](const Endpoint& endpoint) { return m_settings.presumedKind(endpoint); });
    m_connections->setLeaving([this](const Text& action, const KnownServer& server, const std::function<void()>& go) {
        m_leaveGuard->leave(LeaveGuard::Ends::connection, action, go,
                            [this, server] { emit newWindowRequestedFor(server); });
    });
    connect(m_actions->reconnect, &QAction::triggered, m_connections, &Connections::reconnect);
    connect(&m_workspace->reconnectBar(), &ReconnectBar::reconnectRequested, m_connections, &Connections::reconnect);
    connect(m_actions->startSandbox, &QAction::triggered, this,
            [this] { leave([] { return tr("Start a sandbox"); }, [this] { startSandbox(); }); });
    connect(m_actions->pause, &QAction::toggled, this,
            [this](bool paused) { paused ? m_session.pause() : m_session.resume(); });
    connect(&m_session, &Session::pausedChanged, m_actions->pause, &QAction::setChecked);
    connect(m_actions->permissions, &QAction::triggered, this, &MainWindow::openPermissions);
    connect(m_actions->diagnostics, &QAction::triggered, m_connections, &Connections::openDiagnostics);
    connect(m_actions->quit, &QAction::triggered, this, &MainWindow::quitRequested);
    connect(&m_session, &Session::stateChanged, this, &MainWindow::showState);
    connect(&m_session, &Session::statusChanged, this, &MainWindow::showServer);
    connect(&m_session, &Session::statusChanged, this, &MainWindow::updateRefresh);
    connect(m_connections, &Connections::currentChanged, this, [this] {
        const std::optional<ConnectionProfile>& profile = m_connections->current();
        m_workspace->bottom().setProfile(profile ? profile->id : QString());
        m_workspace->reconnectBar().setWaiting(m_connections->waiting());
        showServer();
        showTitle();
    });
    connect(&m_session, &Session::connectFailed, this, [this] {
        const Errc code = m_session.connectFailureCode();
        m_connectPage->showReady(m_session.connectFailure(), code == Errc::authentication
                                                                 ? ConnectPage::Missing::password
                                                             : code == Errc::tls ? ConnectPage::Missing::trust
                                                                                 : ConnectPage::Missing::nothing);
    });
}

void MainWindow::connectLockActions()
{
    connect(m_actions->copyName, &QAction::triggered, this, [this] {
        if (const LockStatePtr lock = m_workspace->selectedLock()) {
            QApplication::clipboard()->setText(pastableText(lock->name));
        }
    });
    connect(m_actions->refresh, &QAction::triggered, this, [this] {
        if (const LockStatePtr lock = m_workspace->selectedLock()) {
            m_session.refresh({lock->name});
        }
    });
    const auto showAdminMode = [this] {
        m_toolBar->setAdminMode(m_session.adminMode(), m_session.serverKind(), m_session.barrier());
    };
    connect(&m_session, &Session::adminModeChanged, this, showAdminMode);
    showAdminMode();
    connect(m_workspace, &Workspace::selectionMoved, this, &MainWindow::updateActions);
}

void MainWindow::connectViewActions()
{
    connect(m_actions->find, &QAction::triggered, m_toolBar, &ToolBar::focusFilter);
    connect(m_actions->clearFilter, &QAction::triggered, this, &MainWindow::clearFilter);
    for (const auto& [quick, action] : m_actions->quickFilters) {
        connect(action, &QAction::triggered, this, &MainWindow::applyFilter);
    }
    connect(m_toolBar, &ToolBar::filterEdited, this, &MainWindow::applyFilter);
    connect(&m_toolBar->filterField(), &QLineEdit::returnPressed, this, &MainWindow::goToFiltered);
    connect(m_workspace, &Workspace::quickFilterRequested, this,
            [this](QuickFilter filter) { m_actions->quickFilters.at(filter)->trigger(); });
    const auto visibility = [](bool shown) {
        return shown ? Workspace::Visibility::shown : Workspace::Visibility::hidden;
    };
    connect(m_actions->showDetail, &QAction::toggled, this,
            [this, visibility](bool shown) { m_workspace->setDetail(visibility(shown)); });
    connect(m_actions->showBottom, &QAction::toggled, this,
            [this, visibility](bool shown) { m_workspace->setBottom(visibility(shown)); });
    connect(m_palette, &CommandPalette::lockChosen, this, [this](const std::string& name) {
        selectLock(name);
        m_workspace->table().setFocus(Qt::OtherFocusReason); // whoever goes to a lock wants to do something with it
    });
    connect(m_palette, &CommandPalette::recentChanged, this,
            [this](const QStringList& ids) { m_settings.addRecentCommand(ids.front()); });
    connect(&m_toolBar->filterField(), &FilterField::filterNoted, this,
            [this](const QString& filter) { m_settings.addRecentFilter(filter); });
    connect(m_actions->tour, &QAction::triggered, this, &MainWindow::startTour);
    connect(m_actions->about, &QAction::triggered, this, [this] { (new AboutDialog(this))->open(); });
}

void MainWindow::connectPages()
{
    connect(m_connectPage, &ConnectPage::connectRequested, this,
            [this](const Endpoint& endpoint) { connectTo(endpoint); });
    connect(m_connectPage, &ConnectPage::sandboxRequested, this, &MainWindow::startSandbox);
    connect(m_connectPage, &ConnectPage::cancelRequested, &m_session, &Session::close);
    connect(m_connectPage, &ConnectPage::forgetRequested, this, [this](const QString& uri) {
        m_settings.removeRecentServer(uri);
        m_connectPage->setRecent(m_settings.recentServers());
        m_serverMenus->rebuild();
    });
    // Where the page is not: the connection stays until the dialog is asked for another.
    auto* drop = new ServerDrop(*this, [this] { return m_session.state() == Session::State::connected; });
    for (QLineEdit* field : findChildren<QLineEdit*>()) {
        drop->passThrough(*field);
    }
    connect(drop, &ServerDrop::addressDropped, m_connections, &Connections::makeFromUri);
    connect(drop, &ServerDrop::fileDropped, m_connections, &Connections::importFile);
    connect(m_workspace, &Workspace::acquireRequested, this,
            [this] { m_adminSwitch->unlocked([this] { m_lockActions->acquire->trigger(); }); });
    connect(m_workspace, &Workspace::sandboxRequested, m_actions->startSandbox, &QAction::trigger);
    connect(m_workspace, &Workspace::filterClearRequested, this, &MainWindow::clearFilter);
    connect(m_workspace, &Workspace::permissionsRequested, this, &MainWindow::openPermissions);
    connect(m_workspace, &Workspace::passwordRequested, m_connections, &Connections::enterPassword);
    connect(m_workspace, &Workspace::filterRequested, this, &MainWindow::setFilterText);
    connect(m_workspace, &Workspace::followRequested, this, &MainWindow::showAll);
    connect(m_workspace, &Workspace::bottomRequested, this, [this] { m_actions->showBottom->setChecked(true); });
    connect(m_workspace, &Workspace::detailRequested, this, [this] { m_actions->showDetail->setChecked(true); });
    connect(m_workspace, &Workspace::windowRequested, this, [this] {
        setWindowState(windowState() & ~Qt::WindowMinimized); // maximized stays maximized
        show();
        raise();
        activateWindow();
    });
}

void MainWindow::connectTo(const Endpoint& endpoint)
{
    ConnectionSettings settings;
    settings.kind = m_settings.presumedKind(endpoint); // as when it is unlocked
    m_connectPage->offerToMend(QString::fromStdString(endpoint.uri_without_password()),
                               [&] { m_session.connectTo(endpoint, settings); });
}

void MainWindow::connectTo(const KnownServer& server)
{
    m_connections->connectTo(server);
}

QList<QAction*> MainWindow::serverActions() const
{
    const LockTable& table = m_workspace->table();
    const FilterField& filter = m_toolBar->filterField();
    QList<QAction*> actions{m_actions->find, m_actions->clearFilter, filter.backAction(), filter.forwardAction(),
                            m_actions->tour};
    for (const auto& [quick, action] : m_actions->quickFilters) {
        actions << action;
    }
    return actions << table.groupActions() << table.depthActions() << table.sortActions() << table.columnActions()
                   << m_workspace->aloneActions() << m_partFocus->actions() << m_workspace->bottom().openActions()
                   << m_workspace->bottom().pageActions();
}

void MainWindow::leave(const Text& action, const std::function<void()>& go)
{
    m_leaveGuard->leave(LeaveGuard::Ends::connection, action, go, [this] { emit newWindowRequested(); });
}

void MainWindow::askBeforeClosing()
{
    setWindowState(windowState() & ~Qt::WindowMinimized); // a question that nobody sees gets no answer
    const auto closes = [this] {
        m_asksBeforeClosing = false;
        m_asksBeforeClosing = !close();
    };
    m_leaveGuard->leave(
        LeaveGuard::Ends::window, [] { return tr("Close the window"); }, closes);
}

/// Nobody answers while the session of the desktop ends.
bool MainWindow::asksBeforeClosing() const
{
    return m_asksBeforeClosing && !qApp->isSavingSession() && m_leaveGuard->isGrave(LeaveGuard::Ends::window);
}

void MainWindow::askBeforeQuitting(const std::function<void()>& go)
{
    setWindowState(windowState() & ~Qt::WindowMinimized);
    raise(); // the key was pressed in another one, perhaps
    activateWindow();
    m_leaveGuard->ask(
        LeaveGuard::Ends::window, [] { return tr("Quit", "the program, with all its windows"); }, go);
}

void MainWindow::giveBackBeforeQuitting(const std::function<void()>& go)
{
    m_leaveGuard->giveBack([] { return tr("Quit", "the program, with all its windows"); }, go);
}

void MainWindow::showState(Session::State state)
{
    const bool connected = state == Session::State::connected;
    m_toolBar->setVisible(connected);
    m_pages->setCurrentWidget(connected ? static_cast<QWidget*>(m_workspace) : m_connectPage);
    switch (state) {
    case Session::State::disconnected:
        m_connectPage->setRecent(m_settings.recentServers());
        m_connectPage->showReady();
        break;
    case Session::State::connecting: m_connectPage->showConnecting(m_connections->serverName()); break;
    case Session::State::connected:
        if (!m_session.isSandbox() && !m_connections->current()) {
            m_settings.addRecentServer(*m_session.endpoint());
        }
        m_workspace->table().setFocus();
        break;
    }
    showServer();
    showTitle();
    showConnection();
    updateActions();
}

void MainWindow::showConnection()
{
    const bool connected = m_session.state() == Session::State::connected;
    m_connectedActions->show(connected ? ConnectedActions::Connection::present : ConnectedActions::Connection::none);
}

void MainWindow::showServer()
{
    const QString server = m_connections->serverName();
    m_session.setServerName(server);
    m_toolBar->setServer(server, m_session.status());
    m_workspace->bottom().setServer(server);
    const std::optional<ConnectionProfile>& profile = m_connections->current();
    m_toolBar->setServerMark(profile ? profileIcon(*profile, Theme::of(palette())) : QIcon());
    const PermissionReport& rights = m_session.status().permissions;
    m_actions->permissions->setEnabled(!rights.missing().empty() || !untriedRules(rights).isEmpty());
}

void MainWindow::showTitle()
{
    const QString server = m_connections->serverNameWithUser();
    // "[*]" would be taken for the place of the "modified" mark.
    QString title = server.isEmpty() ? QStringLiteral("Lockscope") : server + QStringLiteral(" – Lockscope");
    setWindowTitle(title.replace(QLatin1String("[*]"), QLatin1String("[*][*]")));
}

void MainWindow::updateActions()
{
    const bool connected = m_session.state() == Session::State::connected;
    const LockStatePtr lock = m_workspace->selectedLock();
    m_actions->connectToServer->setEnabled(m_session.state() != Session::State::disconnected);
    m_actions->reconnect->setEnabled(connected && !m_session.isSandbox());
    m_actions->disconnectFromServer->setEnabled(connected);
    m_actions->pause->setEnabled(connected);
    m_actions->copyName->setEnabled(lock != nullptr);
    updateRefresh();
    m_lockActions->setSelection(m_workspace->locksToActOn());
}

void MainWindow::updateRefresh()
{
    const MonitorStatus& status = m_session.status();
    const bool isRead = status.link == MonitorStatus::Link::live && !status.paused;
    m_actions->refresh->setEnabled(isRead && m_workspace->selectedLock() != nullptr);
    m_actions->refresh->setToolTip(
        isRead ? QString() : toolTipText(tr("Nothing is read while the monitor is paused or the connection is lost.")));
}

QuickFilter MainWindow::quickFilter() const
{
    for (const auto& [quick, action] : m_actions->quickFilters) {
        if (action->isChecked()) {
            return quick;
        }
    }
    return QuickFilter::all;
}

void MainWindow::applyFilter()
{
    m_workspace->showTogether(); // what is filtered wants to be seen
    readFilter();
}

/// What is wrong with it is said in the language of the moment.
void MainWindow::readFilter()
{
    m_toolBar->setFilterError(m_workspace->setFilter(m_toolBar->filterText(), quickFilter()));
}

void MainWindow::clearFilter()
{
    showAll({});
}

void MainWindow::showAll(const QString& filter)
{
    m_actions->quickFilters[QuickFilter::all]->setChecked(true);
    m_toolBar->setFilterText(filter);
    applyFilter();
}

void MainWindow::startSandbox()
{
    clearFilter();
    m_session.startSandbox();
}

void MainWindow::setFilterText(const QString& text)
{
    m_toolBar->setFilterText(text);
}

void MainWindow::selectLock(const std::string& name)
{
    m_workspace->selectLock(name);
}

void MainWindow::openPermissions()
{
    if (m_session.endpoint()) {
        (new PermissionsDialog(m_session.status().permissions, m_session.endpoint()->user, this))->open();
    }
}

/// To the first of what the filter leaves, as soon as that is there, if nobody has gone on typing. Where it leaves
/// nothing there is nothing to go to.
void MainWindow::goToFiltered()
{
    const FilterField* field = &m_toolBar->filterField();
    const auto go = [this] {
        if (m_workspace->model().rowCount() > 0) {
            m_workspace->table().setFocus(Qt::TabFocusReason);
        }
    };
    if (!m_workspace->model().isArranging()) {
        go();
        return;
    }
    connect(
        &m_workspace->model(), &LockTableModel::arranged, field,
        [field, go, text = field->text()] {
            if (field->hasFocus() && field->text() == text) {
                go();
            }
        },
        Qt::SingleShotConnection);
}

void MainWindow::useTheme(ThemeChoice choice)
{
    m_appearance->useTheme(choice);
}

void MainWindow::useLanguage(const QString& code)
{
    m_appearance->useLanguage(code);
}

void MainWindow::offerTour()
{
    connect(&m_session, &Session::stateChanged, this, [this](Session::State state) {
        const bool isWanted = state == Session::State::connected && m_settings.tour() == Settings::Tour::unseen;
        m_tourOffer->setVisible(isWanted && !m_session.isSandbox());
        if (isWanted && m_session.isSandbox()) {
            QTimer::singleShot(0, this, &MainWindow::startTour); // when the page stands
        }
    });
    connect(m_tourOffer, &TourOffer::accepted, this, &MainWindow::startTour);
    connect(m_tourOffer, &TourOffer::declined, this, [this] { m_settings.setTour(Settings::Tour::seen); });
}

void MainWindow::startTour()
{
    if (m_tourOffer->isAncestorOf(focusWidget())) {
        m_workspace->table().setFocus(Qt::OtherFocusReason); // where the keys are to be afterwards
    }
    m_tourOffer->hide();
    if (m_session.state() != Session::State::connected) {
        return; // there is nothing to show yet
    }
    if (m_tour) {
        return;
    }
    m_workspace->showTogether();
    m_actions->showDetail->setChecked(true);
    m_tour =
        new Tour({&m_workspace->table(), m_workspace->detail(), m_toolBar->adminButton(), m_session.barrier()}, this);
    connect(m_tour, &Tour::finished, this, [this] {
        m_settings.setTour(Settings::Tour::seen);
        m_tour->deleteLater();
        m_tour.clear();
    });
    connect(&m_session, &Session::stateChanged, m_tour, &QObject::deleteLater); // what it speaks of goes
    m_tour->start();
}

void MainWindow::restore()
{
    m_appearance->restore();
    resize(kFirstSize);
    restoreGeometry(m_kept.geometry());
    m_workspace->restore(m_kept);
    m_palette->setRecent(m_settings.recentCommands());
    m_toolBar->filterField().restoreRecent(m_settings.recentFilters());
    useParts(m_kept.windowParts());
    m_toolBar->filterField().setVocabularySource([this] { return vocabularyOf(m_workspace->model()); });
}

void MainWindow::useParts(const WindowParts& parts)
{
    m_actions->showDetail->setChecked(parts.detail);
    m_actions->showBottom->setChecked(parts.panels);
    m_workspace->bottom().setCurrentIndex(parts.panel);
    m_workspace->setDetailTab(parts.tab);
    m_workspace->model().setFolds(parts.folds);
    m_workspace->table().setGroupDepth(parts.depth);
    m_workspace->table().setGrouping(parts.grouped ? parts.depth : Grouping::none);
    m_actions->quickFilters[parts.quick]->setChecked(true);
    if (std::holds_alternative<LockFilter>(LockFilter::parse(parts.filter))) {
        m_toolBar->setFilterText(parts.filter);
    }
    applyFilter();
}

WindowParts MainWindow::partsNow() const
{
    WindowParts parts;
    parts.detail = m_actions->showDetail->isChecked();
    parts.panels = m_actions->showBottom->isChecked();
    parts.panel = m_workspace->bottom().currentIndex();
    parts.tab = m_workspace->detailTab();
    parts.grouped = m_workspace->model().grouping() != Grouping::none;
    parts.depth = m_workspace->table().groupDepth();
    parts.folds = m_workspace->model().folds();
    parts.quick = quickFilter();
    parts.filter = m_toolBar->filterText();
    return parts;
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (!event->spontaneous()) {
        m_kept.notePlace(saveGeometry());
    }
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (asksBeforeClosing()) {
        event->ignore();
        askBeforeClosing();
        return;
    }
    m_kept.setGeometry(saveGeometry());
    m_workspace->save(m_kept);
    m_kept.setWindowParts(partsNow());
    QMainWindow::closeEvent(event);
}

void MainWindow::retranslate()
{
    m_actions->retranslate();
    m_menus->retranslate();
    m_lockActions->retranslate();
    showConnection();
    showServer();
    showTitle();
    if (m_toolBar->hasFilterError()) {
        readFilter();
    }
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) {
        m_appearance->showChoices();
    }
}

} // namespace lockscope::ui
