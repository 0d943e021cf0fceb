// SPDX-License-Identifier: Apache-2.0
#include "monitor/large_replies.hpp"

#include "monitor/growing_pause.hpp"

#include <functional>

namespace lockscope::monitor {
namespace {

constexpr std::size_t most_entries = 20'000;

} // namespace

LargeReplies::Entry& LargeReplies::entry_of(std::string_view name)
{
    if (m_entries.size() >= most_entries) // Suspects are found again; what was left out cost a connection each.
        std::erase_if(m_entries, [](const auto& entry) { return entry.second.pause == milliseconds(0); });
    if (m_entries.size() >= most_entries)
        m_entries.clear();
    return m_entries[std::hash<std::string_view>{}(name)];
}

void LargeReplies::suspect(std::string_view name)
{
    entry_of(name);
}

bool LargeReplies::is_suspect(std::string_view name) const
{
    return m_entries.contains(std::hash<std::string_view>{}(name));
}

void LargeReplies::leave_out(std::string_view name, SteadyTime now)
{
    Entry& entry = entry_of(name);
    entry.pause = growing_pause(entry.pause, m_first_pause);
    entry.until = now + entry.pause;
}

bool LargeReplies::is_left_out(std::string_view name, SteadyTime now) const
{
    const auto found = m_entries.find(std::hash<std::string_view>{}(name));
    return found != m_entries.end() && now < found->second.until;
}

void LargeReplies::clear(std::string_view name)
{
    m_entries.erase(std::hash<std::string_view>{}(name));
}

} // namespace lockscope::monitor
