// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/awaitable.hpp"
#include "lockscope/owner.hpp"
#include "lockscope/patience.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace lockscope {

class Client;
class ReadWriteLock;
namespace detail {
class ClientCore;
} // namespace detail
namespace locks {
class Protocol;
} // namespace locks

/// How to acquire. The default: as long as it takes, renewed by the watchdog.
struct Terms
{
    std::optional<std::chrono::milliseconds> wait; ///< None: as long as it takes. Zero or less: one try.
    /// None: renewed by the client's watchdog until released. Otherwise between 1 ms and 100 years; whatever acquires
    /// throws Error invalid_argument for anything else.
    std::optional<std::chrono::milliseconds> lease;
    std::stop_token stop; ///< Ends the wait with Error cancelled; nothing is left behind in Redis.
};

/// What every lock with an owner can do. The types of locks (ReentrantLock, FairLock, ReadLock, WriteLock, FencedLock,
/// SpinLock, NonReentrantLock, …) differ in how they queue and what they write to Redis, not in how they are used.
///
///     auto lock = client.fair_lock("orders:42");
///     if (std::unique_lock guard(lock, 5s); guard) work();   // waits at most five seconds
///
/// unlock() is what the guards of the standard library call in their destructors, where an exception would end the
/// program: it throws for nothing but a mistake of the caller. Use release() to learn that the lock had been lost, or
/// could not be given back in time, or was not permitted to be (then that goes on in the background until the lease
/// ends, with a missing right or password every few seconds). A client remembers who lost a lock and has not released
/// it since, 10,000 of them; once there were more, whoever releases what it does not hold counts as one of those.
///
/// Without a lease the lock is renewed by the client's watchdog until released, or until the process dies.
/// With a lease it ends by itself. Re-entry never shortens a lease that still runs, and never adds leases up. When the
/// entry is left again, those that stay are kept as they were: what has a lease is not renewed any more, and ends when
/// what runs of the leases is over.
/// What was granted by an answer that took longer than the lease does not count as acquired: it is given back, and
/// tried again as long as there is time; after five such answers in a row Error lost says so.
///
/// A handle is a cheap value; copies are the same lock. All members may be called from any thread, the blocking ones
/// and those that ask Redis not on the client's own I/O thread (wrong_thread). The blocking ones act for the calling
/// thread as owner, and meet the standard's TimedLockable. The async_ ones take the owner, are cancellable (Asio,
/// terminal cancellation), and an owner's operations on one lock run one after the other in the order of their calls.
/// Client::new_owner() gives a coroutine an owner that is neither a thread nor another coroutine.
///
/// Every operation of an owner is executed exactly once even where a reply is lost: the owner says which count it
/// starts from, so a repeated script recognises its own work. Where the outcome cannot be found out in time, Error says
/// so (state_known() is false), and what may have been acquired is given back in the background.
class Lock
{
public:
    using milliseconds = std::chrono::milliseconds;

    /// @name Blocking, the calling thread is the owner
    /// Any of them may throw Error (connection_failed, outcome_unknown, no_permission, wrong_type, …; invalid_argument
    /// for a lease that is not between 1 ms and 100 years).
    ///@{
    void lock();
    void lock(milliseconds lease);
    /// Does not wait for the lock, but for the server's answer, up to ClientOptions::command_timeout.
    [[nodiscard]] bool try_lock();
    /// A slow server's last answer is waited for up to a second beyond @p wait, so that the outcome is known (longer
    /// with ClientOptions::wait_for_replica, see there).
    [[nodiscard]] bool try_lock_for(milliseconds wait);
    [[nodiscard]] bool try_lock_for(milliseconds wait, milliseconds lease);
    template <typename Rep, typename Period>
    [[nodiscard]] bool try_lock_for(const std::chrono::duration<Rep, Period>& wait)
    {
        return try_lock_for(to_wait(wait));
    }
    template <typename Clock, typename Duration>
    [[nodiscard]] bool try_lock_until(const std::chrono::time_point<Clock, Duration>& deadline)
    {
        return try_lock_for(to_wait(deadline));
    }
    /// All of the above in one, and cancellable. @returns false if it was not to be had in time.
    /// @throws Error cancelled when terms.stop was requested before it was acquired.
    [[nodiscard]] bool acquire(const Terms& terms);
    /// @throws Error not_held or wrong_thread, and nothing else.
    void unlock();
    /// @returns how many holds of the calling thread are left. @throws Error not_held, lost, outcome_unknown, …; the
    /// hold is given up on this side in any case.
    int release();
    ///@}

