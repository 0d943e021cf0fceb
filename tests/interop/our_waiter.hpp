// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "interop/our_thread.hpp"
#include "lockscope/lock.hpp"
#include "support/lock_suite.hpp"

#include <string>
#include <utility>

namespace lockscope::test {

/// One of ours that wants a lock, in a thread of its own. It gives up after the patience of a test.
class OurWaiter
{
public:
    explicit OurWaiter(Lock lock, std::optional<milliseconds> lease = {})
        : m_lock(std::move(lock))
        , m_owner(m_thread.call([this] { return m_lock.this_thread().field(); }))
        , m_entered(m_thread.start([this, lease] { return enter(lease); }))
    {}

    /// Does it hold the lock, or will it within @p limit?
    [[nodiscard]] bool enters(milliseconds limit = patience)
    {
        return m_entered.wait_for(limit) == std::future_status::ready && m_entered.get().has_value();
    }
    [[nodiscard]] bool has_entered() { return enters(milliseconds::zero()); }
    /// When it got the lock. @throws std::runtime_error if it gave up.
    [[nodiscard]] Clock::time_point entered_at()
    {
        if (!m_entered.get())
            throw std::runtime_error("waited in vain for " + m_lock.name());
        return *m_entered.get();
    }
    /// "<uuid>:<thread>"
    [[nodiscard]] const std::string& owner() const noexcept { return m_owner; }
    int release()
    {
        return m_thread.call([this] { return m_lock.release(); });
    }
    /// Anything else that this owner is to do.
    template <typename Action>
    auto call(Action action)
    {
        return m_thread.call(std::move(action));
    }

private:
    std::optional<Clock::time_point> enter(std::optional<milliseconds> lease)
    {
        if (!m_lock.acquire({.wait = patience, .lease = lease, .stop = {}}))
            return std::nullopt;
        return Clock::now();
    }

    Lock m_lock;
    OurThread m_thread;
    std::string m_owner;
    std::shared_future<std::optional<Clock::time_point>> m_entered;
};

} // namespace lockscope::test
