// SPDX-License-Identifier: Apache-2.0
#include "monitor/inquest.hpp"

#include "base/durations.hpp"
#include "monitor/differ.hpp"

#include <algorithm>

namespace lockscope::monitor {
namespace {

constexpr std::size_t most_names = 100;

/// The end is replicated as a moment, so by the servers' clocks, however they differ, it is the same one. One
/// that is further away than the longest lease is not known.
bool ends_earlier(const LockState& before, const LockState& after)
{
    return before.ttl >= milliseconds(0) && after.ttl >= milliseconds(0) && after.ttl < longest_lease
        && before.server_time > 0 && after.server_time > 0
        && after.server_time + after.ttl.count() + 2 < before.server_time + before.ttl.count();
}

} // namespace

Inquest::Inquest(std::string from, std::string to, SystemTime at, SteadyTime until, ReplicationTrail trail)
    : m_until(until)
    , m_trail(std::move(trail))
{
    m_result.from = std::move(from);
    m_result.to = std::move(to);
    m_result.at = at;
}

void Inquest::note(const LockState& before, const LockState& after, const Arrival& arrival)
{
    if (m_open.erase(before.name) == 0)
        return;
    const bool has_all = std::all_of(before.holders.begin(), before.holders.end(),
                                     [&after](const Holder& holder) { return is_held_by(after, holder.owner); });
    if (has_all && !begins_anew(before, arrival)) {
        ++m_result.kept;
        m_result.shortened += ends_earlier(before, after) ? 1 : 0;
        return;
    }
    const auto fate = fate_of(before, arrival);
    const bool is_over = lease_over(before, after);
    if (fate != Fate::lost && (arrival.may_be_released || !is_over)) {
        const bool is_clear = fate == Fate::ended || is_over;
        ++(is_clear ? m_result.ended : m_result.unclear);
        return;
    }
    if (is_over) {
        ++m_result.expired;
        return;
    }
    const bool is_somebody_elses = after.is_held() && !has_all;
    ++(is_somebody_elses ? m_result.changed : m_result.lost);
    if (m_result.lost_locks.size() < most_names)
        m_result.lost_locks.push_back(before.name);
}

Failover Inquest::result() const
{
    auto result = m_result;
    result.unread = m_open.size();
    std::sort(result.lost_locks.begin(), result.lost_locks.end());
    return result;
}

} // namespace lockscope::monitor
