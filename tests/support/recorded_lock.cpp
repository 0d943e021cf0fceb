// SPDX-License-Identifier: Apache-2.0
#include "support/recorded_lock.hpp"

#include "lockscope/error.hpp"

#include <utility>

namespace lockscope::test {

namespace {

/// Redis counts in whole milliseconds, and the moment a script starts is cut to one.
constexpr std::chrono::milliseconds lease_precision{2};

/// What an acquisition that threw says. A cancelled one may have been executed, and is given back then.
Outcome outcome_of_acquisition(Errc error)
{
    switch (error) {
    case Errc::already_held:
    case Errc::would_deadlock: return Outcome::failed;
    case Errc::connection_failed:
    case Errc::master_down: return Outcome::gave_up;
    default: return Outcome::unknown;
    }
}

Outcome outcome_of_release(Errc error)
{
    switch (error) {
    case Errc::not_held: return Outcome::failed;
    case Errc::lost: return Outcome::lost;
    default: return Outcome::unknown;
    }
}

} // namespace

RecordedLock::RecordedLock(History& history, Lock lock, std::string owner, Side side, Token token)
    : m_history(history)
    , m_lock(std::move(lock))
    , m_owner(std::move(owner))
    , m_side(side)
    , m_token(std::move(token))
{}

bool RecordedLock::acquire(const Terms& terms)
{
    const auto id =
        m_history.begin(m_lock.name(), m_owner, m_side == Side::shared ? Kind::acquire_shared : Kind::acquire);
    const Instant called = instant_now();
    try {
        const bool is_acquired = m_lock.acquire(terms);
        const bool may_be_late = note_late_grant(terms, called);
        if (!is_acquired) {
            // Whoever waits stands in line first, and may time out there while the lock is free for somebody else.
            const bool waited = !terms.wait || terms.wait->count() > 0;
            m_history.end(id, waited || may_be_late ? Outcome::gave_up : Outcome::failed);
            return false;
        }
    } catch (const Error& error) {
        m_history.end(id, outcome_of_acquisition(error.errc()));
        return false;
    }
    History::Details details;
    if (const int count = m_lock.hold_count(); count > 0) // 0: the lease has run out meanwhile
        details.count = count;
    if (terms.lease)
        details.valid_until = called + std::chrono::nanoseconds(*terms.lease - lease_precision).count();
    if (m_token)
        details.token = m_token();
    m_history.end(id, Outcome::ok, details);
    m_on_loss.push_back(
        std::make_unique<OnLoss>(m_lock.loss_token(), [&history = m_history, id] { history.lost(id); }));
    return true;
}

/// What was granted only when its lease was over does not count and goes back; somebody may have met it meanwhile.
bool RecordedLock::note_late_grant(const Terms& terms, Instant called)
{
    if (!terms.lease || instant_now() - called < std::chrono::nanoseconds(*terms.lease - lease_precision).count())
        return false;
    Operation grant;
    grant.lock = m_lock.name();
    grant.owner = m_owner;
    grant.kind = m_side == Side::shared ? Kind::acquire_shared : Kind::acquire;
    grant.invoked = called;
    m_history.add(std::move(grant));
    return true;
}

std::optional<int> RecordedLock::release()
{
    const auto id =
        m_history.begin(m_lock.name(), m_owner, m_side == Side::shared ? Kind::release_shared : Kind::release);
    try {
        const int left = m_lock.release();
        m_history.end(id, Outcome::ok, {.count = left});
        return left;
    } catch (const Error& error) {
        m_history.end(id, outcome_of_release(error.errc()));
        return std::nullopt;
    }
}

bool RecordedLock::force()
{
    const auto id = m_history.begin(m_lock.name(), m_owner, Kind::force_release);
    try {
        const bool was_held = m_lock.force_unlock();
        m_history.end(id, was_held ? Outcome::ok : Outcome::failed);
        return was_held;
    } catch (const Error&) {
        m_history.end(id, Outcome::unknown);
        return false;
    }
}

void RecordedLock::release_all()
{
    while (m_lock.is_held() && release().value_or(0) > 0) {}
}

} // namespace lockscope::test
