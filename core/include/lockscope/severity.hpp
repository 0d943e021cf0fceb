// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"

#include <string_view>

namespace lockscope {

/// How much a finding or an alert matters.
enum class Severity {
    info,
    warning,  ///< Somebody should look.
    critical, ///< Somebody waits in vain, or two may work at once.
};

/// "info", "warning", "critical": for JSON and CSV.
[[nodiscard]] std::string_view to_string(Severity severity) noexcept;

/// How much it matters that the first of a queue is dead: by who is kept from the lock, now or when somebody comes, and
/// for how long. A free lock that is kept from nobody for less than @p patience harms nobody yet.
[[nodiscard]] Severity severity_of_dead_head(const LockState& state, SteadyTime now, milliseconds patience) noexcept;

} // namespace lockscope
