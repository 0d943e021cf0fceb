// SPDX-License-Identifier: Apache-2.0
#include "monitor/time_slots.hpp"

namespace lockscope::monitor {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

// The slots of single locks are multiples of the server's, so that what was observed can be taken from there.
std::array<SlotLine, SlotLines::levels> make_lines(SlotLines::Scale scale)
{
    if (scale == SlotLines::Scale::server)
        return {SlotLine(seconds(1), 601), SlotLine(seconds(10), 721), SlotLine(minutes(1), 1441)};
    return {SlotLine(seconds(2), 151), SlotLine(seconds(20), 181), SlotLine(minutes(5), 289)};
}

} // namespace

TimeSlot& SlotLine::open(std::int64_t number)
{
    if (!m_slots.empty() && m_slots.back().number >= number)
        return m_slots.back();
    // In portions, so that the rest is moved seldom.
    const auto first_kept = std::find_if(m_slots.begin(), m_slots.end(),
                                         [&](const TimeSlot& slot) { return slot.number > number - m_keep; });
    if (first_kept - m_slots.begin() > m_keep / 16 || first_kept == m_slots.end()) {
        for (auto slot = m_slots.begin(); slot != first_kept; ++slot)
            m_cells -= cells_of(*slot);
        m_slots.erase(m_slots.begin(), first_kept);
    }
    auto& slot = m_slots.emplace_back();
    slot.number = number;
    return slot;
}

SlotLines::SlotLines(Scale scale) : m_lines(make_lines(scale)) {}

std::size_t SlotLines::level_for(milliseconds back) const noexcept
{
    std::size_t level = 0;
    while (level + 1 < levels && m_lines[level].reach() - m_lines[level].width() < back)
        ++level;
    return level;
}

std::size_t SlotLines::bytes() const noexcept
{
    std::size_t sum = 0;
    for (const auto& line : m_lines)
        sum += line.bytes();
    return sum;
}

} // namespace lockscope::monitor
