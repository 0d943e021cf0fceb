// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/monitor.hpp"
#include "lockscope/trace.hpp"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::ui {

class Session;
class SessionLink;

/// Brings a trace of the session's server to the GUI thread. Ends with the connection. The trace has a connection and a
/// thread of its own, which are made and taken down in the background.
class TraceSession : public QObject
{
    Q_OBJECT

public:
    /// @param session not owned, outlives this
    explicit TraceSession(Session& session, QObject* parent = nullptr);
    ~TraceSession() override;

    /// The names of the locks that are known; asked when a trace starts.
    using KnownLocks = std::function<std::vector<std::string>()>;
    void setKnownLocks(KnownLocks known) { m_knownLocks = std::move(known); }

    /// Ends an earlier one. No effect without a connection. @param options the known locks are filled in
    void start(TraceOptions options);
    void stop();
    [[nodiscard]] bool isRunning() const { return m_trace != nullptr; }
    [[nodiscard]] const TraceStatus& status() const { return m_status; }
    /// Answered with operationsArrived(), if the server tells.
    void requestOperations();

signals:
    void commandsArrived(const std::vector<lockscope::TraceCommand>& commands);
    /// Also the last one, with the state `stopped`; then isRunning() is false already.
    void statusChanged(const lockscope::TraceStatus& status);
    /// A script under this UUID came from this address.
    void identityLearned(const std::string& uuid, const std::string& address);
    /// What the server executes a second.
    void operationsArrived(qint64 perSecond);

private:
    void take(const TraceBatch& batch);
    void leave();

    Session& m_session;
    std::shared_ptr<SessionLink> m_link;
    KnownLocks m_knownLocks;
    std::shared_ptr<Trace> m_trace; ///< Shared only with the task that destroys it.
    TraceStatus m_status;
    quint64 m_generation = 0; ///< Of the trace or the connection; what comes for an earlier one is dropped.
};

} // namespace lockscope::ui
