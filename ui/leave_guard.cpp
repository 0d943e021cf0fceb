// SPDX-License-Identifier: GPL-3.0-or-later
#include "leave_guard.hpp"

#include "connections/connections.hpp"
#include "dialogs/leave_dialog.hpp"
#include "dialogs/writing.hpp"
#include "panels/workspace.hpp"
#include "session/session.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace lockscope::ui {
namespace {

std::optional<milliseconds> leftOf(const OwnHold& hold, milliseconds watchdogLease)
{
    if (hold.kind == HoldKind::semaphore) {
        return std::nullopt;
    }
    const SteadyTime now = std::chrono::steady_clock::now();
    const SteadyTime end = hold.ends ? *hold.ends : hold.valid_until.value_or(now + watchdogLease);
    return std::max(std::chrono::duration_cast<milliseconds>(end - now), milliseconds(0));
}

} // namespace

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
            all.stranded.push_back({hold.lock, leftOf(hold, m_session.watchdogLease())});
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
