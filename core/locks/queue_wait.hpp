// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/try_once.hpp"

namespace lockscope::locks {

/// At how many of the queue to look for dead waiters.
inline constexpr int queue_look = 100;

/// Takes the lock, or joins its queue in Redis and waits there until it is this owner's turn. Whoever leaves without
/// the lock (time is up, cancelled, an error) takes its place along.
/// @returns false if it was not to be had until @p give_up. @throws Error
boost::asio::awaitable<bool> wait_in_queue(detail::ClientCore& core, const AcquireRequest& request,
                                           Clock::time_point give_up);

} // namespace lockscope::locks
