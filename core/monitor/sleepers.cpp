// SPDX-License-Identifier: Apache-2.0
#include "monitor/sleepers.hpp"

namespace lockscope::monitor {

std::optional<SteadyTime> Sleepers::listen(const std::string& name, SteadyTime at)
{
    if (m_entries.size() >= most && !m_entries.contains(name))
        return std::nullopt;
    const auto& entry = m_entries.try_emplace(name, Entry{at}).first->second;
    return !entry.is_told && at - entry.since >= longest_hand_over ? std::optional(entry.since) : std::nullopt;
}

void Sleepers::tell(const std::string& name, SteadyTime at)
{
    if (m_entries.size() < most || m_entries.contains(name))
        m_entries[name] = {at, true};
}

void Sleepers::keep_only(const std::unordered_set<std::string>& listened_for, SteadyTime at)
{
    // Who came after the look began is not in it.
    std::erase_if(m_entries,
                  [&](const auto& each) { return each.second.since < at && !listened_for.contains(each.first); });
}

void Sleepers::start_over()
{
    std::erase_if(m_entries, [](const auto& each) { return !each.second.is_told; });
}

} // namespace lockscope::monitor
