// SPDX-License-Identifier: Apache-2.0
#include "lockscope/reentrant_lock.hpp"

#include "client/client_core.hpp"
#include "client/thread_number.hpp"
#include "locks/hold_table.hpp"
#include "locks/reentrant_steps.hpp"
#include "lockscope/error.hpp"

#include <algorithm>

namespace lockscope {

namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds longest = std::chrono::hours(24 * 365 * 100);

std::optional<milliseconds> checked(std::optional<milliseconds> lease)
{
    if (lease && (*lease <= milliseconds::zero() || *lease > longest))
        throw Error(Errc::invalid_argument,
                    "A lease must be between 1 ms and 100 years; leave it out for a lock that is renewed.");
    return lease;
}

Clock::time_point until(milliseconds wait)
{
    return Clock::now() + std::clamp(wait, milliseconds::zero(), milliseconds(std::chrono::hours(24 * 365)));
}

OwnerId calling_thread(const detail::ClientCore& core)
{
    return {core.id, detail::thread_number()};
}

/// Keeps the client's inside alive while the work is under way, whatever becomes of the handle.
template <typename T>
Awaitable<T> on_io(std::shared_ptr<detail::ClientCore> core, Awaitable<T> work)
{
    co_return co_await core->on_io(std::move(work));
}

Awaitable<void> without_result(Awaitable<bool> work)
{
    co_await std::move(work);
}

} // namespace

ReentrantLock::ReentrantLock(std::shared_ptr<detail::ClientCore> core, std::string name)
    : m_core(std::move(core))
    , m_name(std::move(name))
{}

void ReentrantLock::lock()
{
    static_cast<void>(m_core->run(locks::acquire(*m_core, {m_name, calling_thread(*m_core), {}, {}})));
}

void ReentrantLock::lock(milliseconds lease)
{
    static_cast<void>(m_core->run(locks::acquire(*m_core, {m_name, calling_thread(*m_core), checked(lease), {}})));
}

bool ReentrantLock::try_lock()
{
    return m_core->run(locks::acquire(*m_core, {m_name, calling_thread(*m_core), {}, Clock::time_point::min()}));
}

bool ReentrantLock::try_lock_for(milliseconds wait)
{
    return m_core->run(locks::acquire(*m_core, {m_name, calling_thread(*m_core), {}, until(wait)}));
}

bool ReentrantLock::try_lock_for(milliseconds wait, milliseconds lease)
{
    return m_core->run(locks::acquire(*m_core, {m_name, calling_thread(*m_core), checked(lease), until(wait)}));
}

void ReentrantLock::unlock()
{
    try {
        release();
    } catch (const Error& error) {
        if (error.errc() == Errc::not_held || error.errc() == Errc::wrong_thread)
            throw;
        // The holder was told by its loss token, or the release goes on in the background; see the class comment.
    }
}

int ReentrantLock::release()
{
    return m_core->run(locks::release(*m_core, m_name, calling_thread(*m_core)));
}

bool ReentrantLock::is_locked()
{
    return m_core->run(locks::is_locked(*m_core, m_name));
}

std::optional<milliseconds> ReentrantLock::remaining_lease()
{
    return m_core->run(locks::remaining_lease(*m_core, m_name));
}

bool ReentrantLock::force_unlock()
{
    return m_core->run(locks::force_unlock(*m_core, m_name));
}

bool ReentrantLock::is_held() const
{
    return is_held(calling_thread(*m_core));
}

bool ReentrantLock::is_held(const OwnerId& owner) const
{
    return hold_count(owner) > 0;
}

int ReentrantLock::hold_count() const
{
    return hold_count(calling_thread(*m_core));
}

int ReentrantLock::hold_count(const OwnerId& owner) const
{
    const auto hold = m_core->holds().find(m_name, owner);
    return hold && hold->is_valid(Clock::now()) ? hold->count : 0;
}

std::stop_token ReentrantLock::loss_token() const
{
    return loss_token(calling_thread(*m_core));
}

std::stop_token ReentrantLock::loss_token(const OwnerId& owner) const
{
    const auto hold = m_core->holds().find(m_name, owner);
    return hold ? hold->loss.get_token() : std::stop_token();
}

Awaitable<void> ReentrantLock::async_lock(OwnerId owner, std::optional<milliseconds> lease)
{
    return without_result(on_io(m_core, locks::acquire(*m_core, {m_name, std::move(owner), checked(lease), {}})));
}

Awaitable<bool> ReentrantLock::async_try_lock(OwnerId owner, std::optional<milliseconds> lease)
{
    return on_io(m_core, locks::acquire(*m_core, {m_name, std::move(owner), checked(lease), Clock::time_point::min()}));
}

Awaitable<bool> ReentrantLock::async_try_lock_for(OwnerId owner, milliseconds wait, std::optional<milliseconds> lease)
{
    return on_io(m_core, locks::acquire(*m_core, {m_name, std::move(owner), checked(lease), until(wait)}));
}

Awaitable<int> ReentrantLock::async_unlock(OwnerId owner)
{
    return on_io(m_core, locks::release(*m_core, m_name, std::move(owner)));
}

Awaitable<bool> ReentrantLock::async_is_locked()
{
    return on_io(m_core, locks::is_locked(*m_core, m_name));
}

Awaitable<std::optional<milliseconds>> ReentrantLock::async_remaining_lease()
{
    return on_io(m_core, locks::remaining_lease(*m_core, m_name));
}

Awaitable<bool> ReentrantLock::async_force_unlock()
{
    return on_io(m_core, locks::force_unlock(*m_core, m_name));
}

} // namespace lockscope
