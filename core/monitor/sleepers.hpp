// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace lockscope::monitor {

/// Names that nobody has, and for whose release somebody listens: locks that ended before anybody watched, as by a
/// deletion. Who waits for one takes it within moments of being told; whoever goes on listening was not, or waits for
/// nothing any more. How their end was told or not told in the time before, nobody knows.
class Sleepers
{
public:
    static constexpr std::size_t most = 10'000; ///< Further ones are left out until some of these are gone.

    /// It was read at @p at: nobody has it, and somebody listens.
    /// @returns since when, if that is longer than a hand-over takes and no message came since; otherwise nullopt
    std::optional<SteadyTime> listen(const std::string& name, SteadyTime at);
    /// A message told them at @p at that it is free. That stays so until somebody has it, or nobody listens.
    void tell(const std::string& name, SteadyTime at);
    /// Somebody has it.
    void forget(const std::string& name) { m_entries.erase(name); }
    /// A look at all channels that began at @p at found listeners for these alone.
    void keep_only(const std::unordered_set<std::string>& listened_for, SteadyTime at);
    /// Messages may have been missed.
    void start_over();

    [[nodiscard]] bool contains(const std::string& name) const { return m_entries.contains(name); }

private:
    struct Entry
    {
        SteadyTime since{};
        bool is_told = false;
    };
    std::unordered_map<std::string, Entry> m_entries;
};

} // namespace lockscope::monitor
