// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/client.hpp"
#include "redis/link.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <stop_token>
#include <string>
#include <vector>

namespace lockscope::locks {

/// One permit of one semaphore.
struct PermitKey
{
    std::string semaphore;
    std::string id; ///< In hex, lower case.
    std::strong_ordering operator<=>(const PermitKey&) const = default;
};

/// What the Watchdog is for locks: knows until when the permits are valid that this client has taken with a lease,
/// renews those that are to be kept, in batches, and tells their holders of those that are lost. Everything but
/// loss_token() on the I/O thread only.
class PermitWatchdog : public std::enable_shared_from_this<PermitWatchdog>
{
public:
    using Clock = std::chrono::steady_clock;

    /// @param lease of what is kept; it is renewed every third of it
    PermitWatchdog(boost::asio::any_io_executor executor, redis::Link& renewals, std::chrono::milliseconds lease);

    /// A permit was taken, or has another end now. It is not kept any more if it was.
    void ends(const PermitKey& key, Clock::time_point valid_until);
    /// It may have this end now, if that is an earlier one. It goes on being kept if it was.
    void may_end(const PermitKey& key, Clock::time_point valid_until);
    /// Renews it from now on. @returns false if nothing is known of it, or not any more
    bool keep(const PermitKey& key);
    /// Renews it no more, until keep() says so. @returns whether it did
    bool suspend(const PermitKey& key);
    /// It was given back, or never ends: never touched again, and never called lost.
    void forget(const PermitKey& key);
    /// Asked to stop when it is lost; without a state if nothing is known of it, or not any more. Any thread.
    [[nodiscard]] std::stop_token loss_token(const PermitKey& key) const;
    using OnLost = std::function<void(const PermitKey&, LossNotice::Reason)>;
    void on_lost(OnLost callback) { m_on_lost = std::move(callback); }
    void close();

private:
    struct Entry
    {
        explicit Entry(const boost::asio::any_io_executor& executor) : timer(executor) {}
        boost::asio::steady_timer timer; ///< For what comes first, the renewal or the end.
        Clock::time_point valid_until;
        Clock::time_point renew_at = Clock::time_point::max();
        std::uint64_t generation = 0; ///< Another one whenever its holder gave it another end.
        bool is_under_way = false;
        std::stop_source loss;
    };
    struct Renewal
    {
        PermitKey key;
        std::uint64_t generation;
    };

    [[nodiscard]] Clock::time_point next_renewal(const Entry& entry);
    void arm(const PermitKey& key, Entry& entry);
    void on_time(const PermitKey& key);
    [[nodiscard]] std::vector<Renewal> take_batch(const PermitKey& first);
    boost::asio::awaitable<void> renew(std::vector<Renewal> batch);
    void on_answer(const Renewal& renewal, std::optional<std::int64_t> left, Clock::time_point sent);
    void lose(const PermitKey& key, LossNotice::Reason reason);

    boost::asio::any_io_executor m_executor;
    redis::Link& m_renewals;
    const std::chrono::milliseconds m_lease;
    mutable std::mutex m_mutex; ///< While m_entries gains or loses one, and for whoever looks from outside.
    std::map<PermitKey, Entry> m_entries;
    OnLost m_on_lost;
    std::uint64_t m_generations = 0;
    std::minstd_rand m_random;
};

} // namespace lockscope::locks
