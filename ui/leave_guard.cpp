// SPDX-License-Identifier: GPL-3.0-or-later
#include "leave_guard.hpp"

#include "connections/connections.hpp"
#include "dialogs/leave_dialog.hpp"
#include "dialogs/writing.hpp"
#include "panels/workspace.hpp"
#include "session/session.hpp"

#include <utility>

namespace lockscope::ui {

LeaveGuard::LeaveGuard(Session& session, const Connections& connections, const Workspace& workspace, QWidget& window)
    : QObject(&window)
    , m_session(session)
    , m_connections(connections)
    , m_workspace(workspace)
    , m_window(window)
{}

LeaveLosses LeaveGuard::losses(Ends end) const
{
    LeaveLosses all;
    for (const OwnHold& hold : m_session.ownHolds()) {
        if (hold.state != OwnHold::State::lost) {
            all.held.push_back(hold.lock);
        }
    }
    all.undoable = m_workspace.undoableLocks();
    if (end == Ends::window) {
        for (const Writing* writing : m_window.findChildren<Writing*>()) {
            all.unfinished.push_back(writing->sentence());
        }
        for (const Dialog* dialog : m_window.findChildren<Dialog*>()) { // of a window that another one asks to quit
            if (Text work = dialog->isVisible() ? dialog->unfinished() : Text()) {
                all.unfinished.push_back(std::move(work));
            }
        }
    }
    return all;
}

bool LeaveGuard::isGrave(Ends end) const
{
    const bool isProduction =
        m_session.state() == Session::State::connected && m_session.serverKind() == Session::ServerKind::production;
    return isProduction || !losses(end).empty();
}

void LeaveGuard::leave(Ends end, const Text& action, const std::function<void()>& go,
                       const std::function<void()>& instead)
{
    if (!isGrave(end)) {
        go();
        return;
    }
    if (m_question) {
        m_question->reject();
    }
    const bool isConnected = m_session.state() == Session::State::connected;
    const QString server = isConnected ? m_connections.serverName() : QString();
    const auto offer = instead ? LeaveDialog::Instead::newWindow : LeaveDialog::Instead::nothing;
    m_question = new LeaveDialog(server, losses(end), action, offer, &m_window);
    if (instead) {
        connect(m_question, &LeaveDialog::newWindowRequested, &m_window, instead);
    }
    connect(m_question, &QDialog::accepted, &m_window, go);
    connect(&m_session, &Session::stateChanged, m_question, &QDialog::reject);
    m_question->open();
}

} // namespace lockscope::ui
