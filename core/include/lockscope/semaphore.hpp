// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/awaitable.hpp"
#include "lockscope/patience.hpp"

#include <chrono>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace lockscope {

class Client;
namespace detail {
class ClientCore;
} // namespace detail

/// A number of permits that threads of any process take and give back; byte-compatible with Redisson's RSemaphore: an
/// integer at the semaphore's name, changes are published on `redisson_sc:{name}`. To be used as a
/// std::counting_semaphore.
///
///     auto seats = client.semaphore("seats");
///     seats.try_set_permits(10);             // once, by anybody
///     seats.acquire();  …  seats.release();   // or a SemaphoreGuard
///
/// Permits have no owner: whoever likes may release, and what a process has taken is lost when it dies. Where that
/// matters use PermitSemaphore. For the same reason nobody can tell afterwards whether a request whose reply was lost
/// has been executed. Such a request is never sent twice: Error outcome_unknown says that permits may have been taken
/// (and are lost until somebody releases them) or given back. Before anything was sent, trouble with the connection is
/// retried for ClientOptions::outage_patience or the caller's wait, whichever is shorter. A request that has been sent
/// is waited for up to ClientOptions::command_timeout, even beyond the caller's wait: walking away could lose a permit.
///
/// Waiters of one process are served in the order of their arrival, so one that wants many is not starved by
/// those who want few; between processes there is no order. try_acquire() does not line up. A waiter looks again
/// at every message on the channel, whatever it says, and every 30 s (every 500 ms while messages cannot be heard).
///
/// A name without a key is a semaphore without permits. A key that holds anything but an integer is never touched:
/// Error wrong_type. All numbers have 32 bits, as in Java.
///
/// A handle is a cheap value; copies are the same semaphore. All members may be called from any thread except, for the
/// blocking ones, the client's own I/O thread (wrong_thread). Any of them may throw Error (connection_failed,
/// outcome_unknown, no_permission, wrong_type, …); invalid_argument for a negative number of permits. Zero permits
/// are had and given without asking.
class Semaphore
{
public:
    using milliseconds = std::chrono::milliseconds;

    [[nodiscard]] static constexpr int max() noexcept { return std::numeric_limits<int>::max(); }

    /// @name Taking permits, all @p permits of them or none
    ///@{
    void acquire(int permits = 1);
    /// Does not wait, and does not mind who does.
    [[nodiscard]] bool try_acquire(int permits = 1);
    [[nodiscard]] bool try_acquire_for(milliseconds wait, int permits = 1);
    template <typename Rep, typename Period>
    [[nodiscard]] bool try_acquire_for(const std::chrono::duration<Rep, Period>& wait, int permits = 1)
    {
        return try_acquire_for(to_wait(wait), permits);
    }
    template <typename Clock, typename Duration>
    [[nodiscard]] bool try_acquire_until(const std::chrono::time_point<Clock, Duration>& deadline, int permits = 1)
    {
        return try_acquire_for(to_wait(deadline), permits);
    }
    /// All of the above in one, and cancellable. @returns false if they were not to be had in time.
    /// @throws Error cancelled; then no permit is taken, or it is given back in the background.
    [[nodiscard]] bool acquire(int permits, const Patience& patience);
    ///@}

    /// Gives permits back, or adds new ones: nobody counts. Makes the key if there is none.
    /// @throws Error invalid_argument if there would be more than max().
    void release(int permits = 1);
    /// @returns false, and does nothing, if there is no such key.
    bool release_if_exists(int permits = 1);

    /// Makes the semaphore. @returns false, and does nothing, if there is a key of this name.
    bool try_set_permits(int permits);
    /// The same, for so long (1 ms or more).
    bool try_set_permits(int permits, milliseconds lifetime);
    /// Changes the number by @p delta, which may be negative, as the result may be: then so many have to be
    /// released before anybody can acquire. Makes the key if there is none.
    /// @throws Error invalid_argument if the result has more than 32 bits.
    void add_permits(int delta);
    /// Takes all there are. @returns how many (a negative number is set to zero).
    int drain();
    [[nodiscard]] int available();
    /// Deletes the key; waiters go on waiting. @returns false if there was none.
    bool remove();

