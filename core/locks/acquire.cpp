// SPDX-License-Identifier: Apache-2.0
#include "base/durations.hpp"
#include "locks/afterwards.hpp"
#include "locks/departures.hpp"
#include "locks/let_go.hpp"
#include "locks/line_wait.hpp"
#include "locks/lock_error.hpp"
#include "locks/owner_gate.hpp"
#include "locks/queue_wait.hpp"
#include "locks/steps.hpp"
#include "locks/watchdog.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <functional>

namespace lockscope::locks {

namespace {

namespace asio = boost::asio;

/// Before it is tried anew: what came too late goes back meanwhile.
constexpr milliseconds after_a_late_answer{10};

Clock::time_point far_future()
{
    return Clock::now() + longest_wait;
}

/// Throws Error already_held or would_deadlock. @returns false where one who does not wait just gets nothing.
bool may_enter(detail::ClientCore& core, const AcquireRequest& request, const std::optional<Hold>& present, bool waits)
{
    const HoldId& id = request.id;
    if (present && request.protocol->reentry() == Reentry::refused)
        throw make_error(core, Errc::already_held, id.lock,
                         "is held by " + id.owner.field() + " already, and cannot be entered again.");
    if (present || request.protocol != &write_protocol())
        return true;
    const bool reads = valid_hold(core, {id.lock, id.owner, Access::shared}).has_value();
    if (reads && waits)
        throw make_error(core, Errc::would_deadlock, id.lock,
                         "is being read by " + id.owner.field()
                             + ", who would wait for itself to write; release the read lock first.");
    return !reads;
}

/// The latest entry goes back, of which nobody was told.
void drop_entry(detail::ClientCore& core, const AcquireRequest& request, const Hold& hold)
{
    const HoldId& id = request.id;
    if (hold.count > 1) {
        core.holds().released(id, hold.count - 1, hold.valid_until);
        if (const std::optional<Hold> rest = core.holds().find(id))
            core.watchdog().keep(*rest);
        return;
    }
    core.watchdog().forget(id);
    core.holds().drop(id);
    const Clock::time_point end = Clock::now() + hold.lease; // in Redis it may have begun as late as now
    core.afterwards().give_back(id, request.protocol->give_back(id), end);
    core.departures().remember(id, *request.protocol, end);
}

/// Cancelled, or the client closed, after the lock was taken: nobody will release it, so it goes back.
void give_back_if_unwanted(detail::ClientCore& core, const AcquireRequest& request,
                           const asio::cancellation_state& cancellation)
{
    const bool is_closed = core.wait_room().is_closed();
    if (!is_closed && cancellation.cancelled() == asio::cancellation_type::none)
        return;
    const HoldId& id = request.id;
    if (const std::optional<Hold> hold = core.holds().find(id))
        drop_entry(core, request, *hold);
    if (is_closed)
        throw make_error(core, Errc::closed, id.lock, "was asked for from a client that is being closed.");
    throw make_error(core, Errc::cancelled, id.lock, "is no longer wanted: cancelled.");
}

// The frame of a coroutine has room for all that it ever keeps, and thousands may wait in acquire(). So what is needed
// before and after the waiting is in functions of their own.

enum class Beginning { refused, tries, stands_in_line };

/// @throws Error already_held or would_deadlock
Beginning begin(detail::ClientCore& core, const AcquireRequest& request, bool waits)
{
    const HoldId& id = request.id;
    const std::optional<Hold> present = valid_hold(core, id);
    if (!may_enter(core, request, present, waits))
        return Beginning::refused;
    // Whoever waits already is served first, except by those who enter again or do not wait. A writer who wants to read
    // as well must not stand behind readers who wait for it.
    if (!waits || present)
        return Beginning::tries;
    if (request.protocol->waiting() == Waiting::queue)
        return Beginning::stands_in_line;
    const bool writes = id.access == Access::shared && valid_hold(core, {id.lock, id.owner, Access::exclusive});
    const bool lets_others = !writes && core.wait_room().has_waiters(line_of(*request.protocol, id.lock));
    return lets_others ? Beginning::stands_in_line : Beginning::tries;
}

asio::awaitable<bool> try_at_once(detail::ClientCore& core, const AcquireRequest& request, Clock::time_point give_up,
                                  bool waits)
{
    const Clock::time_point now = Clock::now();
    const Clock::time_point limit =
        waits ? std::min(give_up, now + core.options.outage_patience) : now + core.options.command_timeout;
    if (request.protocol->waiting() != Waiting::queue) {
        const Tried tried = co_await try_once(core, request, limit, {});
        co_return tried.count > 0;
    }
    // Who never waits, or never for long, must not be kept out by the dead either. Where somebody waits, he looks.
    const std::string& lock = request.id.lock;
    SuspectsByLock& suspects = core.wait_room().suspects();
    const bool looks = !core.wait_room().has_waiters(line_of(*request.protocol, lock))
                    && !suspects.has_looked(lock, polling_wait, now);
    Queueing queueing{{}, suspects.dead(lock, now), looks ? queue_look : 0};
    const Tried tried = co_await try_once(core, request, limit, std::move(queueing));
    if (looks && tried.count <= 0)
        suspects.update(lock, tried.unheard, Clock::now());
    co_return tried.count > 0;
}

asio::awaitable<bool> wait_for_it(detail::ClientCore& core, const AcquireRequest& request, Clock::time_point give_up)
{
    return request.protocol->waiting() == Waiting::queue ? wait_in_queue(core, request, give_up)
                                                         : wait_in_line(core, request, give_up);
}

/// What was granted may have ended before the answer was here.
enum class Grant { valid, too_late, lost };

/// What came too late goes back: somebody else may hold it by now.
Grant look_at_grant(detail::ClientCore& core, const AcquireRequest& request)
{
    const std::optional<Hold> hold = core.holds().find(request.id);
    if (!hold)
        return Grant::lost;
    if (hold->is_valid(Clock::now()))
        return Grant::valid;
    drop_entry(core, request, *hold);
    return Grant::too_late;
}

asio::awaitable<void> pause_after_a_late_answer(detail::ClientCore& core)
{
    asio::steady_timer pause(core.executor(), after_a_late_answer);
    co_await pause.async_wait(asio::as_tuple(asio::use_awaitable));
}

} // namespace

asio::awaitable<bool> acquire(detail::ClientCore& core, AcquireRequest request)
{
    // We look at the state ourselves: an exception in the middle of a script call would lose its outcome.
    co_await asio::this_coro::throw_if_cancelled(false);
    const HoldId& id = request.id;
    const Clock::time_point give_up = request.give_up.value_or(far_future());
    const bool waits = give_up > Clock::now();
    const Clock::time_point gate_limit = waits ? give_up : Clock::now() + core.options.command_timeout;
    const OwnerGate::Pass pass = co_await core.gate().enter(id.lock, id.owner, gate_limit);
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    if (cancellation.cancelled() != asio::cancellation_type::none)
        throw make_error(core, Errc::cancelled, id.lock, "is no longer waited for: cancelled.");
    if (!pass && core.wait_room().is_closed())
        throw make_error(core, Errc::closed, id.lock, "was asked for from a client that is being closed.");
    if (!pass)
        co_return false;
    const auto under_way = core.under_way();
    for (int late = 1;; ++late) {
        Afterwards::Interruption interruption(core.afterwards(), id);
        const Beginning beginning = begin(core, request, waits);
        if (beginning == Beginning::refused)
            co_return false;
        bool is_acquired = beginning == Beginning::tries && co_await try_at_once(core, request, give_up, waits);
        if (!is_acquired && waits)
            is_acquired = co_await wait_for_it(core, request, give_up);
        if (!is_acquired)
            co_return false;
        interruption.taken();
        give_back_if_unwanted(core, request, cancellation);
        const Grant grant = look_at_grant(core, request);
        if (grant == Grant::valid)
            co_return true;
        if (request.tells_of_late_grants && grant == Grant::lost)
            co_return false; // As if it had been refused.
        if (request.tells_of_late_grants)
            throw make_error(core, Errc::lost, id.lock, "was granted only after its lease had ended.");
        if (!waits || Clock::now() >= give_up)
            co_return false;
        if (late == most_late_answers)
            throw make_error(core, Errc::lost, id.lock, too_late(request.lease.value_or(core.options.watchdog_lease)));
        co_await pause_after_a_late_answer(core);
        leave_if_cancelled(core, id.lock, cancellation);
    }
}

namespace {

asio::awaitable<void> leave_what_came_late(detail::ClientCore* core, HoldId id)
{
    try {
        co_await release(*core, std::move(id));
    } catch (const Error&) {
        // It goes on in the background, or is gone already.
    }
}

} // namespace

asio::awaitable<bool> acquire_or_let_go(detail::ClientCore& core, AcquireRequest request)
{
    co_await asio::this_coro::throw_if_cancelled(false);
    const HoldId id = request.id;
    std::function<void(bool)> late = [&core, id](bool is_acquired) {
        if (is_acquired)
            asio::co_spawn(core.executor(), leave_what_came_late(&core, id), asio::detached);
    };
    asio::awaitable<bool> work = acquire(core, std::move(request));
    const std::optional<Outcome<bool>> outcome =
        co_await await_or_let_go<bool>(core.executor(), std::move(work), std::move(late));
    if (!outcome)
        throw make_error(core, Errc::outcome_unknown, id.lock, "is being asked for; the server has not answered yet.");
    if (outcome->error)
        std::rethrow_exception(outcome->error);
    co_return *outcome->value;
}

} // namespace lockscope::locks
