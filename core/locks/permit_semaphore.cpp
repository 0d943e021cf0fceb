// SPDX-License-Identifier: Apache-2.0
#include "lockscope/permit_semaphore.hpp"

#include "base/durations.hpp"
#include "locks/permit_steps.hpp"
#include "locks/permit_watchdog.hpp"

namespace lockscope {

namespace {

using std::chrono::milliseconds;

int checked_number(int permits)
{
    locks::require_not_negative(permits);
    return permits;
}

PermitSemaphore::Lease checked(PermitSemaphore::Lease lease)
{
    if (lease && (*lease < milliseconds(1) || *lease > longest_lease))
        throw Error(Errc::invalid_argument,
                    "A lease must be between 1 ms and 100 years; leave it out for a permit that never expires.");
    return lease;
}

using Ids = std::vector<std::string>;

int checked_at_once(int permits)
{
    locks::require_permits_at_once(permits);
    return permits;
}

/// For who waits without end.
template <typename T>
Awaitable<T> value_of(Awaitable<std::optional<T>> work)
{
    std::optional<T> taken = co_await std::move(work);
    co_return std::move(taken).value();
}

std::optional<std::string> only(std::optional<Ids> ids)
{
    return ids ? std::optional(std::move(ids->front())) : std::nullopt;
}

Awaitable<std::optional<std::string>> only_of(Awaitable<std::optional<Ids>> work)
{
    std::optional<Ids> ids = co_await std::move(work);
    co_return only(std::move(ids));
}

Awaitable<bool> any_of(Awaitable<int> work)
{
    const int count = co_await std::move(work);
    co_return count > 0;
}

Awaitable<int> available_of(Awaitable<locks::Permits> work)
{
    const locks::Permits permits = co_await std::move(work);
    co_return permits.available;
}

Awaitable<int> acquired_of(Awaitable<locks::Permits> work)
{
    const locks::Permits permits = co_await std::move(work);
    co_return permits.acquired;
}

Awaitable<int> all_of(Awaitable<locks::Permits> work)
{
    const locks::Permits permits = co_await std::move(work);
    co_return permits.available + permits.acquired;
}

Awaitable<std::optional<milliseconds>> left_of(Awaitable<locks::Permits> work)
{
    const locks::Permits permits = co_await std::move(work);
    co_return permits.left;
}

} // namespace

PermitSemaphore::PermitSemaphore(std::shared_ptr<detail::ClientCore> core, std::string name)
    : m_core(std::move(core))
    , m_name(std::move(name))
{}

std::string PermitSemaphore::acquire(Lease lease)
{
    return acquire(Terms{{}, lease, {}}).value();
}

std::optional<std::string> PermitSemaphore::try_acquire(Lease lease)
{
    return acquire(Terms{milliseconds::zero(), lease, {}});
}

std::optional<std::string> PermitSemaphore::try_acquire_for(milliseconds wait, Lease lease)
{
    return acquire(Terms{wait, lease, {}});
}

std::optional<std::string> PermitSemaphore::acquire(const Terms& terms)
{
    return only(acquire_several(1, terms));
}

std::vector<std::string> PermitSemaphore::acquire_several(int permits, Lease lease)
{
    return acquire_several(permits, Terms{{}, lease, {}}).value();
}

std::optional<std::vector<std::string>> PermitSemaphore::try_acquire_several(int permits, Lease lease)
{
    return acquire_several(permits, Terms{milliseconds::zero(), lease, {}});
}

std::optional<std::vector<std::string>> PermitSemaphore::acquire_several(int permits, const Terms& terms)
{
    locks::leave_if_stopped(*m_core, {"semaphore", m_name}, terms.stop);
    return m_core->run(
        locks::acquire_permits(*m_core, m_name, checked_at_once(permits), terms.wait, checked(terms.lease)),
        terms.stop);
}

bool PermitSemaphore::release(const std::string& id)
{
    return release_several({id}) > 0;
}

int PermitSemaphore::release_several(const std::vector<std::string>& ids)
{
    return m_core->run(locks::release_permits(*m_core, m_name, locks::parse_ids(ids)));
}

void PermitSemaphore::drop(const std::string& id) noexcept
{
    try {
        const locks::PermitIds permit = locks::parse_ids({id});
        if (m_core->on_io_thread())
            locks::give_back_permits(*m_core, m_name, permit, {});
        else
            m_core->run(locks::release_permits(*m_core, m_name, permit));
    } catch (...) {
        // It goes on in the background, or ends with the lease: a guard's end is no place to learn of it.
    }
}

bool PermitSemaphore::update_lease(const std::string& id, Lease lease)
{
    return m_core->run(locks::update_lease(*m_core, m_name, locks::PermitId::parse(id), checked(lease)));
}

bool PermitSemaphore::keep(const std::string& id)
{
    return m_core->run(locks::keep_permit(*m_core, m_name, locks::PermitId::parse(id)));
}

std::stop_token PermitSemaphore::loss_token(const std::string& id) const
{
    return m_core->permit_watchdog().loss_token({m_name, locks::PermitId::parse(id).hex});
}

std::optional<milliseconds> PermitSemaphore::remaining_lease(const std::string& id)
{
    return m_core->run(left_of(locks::look(*m_core, m_name, locks::PermitId::parse(id))));
}

int PermitSemaphore::available()
{
    return m_core->run(available_of(locks::look(*m_core, m_name, {})));
}

int PermitSemaphore::acquired()
{
    return m_core->run(acquired_of(locks::look(*m_core, m_name, {})));
}

int PermitSemaphore::permits()
{
    return m_core->run(all_of(locks::look(*m_core, m_name, {})));
}

bool PermitSemaphore::try_set_permits(int permits)
{
    return m_core->run(locks::try_set_permits(*m_core, m_name, checked_number(permits)));
}

void PermitSemaphore::set_permits(int permits)
{
    m_core->run(locks::set_permits(*m_core, m_name, checked_number(permits)));
}

void PermitSemaphore::add_permits(int delta)
{
    m_core->run(locks::add_permits(*m_core, m_name, delta));
}

bool PermitSemaphore::remove()
{
    return m_core->run(locks::remove_permits(*m_core, m_name));
}

Awaitable<std::string> PermitSemaphore::async_acquire(Lease lease)
{
    return value_of(async_acquire(Terms{{}, lease, {}}));
}

Awaitable<std::optional<std::string>> PermitSemaphore::async_acquire(const Terms& terms)
{
    return only_of(async_acquire_several(1, terms));
}

Awaitable<std::optional<std::string>> PermitSemaphore::async_try_acquire(Lease lease)
{
    return async_acquire(Terms{milliseconds::zero(), lease, {}});
}

Awaitable<std::optional<std::string>> PermitSemaphore::async_try_acquire_for(milliseconds wait, Lease lease)
{
    return async_acquire(Terms{wait, lease, {}});
}

Awaitable<std::vector<std::string>> PermitSemaphore::async_acquire_several(int permits, Lease lease)
{
    return value_of(async_acquire_several(permits, Terms{{}, lease, {}}));
}

Awaitable<std::optional<std::vector<std::string>>> PermitSemaphore::async_try_acquire_several(int permits, Lease lease)
{
    return async_acquire_several(permits, Terms{milliseconds::zero(), lease, {}});
}

Awaitable<std::optional<std::vector<std::string>>> PermitSemaphore::async_acquire_several(int permits,
                                                                                          const Terms& terms)
{
    return m_core->on_io(
        locks::acquire_permits(*m_core, m_name, checked_at_once(permits), terms.wait, checked(terms.lease)));
}

Awaitable<std::optional<std::string>> PermitSemaphore::async_acquire_kept(std::optional<milliseconds> wait)
{
    return m_core->on_io(locks::acquire_kept_permit(*m_core, m_name, wait));
}

Awaitable<bool> PermitSemaphore::async_release(const std::string& id)
{
    return any_of(async_release_several({id}));
}

Awaitable<int> PermitSemaphore::async_release_several(const std::vector<std::string>& ids)
{
    return m_core->on_io(locks::release_permits(*m_core, m_name, locks::parse_ids(ids)));
}

Awaitable<bool> PermitSemaphore::async_update_lease(const std::string& id, Lease lease)
{
    return m_core->on_io(locks::update_lease(*m_core, m_name, locks::PermitId::parse(id), checked(lease)));
}

Awaitable<bool> PermitSemaphore::async_keep(const std::string& id)
{
    return m_core->on_io(locks::keep_permit(*m_core, m_name, locks::PermitId::parse(id)));
}

Awaitable<std::optional<milliseconds>> PermitSemaphore::async_remaining_lease(const std::string& id)
{
    return m_core->on_io(left_of(locks::look(*m_core, m_name, locks::PermitId::parse(id))));
}

Awaitable<int> PermitSemaphore::async_available()
{
    return m_core->on_io(available_of(locks::look(*m_core, m_name, {})));
}

Awaitable<int> PermitSemaphore::async_acquired()
{
    return m_core->on_io(acquired_of(locks::look(*m_core, m_name, {})));
}

Awaitable<int> PermitSemaphore::async_permits()
{
    return m_core->on_io(all_of(locks::look(*m_core, m_name, {})));
}

Awaitable<bool> PermitSemaphore::async_try_set_permits(int permits)
{
    return m_core->on_io(locks::try_set_permits(*m_core, m_name, checked_number(permits)));
}

Awaitable<void> PermitSemaphore::async_set_permits(int permits)
{
    return m_core->on_io(locks::set_permits(*m_core, m_name, checked_number(permits)));
}

Awaitable<void> PermitSemaphore::async_add_permits(int delta)
{
    return m_core->on_io(locks::add_permits(*m_core, m_name, delta));
}

Awaitable<bool> PermitSemaphore::async_remove()
{
    return m_core->on_io(locks::remove_permits(*m_core, m_name));
}

Permit Permit::kept(PermitSemaphore semaphore)
{
    detail::ClientCore& core = *semaphore.m_core;
    std::string id = core.run(locks::acquire_kept_permit(core, semaphore.m_name, {})).value();
    return Permit(std::move(semaphore), std::move(id));
}

} // namespace lockscope
