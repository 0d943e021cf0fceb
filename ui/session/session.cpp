// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/session.hpp"

#include "session/batch_queue.hpp"
#include "session/connection.hpp"
#include "session/knock.hpp"
#include "session/secrets.hpp"
#include "session/session_link.hpp"
#include "text/error_words.hpp"

#include "lockscope/error.hpp"

#include <QFile>

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

namespace lockscope::ui {
namespace {

/// An attempt to connect may wait for seconds; others must not wait behind it.
constexpr int kBackgroundThreads = 8;
/// How long closing may wait for the locks that we hold to be given back.
constexpr std::chrono::milliseconds kFarewell{2000};
/// A timer stands still while the computer sleeps: so often it is looked whether the time is over by the clock.
constexpr std::chrono::milliseconds kAdminLook{5000};

AdminResult failure(Errc code, std::string message)
{
    AdminResult result;
    result.outcome = AdminResult::Outcome::failed;
    result.code = code;
    result.message = std::move(message);
    return result;
}

/// The file, or the nearest folder on the way to it.
QString nearestTo(const std::filesystem::path& file)
{
    std::filesystem::path place = file;
    std::error_code ignored;
    while (!std::filesystem::exists(place, ignored) && place.has_relative_path()) {
        place = place.parent_path();
    }
    return QFile::decodeName(place.c_str());
}

/// As far as it can be changed while it goes on.
bool looksTheSame(const MonitorOptions& one, const MonitorOptions& other)
{
    return one.pattern == other.pattern && one.cpu_budget == other.cpu_budget && one.thresholds == other.thresholds;
}

/// Of the other kinds Redis itself tells what they are, or nothing does.
std::optional<LockType> typeOf(HoldKind kind)
{
    switch (kind) {
    case HoldKind::reentrant: return LockType::reentrant;
    case HoldKind::fair:
    case HoldKind::non_reentrant_fair: return LockType::fair;
    default: return std::nullopt;
    }
}

std::vector<OwnLock> ownLocks(const std::vector<OwnHold>& holds)
{
    std::vector<OwnLock> locks;
    for (const OwnHold& hold : holds) {
        const std::optional<LockType> type = typeOf(hold.kind);
        if (type && hold.state == OwnHold::State::held) {
            locks.push_back({hold.lock, hold.owner, *type});
        }
    }
    return locks;
}

} // namespace

Session::Session(SessionOptions options, QObject* parent)
    : QObject(parent)
    , m_options(std::move(options))
    , m_monitorOptions(m_options.monitor)
    , m_link(std::make_shared<SessionLink>(this))
    , m_batches(new BatchQueue(this))
    , m_audit(std::make_shared<AuditLog>(m_options.auditFile))
{
    m_background.setMaxThreadCount(kBackgroundThreads);
    connect(m_batches, &BatchQueue::arrived, this, &Session::takeBatch);
    m_adminTimer.setInterval(std::min(m_options.adminLimit, kAdminLook));
    connect(&m_adminTimer, &QTimer::timeout, this, &Session::lockInTime);
}

Session::~Session()
{
    m_batchStop.request_stop(); // nobody is there any more who could see what becomes of it
    m_link->detach();
    if (m_connection) {
        discard(std::move(m_connection));
    }
}

template <typename Call>
void Session::postFor(const std::shared_ptr<SessionLink>& link, Session* session, quint64 generation, Call call)
{
    link->post([session, generation, call = std::move(call)] {
        if (session->m_generation == generation) {
            call();
        }
    });
}

void Session::connectTo(const Endpoint& endpoint, const ConnectionSettings& settings)
{
    leave();
    m_endpoint = endpoint;
    m_sandbox = false;
    m_serverKind = settings.kind;
    m_monitorOptions = settings.monitor.value_or(m_options.monitor);
    m_clientOptions = m_options.client;
    if (settings.locks) {
        m_clientOptions.wait_for_replica = settings.locks->waitForReplica;
        m_clientOptions.replica_timeout = settings.locks->replicaTimeout;
        m_clientOptions.watchdog_lease = settings.locks->watchdogLease;
        m_clientOptions.sharded_messages = settings.locks->messages;
    }
    open([endpoint](Connection&) { return endpoint; });
}

void Session::startSandbox()
{
    leave();
    m_sandbox = true;
    m_monitorOptions = m_options.monitor;
    m_clientOptions = m_options.client;
    open([](Connection& connection) {
        connection.sandbox = std::make_unique<Sandbox>();
        connection.traffic = std::make_unique<DemoTraffic>(connection.sandbox->endpoint());
        return connection.sandbox->endpoint();
    });
}

void Session::open(Opener opener)
{
    m_state = State::connecting;
    emit stateChanged(m_state); // also where it was another attempt before
    const Monitor::Sink sink = [this, link = m_link, generation = m_generation](MonitorBatch batch) {
        postFor(link, this, generation, [this, parts = partsOf(std::move(batch))] { m_batches->add(parts); });
    };
    MonitorOptions monitorOptions = m_monitorOptions;
    monitorOptions.scripts = adminAllowed() ? ScriptRight::tried : ScriptRight::not_tried;
    m_background.start([this, link = m_link, generation = m_generation, opener = std::move(opener), sink,
                        clientOptions = m_clientOptions, monitorOptions, audit = m_audit] {
        try {
            auto connection = std::make_shared<Connection>();
            const Endpoint endpoint = opener(*connection);
            connection->client = std::make_unique<Client>(endpoint, clientOptions);
            lookWhetherItAnswers(*connection->client);
            connection->admin = std::make_unique<Admin>(*connection->client, audit, AdminPolicy{});
            connection->holds = std::make_unique<OwnHolds>(*connection->client, *connection->admin);
            connection->looker = std::make_unique<NameLooker>(*connection->client);
            connection->monitor = std::make_shared<Monitor>(*connection->client, monitorOptions, sink);
            link->post([this, generation, connection] { opened(generation, connection); });
        } catch (const std::exception& error) {
            const auto* ours = dynamic_cast<const Error*>(&error);
            const Errc code = ours == nullptr ? Errc::ok : ours->errc();
            link->post([this, generation, code, detail = QString::fromUtf8(error.what())] {
                openFailed(generation, code, detail);
            });
        }
    });
}

void Session::opened(quint64 generation, const std::shared_ptr<Connection>& connection)
{
    if (generation != m_generation) {
        discard(connection);
        return;
    }
    m_connection = connection;
    m_endpoint = connection->client->endpoint();
    applyPolicy();
    connection->holds->on_change([this, post = poster()] { post([this] { takeOwnHolds(); }); });
    m_newsAt = ShownTime::present();
    connection->monitor->start();
    setState(State::connected);
}

void Session::openFailed(quint64 generation, Errc code, const QString& detail)
{
    if (generation != m_generation) {
        return;
    }
    const Endpoint tried = m_endpoint.value_or(Endpoint{});
    leave();
    m_connectFailureCode = code;
    m_connectFailure = [code, words = withoutSecrets(detail, tried).toStdString()] {
        return connectFailureText(code, words);
    };
    setState(State::disconnected);
    emit connectFailed(m_connectFailure());
}

void Session::close()
{
    leave();
    setState(State::disconnected);
}

/// Forgets the present connection; everything under way for it is answered or dropped.
void Session::leave()
{
    m_batchStop.request_stop();
    const Barrier before = barrier();
    ++m_generation;
    m_batches->clear();
    if (m_connection) {
        discard(std::move(m_connection));
        m_connection.reset();
    }
    m_endpoint.reset();
    m_status = {};
    m_releases.clear();
    if (!std::exchange(m_ownHolds, {}).empty()) {
        emit ownHoldsChanged();
    }
    m_serverKind = ServerKind::ordinary;
    setAdminMode(AdminMode::readOnly);
    if (barrier() != before) {
        emit adminModeChanged(m_adminMode);
    }
    const bool wasPaused = std::exchange(m_paused, false);
    m_isLost = false;
    followStandstill();
    if (wasPaused) {
        emit pausedChanged(false);
    }
    AdminResult lost = failure(Errc::closed, "The connection was closed before the server answered.");
    lost.unknown = true;
    for (const Ticket ticket : std::exchange(m_pending, {})) {
        emit actionFinished(ticket, lost);
    }
}

void Session::discard(std::shared_ptr<Connection> connection)
{
    // The task's copy is the last one, so the connection is taken down there.
    m_background.start([connection = std::move(connection)]() mutable {
        connection->holds->on_change({});
        connection->holds->release_all();
        // What cannot be given back in time ends with its lease.
        static_cast<void>(connection->holds->wait_for_release(kFarewell));
        connection.reset();
    });
}

void Session::setState(State state)
{
    if (std::exchange(m_state, state) != state) {
        emit stateChanged(state);
    }
}

void Session::takeBatch(const std::shared_ptr<const MonitorBatch>& batch)
{
    const Barrier before = barrier();
    if (batch->status) {
        m_status = *batch->status;
        m_status.paused = m_paused;
        if (m_status.link != MonitorStatus::Link::connecting) { // Of a lost one that is not live yet.
            m_isLost = m_status.link == MonitorStatus::Link::lost;
        }
    }
    if (batch->counts) {
        m_status.counts = *batch->counts;
    }
    const bool isLive = !m_paused && !m_isLost;
    if (m_isLost && m_status.silent_since) { // It was silent before anybody noticed.
        const Moment now = ShownTime::present();
        const auto ago = std::chrono::duration_cast<SystemTime::duration>(now.now - *m_status.silent_since);
        m_newsAt = {*m_status.silent_since, now.wall - ago};
    } else if (isLive || !batch->changes.empty()) { // Some may have been under way when it was paused.
        m_newsAt = ShownTime::present();
    }
    followStandstill();
    noteFailovers(*batch);
    emit batchArrived(batch);
    if (batch->status) {
        emit statusChanged(m_status);
    }
    if (barrier() != before) {
        emit adminModeChanged(m_adminMode);
    }
}

void Session::noteFailovers(const MonitorBatch& batch)
{
    for (const LockEvent& event : batch.events) {
        if (event.failover && m_connection) {
            m_connection->holds->note_failover(*event.failover);
        }
    }
}

void Session::pause()
{
    if (m_connection && !m_paused) {
        m_connection->monitor->pause();
        m_newsAt = m_shownTime.now(); // What was live was so until now.
        notePause(true);
    }
}

void Session::resume()
{
    if (m_connection && m_paused) {
        m_connection->monitor->resume();
        notePause(false);
    }
}

void Session::notePause(bool paused)
{
    m_paused = paused;
    m_status.paused = paused;
    followStandstill();
    emit pausedChanged(paused);
    emit statusChanged(m_status);
}

void Session::followStandstill()
{
    m_paused || m_isLost ? m_shownTime.standStill(m_newsAt) : m_shownTime.goOn();
}

void Session::setAdminMode(AdminMode mode)
{
    if (mode == AdminMode::admin) {
        if (barrier() != Barrier::none || !m_connection) {
            return;
        }
        m_adminEnd = m_options.clock() + m_options.adminLimit;
        m_adminTimer.start();
    } else {
        m_adminTimer.stop();
    }
    if (std::exchange(m_adminMode, mode) != mode) {
        applyPolicy();
        emit adminModeChanged(mode);
    }
}

void Session::lockInTime()
{
    if (m_adminMode == AdminMode::admin && m_options.clock() >= m_adminEnd) {
        setAdminMode(AdminMode::readOnly);
    }
}

Barrier Session::barrier() const
{
    if (!adminAllowed()) {
        return Barrier::startedReadOnly;
    }
    return isReplica(m_status) ? Barrier::replica : Barrier::none;
}

void Session::setServerKind(ServerKind kind)
{
    if (std::exchange(m_serverKind, kind) != kind) {
        applyPolicy();
        emit adminModeChanged(m_adminMode);
    }
}

void Session::applyPolicy()
{
    if (!m_connection) {
        return;
    }
    AdminPolicy policy;
    policy.read_only = m_adminMode == AdminMode::readOnly;
    policy.production = m_serverKind == ServerKind::production;
    m_connection->admin->set_policy(policy);
}

Session::Ticket Session::act(const std::function<void(Admin&, Admin::Callback)>& action)
{
    const Ticket ticket = newTicket();
    if (!m_connection) {
        return ticket;
    }
    action(*m_connection->admin, [this, link = m_link, generation = m_generation, ticket](AdminResult result) {
        postFor(link, this, generation, [this, ticket, result = std::move(result)] { finish(ticket, result); });
    });
    return ticket;
}

/// Answered at once if there is no connection.
Session::Ticket Session::newTicket()
{
    const Ticket ticket = ++m_lastTicket;
    m_pending.insert(ticket);
    if (!m_connection) {
        m_link->post([this, ticket] { finish(ticket, failure(Errc::closed, "There is no connection.")); });
    } else {
        lockInTime(); // the computer may have slept since; then the action is refused
        m_adminEnd = m_options.clock() + m_options.adminLimit;
    }
    return ticket;
}

std::function<void(std::function<void()>)> Session::poster()
{
    return [this, link = m_link, generation = m_generation](std::function<void()> call) {
        postFor(link, this, generation, std::move(call));
    };
}

void Session::takeOwnHolds()
{
    m_ownHolds = m_connection ? m_connection->holds->list() : std::vector<OwnHold>{};
    if (m_connection) {
        m_connection->monitor->set_own(ownLocks(m_ownHolds));
    }
    emit ownHoldsChanged();
}

void Session::refreshOwnHolds()
{
    std::vector<OwnHold> now = m_connection ? m_connection->holds->list() : std::vector<OwnHold>{};
    if (now != m_ownHolds) {
        m_ownHolds = std::move(now);
        emit ownHoldsChanged();
    }
}

std::string Session::ownOwner() const
{
    return m_connection ? m_connection->holds->owner().field() : std::string();
}

std::string Session::heldLock(Ticket id) const
{
    const auto found = std::find_if(m_ownHolds.begin(), m_ownHolds.end(), [id](const OwnHold& hold) {
        return hold.id == id && hold.state == OwnHold::State::held;
    });
    return found == m_ownHolds.end() ? std::string() : found->lock;
}

void Session::finish(Ticket ticket, const AdminResult& result)
{
    if (m_pending.remove(ticket)) {
        emit actionFinished(ticket, result);
        if (result.undo) {
            emit undoOffered(*result.undo);
        }
        emit auditChanged();
    }
}

void Session::requestHistory(const std::string& lock)
{
    if (!m_connection) {
        return;
    }
    m_connection->monitor->history(lock, [this, link = m_link, generation = m_generation, lock](LockHistory past) {
        postFor(link, this, generation, [this, lock, past = std::move(past)] { emit historyArrived(lock, past); });
    });
}

void Session::requestRawKeys(const std::string& lock)
{
    if (!m_connection) {
        return;
    }
    raw_keys(
        *m_connection->client, lock,
        [this, link = m_link, generation = m_generation, lock](std::vector<RawKey> keys, const std::string& error) {
            postFor(link, this, generation,
                    [this, lock, keys = std::move(keys), error = QString::fromStdString(error)] {
                        emit rawKeysArrived(lock, keys, error);
                    });
        });
}

void Session::requestLook(const std::string& name)
{
    if (!m_connection) {
        return;
    }
    m_connection->looker->look_at(
        name, [this, link = m_link, generation = m_generation](NameLook look, const std::string& error) {
            postFor(link, this, generation, [this, look = std::move(look), error = QString::fromStdString(error)] {
                emit lookArrived(look, error);
            });
        });
}

void Session::requestConnections()
{
    if (!m_connection) {
        return;
    }
    list_connections(*m_connection->client, [this, link = m_link, generation = m_generation](ConnectionList list) {
        postFor(link, this, generation, [this, list = std::move(list)] { emit connectionsArrived(list); });
    });
}

void Session::requestAudit(std::size_t most)
{
    if (m_isReadingAudit) {
        m_auditAgain = most;
    } else {
        readAudit(most);
    }
}

/// Never two at a time: the older one might come last.
void Session::readAudit(std::size_t most)
{
    m_isReadingAudit = true;
    m_background.start([this, link = m_link, audit = m_audit, most] {
        AuditReading reading;
        QString error;
        const QString place = nearestTo(audit->file());
        try {
            reading = audit->read_with_damage(most);
        } catch (const std::exception& problem) {
            error = withDetail(tr("The audit log cannot be read."), problem.what());
        }
        link->post([this, reading = std::move(reading), error, place] {
            m_isReadingAudit = false;
            if (const auto again = std::exchange(m_auditAgain, std::nullopt)) {
                readAudit(*again);
            }
            emit auditArrived(reading.actions, error, place, reading.damaged_lines);
        });
    });
}

void Session::setMonitoring(const MonitorOptions& options)
{
    if (!m_connection || looksTheSame(m_monitorOptions, options)) {
        return;
    }
    Monitor& monitor = *m_connection->monitor;
    if (m_monitorOptions.pattern != options.pattern) { // or all would be looked for again
        monitor.set_pattern(options.pattern);
    }
    monitor.set_thresholds(options.thresholds);
    monitor.set_cpu_budget(options.cpu_budget);
    m_monitorOptions.pattern = options.pattern;
    m_monitorOptions.thresholds = options.thresholds;
    m_monitorOptions.cpu_budget = options.cpu_budget;
    emit monitoringChanged();
}

void Session::usePassword(const std::string& password)
{
    if (m_connection) {
        m_connection->client->use_password(password);
        m_endpoint->password = password;
    }
}

void Session::useSentinelPassword(const std::string& password)
{
    if (m_connection) {
        m_connection->client->use_sentinel_password(password);
        m_endpoint->sentinel_password = password;
    }
}

LockSettings Session::lockSettings() const
{
    return {.waitForReplica = m_clientOptions.wait_for_replica,
            .replicaTimeout = m_clientOptions.replica_timeout,
            .watchdogLease = m_clientOptions.watchdog_lease,
            .messages = m_clientOptions.sharded_messages};
}

void Session::setVisible(std::vector<std::string> locks)
{
    if (m_connection) {
        m_connection->monitor->set_visible(std::move(locks));
    }
}

void Session::refresh(std::vector<std::string> locks)
{
    if (m_connection) {
        m_connection->monitor->refresh(std::move(locks));
    }
}

} // namespace lockscope::ui
