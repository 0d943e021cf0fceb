// SPDX-License-Identifier: Apache-2.0
// Semaphores and latches: found by those who listen on their channels.
#include "monitor/channels.hpp"
#include "monitor/station.hpp"

namespace lockscope::monitor {

boost::asio::awaitable<void> Station::look_at_counters()
{
    const auto gaps = m_gaps;
    auto waited_for = co_await counters_waited_for(m_connection, shard_channels());
    // How many listen is not announced, so those that somebody waits for, or did, are read again each time.
    for (const auto& name : m_waited_counters) {
        if (const auto lock = find(name); lock && !waited_for.contains(name))
            m_queue.changed(lock, Steady::now());
    }
    const bool knows_all_before = m_counters_after == m_gaps && m_waited_counters.size() < most_counter_channels;
    for (const auto& name : waited_for) {
        // In a cluster somebody may listen at any node for those of the others.
        auto* const home = m_host.station_of(name);
        Station& station = home != nullptr ? *home : *this;
        if (knows_all_before && !m_waited_counters.contains(name) && station.is_wanted(name))
            station.m_newly_waited.insert(name);
        station.consider(name, ReadRequest::Known::counter);
    }
    m_counters_after = gaps;
    m_waited_counters = std::move(waited_for);
    m_reading_alarm.ring();
}

} // namespace lockscope::monitor
