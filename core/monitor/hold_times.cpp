// SPDX-License-Identifier: Apache-2.0
#include "monitor/hold_times.hpp"

#include <algorithm>
#include <limits>

namespace lockscope::monitor {

void HoldTimes::add(const std::string& lock, milliseconds held)
{
    const auto [entry, is_new] = m_locks.try_emplace(lock);
    auto& times = entry->second;
    if (is_new)
        times.age = m_by_age.insert(m_by_age.end(), &entry->first);
    else
        m_by_age.splice(m_by_age.end(), m_by_age, times.age);
    constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
    times.ring[times.total % times.ring.size()] =
        static_cast<std::uint32_t>(std::clamp<std::int64_t>(held.count(), 0, most));
    ++times.total;
    if (m_locks.size() > m_most_locks) {
        const auto oldest = m_locks.find(*m_by_age.front());
        m_by_age.pop_front();
        m_locks.erase(oldest);
    }
}

UsualHold HoldTimes::of(const std::string& lock) const
{
    const auto found = m_locks.find(lock);
    if (found == m_locks.end())
        return {};
    const auto& times = found->second;
    const auto count = std::min<std::size_t>(times.total, times.ring.size());
    std::vector<milliseconds> durations;
    durations.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        durations.emplace_back(times.ring[i]);
    return usual_hold(std::move(durations));
}

void HoldTimes::clear()
{
    m_locks.clear();
    m_by_age.clear();
}

} // namespace lockscope::monitor
