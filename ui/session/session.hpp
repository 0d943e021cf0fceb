// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/admin.hpp"
#include "lockscope/audit_log.hpp"
#include "lockscope/client.hpp"
#include "lockscope/endpoint.hpp"
#include "lockscope/monitor.hpp"

#include <QObject>
#include <QSet>
#include <QThreadPool>
#include <QTimer>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::ui {

struct Connection;
class SessionLink;

struct SessionOptions
{
    /// May the session ever be unlocked for actions? (--read-only says no.)
    enum class Admin { allowed, forbidden };
    Admin admin = Admin::allowed;
    std::filesystem::path auditFile = AuditLog::default_path();
    MonitorOptions monitor;
    ClientOptions client;
    /// How long an unlocked session stays unlocked without an action.
    std::chrono::milliseconds adminLimit{std::chrono::minutes{15}};
};

/// The only bridge between the core's threads and the window: one server at a time, its monitor and its actions.
/// Lives on the GUI thread and never blocks it; everything that waits runs on a background thread, and what comes back
/// after a disconnect, or for an earlier connection, is dropped.
class Session : public QObject
{
    Q_OBJECT

public:
    enum class State { disconnected, connecting, connected };
    Q_ENUM(State)
    enum class AdminMode { readOnly, admin };
    Q_ENUM(AdminMode)
    /// A production server asks for more before each action.
    enum class ServerKind { ordinary, production };
    Q_ENUM(ServerKind)
    /// Tells the answers to several actions apart.
    using Ticket = quint64;

    explicit Session(SessionOptions options = {}, QObject* parent = nullptr);
    ~Session() override;

    void connectTo(const Endpoint& endpoint);
    /// Starts a private server with demonstration traffic and connects to it.
    void startSandbox();
    void close();

    [[nodiscard]] State state() const { return m_state; }
    /// Where we are or want to be; nullopt while disconnected, or before the sandbox runs.
    [[nodiscard]] const std::optional<Endpoint>& endpoint() const { return m_endpoint; }
    [[nodiscard]] bool isSandbox() const { return m_sandbox; }
    /// The monitor's last word.
    [[nodiscard]] const MonitorStatus& status() const { return m_status; }
    [[nodiscard]] const Thresholds& thresholds() const { return m_options.monitor.thresholds; }

    void pause();
    void resume();
    [[nodiscard]] bool isPaused() const { return m_paused; }

    [[nodiscard]] bool adminAllowed() const { return m_options.admin == SessionOptions::Admin::allowed; }
    [[nodiscard]] AdminMode adminMode() const { return m_adminMode; }
    void setAdminMode(AdminMode mode);
    [[nodiscard]] ServerKind serverKind() const { return m_serverKind; }
    void setServerKind(ServerKind kind);

    /// Each answers with actionFinished() and the ticket given here; also when there is no connection.
    ///@{
    Ticket forceRelease(AdminRequest request);
    Ticket forceExpire(AdminRequest request, std::chrono::milliseconds ttl);
    Ticket acquire(std::string lock, std::optional<std::chrono::milliseconds> lease, std::string reason);
    Ticket release(std::string lock);
    Ticket evictWaiter(EvictRequest request);
    Ticket repairQueue(RepairRequest request);
    ///@}

    /// Answered with historyArrived(), rawKeysArrived(), auditArrived(); not at all without a connection (but the
    /// audit).
    ///@{
    void requestHistory(const std::string& lock);
    void requestRawKeys(const std::string& lock);
    void requestAudit();
    ///@}
    void setVisible(std::vector<std::string> locks);
    void refresh(std::vector<std::string> locks);

signals:
    void stateChanged(lockscope::ui::Session::State state);
    /// A connection could not be made; one sentence.
    void connectFailed(const QString& message);
    void batchArrived(const std::shared_ptr<const lockscope::MonitorBatch>& batch);
    void statusChanged(const lockscope::MonitorStatus& status);
    void pausedChanged(bool paused);
    /// Also sent when the kind of the server changes.
    void adminModeChanged(lockscope::ui::Session::AdminMode mode);
    void actionFinished(quint64 ticket, const lockscope::AdminResult& result);
    /// Something was added to the audit log.
    void auditChanged();
    void auditArrived(const std::vector<lockscope::AuditEntry>& entries);
    void historyArrived(const std::string& lock, const std::vector<lockscope::HoldRecord>& holds);
    void rawKeysArrived(const std::string& lock, const std::vector<lockscope::RawKey>& keys, const QString& error);

private:
    /// Says where the server is: at once, or after starting one.
    using Opener = std::function<Endpoint(Connection&)>;
    void open(Opener opener);
    void opened(quint64 generation, const std::shared_ptr<Connection>& connection);
    void openFailed(quint64 generation, const QString& message);
    void leave();
    void discard(std::shared_ptr<Connection> connection);
    /// Runs @p call on the GUI thread unless the connection of that time is gone. Any thread.
    template <typename Call>
    static void postFor(const std::shared_ptr<SessionLink>& link, Session* session, quint64 generation, Call call);
    void takeBatch(const std::shared_ptr<const MonitorBatch>& batch);
    void setState(State state);
    void applyPolicy();
    Ticket act(const std::function<void(Admin&, Admin::Callback)>& action);
    void finish(Ticket ticket, const AdminResult& result);

    SessionOptions m_options;
    std::shared_ptr<SessionLink> m_link;
    std::shared_ptr<AuditLog> m_audit;
    std::shared_ptr<Connection> m_connection; ///< Shared only with the task that destroys it.
    std::optional<Endpoint> m_endpoint;
    MonitorStatus m_status;
    State m_state = State::disconnected;
    AdminMode m_adminMode = AdminMode::readOnly;
    ServerKind m_serverKind = ServerKind::ordinary;
    bool m_sandbox = false;
    bool m_paused = false;
    quint64 m_generation = 0; ///< Of the connection; what comes back for an earlier one is dropped.
    Ticket m_lastTicket = 0;
    QSet<Ticket> m_pending;
    QTimer m_adminTimer;
    QThreadPool m_background; ///< Last: waits for its tasks before the rest goes.
};

} // namespace lockscope::ui
