// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"

#include <map>
#include <string>
#include <vector>

namespace lockscope::monitor {

/// Locks of which something is left out as too large, where nobody may ask how large it is by now: when each is to be
/// read in full again. After a pause, and after twice as long each time that it is still too large, up to an hour. Few.
class SecondTries
{
public:
    explicit SecondTries(milliseconds pause) : m_pause(pause) {}

    /// Something of it was left out, by a first reading or another one in full. Until the next is due: no news.
    void left_out(const std::string& lock, SteadyTime now);
    /// It was read in full, or is not there any more.
    void forget(const std::string& lock) { m_entries.erase(lock); }
    /// Those to be read in full now; each once.
    [[nodiscard]] std::vector<std::string> take_due(SteadyTime now);

private:
    struct Entry
    {
        SteadyTime due = SteadyTime::max(); ///< Then: it is being tried.
        milliseconds pause{0};
    };
    milliseconds m_pause;
    std::map<std::string, Entry> m_entries;
};

} // namespace lockscope::monitor
