// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/try_once.hpp"

/// What every lock with an owner does, step by step, as coroutines on the I/O thread.
namespace lockscope::locks {

/// @returns false if somebody else held it until `give_up`. @throws Error
boost::asio::awaitable<bool> acquire(detail::ClientCore& core, AcquireRequest request);

/// The same for whoever has better things to do than to wait for one server of several: when cancelled, it throws
/// outcome_unknown, and what is granted later goes back.
boost::asio::awaitable<bool> acquire_or_let_go(detail::ClientCore& core, AcquireRequest request);

/// Leaves it once; it is left as what it was taken as. @returns how many holds are left. @throws Error not_held, lost,
/// outcome_unknown, …; in any case the hold is given up locally, or will be as soon as another operation of its owner
/// that is in the way has ended. Cancelling it changes nothing of that.
boost::asio::awaitable<int> release(detail::ClientCore& core, HoldId id);

/// The same for whoever does not wait for one server of several: when cancelled, it throws outcome_unknown, and the
/// release goes on in the background.
boost::asio::awaitable<int> release_or_let_go(detail::ClientCore& core, HoldId id);

/// Makes the rest of the lease at least so long. @returns false if the owner does not hold the lock. @throws Error
boost::asio::awaitable<bool> extend(detail::ClientCore& core, HoldId id, milliseconds lease);

boost::asio::awaitable<bool> is_locked(detail::ClientCore& core, const Protocol& protocol, std::string lock);
boost::asio::awaitable<std::optional<milliseconds>> remaining_lease(detail::ClientCore& core, std::string lock);
boost::asio::awaitable<bool> force_unlock(detail::ClientCore& core, const Protocol& protocol, std::string lock);

} // namespace lockscope::locks
