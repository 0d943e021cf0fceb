// SPDX-License-Identifier: Apache-2.0
#include "monitor/replication_trail.hpp"

#include <algorithm>
#include <iterator>

namespace lockscope::monitor {
namespace {

/// An hour of them where something is written all the time, one a second.
constexpr std::size_t most_steps = 3600;

/// The news of an acquisition and the answer about an offset take different ways to us.
constexpr milliseconds difference_of_ways{250};

} // namespace

void ReplicationTrail::add(const ReplicationFacts& facts, SystemTime asked, SystemTime answered)
{
    if (facts.history.empty() || !facts.offset)
        return;
    // Offsets only grow, in one history.
    if (facts.history != m_history || (!m_steps.empty() && *facts.offset < m_steps.back().offset))
        m_steps.clear();
    m_history = facts.history;
    if (!m_steps.empty() && m_steps.back().offset == *facts.offset) {
        m_steps.back().last_asked = asked;
        return;
    }
    m_steps.push_back({*facts.offset, answered, asked});
    if (m_steps.size() > most_steps)
        m_steps.pop_front();
}

Parting ReplicationTrail::parting_from(const ReplicationFacts& successor) const
{
    Parting parting;
    if (m_history.empty() || successor.history_before != m_history || !successor.promoted_at)
        return parting;
    const double has = *successor.promoted_at - 1;
    const auto past =
        std::partition_point(m_steps.begin(), m_steps.end(), [has](const Step& step) { return step.offset <= has; });
    const auto at_end =
        std::partition_point(m_steps.begin(), past, [has](const Step& step) { return step.offset < has; });
    if (past != m_steps.begin())
        parting.has_until = std::prev(past)->last_asked;
    if (at_end != m_steps.end())
        parting.lacks_since = at_end->first_answered;
    return parting;
}

bool was_left_behind(const LockState& before, const Parting& parting) noexcept
{
    return parting.lacks_since && before.held_since_exact && before.held_since
        && *before.held_since > *parting.lacks_since + difference_of_ways;
}

bool came_along(const LockState& before, const Parting& parting) noexcept
{
    // Of several holders, only of the first is known since when.
    return parting.has_until && before.holders.size() == 1 && before.held_since
        && *before.held_since < *parting.has_until - difference_of_ways;
}

} // namespace lockscope::monitor
