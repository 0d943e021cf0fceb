// SPDX-License-Identifier: Apache-2.0
#include "lockscope/severity.hpp"

namespace lockscope {

std::string_view to_string(Severity severity) noexcept
{
    switch (severity) {
    case Severity::info: return "info";
    case Severity::warning: return "warning";
    case Severity::critical: return "critical";
    }
    return "unknown";
}

Severity severity_of_dead_head(const LockState& state, SteadyTime now, milliseconds patience) noexcept
{
    if (head_never_goes(state))
        return Severity::critical;
    const auto passed = std::chrono::duration_cast<milliseconds>(now - state.observed_at).count();
    const auto& deadline = state.waiters.front().deadline;
    if (deadline && state.server_time > 0 && *deadline <= state.server_time + passed)
        return Severity::info; // The next client that tries drops it.
    if (living_waiters(state).value_or(0) > 0)
        return Severity::critical;
    return state.is_held() || is_blocked(state, now, patience) ? Severity::warning : Severity::info;
}

} // namespace lockscope
