// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/name_watch.hpp"

#include "session/session.hpp"

#include "lockscope/admin.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr std::chrono::milliseconds kTyping{250};
constexpr std::chrono::seconds kEvery{2};
constexpr std::chrono::seconds kAfterAnError{10}; ///< What is forbidden stays so for a while.

/// A single reading does not know since when it has been so; who has watched does.
void remember(LockState& now, const LockState& then)
{
    const bool isSame = expectation_of(now) == expectation_of(then) && now.fencing_token == then.fencing_token;
    if (isSame && now.is_held() && !now.held_since) {
        now.held_since = then.held_since;
        now.held_since_exact = then.held_since_exact;
        now.renewed_at = then.renewed_at;
        now.lease = std::max(now.lease, then.lease);
    }
    const bool hasSameHead =
        !now.waiters.empty() && !then.waiters.empty() && now.waiters.front().owner == then.waiters.front().owner;
    if (!now.is_held() && hasSameHead && now.untaken_since == SteadyTime{}) {
        now.untaken_since = then.untaken_since;
    }
    for (Waiter& waiter : now.waiters) {
        const auto before = std::find_if(then.waiters.begin(), then.waiters.end(),
                                         [&](const Waiter& other) { return other.owner == waiter.owner; });
        if (before != then.waiters.end()) {
            // For whom nobody listens now, and nobody listened for a while, one look finds nothing new.
            waiter.stale = waiter.stale || (is_dead(*before) && waiter.subscribed == false);
            waiter.since = before->since;
            waiter.since_exact = before->since_exact;
        }
    }
}

} // namespace

NameWatch::NameWatch(Session& session, Known known, QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_known(std::move(known))
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(kTyping);
    m_clock.setInterval(kEvery);
    connect(&m_soon, &QTimer::timeout, this, &NameWatch::ask);
    connect(&m_clock, &QTimer::timeout, this, &NameWatch::ask);
    connect(&m_session, &Session::pausedChanged, this, &NameWatch::ask);
    connect(&m_session, &Session::lookArrived, this, &NameWatch::takeLook);
    connect(&m_session, &Session::batchArrived, this,
            [this](const std::shared_ptr<const MonitorBatch>& batch) { takeNews(*batch); });
}

void NameWatch::follow(const std::string& name, const LockStatePtr& seen)
{
    m_name = name;
    m_isAsking = false;
    m_isAnswered = false;
    m_look.reset();
    m_error.clear();
    const LockStatePtr known = seen || !m_known || name.empty() ? seen : m_known(name);
    if (known) {
        m_look = look_of(*known);
    }
    if (name.empty()) {
        stop();
    } else {
        m_soon.start();
        m_clock.start(kEvery);
    }
    emit changed();
}

void NameWatch::stop()
{
    m_soon.stop();
    m_clock.stop();
    m_isAsking = false;
}

void NameWatch::ask()
{
    const bool isReachable =
        m_session.state() == Session::State::connected && m_session.status().link != MonitorStatus::Link::lost;
    if (m_name.empty() || m_isAsking || m_session.isPaused() || !isReachable) {
        return;
    }
    m_isAsking = true;
    m_session.requestLook(m_name);
}

void NameWatch::takeNews(const MonitorBatch& batch)
{
    for (const LockChange& change : batch.changes) {
        if (change.state->name != m_name || m_name.empty()) {
            continue;
        }
        // A row that goes may be one that is not looked for any more, and a semaphore that nobody uses may have
        // permits.
        const bool saysTooLittle =
            change.kind == LockChange::Kind::removed || (is_counter(change.state->type) && !change.state->permits);
        if (saysTooLittle) {
            ask();
        } else {
            show(look_of(*change.state));
        }
    }
}

void NameWatch::takeLook(const NameLook& look, const QString& error)
{
    if (look.name != m_name || m_name.empty()) {
        return;
    }
    m_isAsking = false;
    m_isAnswered = true;
    m_error = error;
    m_clock.setInterval(error.isEmpty() ? kEvery : kAfterAnError);
    if (error.isEmpty()) {
        show(look);
    } else {
        emit changed();
    }
}

/// Unless something newer is known. That its master is out of reach is new, however long ago the lock was seen; the
/// next look that succeeds says that it is back.
void NameWatch::show(NameLook look)
{
    const bool isAway = look.lock && look.lock->is_out_of_reach();
    if (m_look && m_look->at > look.at && !isAway) {
        return;
    }
    if (look.lock && m_look && m_look->lock) {
        remember(*look.lock, *m_look->lock);
    }
    m_look = std::move(look);
    emit changed();
}

} // namespace lockscope::ui
