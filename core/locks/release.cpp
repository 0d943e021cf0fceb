// SPDX-License-Identifier: Apache-2.0
#include "locks/afterwards.hpp"
#include "locks/answers.hpp"
#include "locks/attempts.hpp"
#include "locks/departures.hpp"
#include "locks/let_go.hpp"
#include "locks/line_wait.hpp"
#include "locks/lock_error.hpp"
#include "locks/owner_gate.hpp"
#include "locks/steps.hpp"
#include "locks/watchdog.hpp"

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <functional>

namespace lockscope::locks {

namespace {

namespace asio = boost::asio;

Error lost_before_release(detail::ClientCore& core, const HoldId& id)
{
    return make_error(core, Errc::lost, id.lock,
                      "was lost before it was released: its lease ended or it was taken away.");
}

Error ended_during_release(detail::ClientCore& core, const HoldId& id)
{
    return make_error(core, Errc::outcome_unknown, id.lock,
                      "was released, or its lease ended just before: the server did not answer in time.");
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

/// What those entries get that stay when the latest one leaves.
milliseconds lease_of_rest(Hold hold)
{
    const Clock::time_point valid_until = hold.valid_until;
    hold.go_back_to(hold.count - 1);
    if (hold.id.access == Access::exclusive)
        return hold.lease;
    // The entry takes its deadline along. If that is the longest, what still runs of it passes on.
    return std::max(hold.lease, std::chrono::ceil<milliseconds>(valid_until - Clock::now()));
}

/// What release() does once no other operation of the owner is under way.
asio::awaitable<int> leave_now(detail::ClientCore& core, HoldId id, Clock::time_point limit)
{
    const auto under_way = core.under_way();
    const Hold hold = hold_to_leave(core, id);
    if (hold.count == 1) // an entry that leaves takes nothing from those that stay
        core.watchdog().suspend(id);
    const Clock::time_point end = std::min(limit, hold.valid_until); // then it is free without us

    const milliseconds lease = lease_of_rest(hold);
    ScriptCall call = hold.protocol->release({id, hold.count, lease});
    Attempts attempts(core.servers().commands(), end);
    auto [reply, failure] = co_await attempts.answer(*call.script, std::move(call.keys), std::move(call.args));
    const std::optional<int> answer = count_of(reply);
    if (!failure && !answer)
        failure =
            make_error(core, Errc::protocol, id.lock, "could not be released: the server's answer makes no sense.");
    int left = failure ? hold.count - 1 : *answer;
    const bool was_left = !failure && left == 0; // the server says so, however late
    // If it is gone and an unanswered attempt of ours was under way, that was us, unless its lease ended before.
    const bool maybe_us = hold.count == 1 && attempts.maybe_executed();
    const bool was_taken = left < 0 && !maybe_us;
    const bool expired = Clock::now() >= hold.valid_until && (failure || left < 0);
    const bool called_lost = !core.holds().find(id);
    if (!was_left && (was_taken || expired || called_lost)) {
        lose(core, id, expired ? LossNotice::Reason::expired : LossNotice::Reason::taken);
        static_cast<void>(core.holds().take_loss(id));
        if (!failure && left > 0) // called lost already, so it must not stay
            core.afterwards().give_back(id, hold.protocol->give_back(id), attempts.sent() + hold.lease);
        throw maybe_us ? ended_during_release(core, id) : lost_before_release(core, id);
    }
    if (called_lost) // too early, as it turned out
        static_cast<void>(core.holds().take_loss(id));
    left = std::max(left, 0);
    core.holds().released(id, left, failure ? hold.valid_until : attempts.sent() + lease);
    if (left > 0) {
        if (const auto rest = core.holds().find(id))
            core.watchdog().keep(*rest);
    } else {
        core.watchdog().forget(id);
        const Clock::time_point forgotten = std::max(Clock::now() + hold.lease, hold.valid_until);
        core.departures().remember(id, *hold.protocol, forgotten);
        wake_lines(core.wait_room(), *hold.protocol, id.lock);
    }
    if (failure) {
        if (left == 0 && may_succeed_later(*failure))
            tell_later(core, hold);
        if (attempts.maybe_executed())
            throw outcome_unknown(core, id.lock, "released", *failure);
        throw *failure;
    }
    co_return left;
}

/// As soon as the other operation of the owner has ended, whenever that is.
asio::awaitable<void> leave_later(detail::ClientCore* core, HoldId id)
{
    const OwnerGate::Pass pass = co_await core->gate().enter(id.lock, id.owner, Clock::time_point::max());
    if (!pass)
        co_return; // the client is being closed
    try {
        co_await leave_now(*core, id, Clock::now() + core->options.outage_patience);
    } catch (const Error&) {
        // Its owner was told that nobody knows.
    }
}

} // namespace

asio::awaitable<int> release(detail::ClientCore& core, HoldId id)
{
    // What is under way is waited for, and so is whatever stands before it: a hold that its owner has given up must not
    // stay because of a cancellation.
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    const Clock::time_point limit = Clock::now() + core.options.outage_patience;
    const OwnerGate::Pass pass = co_await core.gate().enter(id.lock, id.owner, limit);
    if (!pass && core.wait_room().is_closed())
        throw make_error(core, Errc::closed, id.lock, "could not be released: the client is being closed.");
    if (pass)
        co_return co_await leave_now(core, id, limit);
    if (!valid_hold(core, id))
        throw make_error(core, Errc::timeout, id.lock,
                         "could not be released: another operation of its owner does not end.");
    asio::co_spawn(core.executor(), leave_later(&core, id), asio::detached);
    throw make_error(core, Errc::outcome_unknown, id.lock,
                     "will be released as soon as another operation of its owner has ended.");
}

asio::awaitable<int> release_or_let_go(detail::ClientCore& core, HoldId id)
{
    co_await asio::this_coro::throw_if_cancelled(false);
    asio::awaitable<int> work = release(core, id);
    std::function<void(int)> nobody;
    const std::optional<Outcome<int>> outcome =
        co_await await_or_let_go<int>(core.executor(), std::move(work), std::move(nobody));
    if (!outcome)
        throw make_error(core, Errc::outcome_unknown, id.lock, "is being released; the server has not answered yet.");
    if (outcome->error)
        std::rethrow_exception(outcome->error);
    co_return *outcome->value;
}

} // namespace lockscope::locks
