// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/alert_rules.hpp"

#include <optional>
#include <string>

namespace lockscope::monitor {

/// Is a rule true of a lock now, and if not, when may it become so by time alone?
struct Condition
{
    bool holds = false;
    std::optional<SteadyTime> may_hold_at; ///< Only if it does not hold; absent: not without a change of the lock.

    // The facts, if it holds.
    std::optional<SystemTime> since; ///< Absent: since now.
    std::string owner;
    std::optional<milliseconds> amount;
    std::int64_t count = 0;
    std::optional<SystemTime> renewed_until;
    bool begin_unseen = false;  ///< See Alert.
    bool never_dropped = false; ///< The same.
};

/// For the kinds that are a matter of one lock's state; never true for deadlocks and lost locks.
[[nodiscard]] Condition condition_of(const AlertRule& rule, const LockState& state, SteadyTime now, SystemTime wall);

} // namespace lockscope::monitor
