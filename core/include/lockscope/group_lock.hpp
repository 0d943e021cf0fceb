// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace lockscope {

namespace locks {
class Group;
} // namespace locks

/// Several locks, of one client or of several servers, used as one. See MultiLock and RedLock.
///
/// Meets the standard's TimedLockable for the calling thread; reentrant if its members are. A handle is a cheap value,
/// and copies share what they hold. All members may be called from any thread, those that block not on an I/O thread of
/// a client (wrong_thread). The members are held under the thread's number in each member's own client.
class GroupLock
{
public:
    using milliseconds = std::chrono::milliseconds;

    /// @name Blocking, the calling thread is the owner
    /// What was lost while the rest was being taken does not count as acquired: all is given back, and tried again as
    /// long as there is time. @throws Error as Lock, of the member that failed; invalid_argument for a lease that is
    /// not between 1 ms and 100 years.
    ///@{
    void lock();
    void lock(milliseconds lease);
    [[nodiscard]] bool try_lock();
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
    [[nodiscard]] bool acquire(const Terms& terms);
    /// @throws Error not_held or wrong_thread, and nothing else.
    void unlock();
    /// Leaves every member once, on all servers, whatever happens to one of them.
    /// @returns how many holds are left. @throws Error not_held, lost, outcome_unknown, …
    int release();
    ///@}

    /// @name What this process knows (no I/O, never throws)
    ///@{
    [[nodiscard]] bool is_held() const;
    [[nodiscard]] bool is_held(std::int64_t thread) const;
    [[nodiscard]] int hold_count() const;
    [[nodiscard]] int hold_count(std::int64_t thread) const;
    /// Asked to stop as soon as so many members are lost that the group is. On an I/O thread.
    [[nodiscard]] std::stop_token loss_token() const;
    [[nodiscard]] std::stop_token loss_token(std::int64_t thread) const;
    ///@}

    /// @name Awaitable, with an explicit owner: a number for the activity, as OwnerId::thread
    /// A number that no thread has, and no other activity: that of Client::new_owner(), of any client. One owner's
    /// operations are not put in order here: await each before the next.
    ///@{
    /// terms.stop is not looked at: cancel the coroutine instead. @throws Error invalid_argument in the call itself.
    [[nodiscard]] Awaitable<bool> async_acquire(std::int64_t thread, Terms terms);
    Awaitable<int> async_release(std::int64_t thread);
    ///@}

    /// Ends every member, whoever holds it. @returns how many were held. @throws Error of the first that failed, after
    /// all were tried.
    ///@{
    int force_unlock();
    Awaitable<int> async_force_unlock();
    ///@}

    [[nodiscard]] const std::vector<Lock>& members() const noexcept;

protected:
    explicit GroupLock(std::shared_ptr<locks::Group> group);

private:
    std::shared_ptr<locks::Group> m_group;
};

} // namespace lockscope
