// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>

namespace lockscope {

/// How long to wait for something that has no lease. The default: as long as it takes.
struct Patience
{
    std::optional<std::chrono::milliseconds> wait; ///< None: as long as it takes. Zero: one try.
    std::stop_token stop;                          ///< Ends the wait with Error cancelled.
};

/// Any duration as whole milliseconds, rounded up, never negative and never too large to count.
template <typename Rep, typename Period>
[[nodiscard]] std::chrono::milliseconds to_wait(const std::chrono::duration<Rep, Period>& wait)
{
    using std::chrono::milliseconds;
    // Compared as floating point: converting hours::max() to milliseconds would overflow.
    const std::chrono::duration<long double, std::milli> exact = wait;
    if (!(exact.count() > 0))
        return milliseconds::zero();
    if (exact >= std::chrono::duration<long double, std::milli>(milliseconds::max()))
        return milliseconds::max();
    return std::chrono::ceil<milliseconds>(wait);
}

/// The same until a deadline, however far away or long ago that is.
template <typename Clock, typename Duration>
[[nodiscard]] std::chrono::milliseconds to_wait(const std::chrono::time_point<Clock, Duration>& deadline)
{
    // Subtracted as floating point: from time_point::min() it would overflow, and what is long over become endless.
    using Exact = std::chrono::duration<long double, std::milli>;
    return to_wait(Exact(deadline.time_since_epoch()) - Exact(Clock::now().time_since_epoch()));
}

} // namespace lockscope
