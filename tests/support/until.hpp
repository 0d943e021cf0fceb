// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <thread>

namespace lockscope::test {

/// Ends a test that would hang; never awaited in full by one that passes.
inline constexpr std::chrono::seconds patience{15};

/// Waits until @p condition holds, looking every millisecond. @returns whether it came true in time.
template <typename Condition>
[[nodiscard]] bool until(Condition condition, std::chrono::milliseconds limit = patience)
{
    const auto deadline = std::chrono::steady_clock::now() + limit;
    while (!condition()) {
        if (std::chrono::steady_clock::now() >= deadline)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

} // namespace lockscope::test
