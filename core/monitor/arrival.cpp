// SPDX-License-Identifier: Apache-2.0
#include "monitor/arrival.hpp"

#include <algorithm>

namespace lockscope::monitor {

Arrival arrival_of(const ServerFacts& facts, const Meeting& meeting)
{
    Arrival arrival;
    // The data of who was a replica came another way.
    const auto written = facts.written_since_promotion();
    arrival.came_empty = facts.loaded_nothing && !written;
    const bool is_just_promoted = !meeting.is_restart && written && *written <= meeting.greetings;
    arrival.may_be_released = !arrival.came_empty && !facts.is_as_started && !is_just_promoted;
    // As it started, it has what it had: nobody has taken anything anew.
    if (meeting.is_restart && meeting.ended_at && facts.uptime && !facts.is_as_started) {
        constexpr std::chrono::seconds rounding{1};
        arrival.down = {*meeting.ended_at, meeting.asked_at - *facts.uptime - rounding};
    }
    return arrival;
}

Fate fate_of(const LockState& before, const Arrival& arrival) noexcept
{
    if (begins_anew(before, arrival) || was_left_behind(before, arrival.parting))
        return Fate::lost;
    if (came_along(before, arrival.parting))
        return Fate::ended;
    return arrival.may_be_released ? Fate::unclear : Fate::lost;
}

/// Until it went down, its lease may have been renewed once more.
bool begins_anew(const LockState& before, const Arrival& arrival) noexcept
{
    if (arrival.came_empty)
        return true;
    if (!arrival.down || before.ttl < milliseconds(0))
        return false;
    const auto& [from, to] = *arrival.down;
    return std::max(before.observed_at + before.ttl, from + std::max(before.lease, before.ttl)) <= to;
}

} // namespace lockscope::monitor
