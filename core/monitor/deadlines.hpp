// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/durations.hpp"

#include <algorithm>
#include <cstdint>

namespace lockscope::monitor {

/// Scores are any numbers; one that is to be calculated with is brought to where neither sums nor differences overflow.
[[nodiscard]] constexpr std::int64_t bounded_deadline(std::int64_t deadline) noexcept
{
    return std::clamp(deadline, INT64_C(0), INT64_C(1) << 52);
}

/// Milliseconds from @p from to @p to, both epoch milliseconds; longest_lease at most either way.
[[nodiscard]] constexpr std::int64_t bounded_distance(std::int64_t from, std::int64_t to) noexcept
{
    constexpr std::int64_t most = longest_lease.count();
    return std::clamp(bounded_deadline(to) - bounded_deadline(from), -most, most);
}

} // namespace lockscope::monitor
