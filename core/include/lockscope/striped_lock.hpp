// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/multi_lock.hpp"
#include "lockscope/reentrant_lock.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockscope {

class Client;

/// One name spread over several reentrant locks (`name:0` … `name:n−1`), for what can be split into segments: stock
/// that is sold from any of ten shelves contends a tenth as much.
///
///     StripedLock stock(client, "stock:cola", 10);
///     { auto shelf = stock.take_one(); sell_from(shelf.stripe()); }
///     { MultiLock all = stock.all(); std::scoped_lock guard(all); take_inventory(); }
///
/// Thread-safe; blocking members not from an I/O thread.
class StripedLock
{
public:
    using milliseconds = std::chrono::milliseconds;

    /// @throws Error invalid_argument for no stripes or more than 1,024, or an empty name.
    StripedLock(Client& client, const std::string& name, int stripes);

    /// A stripe that is held until this is destroyed, by whichever thread.
    class Stripe
    {
    public:
        /// Takes over a stripe that the calling thread holds.
        Stripe(ReentrantLock lock, int stripe)
            : m_lock(std::move(lock))
            , m_owner(m_lock.this_thread())
            , m_stripe(stripe)
        {}
        Stripe(Stripe&& other) noexcept
            : m_lock(std::move(other.m_lock))
            , m_owner(std::move(other.m_owner))
            , m_stripe(std::exchange(other.m_stripe, -1))
        {}
        Stripe& operator=(Stripe&&) = delete;
        /// Gives it back for the thread that took it. Never throws; on the client's I/O thread it goes on in the
        /// background.
        ~Stripe();
        [[nodiscard]] int stripe() const noexcept { return m_stripe; }
        [[nodiscard]] const ReentrantLock& lock() const noexcept { return m_lock; }

    private:
        ReentrantLock m_lock;
        OwnerId m_owner;
        int m_stripe;
    };

    /// Any stripe: the first that is free, beginning anywhere; if none is, waits for one: it is woken by the release of
    /// one of them, and looks at the others after 50 ms, later every 400 ms. The calling thread owns it, and never gets
    /// one that it holds already. @throws Error would_deadlock if it holds all of them; as Lock::lock().
    [[nodiscard]] Stripe take_one();
    /// @returns nullopt if none was to be had in time, or the calling thread holds all of them.
    [[nodiscard]] std::optional<Stripe> try_take_one(milliseconds wait);
    /// The same with a lease, and cancellable: @throws Error cancelled when terms.stop was requested before.
    [[nodiscard]] std::optional<Stripe> acquire_one(const Terms& terms);
    /// As acquire_one() for @p owner, who gives it back by async_unlock() of that stripe; terms.stop is not looked at:
    /// cancel the coroutine instead. @returns which one.
    [[nodiscard]] Awaitable<std::optional<int>> async_take_one(OwnerId owner, Terms terms = {});

    [[nodiscard]] int size() const noexcept { return static_cast<int>(m_stripes.size()); }
    [[nodiscard]] const ReentrantLock& stripe(int index) const { return m_stripes.at(static_cast<std::size_t>(index)); }
    /// All stripes as one lock; its force_unlock() ends whatever is held of them.
    [[nodiscard]] MultiLock all() const;

private:
    std::vector<ReentrantLock> m_stripes;
};

} // namespace lockscope
