// SPDX-License-Identifier: Apache-2.0
// Semaphores and latches: found by those who listen on their channels.
#include "locks/key_names.hpp"
#include "monitor/station.hpp"

namespace lockscope::monitor {
namespace {

constexpr std::size_t most_counter_channels = 2000;

} // namespace

boost::asio::awaitable<void> Station::look_at_counters()
{
    const std::vector<std::string_view> patterns{locks::semaphore_channel_pattern, locks::latch_channel_pattern};
    const auto channels = co_await channels_like(patterns, most_counter_channels);
    std::unordered_set<std::string> waited_for;
    for (const auto& channel : channels) {
        for (auto& name : locks::names_of_counter_channel(channel))
            waited_for.insert(std::move(name));
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
