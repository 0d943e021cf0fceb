// SPDX-License-Identifier: GPL-3.0-or-later
#include "main_window.hpp"

#include "dialogs/about_dialog.hpp"
#include "dialogs/admin_mode_dialog.hpp"
#include "dialogs/force_expire_dialog.hpp"
#include "dialogs/force_release_dialog.hpp"
#include "dialogs/permissions_dialog.hpp"
#include "language.hpp"
#include "main_actions.hpp"
#include "panels/connect_page.hpp"
#include "panels/lock_table.hpp"
#include "panels/tool_bar.hpp"
#include "panels/workspace.hpp"
#include "settings.hpp"
#include "text/server_text.hpp"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QMenu>
#include <QMenuBar>
#include <QStackedWidget>

namespace lockscope::ui {
namespace {

constexpr QSize kFirstSize{1360, 860};
constexpr int kZoomStep = 10;
constexpr int kNormalZoom = 100;
const QStringList kSimplifiedChineseFonts{QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Noto Sans SC"),
                                          QStringLiteral("Source Han Sans SC"), QStringLiteral("WenQuanYi Micro Hei")};

} // namespace

MainWindow::MainWindow(Session& session, Settings& settings, Language& language, QWidget* parent)
    : QMainWindow(parent)
    , m_session(session)
    , m_settings(settings)
    , m_language(language)
    , m_actions(new MainActions(this))
    , m_serverMenu(new QMenu(this))
    , m_lockMenu(new QMenu(this))
    , m_viewMenu(new QMenu(this))
    , m_themeMenu(new QMenu(this))
    , m_languageMenu(new QMenu(this))
    , m_helpMenu(new QMenu(this))
    , m_toolBar(new ToolBar(*m_actions, m_serverMenu, this))
    , m_pages(new QStackedWidget(this))
    , m_connectPage(new ConnectPage(this))
    , m_workspace(new Workspace(session, this))
    , m_systemFont(QApplication::font())
{
    setWindowIcon(QIcon(QStringLiteral(":/icons/lockscope.svg")));
    m_pages->addWidget(m_connectPage);
    m_pages->addWidget(m_workspace);
    setCentralWidget(m_pages);
    addToolBar(m_toolBar);
    buildMenus();
    connectServerActions();
    connectLockActions();
    connectViewActions();
    connectPages();
    restore();
    retranslate();
    showState(m_session.state());
}

MainWindow::~MainWindow() = default;

void MainWindow::buildMenus()
{
    const MainActions& actions = *m_actions;
    m_serverMenu->addActions({actions.connectToServer, actions.startSandbox, actions.disconnectFromServer});
    m_serverMenu->addSeparator();
    m_serverMenu->addActions({actions.pause, actions.permissions});
    m_serverMenu->addSeparator();
    m_serverMenu->addAction(actions.quit);

    m_lockMenu->addActions({actions.copyName, actions.refresh});
    m_lockMenu->addSeparator();
    m_lockMenu->addActions({actions.forceRelease, actions.forceExpire});
    m_lockMenu->addActions(m_workspace->queueActions());
    m_lockMenu->addSeparator();
    m_lockMenu->addAction(actions.adminMode);

    m_viewMenu->addActions({actions.find, actions.clearFilter});
    m_viewMenu->addSeparator();
    for (const auto& [quick, action] : actions.quickFilters) {
        m_viewMenu->addAction(action);
    }
    m_viewMenu->addSeparator();
    m_viewMenu->addActions({actions.showDetail, actions.showBottom});
    m_viewMenu->addSeparator();
    for (const auto& [choice, action] : actions.themes) {
        m_themeMenu->addAction(action);
    }
    for (const auto& [code, action] : actions.languages) {
        m_languageMenu->addAction(action);
    }
    m_viewMenu->addMenu(m_themeMenu);
    m_viewMenu->addMenu(m_languageMenu);
    m_viewMenu->addSeparator();
    m_viewMenu->addActions({actions.zoomIn, actions.zoomOut, actions.zoomReset});

    m_helpMenu->addAction(actions.about);
    for (QMenu* menu : {m_serverMenu, m_lockMenu, m_viewMenu, m_helpMenu}) {
        menuBar()->addMenu(menu);
    }
    m_workspace->table().addActions({actions.copyName, actions.refresh, actions.forceRelease, actions.forceExpire});
}

void MainWindow::connectServerActions()
{
    connect(m_actions->connectToServer, &QAction::triggered, this, [this] { m_session.close(); });
    connect(m_actions->disconnectFromServer, &QAction::triggered, this, [this] { m_session.close(); });
    connect(m_actions->startSandbox, &QAction::triggered, &m_session, &Session::startSandbox);
    connect(m_actions->pause, &QAction::toggled, this,
            [this](bool paused) { paused ? m_session.pause() : m_session.resume(); });
    connect(&m_session, &Session::pausedChanged, m_actions->pause, &QAction::setChecked);
    connect(m_actions->permissions, &QAction::triggered, this, &MainWindow::openPermissions);
    connect(m_actions->quit, &QAction::triggered, this, &QWidget::close);
    connect(&m_session, &Session::stateChanged, this, &MainWindow::showState);
    connect(&m_session, &Session::statusChanged, this, &MainWindow::showServer);
    connect(&m_session, &Session::connectFailed, m_connectPage, &ConnectPage::showReady);
}

void MainWindow::connectLockActions()
{
    connect(m_actions->copyName, &QAction::triggered, this, [this] {
        if (const LockStatePtr lock = m_workspace->selectedLock()) {
            QApplication::clipboard()->setText(displayText(lock->name));
        }
    });
    connect(m_actions->refresh, &QAction::triggered, this, [this] {
        if (const LockStatePtr lock = m_workspace->selectedLock()) {
            m_session.refresh({lock->name});
        }
    });
    connect(m_actions->forceRelease, &QAction::triggered, this, &MainWindow::openForceRelease);
    connect(m_actions->forceExpire, &QAction::triggered, this, &MainWindow::openForceExpire);
    connect(m_actions->adminMode, &QAction::triggered, this, &MainWindow::toggleAdminMode);
    connect(&m_session, &Session::adminModeChanged, this, [this](Session::AdminMode mode) {
        m_toolBar->setAdminMode(mode, m_session.serverKind());
        updateActions();
    });
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
    const auto visibility = [](bool shown) {
        return shown ? Workspace::Visibility::shown : Workspace::Visibility::hidden;
    };
    connect(m_actions->showDetail, &QAction::toggled, this,
            [this, visibility](bool shown) { m_workspace->setDetail(visibility(shown)); });
    connect(m_actions->showBottom, &QAction::toggled, this,
            [this, visibility](bool shown) { m_workspace->setBottom(visibility(shown)); });
    for (const auto& [choice, action] : m_actions->themes) {
        connect(action, &QAction::triggered, this, [this, choice = choice] {
            m_settings.setTheme(choice);
            useTheme(choice);
        });
    }
    for (const auto& [code, action] : m_actions->languages) {
        connect(action, &QAction::triggered, this, [this, code = code] {
            m_settings.setLanguage(code);
            useLanguage(code);
        });
    }
    connect(m_actions->zoomIn, &QAction::triggered, this, [this] { zoom(m_settings.zoomPercent() + kZoomStep); });
    connect(m_actions->zoomOut, &QAction::triggered, this, [this] { zoom(m_settings.zoomPercent() - kZoomStep); });
    connect(m_actions->zoomReset, &QAction::triggered, this, [this] { zoom(kNormalZoom); });
    connect(m_actions->about, &QAction::triggered, this, [this] { (new AboutDialog(this))->open(); });
}

void MainWindow::connectPages()
{
    connect(m_connectPage, &ConnectPage::connectRequested, this, &MainWindow::connectTo);
    connect(m_connectPage, &ConnectPage::sandboxRequested, &m_session, &Session::startSandbox);
    connect(m_connectPage, &ConnectPage::cancelRequested, &m_session, &Session::close);
    connect(m_connectPage, &ConnectPage::forgetRequested, this, [this](const QString& uri) {
        m_settings.removeRecentServer(uri);
        m_connectPage->setRecent(m_settings.recentServers());
    });
    connect(m_workspace, &Workspace::filterClearRequested, this, &MainWindow::clearFilter);
    connect(m_workspace, &Workspace::permissionsRequested, this, &MainWindow::openPermissions);
}

void MainWindow::connectTo(const Endpoint& endpoint)
{
    m_session.connectTo(endpoint);
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
    case Session::State::connecting: m_connectPage->showConnecting(serverName()); break;
    case Session::State::connected:
        if (!m_session.isSandbox()) {
            m_settings.addRecentServer(*m_session.endpoint());
        }
        m_workspace->table().setFocus();
        break;
    }
    showServer();
    showTitle();
    updateActions();
}

