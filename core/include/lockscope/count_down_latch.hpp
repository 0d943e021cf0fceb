// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/awaitable.hpp"
#include "lockscope/patience.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

namespace lockscope {

class Client;
namespace detail {
class ClientCore;
} // namespace detail

/// A gate that opens when so many have counted down; byte-compatible with Redisson's RCountDownLatch: an integer at the
/// latch's name, deleted at zero; messages on `redisson_countdownlatch__channel__{name}`.
///
///     auto ready = client.count_down_latch("ready");
///     ready.try_set_count(3);         // once, by anybody
///     ready.count_down();             // each of the three
///     ready.wait();                   // whoever wants to go on when all are there
///
/// A latch without a key is open. It can be closed again with try_set_count(); who waits for the first opening and
/// comes too late to see it then waits for the second.
///
/// A waiter looks again at every message, when the key expires, and every 30 s at most (every 500 ms while
/// messages cannot be heard): so it notices in bounded time that the key was deleted by somebody who told nobody.
///
/// count_down() has no owner: a request whose reply was lost is never sent twice, Error outcome_unknown says that
/// it may have been counted. Before anything was sent, trouble with the connection is retried for
/// ClientOptions::outage_patience.
///
/// A key that holds anything but an integer is never touched: Error wrong_type. A handle is a cheap value; copies are
/// the same latch. All members may be called from any thread except, for the blocking ones, the client's own I/O thread
/// (wrong_thread). Any of them may throw Error (connection_failed, no_permission, wrong_type, …).
class CountDownLatch
{
public:
    using milliseconds = std::chrono::milliseconds;

    /// Redis counts in doubles inside scripts, and so many are exact.
    static constexpr std::int64_t max_count = 999'999'999'999'999;

    /// Closes an open latch. @returns false, and does nothing, if there is a key of this name.
    /// @throws Error invalid_argument if @p count is not between 1 and max_count; outcome_unknown.
    bool try_set_count(std::int64_t count);
    /// @returns what is left; 0 if this opened it, or it was open already. @throws Error outcome_unknown
    std::int64_t count_down();
    [[nodiscard]] std::int64_t count();

    /// @name Until it is open
    ///@{
    void wait();
    /// @returns false if it was not open in time.
    [[nodiscard]] bool wait_for(milliseconds wait);
    template <typename Rep, typename Period>
    [[nodiscard]] bool wait_for(const std::chrono::duration<Rep, Period>& wait)
    {
        return wait_for(to_wait(wait));
    }
    template <typename Clock, typename Duration>
    [[nodiscard]] bool wait_until(const std::chrono::time_point<Clock, Duration>& deadline)
    {
        return wait_for(to_wait(deadline));
    }
    [[nodiscard]] bool try_wait();
    /// All of the above in one, and cancellable. @throws Error cancelled
    [[nodiscard]] bool wait(const Patience& patience);
    ///@}

    /// Opens it by deleting the key, and wakes the waiters. @returns false if it was open. @throws Error
    /// outcome_unknown
    bool remove();

    /// @name Awaitable; see above
    /// Cancellable (Asio, terminal cancellation) where they wait; patience.stop is not looked at.
    ///@{
    [[nodiscard]] Awaitable<bool> async_try_set_count(std::int64_t count);
    [[nodiscard]] Awaitable<std::int64_t> async_count_down();
    [[nodiscard]] Awaitable<std::int64_t> async_count();
    [[nodiscard]] Awaitable<void> async_wait();
    [[nodiscard]] Awaitable<bool> async_wait(const Patience& patience);
    [[nodiscard]] Awaitable<bool> async_wait_for(milliseconds wait);
    [[nodiscard]] Awaitable<bool> async_remove();
    ///@}

    [[nodiscard]] const std::string& name() const noexcept { return m_name; }

private:
    friend class Client;
    CountDownLatch(std::shared_ptr<detail::ClientCore> core, std::string name);

    std::shared_ptr<detail::ClientCore> m_core;
    std::string m_name;
};

} // namespace lockscope
