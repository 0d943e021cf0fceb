// SPDX-License-Identifier: Apache-2.0
#include "monitor/second_tries.hpp"

#include "monitor/growing_pause.hpp"

namespace lockscope::monitor {

void SecondTries::left_out(const std::string& lock, SteadyTime now)
{
    auto& entry = m_entries[lock];
    if (entry.due != SteadyTime::max())
        return;
    entry.pause = growing_pause(entry.pause, m_pause);
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