QString MainWindow::serverName() const
{
    if (m_session.isSandbox()) {
        return m_session.state() == Session::State::connected ? tr("Sandbox") : QString();
    }
    return m_session.endpoint() ? QString::fromStdString(m_session.endpoint()->display()) : QString();
}

void MainWindow::showServer()
{
    m_toolBar->setServer(serverName(), m_session.status().link);
    m_actions->permissions->setEnabled(!m_session.status().permissions.missing().empty());
}

void MainWindow::showTitle()
{
    const QString server = serverName();
    // "[*]" would be taken for the place of the "modified" mark.
    QString title = server.isEmpty() ? QStringLiteral("Lockscope") : server + QStringLiteral(" – Lockscope");
    setWindowTitle(title.replace(QLatin1String("[*]"), QLatin1String("[*][*]")));
}

void MainWindow::updateActions()
{
    const bool connected = m_session.state() == Session::State::connected;
    const bool unlocked = m_session.adminMode() == Session::AdminMode::admin;
    const LockStatePtr lock = m_workspace->selectedLock();
    m_actions->connectToServer->setEnabled(m_session.state() != Session::State::disconnected);
    m_actions->disconnectFromServer->setEnabled(connected);
    m_actions->pause->setEnabled(connected);
    m_actions->adminMode->setEnabled(connected && m_session.adminAllowed());
    m_actions->adminMode->setChecked(unlocked);
    m_actions->copyName->setEnabled(lock != nullptr);
    m_actions->refresh->setEnabled(lock != nullptr);
    for (QAction* action : {m_actions->forceRelease, m_actions->forceExpire}) {
        action->setEnabled(unlocked && lock && lock->is_held());
    }
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
    m_toolBar->setFilterError(m_workspace->setFilter(m_toolBar->filterText(), quickFilter()));
}

