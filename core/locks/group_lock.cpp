// SPDX-License-Identifier: Apache-2.0
#include "lockscope/group_lock.hpp"

#include "base/durations.hpp"
#include "client/owner_number.hpp"
#include "locks/group.hpp"
#include "lockscope/error.hpp"

namespace lockscope {

namespace {

using std::chrono::milliseconds;

/// Keeps the group alive while the work is under way, whatever becomes of the handle.
template <typename T>
Awaitable<T> at(std::shared_ptr<detail::ClientCore> place, [[maybe_unused]] std::shared_ptr<locks::Group> group,
                Awaitable<T> work)
{
    co_return co_await place->on_io_until_closed(std::move(work));
}

template <typename T>
Awaitable<T> at_home(std::shared_ptr<locks::Group> group, Awaitable<T> work)
{
    return at(group->home().shared_from_this(), group, std::move(work));
}

void check_lease(const Terms& terms)
{
    if (terms.lease && (*terms.lease <= milliseconds::zero() || *terms.lease > longest_lease))
        throw Error(Errc::invalid_argument,
                    "A lease must be between 1 ms and 100 years; leave it out for a lock that is renewed.");
}

} // namespace

GroupLock::GroupLock(std::shared_ptr<locks::Group> group) : m_group(std::move(group)) {}

void GroupLock::lock()
{
    static_cast<void>(acquire({}));
}

void GroupLock::lock(milliseconds lease)
{
    static_cast<void>(acquire({{}, lease, {}}));
}

bool GroupLock::try_lock()
{
    return acquire({milliseconds::zero(), {}, {}});
}

bool GroupLock::try_lock_for(milliseconds wait)
{
    return acquire({wait, {}, {}});
}

bool GroupLock::try_lock_for(milliseconds wait, milliseconds lease)
{
    return acquire({wait, lease, {}});
}

bool GroupLock::acquire(const Terms& terms)
{
    check_lease(terms);
    m_group->require_other_thread();
    return m_group->home().run_until_closed(m_group->acquire(detail::thread_number(), terms), terms.stop);
}

void GroupLock::unlock()
{
    try {
        release();
    } catch (const Error& error) {
        if (error.errc() == Errc::not_held || error.errc() == Errc::wrong_thread)
            throw;
        // The holder was told by its loss token, or the release goes on in the background.
    }
}

int GroupLock::release()
{
    m_group->require_other_thread();
    return m_group->place_to_leave().run_until_closed(m_group->release(detail::thread_number()), {});
}

bool GroupLock::is_held() const
{
    return hold_count() > 0;
}

bool GroupLock::is_held(std::int64_t thread) const
{
    return hold_count(thread) > 0;
}

int GroupLock::hold_count() const
{
    return hold_count(detail::thread_number());
}

int GroupLock::hold_count(std::int64_t thread) const
{
    return m_group->hold_count(thread);
}

std::stop_token GroupLock::loss_token() const
{
    return loss_token(detail::thread_number());
}

std::stop_token GroupLock::loss_token(std::int64_t thread) const
{
    return m_group->loss_token(thread);
}

Awaitable<bool> GroupLock::async_acquire(std::int64_t thread, Terms terms)
{
    check_lease(terms);
    return at_home(m_group, m_group->acquire(thread, std::move(terms)));
}

Awaitable<int> GroupLock::async_release(std::int64_t thread)
{
    return at(m_group->place_to_leave().shared_from_this(), m_group, m_group->release(thread));
}

int GroupLock::force_unlock()
{
    m_group->require_other_thread();
    return m_group->home().run_until_closed(m_group->force_unlock(), {});
}

Awaitable<int> GroupLock::async_force_unlock()
{
    return at_home(m_group, m_group->force_unlock());
}

const std::vector<Lock>& GroupLock::members() const noexcept
{
    return m_group->members();
}

} // namespace lockscope
