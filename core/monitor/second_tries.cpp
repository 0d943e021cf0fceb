// SPDX-License-Identifier: Apache-2.0
#include "monitor/second_tries.hpp"

#include <algorithm>

namespace lockscope::monitor {
namespace {

constexpr milliseconds longest_pause{60 * 60'000};

} // namespace

void SecondTries::left_out(const std::string& lock, SteadyTime now)
{
    auto& entry = m_entries[lock];
    if (entry.due != SteadyTime::max())
        return;
    entry.pause = entry.pause == milliseconds(0) ? m_pause : std::min(entry.pause * 2, longest_pause);
    entry.due = now + entry.pause;
}

std::vector<std::string> SecondTries::take_due(SteadyTime now)
{
    std::vector<std::string> due;
    for (auto& [lock, entry] : m_entries) {
        if (entry.due > now)
            continue;
        entry.due = SteadyTime::max();
        due.push_back(lock);
    }
    return due;
}

} // namespace lockscope::monitor
