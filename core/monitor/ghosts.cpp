// SPDX-License-Identifier: Apache-2.0
#include "monitor/ghosts.hpp"

#include "monitor/classify.hpp"

#include <algorithm>

namespace lockscope::monitor {

void GhostWatch::look(LockState& state, std::optional<SteadyTime> channels_at)
{
    m_looked_at = state.observed_at;
    m_silent_until = std::min(m_looked_at, channels_at.value_or(m_looked_at));
    std::unordered_map<std::string, SteadyTime> silent;
    bool found = false;
    for (auto& waiter : state.waiters) {
        if (waiter.subscribed.value_or(true))
            continue;
        const auto known = m_silent_since.find(waiter.owner);
        const auto since = known != m_silent_since.end() ? known->second : state.observed_at;
        silent.emplace(waiter.owner, since);
        if (m_silent_until - since >= ghost_after) {
            waiter.stale = true;
            found = true;
        }
    }
    m_silent_since = std::move(silent);
    if (found)
        mark_anomalies(state);
}

std::optional<SteadyTime> GhostWatch::next_look() const noexcept
{
    std::optional<SteadyTime> next;
    for (const auto& [owner, since] : m_silent_since) {
        const auto sure = since + ghost_after;
        if (sure > m_looked_at && (!next || sure < *next))
            next = sure;
    }
    return next;
}

bool GhostWatch::is_due(SteadyTime channels_at) const noexcept
{
    return std::any_of(m_silent_since.begin(), m_silent_since.end(), [&](const auto& silent) {
        return channels_at - silent.second >= ghost_after && m_silent_until - silent.second < ghost_after;
    });
}

} // namespace lockscope::monitor
