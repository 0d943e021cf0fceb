// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/barrier.hpp"
#include "session/boot_time.hpp"
#include "session/shown_time.hpp"
#include "text/live_text.hpp"

#include "lockscope/admin.hpp"
#include "lockscope/audit_log.hpp"
#include "lockscope/client.hpp"
#include "lockscope/client_connections.hpp"
#include "lockscope/endpoint.hpp"
#include "lockscope/monitor.hpp"
#include "lockscope/name_look.hpp"
#include "lockscope/own_holds.hpp"

#include <QObject>
#include <QSet>
#include <QThreadPool>
#include <QTimer>

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockscope::ui {

class BatchQueue;
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
    /// By which that time passes, since any moment.
    std::function<std::chrono::milliseconds()> clock = &bootTime;
};

/// How the locks behave that this program takes itself there: as those of the Java clients that it works beside.
struct LockSettings
{
    /// What a Client takes: a lease that is shorter could not be renewed every third of it.
    static constexpr std::chrono::milliseconds leastLease{3};
    static constexpr std::chrono::milliseconds longestTime = std::chrono::hours(24 * 365 * 100);

    bool waitForReplica = false;
    std::chrono::milliseconds replicaTimeout{1000};
    std::chrono::milliseconds watchdogLease{30000};
    ShardedMessages messages = ShardedMessages::automatic;
    bool operator==(const LockSettings&) const = default;
};

/// How one server is looked at: what a profile says, or the program's own defaults.
struct ConnectionSettings
{
    /// A production server asks for more before each action.
    enum class ServerKind { ordinary, production };
    ServerKind kind = ServerKind::ordinary;
    /// Redis glob of the lock names, share of a core that scanning may use, thresholds; absent: as in SessionOptions.
    std::optional<MonitorOptions> monitor;
    std::optional<LockSettings> locks; ///< Absent: as in SessionOptions.
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
    using ServerKind = ConnectionSettings::ServerKind;
    /// Tells the answers to several actions apart.
    using Ticket = quint64;

    explicit Session(SessionOptions options = {}, QObject* parent = nullptr);
    ~Session() override;

    void connectTo(const Endpoint& endpoint, const ConnectionSettings& settings = {});
    /// Starts a private server with demonstration traffic and connects to it.
    void startSandbox();
    void close();

    [[nodiscard]] State state() const { return m_state; }
    /// Where we are or want to be; nullopt while disconnected, or before the sandbox runs.
    [[nodiscard]] const std::optional<Endpoint>& endpoint() const { return m_endpoint; }
    [[nodiscard]] bool isSandbox() const { return m_sandbox; }
    /// What people call the server: the name of its profile, or its address. Whoever knows says so.
    [[nodiscard]] const QString& serverName() const { return m_serverName; }
    void setServerName(const QString& name) { m_serverName = name; }
    /// Why the last attempt to connect failed; null before the first.
    [[nodiscard]] const Text& connectFailure() const { return m_connectFailure; }
    [[nodiscard]] Errc connectFailureCode() const { return m_connectFailureCode; }
    /// The monitor's last word; whether it is paused is known before the monitor says so.
    [[nodiscard]] const MonitorStatus& status() const { return m_status; }
    /// As of when what is known of the server is to be shown.
    [[nodiscard]] const ShownTime& shownTime() const { return m_shownTime; }
    [[nodiscard]] const Thresholds& thresholds() const { return m_monitorOptions.thresholds; }
    /// Of the present connection; after it, of the last one.
    [[nodiscard]] const MonitorOptions& monitorOptions() const { return m_monitorOptions; }
    /// Names, budget and thresholds, from now on; the rest stays as it was when the connection was made. Without one it
    /// does nothing.
    void setMonitoring(const MonitorOptions& options);
    /// Of the present connection; after it, of the last one.
    [[nodiscard]] LockSettings lockSettings() const;
    /// Of the servers from now on, where it was changed: what connects anew uses it, and all that is known, held and
    /// waited for stays. Without a connection it does nothing.
    void usePassword(const std::string& password);
    /// The same of the Sentinels.
    void useSentinelPassword(const std::string& password);
    /// Nothing is under way in the background: destroying the session now does not wait for the network.
    [[nodiscard]] bool isIdle() const { return m_background.activeThreadCount() == 0; }

    void pause();
    void resume();
    [[nodiscard]] bool isPaused() const { return m_paused; }

