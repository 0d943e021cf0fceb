// SPDX-License-Identifier: GPL-3.0-or-later
#include "leave_guard.hpp"

#include "connections/connections.hpp"
#include "dialogs/giving_back_dialog.hpp"
#include "dialogs/leave_dialog.hpp"
#include "dialogs/writing.hpp"
#include "panels/workspace.hpp"
#include "session/session.hpp"

#include <utility>
#include <vector>

namespace lockscope::ui {

LeaveGuard::LeaveGuard(Session& session, const Connections& connections, const Workspace& workspace, QWidget& window)
    : QObject(&window)
    , m_session(session)
    , m_connections(connections)
    , m_workspace(workspace)
    , m_window(window)
{}

void LeaveGuard::addHolds(LeaveLosses& all) const
{
    const bool isCutOff = m_session.status().link == MonitorStatus::Link::lost;
    for (const OwnHold& hold : m_session.ownHolds()) {
        if (hold.state == OwnHold::State::lost) {
            continue;
        }
        if (hold.in_doubt) {
            all.inDoubt.push_back(hold.lock);
        } else if (isCutOff && hold.state == OwnHold::State::held) {
            all.stranded.push_back(strandedIf(hold, m_session.watchdogLease()));
        } else {
            all.held.push_back(hold.lock);
        }
    }
}

LeaveLosses LeaveGuard::losses(Ends end) const
{
    LeaveLosses all;
    addHolds(all);
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
    ask(
        end, action, [this, action, go] { giveBack(action, go); }, instead);
}

/// What the server is known not to answer about was named in the question; what is in doubt is left as it is.
std::vector<OwnHold> LeaveGuard::toGiveBack() const
{
    std::vector<OwnHold> holds;
    if (m_session.status().link == MonitorStatus::Link::lost) {
        return holds;
    }
    for (const OwnHold& hold : m_session.ownHolds()) {
        if (hold.state == OwnHold::State::held && (!hold.in_doubt || hold.leaving)) {
            holds.push_back(hold);
        }
    }
    return holds;
}

void LeaveGuard::giveBack(const Text& action, const std::function<void()>& go)
{
    m_session.refreshOwnHolds();
    const std::vector<OwnHold> holds = toGiveBack();
    if (holds.empty()) {
        go();
        return;
    }
    m_givingBack = new GivingBackDialog(m_session, action, &m_window);
    connect(m_givingBack, &QDialog::accepted, &m_window, go);
    connect(&m_session, &Session::stateChanged, m_givingBack, &QDialog::reject);
    m_givingBack->start(holds);
}

void LeaveGuard::ask(Ends end, const Text& action, const std::function<void()>& go,
                     const std::function<void()>& instead)
{
    if (m_givingBack) {
        m_givingBack->reject();
    }
    if (!isGrave(end)) {
        go();
        return;
    }
    if (m_question) {
        m_question->reject();
    }
    m_session.refreshOwnHolds(); // until when they are renewed nobody has told
    const bool isConnected = m_session.state() == Session::State::connected;
    const QString server = isConnected ? m_connections.serverName() : QString();
    const auto offer = instead ? LeaveDialog::Instead::newWindow : LeaveDialog::Instead::nothing;
    m_question = new LeaveDialog(server, losses(end), action, offer, &m_window);
    if (instead) {
        connect(m_question, &LeaveDialog::newWindowRequested, &m_window, instead);
    }
    connect(m_question, &QDialog::accepted, &m_window, go);
    connect(&m_session, &Session::stateChanged, m_question, &QDialog::reject);
    connect(&m_session, &Session::statusChanged, m_question, [this, end, question = m_question.data()] {
        m_session.refreshOwnHolds();
        question->setLosses(losses(end)); // the connection may be lost meanwhile, or back
    });
    m_question->open();
}

} // namespace lockscope::ui
