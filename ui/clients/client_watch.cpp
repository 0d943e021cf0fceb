// SPDX-License-Identifier: GPL-3.0-or-later
#include "clients/client_watch.hpp"

#include "session/session.hpp"

#include <QElapsedTimer>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kTellInterval = 250;
/// CLIENT LIST costs the server something with each of its connections.
constexpr int kAskInterval = 10'000;
/// Of the time, at most this part goes into looking for cycles: one part in so many.
constexpr qint64 kSearchShare = 20;
constexpr std::size_t kMostReadAgain = 200;

} // namespace

ClientWatch::ClientWatch(Session& session, QObject* parent) : QObject(parent), m_session(session)
{
    m_connections.outcome = ConnectionList::Outcome::known;
    m_tellTimer.setSingleShot(true);
    m_tellTimer.setInterval(kTellInterval);
    m_askTimer.setInterval(kAskInterval);
    connect(&m_tellTimer, &QTimer::timeout, this, &ClientWatch::tell);
    connect(&m_askTimer, &QTimer::timeout, this, &ClientWatch::askForConnections);
    connect(&session, &Session::batchArrived, this,
            [this](const std::shared_ptr<const MonitorBatch>& batch) { takeBatch(*batch); });
    connect(&session, &Session::connectionsArrived, this, &ClientWatch::takeConnections);
    connect(&session, &Session::stateChanged, this, [this](Session::State state) {
        if (state == Session::State::connected) {
            m_askedAt = std::chrono::system_clock::now();
            m_session.requestConnections();
        } else {
            clear();
        }
    });
}

const ShownTime& ClientWatch::shownTime() const
{
    return m_session.shownTime();
}

QString ClientWatch::standstillText() const
{
    return shownTime().standstill() ? tr("Not live: this is what was seen last.") : QString();
}

void ClientWatch::takeBatch(const MonitorBatch& batch)
{
    if (batch.changes.empty() && batch.events.empty()) {
        return;
    }
    const auto now = std::chrono::system_clock::now();
    for (const LockEvent& event : batch.events) {
        m_directory.note_loss(event);
    }
    for (const LockChange& change : batch.changes) {
        m_directory.apply(change, now);
        m_graph.apply(change);
    }
    for (const LockEvent& event : batch.events) {
        m_directory.note(event);
    }
    if (!m_tellTimer.isActive()) {
        m_tellTimer.start();
    }
}

void ClientWatch::takeTrace(const TraceBatch& batch)
{
    for (const IdentityHint& identity : batch.identities) {
        m_directory.learn(identity.uuid, identity.address, {});
    }
    const auto now = std::chrono::steady_clock::now();
    for (const TraceCommand& command : batch.commands) {
        const bool refused =
            command.role == TraceCommand::Role::acquire && command.outcome == TraceCommand::Outcome::refused;
        const bool listens = command.role == TraceCommand::Role::listen;
        const bool stops = command.role == TraceCommand::Role::stop_wait;
        const std::string who = refused ? command.owner : m_directory.uuid_at(command.client);
        if (who.empty() || !(refused || listens || stops)) {
            continue;
        }
        for (const std::string& lock : command.locks) {
            stops ? m_graph.withdraw(lock, who) : m_graph.hint({lock, who, now});
        }
    }
    if (!m_tellTimer.isActive()) {
        m_tellTimer.start();
    }
}

void ClientWatch::tell()
{
    const ClientDirectory::Changes changes = m_directory.take_changes();
    if (!changes.changed.empty() || !changes.removed.empty()) {
        emit clientsChanged(changes);
    }
    lookForNewcomers(changes);
    if (m_graph.revision() != m_searched || m_confirming) {
        findCycles();
        emit graphChanged();
    }
}

void ClientWatch::findCycles()
{
    QElapsedTimer elapsed;
    elapsed.start();
    m_searched = m_graph.revision();
    m_cycles = m_graph.cycles();
    m_tellTimer.setInterval(std::max<int>(kTellInterval, static_cast<int>(elapsed.elapsed() * kSearchShare)));

    // Locks are read one after the other: what looks like a ring may never have been one. Reading them again tells.
    std::vector<std::string> unsure = WaitGraph::unconfirmed(m_cycles);
    m_confirming = !unsure.empty();
    if (m_confirming) {
        unsure.resize(std::min(unsure.size(), kMostReadAgain));
        m_session.refresh(std::move(unsure));
    }
    const auto certain =
        static_cast<int>(std::count_if(m_cycles.cycles.begin(), m_cycles.cycles.end(), [](const WaitCycle& cycle) {
            return cycle.certainty == WaitCycle::Certainty::certain;
        }));
    const int possible = static_cast<int>(m_cycles.cycles.size()) - certain;
    if (certain != m_certain || possible != m_possible) {
        m_certain = certain;
        m_possible = possible;
        emit deadlocksChanged(certain, possible);
    }
}

void ClientWatch::setAttention(Attention attention)
{
    if (std::exchange(m_attention, attention) == attention) {
        return;
    }
    if (attention == Attention::looking) {
        m_askTimer.start();
        askForConnections();
    } else if (!m_hasNewcomers) {
        m_askTimer.stop();
    }
}

/// Also while nobody looks at the clients: what holders are called is shown wherever they are.
void ClientWatch::lookForNewcomers(const ClientDirectory::Changes& changes)
{
    const auto isNew = [this](const std::string& uuid) {
        const ClientRecord* record = m_directory.find(uuid);
        return record && record->address.empty() && record->first_seen > m_askedAt;
    };
    if (m_hasNewcomers || std::none_of(changes.changed.begin(), changes.changed.end(), isNew)) {
        return;
    }
    m_hasNewcomers = true;
    if (!m_askTimer.isActive()) {
        m_askTimer.start();
    }
}

void ClientWatch::askForConnections()
{
    if (m_session.state() != Session::State::connected || m_session.isPaused()) {
        return;
    }
    m_hasNewcomers = false;
    m_askedAt = std::chrono::system_clock::now();
    m_session.requestConnections();
    if (m_attention == Attention::away) {
        m_askTimer.stop();
    }
}

void ClientWatch::takeConnections(const ConnectionList& connections)
{
    m_connections = connections;
    m_directory.take(connections, std::chrono::system_clock::now());
    emit connectionsChanged();
    if (!m_tellTimer.isActive()) {
        m_tellTimer.start();
    }
}

void ClientWatch::clear()
{
    m_tellTimer.stop();
    m_directory.clear();
    m_graph.clear();
    m_cycles = {};
    m_connections = {};
    m_connections.outcome = ConnectionList::Outcome::known;
    m_searched = m_graph.revision();
    m_confirming = false;
    m_hasNewcomers = false;
    if (m_attention == Attention::away) {
        m_askTimer.stop();
    }
    emit cleared();
    emit connectionsChanged();
    emit graphChanged();
    if (std::exchange(m_certain, 0) + std::exchange(m_possible, 0) > 0) {
        emit deadlocksChanged(0, 0);
    }
}

} // namespace lockscope::ui
