// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client_core.hpp"
#include "locks/hold_table.hpp"
#include "locks/protocol.hpp"

#include <optional>
#include <string>
#include <vector>

namespace lockscope::locks {

/// Who wants which lock, and on which terms.
struct AcquireRequest
{
    const Protocol* protocol = nullptr;
    HoldId id;
    std::optional<milliseconds> lease;        ///< None: the watchdog's, renewed.
    std::optional<Clock::time_point> give_up; ///< None: waits for ever. In the past: one try.
    milliseconds answer_grace{1000};          ///< So long an answer is waited for beyond that.
    bool tells_of_late_grants = false; ///< What is granted after its lease is not tried again, but Errc::lost at once.
};

/// What a try brought: a hold, or how long the present one still lives.
struct Tried
{
    int count = 0;
    milliseconds ttl{0};
    std::vector<std::string> unheard; ///< Fair locks: the waiters, of those looked at, that nobody listens for.
    bool had_no_place = false;        ///< Fair locks: who waits was not in the queue.
};

/// For fair locks: whether, and how long, to stand in the queue; who in it seems dead, and at how many to look for
/// that.
struct Queueing
{
    milliseconds wait{0};
    std::vector<std::string> dead;
    int look_at = 0;
};

/// One script, over the troubles of the connection until @p limit. What it takes is recorded and watched over.
/// @throws Error
boost::asio::awaitable<Tried> try_once(detail::ClientCore& core, const AcquireRequest& request, Clock::time_point limit,
                                       Queueing queueing);

/// The owner's hold, if it is still valid. One whose lease has run out is declared lost here.
std::optional<Hold> valid_hold(detail::ClientCore& core, const HoldId& id);

/// Redis may still have what is not held any more, and could not be told: goes on telling it, for as long as it would
/// keep others out.
void tell_later(detail::ClientCore& core, const Hold& hold);

/// It is no longer held, although its owner did not release it: tells whoever wants to know.
void lose(detail::ClientCore& core, const HoldId& id, LossNotice::Reason reason);

} // namespace lockscope::locks
