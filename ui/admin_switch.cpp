// SPDX-License-Identifier: GPL-3.0-or-later
#include "admin_switch.hpp"

#include "connections/connections.hpp"
#include "dialogs/admin_mode_dialog.hpp"
#include "settings.hpp"
#include "text/live_text.hpp"
#include "text/server_text.hpp"
#include "theme/icons.hpp"

#include <QAction>

namespace lockscope::ui {

AdminSwitch::AdminSwitch(Session& session, Settings& settings, Connections& connections, QAction& action,
                         QWidget& window)
    : QObject(&window)
    , m_session(session)
    , m_settings(settings)
    , m_connections(connections)
    , m_action(action)
    , m_way(new QAction(this))
    , m_window(window)
{
    m_way->setIcon(m_action.icon());
    connect(&m_action, &QAction::changed, m_way, [this] { m_way->setIcon(m_action.icon()); });
    connect(m_way, &QAction::triggered, this, [this] { unlocked([] {}); });
    connect(&m_action, &QAction::triggered, this, &AdminSwitch::toggle);
    connect(&m_session, &Session::adminModeChanged, this, &AdminSwitch::update);
    connect(&m_session, &Session::stateChanged, this, &AdminSwitch::update);
    keepTranslated(m_window, [this] { update(); });
}

void AdminSwitch::update()
{
    const bool isUnlocked = m_session.adminMode() == Session::AdminMode::admin;
    const Barrier barrier = m_session.barrier();
    m_action.setIcon(icon(isUnlocked ? QStringLiteral("lock-closed") : QStringLiteral("lock-open")));
    m_action.setText(isUnlocked ? tr("Back to read-o&nly") : tr("U&nlock actions…"));
    m_way->setText(tr("U&nlock actions…"));
    for (QAction* action : {&m_action, m_way}) {
        action->setEnabled(m_session.state() == Session::State::connected && (isUnlocked || barrier == Barrier::none));
        action->setToolTip(barrier == Barrier::none ? QString() : toolTipText(barrierText(barrier)));
    }
    m_way->setVisible(!isUnlocked);
}

void AdminSwitch::toggle()
{
    if (m_session.adminMode() == Session::AdminMode::admin) {
        m_session.setAdminMode(Session::AdminMode::readOnly);
    } else if (m_action.isEnabled()) {
        ask([] {});
    }
}

void AdminSwitch::unlocked(const std::function<void()>& go)
{
    if (m_session.mayAct()) {
        go();
    } else if (m_action.isEnabled() && m_session.barrier() == Barrier::none) {
        ask(go);
    }
}

void AdminSwitch::ask(const std::function<void()>& go)
{
    auto* dialog = new AdminModeDialog(m_connections.serverName(), presumedKind(), m_session.adminLimit(), &m_window);
    dialog->setRights(m_session.status().permissions);
    if (const auto& profile = m_connections.current(); profile && profile->kind == Session::ServerKind::production) {
        dialog->insistOnProduction();
    }
    connect(dialog, &QDialog::accepted, this, [this, dialog, go] {
        unlock(dialog->serverKind());
        if (m_session.adminMode() == Session::AdminMode::admin) {
            go();
        }
    });
    connect(&m_session, &Session::stateChanged, dialog, &QDialog::reject);
    connect(&m_session, &Session::adminModeChanged, dialog, [this, dialog] {
        if (m_session.serverKind() == Session::ServerKind::production) {
            dialog->insistOnProduction(); // the profile was changed, perhaps in another window
        }
    });
    dialog->open();
}

void AdminSwitch::unlock(Session::ServerKind kind)
{
    if (!m_session.endpoint()) {
        return; // the connection was closed while the dialog stood there
    }
    if (!m_session.isSandbox() && !m_connections.keepKind(kind)) {
        m_settings.setServerKind(*m_session.endpoint(), kind);
    }
    m_session.setServerKind(kind);
    m_session.setAdminMode(Session::AdminMode::admin);
}

Session::ServerKind AdminSwitch::presumedKind() const
{
    if (m_session.isSandbox()) {
        return Session::ServerKind::ordinary;
    }
    if (m_session.serverKind() == Session::ServerKind::production) {
        return Session::ServerKind::production; // whoever unlocked it before has said so
    }
    if (const std::optional<ConnectionProfile>& profile = m_connections.current()) {
        return profile->kind;
    }
    return m_settings.presumedKind(*m_session.endpoint());
}

} // namespace lockscope::ui
