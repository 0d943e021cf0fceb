// SPDX-License-Identifier: Apache-2.0
#include "monitor/channels.hpp"

#include "locks/key_names.hpp"

#include <algorithm>
#include <utility>

namespace lockscope::monitor {

boost::asio::awaitable<std::vector<std::string>> channels_like(redis::Link& server,
                                                               std::vector<std::string_view> patterns,
                                                               ShardChannels shards, std::size_t most)
{
    std::vector<redis::Command> ask;
    for (const std::string_view pattern : patterns) {
        ask.push_back(redis::Command{"PUBSUB", "CHANNELS", pattern});
        if (shards == ShardChannels::included)
            ask.push_back(redis::Command{"PUBSUB", "SHARDCHANNELS", pattern});
    }
    std::vector<redis::Reply> replies = co_await server.pipeline(std::move(ask));
    std::vector<std::string> channels;
    for (redis::Reply& reply : replies) {
        const std::size_t count = std::min(reply.elements.size(), most);
        for (std::size_t i = 0; i < count; ++i)
            channels.push_back(std::move(reply.elements[i].text));
    }
    co_return channels;
}

boost::asio::awaitable<std::unordered_set<std::string>> counters_waited_for(redis::Link& server, ShardChannels shards)
{
    const std::vector<std::string_view> patterns{locks::semaphore_channel_pattern, locks::latch_channel_pattern};
    const auto channels = co_await channels_like(server, patterns, shards, most_counter_channels);
    std::unordered_set<std::string> names;
    for (const auto& channel : channels) {
        for (auto& name : locks::names_of_counter_channel(channel))
            names.insert(std::move(name));
    }
    co_return names;
}

} // namespace lockscope::monitor
