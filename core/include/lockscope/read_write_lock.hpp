// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock.hpp"

namespace lockscope {

/// The read side of a ReadWriteLock: many owners at once, each with its own deadline.
class ReadLock : public Lock
{
    using Lock::Lock;
};

/// The write side of a ReadWriteLock: one owner, no readers but itself.
class WriteLock : public Lock
{
    using Lock::Lock;
};

/// Many readers or one writer; byte-compatible with Redisson's RReadWriteLock. Both sides are reentrant.
///
///     auto lock = client.read_write_lock("catalogue");
///     { std::shared_lock reading(lock); … }
///     { std::unique_lock writing(lock); … }
///
/// A writer may read, too, and keeps reading when it stops writing (downgrade), which lets waiting readers in at once.
/// A reader cannot become a writer: waiting for that would be waiting for itself, so it throws Error would_deadlock
/// (try_lock() returns false). Readers whose deadlines have passed without renewal do not keep a writer out because
/// others still read; where nobody else reads, a writer waits until the lock itself ends. A read release never shortens
/// a write lease. Meets the standard's SharedTimedLockable.
class ReadWriteLock
{
public:
    using milliseconds = std::chrono::milliseconds;

    [[nodiscard]] ReadLock read() const { return m_read; }
    [[nodiscard]] WriteLock write() const { return m_write; }

    /// @name The write side, for the calling thread; see Lock
    ///@{
    void lock() { m_write.lock(); }
    [[nodiscard]] bool try_lock() { return m_write.try_lock(); }
    template <typename Rep, typename Period>
    [[nodiscard]] bool try_lock_for(const std::chrono::duration<Rep, Period>& wait)
    {
        return m_write.try_lock_for(wait);
    }
    template <typename Clock, typename Duration>
    [[nodiscard]] bool try_lock_until(const std::chrono::time_point<Clock, Duration>& deadline)
    {
        return m_write.try_lock_until(deadline);
    }
    void unlock() { m_write.unlock(); }
    ///@}

    /// @name The read side, for the calling thread; see Lock
    ///@{
    void lock_shared() { m_read.lock(); }
    [[nodiscard]] bool try_lock_shared() { return m_read.try_lock(); }
    template <typename Rep, typename Period>
    [[nodiscard]] bool try_lock_shared_for(const std::chrono::duration<Rep, Period>& wait)
    {
        return m_read.try_lock_for(wait);
    }
    template <typename Clock, typename Duration>
    [[nodiscard]] bool try_lock_shared_until(const std::chrono::time_point<Clock, Duration>& deadline)
    {
        return m_read.try_lock_until(deadline);
    }
    void unlock_shared() { m_read.unlock(); }
    ///@}

    [[nodiscard]] const std::string& name() const noexcept { return m_read.name(); }

private:
    friend class Client;
    ReadWriteLock(const std::shared_ptr<detail::ClientCore>& core, const std::string& name);
    ReadLock m_read;
    WriteLock m_write;
};

} // namespace lockscope
