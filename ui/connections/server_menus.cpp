// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/server_menus.hpp"

#include "connections/connections.hpp"
#include "connections/profile_badge.hpp"
#include "connections/server_list_model.hpp"
#include "settings.hpp"
#include "text/live_text.hpp"
#include "text/server_text.hpp"
#include "theme/icons.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QMenu>

#include <utility>

namespace lockscope::ui {

ServerMenus::ServerMenus(Session& session, Connections& connections, const Settings& settings, QWidget& window)
    : QObject(&window)
    , m_session(session)
    , m_connections(connections)
    , m_settings(settings)
    , m_window(window)
    , m_profiles(new QMenu(&window))
    , m_recent(new QMenu(&window))
    , m_present(new QAction(this))
    , m_make(new QAction(icon(QStringLiteral("plus")), {}, this))
    , m_redisson(new QAction(icon(QStringLiteral("import")), {}, this))
    , m_import(new QAction(icon(QStringLiteral("import")), {}, this))
    , m_export(new QAction(icon(QStringLiteral("export")), {}, this))
{
    m_present->setIcon(icon(QStringLiteral("edit")));
    m_present->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P));
    connect(m_present, &QAction::triggered, &connections, &Connections::editPresent);
    connect(m_make, &QAction::triggered, &connections, &Connections::makeProfile);
    connect(m_redisson, &QAction::triggered, &connections, &Connections::chooseRedisson);
    connect(m_import, &QAction::triggered, &connections, &Connections::chooseImport);
    connect(m_export, &QAction::triggered, &connections, &Connections::chooseExport);
    for (QMenu* menu : {m_profiles, m_recent}) {
        menu->setToolTipsVisible(true); // they say where a server is
    }
    connect(&connections.store(), &ProfileStore::changed, this, &ServerMenus::rebuildSoon);
    connect(&connections, &Connections::currentChanged, this, &ServerMenus::rebuildSoon);
    connect(&session, &Session::stateChanged, this, &ServerMenus::rebuildSoon);
    connect(&session, &Session::stateChanged, this, &ServerMenus::updateActions);
    connect(&connections, &Connections::currentChanged, this, &ServerMenus::updateActions);
    rebuild();
    keepTranslated(*m_profiles, [this] { retranslate(); });
}

/// Later: the action that led to it is still at work, and others hear of a new connection only after us.
void ServerMenus::rebuildSoon()
{
    if (!std::exchange(m_isDue, true)) {
        QMetaObject::invokeMethod(
            this,
            [this] {
                m_isDue = false;
                if (!m_profiles->isVisible() && !m_recent->isVisible()) { // or what is looked at would change places
                    rebuild();
                }
            },
            Qt::QueuedConnection);
    }
}

void ServerMenus::rebuild()
{
    m_profiles->clear();
    m_recent->clear();
    const QList<ConnectionProfile>& profiles = m_connections.store().profiles();
    for (const ConnectionProfile& each : profiles) {
        add(*m_profiles, each);
    }
    m_profiles->addSeparator();
    m_profiles->addActions({m_present, m_make, m_redisson});
    m_profiles->addSeparator();
    m_profiles->addActions({m_import, m_export});
    m_export->setEnabled(!profiles.isEmpty());
    for (const QString& each : withoutProfile(m_settings.recentServers(), profiles)) {
        add(*m_recent, each);
    }
    m_recent->setEnabled(!m_recent->isEmpty());
}

void ServerMenus::add(QMenu& menu, const ConnectionProfile& profile)
{
    const QString title = menuText(profile.title().toStdString());
    const bool isProduction = profile.kind == Session::ServerKind::production;
    auto* action = new QAction(isProduction ? tr("%1 (production)", "name of a server").arg(title) : title, &menu);
    action->setIcon(profileIcon(profile, Theme::of(m_window.palette())));
    action->setToolTip(toolTipText(displayText(profile.uri().toStdString())));
    action->setObjectName(profile.id); // by which the palette knows it again
    if (m_connections.current() && m_connections.current()->id == profile.id) {
        action->setCheckable(true);
        action->setChecked(true);
    }
    addServer(menu, action, profile);
}

void ServerMenus::add(QMenu& menu, const QString& uri)
{
    auto* action = new QAction(menuText(uri.toStdString()), &menu);
    action->setToolTip(toolTipText(displayText(uri.toStdString())));
    addServer(menu, action, uri);
}

void ServerMenus::addServer(QMenu& menu, QAction* action, const KnownServer& server)
{
    connect(action, &QAction::triggered, this, [this, server] {
        rebuildSoon(); // the click has turned its mark
        m_connections.connectTo(server);
    });
    menu.addAction(action);
}

void ServerMenus::updateActions()
{
    const bool isConnected = m_session.state() == Session::State::connected;
    const bool isKnown = m_connections.current().has_value();
    m_present->setEnabled(isConnected && !m_session.isSandbox());
    m_present->setText(isKnown ? tr("&Edit this profile…") : tr("&Save this server as a profile…"));
    if (!isConnected) {
        m_present->setToolTip(tr("There is no connection."));
    } else if (m_session.isSandbox()) {
        m_present->setToolTip(tr("A sandbox goes with its connection; there is nothing to come back to."));
    } else if (isKnown) {
        m_present->setToolTip(tr("What the present server is called, and how it is watched"));
    } else {
        m_present->setToolTip(tr("Give the present server a name, a mark and thresholds of its own"));
    }
}

void ServerMenus::retranslate()
{
    m_profiles->setTitle(tr("Pro&files"));
    m_recent->setTitle(tr("&Recent servers"));
    m_make->setText(tr("&New profile…"));
    m_redisson->setText(tr("New profile from a &Redisson file…"));
    m_import->setText(tr("&Import profiles…"));
    m_export->setText(tr("E&xport profiles…"));
    updateActions();
    rebuildSoon(); // words stand beside the names
}

} // namespace lockscope::ui
