// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace lockscope::redis {

/// Whether it makes sense to rest for so long and try again. As much time as the rest is left for the answer: an
/// attempt that is cut off before it would leave in doubt what is clear now.
[[nodiscard]] inline bool has_time_to_retry(std::chrono::milliseconds rest,
                                            std::chrono::steady_clock::time_point deadline)
{
    return std::chrono::steady_clock::now() + 2 * rest < deadline;
}

} // namespace lockscope::redis