    /// @name Awaitable; see above
    /// Cancellable (Asio, terminal cancellation) where they wait; patience.stop is not looked at.
    ///@{
    [[nodiscard]] Awaitable<void> async_acquire(int permits = 1);
    [[nodiscard]] Awaitable<bool> async_acquire(int permits, const Patience& patience);
    [[nodiscard]] Awaitable<bool> async_try_acquire(int permits = 1);
    [[nodiscard]] Awaitable<bool> async_try_acquire_for(milliseconds wait, int permits = 1);
    [[nodiscard]] Awaitable<void> async_release(int permits = 1);
    [[nodiscard]] Awaitable<bool> async_release_if_exists(int permits = 1);
    [[nodiscard]] Awaitable<bool> async_try_set_permits(int permits);
    [[nodiscard]] Awaitable<bool> async_try_set_permits(int permits, milliseconds lifetime);
    [[nodiscard]] Awaitable<void> async_add_permits(int delta);
    [[nodiscard]] Awaitable<int> async_drain();
    [[nodiscard]] Awaitable<int> async_available();
    [[nodiscard]] Awaitable<bool> async_remove();
    ///@}

    [[nodiscard]] const std::string& name() const noexcept { return m_name; }

private:
    friend class Client;
    friend class SemaphoreGuard;
    Semaphore(std::shared_ptr<detail::ClientCore> core, std::string name);

    /// For a guard that ends: never throws. On the I/O thread it goes on in the background.
    void drop(int permits) noexcept;

    std::shared_ptr<detail::ClientCore> m_core;
    std::string m_name;
};

/// Holds permits and gives them back at its end.
///
///     lockscope::SemaphoreGuard seat(seats);          // waits for one
///     lockscope::SemaphoreGuard table(seats, 4);      // for four at once
///
/// Nobody gives back the permits of a process that dies, guard or not. Not safe to be used by several threads at once,
/// as any guard.
class SemaphoreGuard
{
public:
    /// Waits for them. @throws Error; see Semaphore::acquire()
    explicit SemaphoreGuard(Semaphore semaphore, int permits = 1)
        : m_semaphore(std::move(semaphore))
        , m_permits(permits)
    {
        m_semaphore.acquire(permits);
    }
    /// Takes over permits that are held already.
    SemaphoreGuard(Semaphore semaphore, int permits, std::adopt_lock_t) noexcept
        : m_semaphore(std::move(semaphore))
        , m_permits(permits)
    {}
    SemaphoreGuard(SemaphoreGuard&& other) noexcept
        : m_semaphore(std::move(other.m_semaphore))
        , m_permits(std::exchange(other.m_permits, 0))
    {}
    SemaphoreGuard& operator=(SemaphoreGuard&& other) noexcept
    {
        if (this != &other) {
            drop();
            m_semaphore = std::move(other.m_semaphore);
            m_permits = std::exchange(other.m_permits, 0);
        }
        return *this;
    }
    /// Gives them back, if release() and detach() were not called. Never throws; on the client's I/O thread it goes on
    /// in the background.
    ~SemaphoreGuard() { drop(); }

    /// 0 if they were released.
    [[nodiscard]] int permits() const noexcept { return m_permits; }
    /// Gives them back now. @throws Error; they are given up on this side in any case.
    void release()
    {
        if (m_permits != 0)
            m_semaphore.release(std::exchange(m_permits, 0));
    }
    /// Lets go of them without giving them back. @returns how many
    [[nodiscard]] int detach() noexcept { return std::exchange(m_permits, 0); }

private:
    void drop() noexcept
    {
        if (m_permits != 0)
            m_semaphore.drop(m_permits);
    }
    Semaphore m_semaphore;
    int m_permits;
};

} // namespace lockscope
