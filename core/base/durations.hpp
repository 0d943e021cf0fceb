// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace lockscope {

/// A lease ends some day: Redis counts millions of years, which no clock of ours can add to now.
inline constexpr std::chrono::milliseconds longest_lease = std::chrono::hours(24 * 365 * 100);
/// What "as long as it takes" is to a timer.
inline constexpr std::chrono::milliseconds longest_wait = std::chrono::hours(24 * 365);

} // namespace lockscope
