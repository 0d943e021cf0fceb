// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client_core.hpp"

#include <chrono>
#include <optional>
#include <string>

/// The algorithm of the reentrant lock, step by step, as coroutines on the I/O thread.
namespace lockscope::locks {

struct AcquireRequest
{
    std::string lock;
    OwnerId owner;
    std::optional<std::chrono::milliseconds> lease;               ///< None: the watchdog's, renewed.
    std::optional<std::chrono::steady_clock::time_point> give_up; ///< None: waits for ever. In the past: one try.
};

/// @returns false if somebody else held it until `give_up`. @throws Error
boost::asio::awaitable<bool> acquire(detail::ClientCore& core, AcquireRequest request);

/// @returns how many holds are left. @throws Error not_held, lost, outcome_unknown, …; in any case the hold is given up
/// locally.
boost::asio::awaitable<int> release(detail::ClientCore& core, std::string lock, OwnerId owner);

boost::asio::awaitable<bool> is_locked(detail::ClientCore& core, std::string lock);
boost::asio::awaitable<std::optional<std::chrono::milliseconds>> remaining_lease(detail::ClientCore& core,
                                                                                 std::string lock);
boost::asio::awaitable<bool> force_unlock(detail::ClientCore& core, std::string lock);

/// The script that leaves a lock, and its arguments; also used for what is given back afterwards.
const redis::Script& release_script();
std::vector<std::string> release_arguments(const std::string& lock, const std::string& field, int count,
                                           std::chrono::milliseconds lease);

} // namespace lockscope::locks
