// SPDX-License-Identifier: Apache-2.0
// Semaphores and latches: found by those who listen on their channels.
#include "locks/key_names.hpp"
#include "monitor/station.hpp"

namespace lockscope::monitor {
namespace {

constexpr std::size_t most_channels = 2000;

} // namespace

boost::asio::awaitable<void> Station::look_at_counters()
{
    std::vector<redis::Command> ask;
    for (const char* how : {"CHANNELS", "SHARDCHANNELS"}) {
        if (how == std::string_view("SHARDCHANNELS")
            && !(m_host.has_sharded_messages() && is_granted(m_status.permissions, "PUBSUB SHARDCHANNELS")))
            continue;
        ask.push_back(redis::Command{"PUBSUB", how, locks::semaphore_channel_pattern});
        ask.push_back(redis::Command{"PUBSUB", how, locks::latch_channel_pattern});
    }
    const auto replies = co_await m_connection.pipeline(std::move(ask));
    std::unordered_set<std::string> waited_for;
    for (const auto& reply : replies) {
        std::size_t seen = 0;
        for (const auto& channel : reply.elements) {
            if (++seen > most_channels)
                break;
            for (auto& name : locks::names_of_counter_channel(channel.text))
                waited_for.insert(std::move(name));
        }
    }
    // How many listen is not announced, so those that somebody waits for, or did, are read again each time.
    for (const auto& name : m_waited_counters) {
        if (const auto lock = find(name); lock && !waited_for.contains(name))
            m_queue.changed(lock);
    }
    for (const auto& name : waited_for) {
        // In a cluster somebody may listen at any node for those of the others.
        auto* const home = m_host.station_of(name);
        (home != nullptr ? *home : *this).consider(name, ReadRequest::Known::counter);
    }
    m_waited_counters = std::move(waited_for);
    m_reading_alarm.ring();
}

} // namespace lockscope::monitor
