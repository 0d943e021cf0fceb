// SPDX-License-Identifier: GPL-3.0-or-later
#include "leave_guard.hpp"

#include "connections/connections.hpp"
#include "dialogs/leave_dialog.hpp"
#include "panels/workspace.hpp"
#include "session/session.hpp"

namespace lockscope::ui {

LeaveGuard::LeaveGuard(Session& session, const Connections& connections, const Workspace& workspace, QWidget& window)
    : QObject(&window)
    , m_session(session)
    , m_connections(connections)
    , m_workspace(workspace)
    , m_window(window)
{}

LeaveLosses LeaveGuard::losses() const
{
    LeaveLosses all;
    for (const OwnHold& hold : m_session.ownHolds()) {
        if (hold.state != OwnHold::State::lost) {
            all.held.push_back(hold.lock);
        }
    }
    all.undoable = m_workspace.undoableLocks();
    return all;
}

bool LeaveGuard::isGrave() const
{
    return m_session.state() == Session::State::connected
        && (m_session.serverKind() == Session::ServerKind::production || !losses().empty());
}

void LeaveGuard::leave(const Text& action, const std::function<void()>& go, const std::function<void()>& instead)
{
    if (!isGrave()) {
        go();
        return;
    }
    if (m_question) {
        m_question->reject();
    }
    const auto offer = instead ? LeaveDialog::Instead::newWindow : LeaveDialog::Instead::nothing;
    m_question = new LeaveDialog(m_connections.serverName(), losses(), action, offer, &m_window);
    if (instead) {
        connect(m_question, &LeaveDialog::newWindowRequested, &m_window, instead);
    }
    connect(m_question, &QDialog::accepted, &m_window, go);
    connect(&m_session, &Session::stateChanged, m_question, &QDialog::reject);
    m_question->open();
}

} // namespace lockscope::ui
