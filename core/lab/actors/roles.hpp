// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/actors/player.hpp"

/// What simulated clients do with a lock, one round each.
namespace lockscope::lab {

/// @name Reentrant locks
///@{
asio::awaitable<void> work_shortly(Part& part);     ///< Waits for it, works for a moment, sometimes enters again.
asio::awaitable<void> work_at_hot_spot(Part& part); ///< The same with hardly a pause: always contended.
asio::awaitable<void> run_long_job(Part& part);     ///< Entered three times, half a minute.
asio::awaitable<void> never_finish(Part& part);     ///< Renewed for ever: stuck.
asio::awaitable<void> let_it_expire(Part& part);    ///< A lease that nobody renews, and no release.
asio::awaitable<void> post_with_token(Part& part);  ///< A fenced lock: every acquisition counts the token up.
asio::awaitable<void> forget_the_lease(Part& part); ///< Data of a careless client: held without any expiry.
///@}

/// @name Fair locks
///@{
asio::awaitable<void> queue_up(Part& part);         ///< Takes its place, waits on its own channel, works, leaves.
asio::awaitable<void> die_in_the_queue(Part& part); ///< Leaves an entry at the head that nobody answers for.
///@}

/// @name Read-write locks
///@{
asio::awaitable<void> read(Part& part);
asio::awaitable<void> read_twice(Part& part); ///< Enters again while it reads.
asio::awaitable<void> write(Part& part);      ///< Now and then, and briefly.
asio::awaitable<void> write_for_long(Part& part);
///@}

} // namespace lockscope::lab
