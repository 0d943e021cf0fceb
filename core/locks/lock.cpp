// SPDX-License-Identifier: Apache-2.0
#include "lockscope/lock.hpp"

#include "base/durations.hpp"
#include "client/client_core.hpp"
#include "client/owner_number.hpp"
#include "locks/steps.hpp"
#include "lockscope/error.hpp"

#include <algorithm>

namespace lockscope {

namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

std::optional<milliseconds> checked(std::optional<milliseconds> lease)
{
    if (lease && (*lease <= milliseconds::zero() || *lease > longest_lease))
        throw Error(Errc::invalid_argument,
                    "A lease must be between 1 ms and 100 years; leave it out for a lock that is renewed.");
    return lease;
}

Clock::time_point until(milliseconds wait)
{
    if (wait <= milliseconds::zero())
        return Clock::time_point::min();
    return Clock::now() + std::min(wait, longest_wait);
}

locks::HoldId hold_id(const Lock& lock, OwnerId owner)
{
    return {lock.name(), std::move(owner), lock.protocol().access()};
}

locks::AcquireRequest request(const Lock& lock, OwnerId owner, const Terms& terms)
{
    locks::AcquireRequest result{&lock.protocol(), hold_id(lock, std::move(owner)), checked(terms.lease), {}};
    if (terms.wait)
        result.give_up = until(*terms.wait);
    return result;
}

Awaitable<void> without_result(Awaitable<bool> work)
{
    co_await std::move(work);
}

} // namespace

Lock::Lock(std::shared_ptr<detail::ClientCore> core, std::string name, const locks::Protocol& protocol)
    : m_core(std::move(core))
    , m_name(std::move(name))
    , m_protocol(&protocol)
{}

OwnerId Lock::this_thread() const
{
    return {m_core->id, detail::thread_number()};
}

void Lock::lock()
{
    static_cast<void>(acquire({}));
}

void Lock::lock(milliseconds lease)
{
    static_cast<void>(acquire({{}, lease, {}}));
}

bool Lock::try_lock()
{
    return acquire({milliseconds::zero(), {}, {}});
}

bool Lock::try_lock_for(milliseconds wait)
{
    return acquire({wait, {}, {}});
}

bool Lock::try_lock_for(milliseconds wait, milliseconds lease)
{
    return acquire({wait, lease, {}});
}

bool Lock::acquire(const Terms& terms)
{
    return m_core->run(locks::acquire(*m_core, request(*this, this_thread(), terms)), terms.stop);
}

void Lock::unlock()
{
    try {
        release();
    } catch (const Error& error) {
        if (error.errc() == Errc::not_held || error.errc() == Errc::wrong_thread)
            throw;
        // The holder was told by its loss token, or the release goes on in the background; see the class comment.
    }
}

int Lock::release()
{
    return m_core->run(locks::release(*m_core, hold_id(*this, this_thread())));
}

bool Lock::extend(milliseconds lease)
{
    return m_core->run(locks::extend(*m_core, hold_id(*this, this_thread()), *checked(lease)));
}

bool Lock::is_locked()
{
    return m_core->run(locks::is_locked(*m_core, *m_protocol, m_name));
}

std::optional<milliseconds> Lock::remaining_lease()
{
    return m_core->run(locks::remaining_lease(*m_core, m_name));
}

bool Lock::force_unlock()
{
    return m_core->run(locks::force_unlock(*m_core, *m_protocol, m_name));
}

bool Lock::is_held() const
{
    return is_held(this_thread());
}

bool Lock::is_held(const OwnerId& owner) const
{
    return hold_count(owner) > 0;
}

int Lock::hold_count() const
{
    return hold_count(this_thread());
}

int Lock::hold_count(const OwnerId& owner) const
{
    const auto hold = m_core->holds().find(hold_id(*this, owner));
    return hold && hold->is_valid(Clock::now()) ? hold->count : 0;
}

std::stop_token Lock::loss_token() const
{
    return loss_token(this_thread());
}

std::stop_token Lock::loss_token(const OwnerId& owner) const
{
    const auto hold = m_core->holds().find(hold_id(*this, owner));
    return hold ? hold->loss.get_token() : std::stop_token();
}

std::optional<std::chrono::steady_clock::time_point> Lock::valid_until(const OwnerId& owner) const
{
    const auto hold = m_core->holds().find(hold_id(*this, owner));
    return hold && hold->is_valid(Clock::now()) ? std::optional(hold->valid_until) : std::nullopt;
}

Awaitable<void> Lock::async_lock(OwnerId owner, std::optional<milliseconds> lease)
{
    return without_result(async_acquire(std::move(owner), {{}, lease, {}}));
}

Awaitable<bool> Lock::async_try_lock(OwnerId owner, std::optional<milliseconds> lease)
{
    return async_acquire(std::move(owner), {milliseconds::zero(), lease, {}});
}

Awaitable<bool> Lock::async_try_lock_for(OwnerId owner, milliseconds wait, std::optional<milliseconds> lease)
{
    return async_acquire(std::move(owner), {wait, lease, {}});
}

Awaitable<bool> Lock::async_acquire(OwnerId owner, const Terms& terms)
{
    return m_core->on_io(locks::acquire(*m_core, request(*this, std::move(owner), terms)));
}

Awaitable<int> Lock::async_unlock(OwnerId owner)
{
    return m_core->on_io(locks::release(*m_core, hold_id(*this, std::move(owner))));
}

Awaitable<bool> Lock::async_extend(OwnerId owner, milliseconds lease)
{
    return m_core->on_io(locks::extend(*m_core, hold_id(*this, std::move(owner)), *checked(lease)));
}

Awaitable<bool> Lock::async_is_locked()
{
    return m_core->on_io(locks::is_locked(*m_core, *m_protocol, m_name));
}

Awaitable<std::optional<milliseconds>> Lock::async_remaining_lease()
{
    return m_core->on_io(locks::remaining_lease(*m_core, m_name));
}

Awaitable<bool> Lock::async_force_unlock()
{
    return m_core->on_io(locks::force_unlock(*m_core, *m_protocol, m_name));
}

} // namespace lockscope