    [[nodiscard]] const std::filesystem::path& auditFile() const { return m_audit->file(); }
    [[nodiscard]] bool adminAllowed() const { return m_options.admin == SessionOptions::Admin::allowed; }
    [[nodiscard]] AdminMode adminMode() const { return m_adminMode; }
    /// How long admin mode lasts without an action.
    [[nodiscard]] std::chrono::milliseconds adminLimit() const { return m_options.adminLimit; }
    /// Does nothing where there is no connection or a barrier.
    void setAdminMode(AdminMode mode);
    /// A change of it is told by adminModeChanged(), too.
    [[nodiscard]] Barrier barrier() const;
    /// Unlocked, and no barrier.
    [[nodiscard]] bool mayAct() const { return m_adminMode == AdminMode::admin && barrier() == Barrier::none; }
    [[nodiscard]] ServerKind serverKind() const { return m_serverKind; }
    void setServerKind(ServerKind kind);

    /// Each answers with actionFinished() and the ticket given here; also when there is no connection.
    ///@{
    Ticket forceRelease(AdminRequest request);
    Ticket forceExpire(AdminRequest request, std::chrono::milliseconds ttl);
    Ticket extend(AdminRequest request, std::chrono::milliseconds ttl);
    Ticket wakeNext(WakeRequest request);
    Ticket undoForceRelease(UndoTicket undo);
    Ticket evictWaiter(EvictRequest request);
    Ticket releaseOne(ReleaseOneRequest request);
    Ticket repairQueue(RepairRequest request);
    ///@}
    /// The same for several locks, one after the other; a ticket for each, in their order.
    ///@{
    [[nodiscard]] std::vector<Ticket> batch(BatchRequest request);
    [[nodiscard]] std::vector<Ticket> batch(std::vector<RepairRequest> queues);
    [[nodiscard]] std::vector<Ticket> batch(std::vector<WakeRequest> locks);
    ///@}
    /// What has not begun of the latest batch is not begun, and answered as refused, with the code `cancelled`. Whoever
    /// leaves the server stops it, too.
    void cancelBatch();

    /// @name Locks that this program holds itself
    /// Given back when the connection is closed.
    ///@{
    /// The ticket is also the id of the entry in ownHolds(). Answered when it is held, or will not be.
    Ticket hold(HoldRequest request);
    void cancelHold(Ticket id);
    /// See releaseFailed() for what must not go unseen. While it is under way already, the ticket of that.
    Ticket releaseHold(Ticket id);
    [[nodiscard]] const std::vector<OwnHold>& ownHolds() const { return m_ownHolds; }
    /// Looks whether they were renewed, of which nobody tells.
    void refreshOwnHolds();
    /// Who holds them, as it stands in Redis; empty without a connection.
    [[nodiscard]] std::string ownOwner() const;
    /// The lease of those that are renewed. Of the present connection; after it, of the last one.
    [[nodiscard]] std::chrono::milliseconds watchdogLease() const { return m_clientOptions.watchdog_lease; }
    ///@}

