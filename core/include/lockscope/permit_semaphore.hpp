// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/awaitable.hpp"
#include "lockscope/lock.hpp"
#include "lockscope/patience.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace lockscope {

class Client;
namespace detail {
class ClientCore;
} // namespace detail

/// A semaphore whose permits have an id and, if wanted, an end: what a process has taken comes back by itself when its
/// lease is over. Byte-compatible with Redisson's RPermitExpirableSemaphore: an integer at the semaphore's name, the
/// deadlines in `{name}:timeout`, messages on `redisson_sc:{name}`.
///
///     auto seats = client.permit_semaphore("seats");
///     seats.try_set_permits(10);                       // once, by anybody
///     auto seat = lockscope::Permit::kept(seats);      // waits; renewed, and given back at the end of the scope
///
/// An id is 16 random bytes, shown as 32 hex digits. Deadlines are set and compared by the server's clock alone. A
/// permit without a lease never expires: nobody gets it back if its process dies. One with a lease ends by itself,
/// unless it is kept; see keep().
///
/// Acquiring and releasing are executed exactly once even where a reply is lost, because an id that is known already
/// (or gone already) is this very call. Where the outcome cannot be found out in time, Error says so (state_known() is
/// false), and what may have been acquired is given back in the background.
///
/// Waiters of one process are served in the order of their arrival; between processes there is no order. A waiter looks
/// again at every message on the channel, when the first permit expires, and every 30 s (every 500 ms while messages
/// cannot be heard).
///
/// A key that holds anything but an integer is never touched: Error wrong_type. All numbers have 32 bits, as in
/// Java. A handle is a cheap value; copies are the same semaphore. All members may be called from any thread except,
/// for the blocking ones, the client's own I/O thread (wrong_thread). Any of them may throw Error (connection_failed,
/// outcome_unknown, no_permission, wrong_type, …), invalid_argument for a negative number, more than 1000 at once, a
/// lease that is not between 1 ms and 100 years, or an id that is not 32 hex digits, and lost where the answers take
/// longer than the lease again and again.
class PermitSemaphore
{
public:
    using milliseconds = std::chrono::milliseconds;
    using Lease = std::optional<milliseconds>; ///< None: without end.

    /// @name Taking a permit; what they return is its id
    ///@{
    [[nodiscard]] std::string acquire(Lease lease = {});
    /// Does not wait, and does not mind who does.
    [[nodiscard]] std::optional<std::string> try_acquire(Lease lease = {});
    [[nodiscard]] std::optional<std::string> try_acquire_for(milliseconds wait, Lease lease = {});
    /// All of the above in one, and cancellable. @returns nullopt if it was not to be had in time.
    /// @throws Error cancelled; then none is taken, or it is given back in the background.
    [[nodiscard]] std::optional<std::string> acquire(const Terms& terms);
    ///@}

    /// @name Taking several permits at once, at most 1000: all of them, or none
    /// Each has an id of its own and is released, given another lease, and expires for itself. Zero permits are had
    /// without asking. Who waits for many is not passed by those of its process who wait for fewer.
    ///@{
    [[nodiscard]] std::vector<std::string> acquire_several(int permits, Lease lease = {});
    /// Does not wait, and does not mind who does.
    [[nodiscard]] std::optional<std::vector<std::string>> try_acquire_several(int permits, Lease lease = {});
    /// @throws Error cancelled; then none is taken, or all are given back in the background.
    [[nodiscard]] std::optional<std::vector<std::string>> acquire_several(int permits, const Terms& terms);
    ///@}

    /// Gives a permit back. @returns false if it had expired or was never taken; then it is somebody else's matter.
    bool release(const std::string& id);
    /// Gives back those of at most 1000 permits that are still taken (Redisson gives back none if one is not).
    /// @returns how many had not expired
    int release_several(const std::vector<std::string>& ids);
    /// The lease becomes @p lease from now on; it is not kept any more if it was. @returns false if the permit had
    /// expired or was never taken.
    bool update_lease(const std::string& id, Lease lease);
    /// From now on the permit is renewed as a lock is by the watchdog, every third of ClientOptions::watchdog_lease,
    /// until it is released, or the process dies: then others can have it. The lease that it was taken with is its
    /// first. Asks nobody.
    /// @returns false if it was not taken with a lease by this client, or is not held any more.
    bool keep(const std::string& id);
    /// Asked to stop when the permit is lost, on the I/O thread: its lease is over; kept, it could not be renewed in
    /// time, or somebody has released or deleted it, which shows when it is renewed next. A token without a state where
    /// keep() would return false. Asks nobody.
    [[nodiscard]] std::stop_token loss_token(const std::string& id) const;
    /// What is left; milliseconds::max() if it never expires, nullopt if it has or was never taken.
    [[nodiscard]] std::optional<milliseconds> remaining_lease(const std::string& id);

    /// @name Numbers; expired permits count as available
    ///@{
    [[nodiscard]] int available(); ///< May be negative; see set_permits().
    [[nodiscard]] int acquired();
    [[nodiscard]] int permits(); ///< Both together.
    ///@}

