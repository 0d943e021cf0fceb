// SPDX-License-Identifier: Apache-2.0
#include "monitor/foreign_keys.hpp"

#include <algorithm>
#include <functional>

namespace lockscope::monitor {
namespace {

constexpr milliseconds first_pause{1000};
constexpr int most_strikes = 6; // 64 seconds

std::size_t key_of(std::string_view name) noexcept
{
    return std::hash<std::string_view>{}(name);
}

} // namespace

bool ForeignKeys::ignored(std::string_view name, SteadyTime now) const
{
    const auto found = m_entries.find(key_of(name));
    return found != m_entries.end() && now < found->second.until;
}

void ForeignKeys::add(std::string_view name, SteadyTime now)
{
    if (m_entries.size() >= m_capacity)
        make_room(now);
    auto& entry = m_entries[key_of(name)];
    entry.until = now + first_pause * (1 << entry.strikes);
    entry.strikes = std::min(entry.strikes + 1, most_strikes);
}

void ForeignKeys::make_room(SteadyTime now)
{
    std::erase_if(m_entries, [now](const auto& entry) { return entry.second.until <= now; });
    if (m_entries.size() >= m_capacity)
        m_entries.clear();
}

bool NoiseMeter::too_loud(SteadyTime now)
{
    const double seconds = std::chrono::duration<double>(now - m_since).count();
    const bool measured = m_since != SteadyTime{} && seconds > 0;
    m_loud = measured && static_cast<double>(m_count) / seconds > m_limit ? m_loud + 1 : 0;
    m_count = 0;
    m_since = now;
    return m_loud >= 2;
}

} // namespace lockscope::monitor
