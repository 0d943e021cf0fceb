// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"

#include <optional>
#include <string>
#include <unordered_map>

namespace lockscope::monitor {

/// Remembers since when nobody listens for a waiter of a fair lock. A waiter is queued before it subscribes, so one
/// silent reading says nothing; silence over ghost_after does.
class GhostWatch
{
public:
    static constexpr milliseconds ghost_after{2000};

    /// Marks the waiters of @p state that are ghosts as stale, and its anomalies anew.
    void look(LockState& state);

    /// When to read again to be sure about a silent waiter; nullopt if there is none to be sure about.
    [[nodiscard]] std::optional<SteadyTime> next_look() const noexcept;
    [[nodiscard]] bool empty() const noexcept { return m_silent_since.empty(); }

private:
    std::unordered_map<std::string, SteadyTime> m_silent_since;
    SteadyTime m_looked_at{};
};

} // namespace lockscope::monitor
