// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/try_once.hpp"
#include "locks/wait_room.hpp"

namespace lockscope::locks {

/// Waits in this process' line and, as its first, in Redis: for a message, or by asking again (Waiting::polling).
/// @returns false if it was not to be had until @p give_up. @throws Error
boost::asio::awaitable<bool> wait_in_line(detail::ClientCore& core, const AcquireRequest& request,
                                          Clock::time_point give_up);

/// The line in which the waiters of this process stand for this lock.
[[nodiscard]] LineId line_of(const Protocol& protocol, const std::string& lock);

/// The lock was released by this process: whoever of it waits, and would not hear the message, looks again.
void wake_lines(WaitRoom& room, const Protocol& protocol, const std::string& lock);

/// So often somebody looks for himself while messages cannot be heard.
inline constexpr milliseconds polling_wait{500};

/// How long to wait for a message before asking again, if the present hold lives for @p ttl (negative: without end).
[[nodiscard]] milliseconds patience(milliseconds ttl, bool hears_messages);

/// Throws Error closed or cancelled, if that is how it is.
void leave_if_cancelled(detail::ClientCore& core, const std::string& lock,
                        const boost::asio::cancellation_state& cancellation);

} // namespace lockscope::locks