    /// Makes the semaphore. @returns false, and does nothing, if there is a key of this name.
    bool try_set_permits(int permits);
    /// Sets how many there are in all, taken ones included. Nobody loses a permit: if more are taken, the number of
    /// those available becomes negative.
    void set_permits(int permits);
    /// Changes the number by @p delta, which may be negative.
    /// @throws Error invalid_argument if the result has more than 32 bits.
    void add_permits(int delta);
    /// Deletes the semaphore with all its permits; waiters go on waiting. @returns false if there was none.
    bool remove();

    /// @name Awaitable; see above
    /// Cancellable (Asio, terminal cancellation) where they wait; terms.stop is not looked at.
    ///@{
    [[nodiscard]] Awaitable<std::string> async_acquire(Lease lease = {});
    [[nodiscard]] Awaitable<std::optional<std::string>> async_acquire(const Terms& terms);
    /// With the lease of the client's watchdog, which renews it from the first moment; see keep().
    /// @param wait how long at most; none: without end. @returns nullopt if it was not to be had in time
    [[nodiscard]] Awaitable<std::optional<std::string>> async_acquire_kept(std::optional<milliseconds> wait = {});
    [[nodiscard]] Awaitable<std::optional<std::string>> async_try_acquire(Lease lease = {});
    [[nodiscard]] Awaitable<std::optional<std::string>> async_try_acquire_for(milliseconds wait, Lease lease = {});
    [[nodiscard]] Awaitable<std::vector<std::string>> async_acquire_several(int permits, Lease lease = {});
    [[nodiscard]] Awaitable<std::optional<std::vector<std::string>>> async_acquire_several(int permits,
                                                                                           const Terms& terms);
    [[nodiscard]] Awaitable<std::optional<std::vector<std::string>>> async_try_acquire_several(int permits,
                                                                                               Lease lease = {});
    [[nodiscard]] Awaitable<bool> async_release(const std::string& id);
    [[nodiscard]] Awaitable<int> async_release_several(const std::vector<std::string>& ids);
    [[nodiscard]] Awaitable<bool> async_update_lease(const std::string& id, Lease lease);
    [[nodiscard]] Awaitable<bool> async_keep(const std::string& id);
    [[nodiscard]] Awaitable<std::optional<milliseconds>> async_remaining_lease(const std::string& id);
    [[nodiscard]] Awaitable<int> async_available();
    [[nodiscard]] Awaitable<int> async_acquired();
    [[nodiscard]] Awaitable<int> async_permits();
    [[nodiscard]] Awaitable<bool> async_try_set_permits(int permits);
    [[nodiscard]] Awaitable<void> async_set_permits(int permits);
    [[nodiscard]] Awaitable<void> async_add_permits(int delta);
    [[nodiscard]] Awaitable<bool> async_remove();
    ///@}

    [[nodiscard]] const std::string& name() const noexcept { return m_name; }

private:
    friend class Client;
    friend class Permit;
    PermitSemaphore(std::shared_ptr<detail::ClientCore> core, std::string name);

    /// For a guard that ends: never throws. What cannot be given back at once is in the background.
    void drop(const std::string& id) noexcept;

    std::shared_ptr<detail::ClientCore> m_core;
    std::string m_name;
};

/// Holds a permit and gives it back at its end.
///
///     auto seat = lockscope::Permit::kept(seats); // as long as it takes
///     lockscope::Permit seat(seats, 30s);         // for so long at most
///
/// Not safe to be used by several threads at once, as any guard.
class Permit
{
public:
    /// Waits for one. @throws Error; see PermitSemaphore::acquire()
    explicit Permit(PermitSemaphore semaphore, PermitSemaphore::Lease lease = {})
        : m_semaphore(std::move(semaphore))
        , m_id(m_semaphore.acquire(lease))
    {}
    /// Waits for one and keeps it, with the lease of the client's watchdog; see PermitSemaphore::keep(). @throws Error
    [[nodiscard]] static Permit kept(PermitSemaphore semaphore);
    /// Takes over one that is held already.
    Permit(PermitSemaphore semaphore, std::string id) : m_semaphore(std::move(semaphore)), m_id(std::move(id)) {}
    Permit(Permit&& other) noexcept : m_semaphore(std::move(other.m_semaphore)), m_id(std::exchange(other.m_id, {})) {}
    Permit& operator=(Permit&& other) noexcept
    {
        if (this != &other) {
            drop();
            m_semaphore = std::move(other.m_semaphore);
            m_id = std::exchange(other.m_id, {});
        }
        return *this;
    }
    /// Gives it back, if release() and detach() were not called. Never throws; on the client's I/O thread, or if it
    /// cannot be done at once, it goes on in the background.
    ~Permit() { drop(); }

    /// Empty if it was released.
    [[nodiscard]] const std::string& id() const noexcept { return m_id; }
    /// See PermitSemaphore::loss_token().
    [[nodiscard]] std::stop_token loss_token() const
    {
        return m_id.empty() ? std::stop_token() : m_semaphore.loss_token(m_id);
    }
    /// Gives it back now. @returns false if it had expired. @throws Error; it is given up on this side in any case.
    bool release() { return !m_id.empty() && m_semaphore.release(std::exchange(m_id, {})); }
    /// Lets go of it without giving it back. @returns its id
    [[nodiscard]] std::string detach() noexcept { return std::exchange(m_id, {}); }

private:
    void drop() noexcept
    {
        if (!m_id.empty())
            m_semaphore.drop(m_id);
    }
    PermitSemaphore m_semaphore;
    std::string m_id;
};

} // namespace lockscope
