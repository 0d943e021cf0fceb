// SPDX-License-Identifier: Apache-2.0
#include "monitor/ghosts.hpp"

#include "monitor/classify.hpp"

namespace lockscope::monitor {

void GhostWatch::look(LockState& state)
{
    m_looked_at = state.observed_at;
    std::unordered_map<std::string, SteadyTime> silent;
    bool found = false;
    for (auto& waiter : state.waiters) {
        if (waiter.subscribed.value_or(true))
            continue;
        const auto known = m_silent_since.find(waiter.owner);
        const auto since = known != m_silent_since.end() ? known->second : state.observed_at;
        silent.emplace(waiter.owner, since);
        if (state.observed_at - since >= ghost_after) {
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

} // namespace lockscope::monitor
