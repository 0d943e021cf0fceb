// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/durations.hpp"
#include "redis/reply.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

namespace lockscope::locks {

/// What is left of a key's life as PTTL says it, the negative ones included. Redis allows millions of years, which no
/// clock of ours can add to now.
[[nodiscard]] inline std::chrono::milliseconds time_left(std::int64_t pttl) noexcept
{
    return std::min(std::chrono::milliseconds(pttl), longest_lease);
}

/// How often an owner holds a lock, as a script answers it; nullopt if that is no such number.
[[nodiscard]] inline std::optional<int> count_of(const redis::Reply& reply) noexcept
{
    using Limits = std::numeric_limits<int>;
    const std::optional<std::int64_t> number = reply.as_integer();
    if (!number || *number < Limits::min() || *number > Limits::max())
        return std::nullopt;
    return static_cast<int>(*number);
}

} // namespace lockscope::locks