void MainWindow::clearFilter()
{
    m_actions->quickFilters[QuickFilter::all]->setChecked(true);
    m_toolBar->setFilterText({});
    applyFilter();
}

void MainWindow::setFilterText(const QString& text)
{
    m_toolBar->setFilterText(text);
}

void MainWindow::selectLock(const std::string& name)
{
    m_workspace->selectLock(name);
}

void MainWindow::toggleAdminMode()
{
    m_actions->adminMode->setChecked(m_session.adminMode() == Session::AdminMode::admin);
    if (m_session.adminMode() == Session::AdminMode::admin) {
        m_session.setAdminMode(Session::AdminMode::readOnly);
        return;
    }
    if (m_session.state() != Session::State::connected || !m_session.adminAllowed()) {
        return;
    }
    const Session::ServerKind first =
        m_session.isSandbox() ? Session::ServerKind::ordinary : Session::ServerKind::production;
    auto* dialog =
        new AdminModeDialog(serverName(), m_settings.serverKind(*m_session.endpoint()).value_or(first), this);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        if (!m_session.endpoint()) {
            return; // the connection was closed while the dialog stood there
        }
        if (!m_session.isSandbox()) {
            m_settings.setServerKind(*m_session.endpoint(), dialog->serverKind());
        }
        m_session.setServerKind(dialog->serverKind());
        m_session.setAdminMode(Session::AdminMode::admin);
    });
    connect(&m_session, &Session::stateChanged, dialog, &QDialog::reject);
    dialog->open();
}

void MainWindow::openForceRelease()
{
    const LockStatePtr lock = m_workspace->selectedLock();
    if (lock && lock->is_held()) {
        (new ForceReleaseDialog(m_session, lock, this))->open();
    }
}

void MainWindow::openForceExpire()
{
    const LockStatePtr lock = m_workspace->selectedLock();
    if (lock && lock->is_held()) {
        (new ForceExpireDialog(m_session, lock, this))->open();
    }
}

void MainWindow::openPermissions()
{
    if (m_session.endpoint()) {
        (new PermissionsDialog(m_session.status().permissions, m_session.endpoint()->user, this))->open();
    }
}

void MainWindow::useTheme(ThemeChoice choice)
{
    m_actions->themes[choice]->setChecked(true);
    applyTheme(*qApp, choice);
}

void MainWindow::useLanguage(const QString& code)
{
    m_language.use(code);
    m_actions->languages[m_language.current()]->setChecked(true);
    applyFont();
}

void MainWindow::zoom(int percent)
{
    m_settings.setZoomPercent(percent);
    applyFont();
}

void MainWindow::applyFont()
{
    QFont font = m_systemFont;
    font.setPointSizeF(m_systemFont.pointSizeF() * m_settings.zoomPercent() / kNormalZoom);
    if (m_language.current() == QLatin1String("zh_CN")) {
        // Left to itself, Qt may take Japanese forms or a bold face for what the system's font lacks.
        font.setFamilies(QStringList(m_systemFont.family()) + kSimplifiedChineseFonts);
    }
    QApplication::setFont(font);
}

void MainWindow::restore()
{
    useTheme(m_settings.theme());
    useLanguage(m_settings.language());
    resize(kFirstSize);
    restoreGeometry(m_settings.geometry());
    m_workspace->restore(m_settings);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    m_settings.setGeometry(saveGeometry());
    m_workspace->save(m_settings);
    QMainWindow::closeEvent(event);
}

void MainWindow::retranslate()
{
    m_actions->retranslate();
    m_serverMenu->setTitle(tr("&Server"));
    m_lockMenu->setTitle(tr("&Lock"));
    m_viewMenu->setTitle(tr("&View"));
    m_themeMenu->setTitle(tr("&Theme"));
    m_languageMenu->setTitle(tr("Lan&guage"));
    m_helpMenu->setTitle(tr("&Help"));
    showServer();
    showTitle();
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
}

} // namespace lockscope::ui
