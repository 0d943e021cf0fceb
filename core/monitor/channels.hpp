// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/link.hpp"

#include <boost/asio/awaitable.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

/// Who waits shows in the channels that somebody listens to. I/O thread only.
namespace lockscope::monitor {

/// Whether those that stay within a shard are asked for, too.
enum class ShardChannels { left_out, included };

/// Those that somebody listens to at this server; of each pattern, and each way of listening, not more than @p most.
/// None where asking is refused. @throws Error if there was no answer
boost::asio::awaitable<std::vector<std::string>> channels_like(redis::Link& server,
                                                               std::vector<std::string_view> patterns,
                                                               ShardChannels shards, std::size_t most);

inline constexpr std::size_t most_counter_channels = 2000;

/// Names of semaphores and latches that somebody waits for at this server, of most_counter_channels. @throws Error if
/// there was no answer
boost::asio::awaitable<std::unordered_set<std::string>> counters_waited_for(redis::Link& server, ShardChannels shards);

} // namespace lockscope::monitor
