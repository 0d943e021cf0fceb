// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client_core.hpp"
#include "locks/confirmation.hpp"
#include "locks/protocol.hpp"
#include "locks/wait_room.hpp"
#include "lockscope/error.hpp"
#include "redis/reply.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

/// What semaphores and latches have in common: numbers that belong to nobody.
namespace lockscope::locks {

/// One of them, for messages: "The semaphore <name> …".
struct Counter
{
    const char* noun;
    std::string name;
};

[[nodiscard]] Error make_error(detail::ClientCore& core, Errc code, const Counter& counter,
                               const std::string& sentence);

/// When a wait that begins now is over; one try (time_point::min()) for a wait of zero.
[[nodiscard]] WaitRoom::Clock::time_point give_up_after(std::optional<milliseconds> wait);
/// How long to go on over an outage for somebody who waits until @p give_up; who does not wait gets one command's time.
[[nodiscard]] WaitRoom::Clock::time_point patient_until(const detail::ClientCore& core,
                                                        WaitRoom::Clock::time_point give_up);

/// @throws Error invalid_argument
void require_not_negative(int permits);

/// The integer that a script answered. @throws Error protocol
[[nodiscard]] std::int64_t integer_of(detail::ClientCore& core, const Counter& counter, const redis::Reply& reply);

/// The same as a number of permits. One of more than 32 bits is none of ours: it is cut off, as it is unusable in Java.
[[nodiscard]] int permits_of(detail::ClientCore& core, const Counter& counter, const redis::Reply& reply);

/// Throws Error closed or cancelled, if that is how it is.
void leave_if_cancelled(detail::ClientCore& core, const Counter& counter,
                        const boost::asio::cancellation_state& cancellation);
/// Throws Error cancelled for who had been stopped before it began.
void leave_if_stopped(detail::ClientCore& core, const Counter& counter, const std::stop_token& stop);

/// Runs a script that does not recognise its own earlier work, so it is sent once. Until that has happened, the trouble
/// of the connection is sat out until @p limit; from then on the reply is waited for as long as a command may take.
/// @param unknown what to say if the reply is lost: "The semaphore <name> <unknown>: …"
/// @throws Error outcome_unknown, …
boost::asio::awaitable<redis::Reply> run_once(detail::ClientCore& core, const Counter& counter, const ScriptCall& call,
                                              WaitRoom::Clock::time_point limit, const char* unknown);
/// The same over another link than that of all commands.
boost::asio::awaitable<redis::Reply> run_once(detail::ClientCore& core, const Counter& counter, const ScriptCall& call,
                                              WaitRoom::Clock::time_point limit, const char* unknown,
                                              redis::Link& link);

/// What a look brought: what was waited for, and when that ends by itself (negative: it does not); or when to look
/// again at the latest (negative: no idea).
struct Looked
{
    bool is_served = false;
    milliseconds ttl{-1};
    WaitRoom::Clock::time_point since{}; ///< Served: when it was asked for; a lease counts from there.
};
/// Asks Redis once, over an outage until the limit.
using Look = std::function<boost::asio::awaitable<Looked>(WaitRoom::Clock::time_point limit)>;

/// Waits in this process' line and, as its first, for messages. @returns false if it was not served until @p give_up.
/// @throws Error
boost::asio::awaitable<bool> wait_for_count(detail::ClientCore& core, const Counter& counter, const LineId& line,
                                            WaitRoom::Clock::time_point give_up, const Look& look);

/// ClientOptions::wait_for_replica, for what has no owner: takes by @p take, and what no replica confirms, asked behind
/// @p restate, is given back by @p undo, and tried again, at most @p tries times in all.
/// @throws Error not_replicated
struct ConfirmedSteps
{
    std::function<boost::asio::awaitable<Looked>(const Confirmation&)> take;
    std::function<ScriptCall()> restate;
    std::function<boost::asio::awaitable<void>(const Confirmation&)> undo;
};
boost::asio::awaitable<Looked> take_confirmed(detail::ClientCore& core, const Counter& counter,
                                              WaitRoom::Clock::time_point limit, int tries,
                                              const ConfirmedSteps& steps);

} // namespace lockscope::locks
