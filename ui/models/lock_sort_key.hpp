// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_filter.hpp"
#include "models/lock_roles.hpp"

#include "lockscope/lock_state.hpp"

#include <cstdint>

namespace lockscope::ui {

/// What a column sorts a lock by; locks of the same key stand in the order of their names. Pure, any thread.
/// @param lastMinute the sum of the lock's waiter history, which is not part of its state
[[nodiscard]] std::int64_t sortKey(LockColumn column, const LockState& state, std::int64_t lastMinute,
                                   const FilterMoment& moment);

} // namespace lockscope::ui
