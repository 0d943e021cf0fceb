// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/monitor.hpp"
#include "redis/node.hpp"

#include <boost/asio/awaitable.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::monitor {

/// Where live news come from: client tracking of every key, client tracking of what was read, keyspace notifications,
/// or nowhere. Subscribes; what comes is handed on. Lives on the node's executor.
class News
{
public:
    struct Handlers
    {
        std::function<void(std::string_view key)> changed; ///< A key changed.
        std::function<void()> everything;                  ///< Anything may have changed.
        std::function<void()> flushed;                     ///< A database was emptied, perhaps another one.
        /// A message came on an unlock channel.
        std::function<void(std::string_view channel, std::string_view payload)> unlocked;
    };

    /// How far down the list of sources to begin.
    enum class Wanted { broadcast, tracking };

    News(redis::Node& node, int database, Handlers handlers);

    /// Subscribes to the unlock channels, as far as permitted; after a loss of the connection, until that is made good.
    boost::asio::awaitable<void> listen_for_unlocks();
    [[nodiscard]] bool hears_unlocks() const noexcept { return m_unlocks && m_rw_unlocks; }

    /// Switches to the best source from @p wanted downwards; @p pattern narrows a broadcast to the names it can match.
    boost::asio::awaitable<NewsSource> enable(Wanted wanted, std::string pattern);

    /// Ends everything, on the server too, without waiting.
    void disable();

private:
    boost::asio::awaitable<void> listen_for_unlocks(redis::Subscription& subscription, std::string pattern);
    boost::asio::awaitable<bool> enable_tracking(Wanted wanted, const std::string& pattern);
    boost::asio::awaitable<bool> enable_notifications();
    redis::Subscriber::Handler forward_key();

    redis::Node& m_node;
    int m_database;
    Handlers m_handlers;
    redis::Subscription m_unlocks, m_rw_unlocks, m_invalidations, m_notifications;
};

/// The prefixes of a broadcast that hears of every key of the locks that @p pattern can match; empty: all keys.
[[nodiscard]] std::vector<std::string> broadcast_prefixes(std::string_view pattern);

} // namespace lockscope::monitor