    /// Answered with historyArrived(), rawKeysArrived(), lookArrived(), auditArrived(); not at all without a connection
    /// (but the audit).
    ///@{
    void requestHistory(const std::string& lock);
    void requestRawKeys(const std::string& lock);
    /// What lies under a name, a lock or not; read now, whatever the monitor does.
    void requestLook(const std::string& name);
    /// Read in the order of the requests; those that come while it is being read are answered together.
    /// @param most so many actions, the newest
    void requestAudit(std::size_t most = 1000);
    ///@}
    /// Who is connected to the server, answered with connectionsArrived(); not at all without a connection. Costs the
    /// server something with each connection that it has: to be asked for rarely.
    void requestConnections();
    void setVisible(std::vector<std::string> locks);
    void refresh(std::vector<std::string> locks);

signals:
    void stateChanged(lockscope::ui::Session::State state);
    /// A connection could not be made; one sentence.
    /// connectFailure() says it in another language, too.
    void connectFailed(const QString& message);
    /// A large batch comes in parts; the status with the last one.
    void batchArrived(const std::shared_ptr<const lockscope::MonitorBatch>& batch);
    void statusChanged(const lockscope::MonitorStatus& status);
    void pausedChanged(bool paused);
    /// Other locks are looked at from now on, or they are judged differently.
    void monitoringChanged();
    /// Also sent when the kind of the server changes.
    void adminModeChanged(lockscope::ui::Session::AdminMode mode);
    void actionFinished(quint64 ticket, const lockscope::AdminResult& result);
    /// A force-release can be taken back.
    void undoOffered(const lockscope::UndoTicket& ticket);
    void ownHoldsChanged();
    /// One that we held could not be given back, or not for certain, or it is not recorded. It is on the list no more.
    void releaseFailed(const std::string& lock, const lockscope::AdminResult& result);
    /// Something was added to the audit log.
    void auditChanged();
    /// @p error why the log cannot be read; empty: it can. @p place the log, or, while it is not there, the nearest
    /// folder on the way to it: where it is seen that something is added. @p damaged how many lines of it could not be
    /// understood
    void auditArrived(const std::vector<lockscope::AuditEntry>& entries, const QString& error, const QString& place,
                      quint64 damaged);
    void historyArrived(const std::string& lock, const lockscope::LockHistory& past);
    void connectionsArrived(const lockscope::ConnectionList& connections);
    void rawKeysArrived(const std::string& lock, const std::vector<lockscope::RawKey>& keys, const QString& error);
    /// @p error why it could not be read; then of @p look only the name means something.
    void lookArrived(const lockscope::NameLook& look, const QString& error);

private:
    /// Says where the server is: at once, or after starting one.
    using Opener = std::function<Endpoint(Connection&)>;
    void open(Opener opener);
    void opened(quint64 generation, const std::shared_ptr<Connection>& connection);
    void openFailed(quint64 generation, Errc code, const QString& detail);
    void leave();
    void discard(std::shared_ptr<Connection> connection);
    /// Runs @p call on the GUI thread unless the connection of that time is gone. Any thread.
    template <typename Call>
    static void postFor(const std::shared_ptr<SessionLink>& link, Session* session, quint64 generation, Call call);
    void takeBatch(const std::shared_ptr<const MonitorBatch>& batch);
    void noteFailovers(const MonitorBatch& batch);
    void notePause(bool paused);
    void followStandstill();
    void setState(State state);
    void applyPolicy();
    /// Read-only again, if the time without an action is over.
    void lockInTime();
    Ticket act(const std::function<void(Admin&, Admin::Callback)>& action);
    std::vector<Ticket> actInTurn(std::size_t count,
                                  const std::function<void(Admin&, std::stop_token, Admin::EachResult)>& start);
    void finish(Ticket ticket, const AdminResult& result);
    Ticket newTicket();
    /// Hands calls to the GUI thread as long as the present connection is. Any thread.
    [[nodiscard]] std::function<void(std::function<void()>)> poster();
    void readAudit(std::size_t most);
    void takeOwnHolds();
    /// The lock that we hold under this id; empty if we do not, or no longer.
    [[nodiscard]] std::string heldLock(Ticket id) const;

    SessionOptions m_options;
    ClientOptions m_clientOptions;   ///< Of the present connection.
    MonitorOptions m_monitorOptions; ///< Those of m_options, or of the profile.
    std::shared_ptr<SessionLink> m_link;
    BatchQueue* m_batches; ///< Owned as a child.
    std::shared_ptr<AuditLog> m_audit;
    bool m_isReadingAudit = false;
    std::optional<std::size_t> m_auditAgain;  ///< Asked for while it is being read: so many actions.
    std::shared_ptr<Connection> m_connection; ///< Shared only with the task that destroys it.
    QString m_serverName;
    std::optional<Endpoint> m_endpoint;
    MonitorStatus m_status;
    ShownTime m_shownTime;
    Moment m_newsAt; ///< When the last news came.
    State m_state = State::disconnected;
    AdminMode m_adminMode = AdminMode::readOnly;
    ServerKind m_serverKind = ServerKind::ordinary;
    bool m_sandbox = false;
    Text m_connectFailure;
    Errc m_connectFailureCode = Errc::ok;
    bool m_paused = false;
    bool m_isLost = false;    ///< The connection was lost and is not live again.
    quint64 m_generation = 0; ///< Of the connection; what comes back for an earlier one is dropped.
    Ticket m_lastTicket = 0;
    QSet<Ticket> m_pending;
    std::stop_source m_batchStop;
    std::vector<OwnHold> m_ownHolds;
    std::map<Ticket, Ticket> m_releases;     ///< Under way: by the id of what is given back.
    QTimer m_adminTimer;                     ///< Runs while unlocked.
    std::chrono::milliseconds m_adminEnd{0}; ///< Unlocked: until when, by the clock of m_options.
    QThreadPool m_background;                ///< Last: waits for its tasks before the rest goes.
};

} // namespace lockscope::ui
