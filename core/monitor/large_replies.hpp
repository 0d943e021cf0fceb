// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"

#include <cstddef>
#include <string_view>
#include <unordered_map>

namespace lockscope::monitor {

/// What lost the connection when it was asked for, because the reply was too large or took too long. What was asked for
/// together is suspect, and asked for alone; what fails alone is left out for a pause, and for twice as long each time
/// after that, up to an hour. Bounded; keeps hashes of names only: a collision delays a lock.
class LargeReplies
{
public:
    explicit LargeReplies(milliseconds first_pause) : m_first_pause(first_pause) {}

    void suspect(std::string_view name);
    [[nodiscard]] bool is_suspect(std::string_view name) const;
    void leave_out(std::string_view name, SteadyTime now);
    [[nodiscard]] bool is_left_out(std::string_view name, SteadyTime now) const;
    /// It came.
    void clear(std::string_view name);

private:
    struct Entry
    {
        SteadyTime until{};
        milliseconds pause{0}; ///< None: merely a suspect.
    };
    Entry& entry_of(std::string_view name);

    milliseconds m_first_pause;
    std::unordered_map<std::size_t, Entry> m_entries; ///< By hash.
};

} // namespace lockscope::monitor
