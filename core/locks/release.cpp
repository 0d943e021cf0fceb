// SPDX-License-Identifier: Apache-2.0
#include "locks/afterwards.hpp"
#include "locks/attempts.hpp"
#include "locks/departures.hpp"
#include "locks/line_wait.hpp"
#include "locks/lock_error.hpp"
#include "locks/owner_gate.hpp"
#include "locks/steps.hpp"
#include "locks/watchdog.hpp"

#include <boost/asio/this_coro.hpp>

#include <algorithm>

namespace lockscope::locks {

namespace {

namespace asio = boost::asio;

Error lost_before_release(detail::ClientCore& core, const HoldId& id)
{
    return make_error(core, Errc::lost, id.lock,
                      "was lost before it was released: its lease ended or it was taken away.");
}

/// The owner's hold, which it wants to leave. @throws Error lost, not_held
Hold hold_to_leave(detail::ClientCore& core, const HoldId& id)
{
    std::optional<Hold> hold = valid_hold(core, id);
    if (hold)
        return *std::move(hold);
    if (core.holds().take_loss(id))
        throw lost_before_release(core, id);
    throw make_error(core, Errc::not_held, id.lock,
                     "is not held by " + id.owner.field() + ", so it cannot release it.");
}

} // namespace

asio::awaitable<int> release(detail::ClientCore& core, HoldId id)
{
    co_await asio::this_coro::throw_if_cancelled(false);
    const Clock::time_point limit = Clock::now() + core.options.outage_patience;
    const OwnerGate::Pass pass = co_await core.gate().enter(id.lock, id.owner, limit);
    if (!pass && core.wait_room().is_closed())
        throw make_error(core, Errc::closed, id.lock, "could not be released: the client is being closed.");
    if (!pass)
        throw make_error(core, Errc::timeout, id.lock,
                         "could not be released: another operation of its owner does not end.");
    const Hold hold = hold_to_leave(core, id);
    core.watchdog().suspend(id);
    const Clock::time_point end = std::min(limit, hold.valid_until); // then it is free without us

    ScriptCall call = hold.protocol->release({id, hold.count, hold.lease});
    Attempts attempts(core.servers().commands(), end);
    redis::Reply reply;
    std::optional<Error> failure;
    try {
        reply = co_await attempts.run(*call.script, std::move(call.keys), std::move(call.args));
    } catch (const Error& error) {
        failure = error;
    }
    int left = failure ? hold.count - 1 : static_cast<int>(reply.as_integer().value_or(-1));
    // If it is gone, an unanswered attempt of ours was under way and the lease still runs, that was us.
    const bool was_taken = left < 0 && (hold.count > 1 || !attempts.maybe_executed());
    const bool expired = Clock::now() >= hold.valid_until && (failure || left < 0);
    if (was_taken || expired || !core.holds().find(id)) {
        lose(core, id, expired ? LossNotice::Reason::expired : LossNotice::Reason::taken);
        static_cast<void>(core.holds().take_loss(id));
        if (!failure && left > 0) // called lost already, so it must not stay
            core.afterwards().give_back(id, hold.protocol->give_back(id, {}), attempts.sent() + hold.lease);
        throw lost_before_release(core, id);
    }
    left = std::max(left, 0);
    core.holds().released(id, left, failure ? hold.valid_until : attempts.sent() + hold.lease);
    if (left > 0) {
        if (const auto rest = core.holds().find(id))
            core.watchdog().keep(*rest);
    } else {
        core.watchdog().forget(id);
        core.departures().remember(id, *hold.protocol, {}, Clock::now() + hold.lease);
        wake_lines(core.wait_room(), *hold.protocol, id.lock);
    }
    if (failure) {
        if (left == 0 && failure->transient())
            core.afterwards().give_back(id, hold.protocol->give_back(id, {}), hold.valid_until);
        if (attempts.maybe_executed())
            throw outcome_unknown(core, id.lock, "released", *failure);
        throw *failure;
    }
    co_return left;
}

} // namespace lockscope::locks
