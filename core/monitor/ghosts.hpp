// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"

#include <optional>
#include <string>
#include <unordered_map>

namespace lockscope::monitor {

/// Nobody listens for it under the lock's own name.
[[nodiscard]] inline bool is_unheard(const Waiter& waiter) noexcept
{
    return waiter.mapped || waiter.subscribed == false;
}

/// Remembers since when nobody listens for a waiter of a fair lock. A waiter is queued before it subscribes, so one
/// silent reading says nothing; silence over ghost_after does. It may listen under a mapped name instead (see
/// Waiter::mapped), which only a look at all channels tells: silence counts until the newest of those, not until now.
class GhostWatch
{
public:
    static constexpr milliseconds ghost_after{2000};

    /// Marks the waiters of @p state that are ghosts as stale, and its anomalies anew.
    /// @param channels_at when the newest look at all channels began; absent: they may not be looked at
    void look(LockState& state, std::optional<SteadyTime> channels_at = std::nullopt);

    /// When to read again to be sure about a silent waiter; nullopt if there is none to be sure about.
    [[nodiscard]] std::optional<SteadyTime> next_look() const noexcept;
    /// Does a look at all channels that began then make somebody a ghost who was none yet, if it is still silent?
    [[nodiscard]] bool is_due(SteadyTime channels_at) const noexcept;
    [[nodiscard]] bool empty() const noexcept { return m_silent_since.empty(); }

private:
    std::unordered_map<std::string, SteadyTime> m_silent_since;
    SteadyTime m_looked_at{};
    SteadyTime m_silent_until{}; ///< Until when it is known that they were.
};

} // namespace lockscope::monitor
