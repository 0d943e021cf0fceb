// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/trace_session.hpp"

#include "session/session.hpp"
#include "session/session_link.hpp"

#include "lockscope/client.hpp"

#include <QThreadPool>

#include <exception>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr std::chrono::milliseconds kImpatience{1000};

/// In the program's own pool, as all that waits for the server here: closing a window does not wait for it.
void destroyLater(std::shared_ptr<Trace> trace)
{
    if (trace) {
        QThreadPool::globalInstance()->start([trace = std::move(trace)]() mutable { trace.reset(); });
    }
}

} // namespace

TraceSession::TraceSession(Session& session, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_link(std::make_shared<SessionLink>(this))
{
    connect(&session, &Session::stateChanged, this, [this](Session::State state) {
        if (state != Session::State::connected) {
            leave();
        }
    });
}

TraceSession::~TraceSession()
{
    m_link->detach();
    destroyLater(std::move(m_trace));
}

void TraceSession::start(TraceOptions options)
{
    leave();
    if (m_session.state() != Session::State::connected || !m_session.endpoint()) {
        return;
    }
    if (m_knownLocks) {
        options.known_locks = m_knownLocks();
    }
    m_status = {};
    m_status.left = options.duration;
    const auto sink = [this, link = m_link, generation = m_generation](TraceBatch batch) {
        auto shared = std::make_shared<const TraceBatch>(std::move(batch));
        link->post([this, generation, shared = std::move(shared)] {
            if (generation == m_generation) {
                take(*shared);
            }
        });
    };
    m_trace = std::make_shared<Trace>(*m_session.endpoint(), std::move(options), sink);
    emit statusChanged(m_status);
}

void TraceSession::stop()
{
    if (m_trace) {
        m_trace->stop(); // the end comes as the last batch
    }
}

/// Forgets the trace that is under way, with whatever still comes from it.
void TraceSession::leave()
{
    ++m_generation;
    if (!m_trace) {
        return;
    }
    destroyLater(std::move(m_trace));
    m_status.state = TraceStatus::State::stopped;
    m_status.stopped = TraceStatus::Stopped::asked;
    emit statusChanged(m_status);
}

void TraceSession::take(const TraceBatch& batch)
{
    m_status = batch.status;
    // First who they are: a command that listens tells its address only.
    for (const IdentityHint& hint : batch.identities) {
        emit identityLearned(hint.uuid, hint.address);
    }
    if (!batch.commands.empty()) {
        emit commandsArrived(batch.commands);
    }
    if (m_status.state == TraceStatus::State::stopped) {
        destroyLater(std::move(m_trace));
    }
    emit statusChanged(m_status);
}

void TraceSession::requestOperations()
{
    if (m_session.state() != Session::State::connected || !m_session.endpoint()) {
        return;
    }
    QThreadPool::globalInstance()->start(
        [this, link = m_link, generation = m_generation, endpoint = *m_session.endpoint()] {
            try {
                // Whoever ends the program waits for this at most.
                ClientOptions options;
                options.connect_timeout = kImpatience;
                options.command_timeout = kImpatience;
                Client client(endpoint, options);
                if (const auto perSecond = operations_per_second(client)) {
                    link->post([this, generation, value = *perSecond] {
                        if (generation == m_generation) {
                            emit operationsArrived(static_cast<qint64>(value));
                        }
                    });
                }
            } catch (const std::exception&) {
                // It is only for information, and the session says by itself when the server is gone.
            }
        });
}

} // namespace lockscope::ui