    /// @name What Redis says (one command)
    /// Not tried again: ClientOptions::outage_patience does not apply. @throws Error connection_failed, timeout, …
    /// after ClientOptions::command_timeout at the latest.
    ///@{
    /// Does anybody hold it? For the sides of a read-write lock: in this mode.
    [[nodiscard]] bool is_locked();
    /// How long the lock still lives; nullopt if nobody holds it, milliseconds::max() if it never expires.
    [[nodiscard]] std::optional<milliseconds> remaining_lease();
    ///@}

    /// @name What this process knows (no I/O, never throws): false and 0 as soon as the lease has run out
    ///@{
    [[nodiscard]] bool is_held() const;
    [[nodiscard]] bool is_held(const OwnerId& owner) const;
    [[nodiscard]] int hold_count() const;
    [[nodiscard]] int hold_count(const OwnerId& owner) const;
    /// Asked to stop when the hold of the calling thread (or of @p owner) is lost: use std::stop_callback to be told,
    /// on the I/O thread. A token without a state if nothing is held.
    [[nodiscard]] std::stop_token loss_token() const;
    [[nodiscard]] std::stop_token loss_token(const OwnerId& owner) const;
    /// Until when nobody else can have it, by what the server confirmed last: each renewal moves it. nullopt if the
    /// owner does not hold it.
    [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> valid_until(const OwnerId& owner) const;
    ///@}

    /// Deletes the lock, whoever holds it, and wakes waiters. Operators use lockscope::Admin instead, which
    /// compares first. @returns false if nobody held it (in this mode). @throws Error wrong_type for a key that is no
    /// hash or, for the types with one holder, has more than its field: it is left alone; connection_failed, …;
    /// outcome_unknown where its reply was lost: it is not sent again, for it would free the next holder's lock.
    bool force_unlock();

    /// @name Awaitable, with an explicit owner
    /// They throw as the blocking ones do, for a lease that makes no sense in the call itself.
    ///@{
    [[nodiscard]] Awaitable<void> async_lock(OwnerId owner, std::optional<milliseconds> lease = {});
    [[nodiscard]] Awaitable<bool> async_try_lock(OwnerId owner, std::optional<milliseconds> lease = {});
    [[nodiscard]] Awaitable<bool> async_try_lock_for(OwnerId owner, milliseconds wait,
                                                     std::optional<milliseconds> lease = {});
    /// As acquire(); terms.stop is not looked at: cancel the coroutine instead.
    [[nodiscard]] Awaitable<bool> async_acquire(OwnerId owner, const Terms& terms);
    /// As release(); it goes on when it is cancelled, and tells how it went.
    Awaitable<int> async_unlock(OwnerId owner);
    /// Makes the rest of the owner's lease at least @p lease, if it still holds the lock. @returns false if it does
    /// not, or another operation of this owner on the lock does not end within ClientOptions::outage_patience.
    /// @throws Error invalid_argument for a lease that is not between 1 ms and 100 years; no_permission, … if the
    /// server refuses; connection_failed, timeout, … if it does not answer in time, or before the present lease ends:
    /// then it may have become longer all the same.
    [[nodiscard]] Awaitable<bool> async_extend(OwnerId owner, milliseconds lease);
    [[nodiscard]] Awaitable<bool> async_is_locked();
    [[nodiscard]] Awaitable<std::optional<milliseconds>> async_remaining_lease();
    [[nodiscard]] Awaitable<bool> async_force_unlock();
    ///@}

    /// As async_extend, for the calling thread.
    [[nodiscard]] bool extend(milliseconds lease);

    [[nodiscard]] const std::string& name() const noexcept { return m_name; }
    /// The owner that the blocking members use: the calling thread of this lock's client.
    [[nodiscard]] OwnerId this_thread() const;

    /// For the other parts of this library.
    [[nodiscard]] const std::shared_ptr<detail::ClientCore>& core() const noexcept { return m_core; }
    [[nodiscard]] const locks::Protocol& protocol() const noexcept { return *m_protocol; }

protected:
    friend class Client;
    friend class ReadWriteLock;
    Lock(std::shared_ptr<detail::ClientCore> core, std::string name, const locks::Protocol& protocol);

private:
    std::shared_ptr<detail::ClientCore> m_core;
    std::string m_name;
    const locks::Protocol* m_protocol;
};

} // namespace lockscope
