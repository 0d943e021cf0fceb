// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/error.hpp"

#include <chrono>
#include <string>
#include <thread>
#include <type_traits>

namespace lockscope::lab {

/// For a loaded machine, on which an election may fail twice.
inline constexpr std::chrono::seconds state_patience{45};

/// Looks until @p condition holds: servers announce none of what the sandboxes wait for. It returns a bool, or what is
/// still missing, and nothing when nothing is. A server that cannot answer just now does not meet it yet.
/// @throws Error timeout with "The sandbox' <what> in time."
template <typename Condition>
void wait_for(const std::string& what, Condition condition, std::chrono::milliseconds limit = state_patience)
{
    const auto deadline = std::chrono::steady_clock::now() + limit;
    for (;;) {
        std::string why;
        try {
            if constexpr (std::is_same_v<decltype(condition()), std::string>)
                why = condition();
            else
                why = condition() ? "" : "not yet";
            if (why.empty())
                return;
        } catch (const Error& error) {
            why = error.message();
        }
        if (std::chrono::steady_clock::now() >= deadline)
            throw Error(Errc::timeout, "The sandbox' " + what + " in time (" + why + ").");
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
}

} // namespace lockscope::lab
