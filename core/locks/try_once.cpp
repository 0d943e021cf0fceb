// SPDX-License-Identifier: Apache-2.0
#include "locks/try_once.hpp"

#include "locks/afterwards.hpp"
#include "locks/answers.hpp"
#include "locks/attempts.hpp"
#include "locks/confirmation.hpp"
#include "locks/departures.hpp"
#include "locks/line_wait.hpp"
#include "locks/lock_error.hpp"
#include "locks/owner_gate.hpp"
#include "locks/watchdog.hpp"
#include "redis/redirection.hpp"

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>

namespace lockscope::locks {

namespace asio = boost::asio;

namespace {
/// So long somebody who does not wait waits for a slot that is on its way: most keys move within that.
constexpr milliseconds slot_patience{300};
/// Who reads keeps alive what it wrote with, for as long as it reads: that may be very long.
constexpr std::chrono::minutes longest_while_reading{10};

/// Redis may know a hold for longer than we count on it: a writer's field lives as long as its owner reads, and a
/// re-entry whose answer was lost may have got a longer lease. Nobody would release that. And where a lock was lost
/// with the server that gave it, its owner may still stand in the queue. One of the owner's operations among others,
/// because what it does next may take the lock anew.
asio::awaitable<void> clear_away(detail::ClientCore* core, Hold hold)
{
    const HoldId id = hold.id;
    const Clock::time_point limit = Clock::now() + std::max(hold.lease, core->options.watchdog_lease);
    const OwnerGate::Pass pass = co_await core->gate().enter(id.lock, id.owner, limit);
    if (!pass || core->holds().find(id))
        co_return;
    if (core->servers().commands().is_lost(id.lock)) {
        tell_later(*core, hold);
        co_return;
    }
    ScriptCall call = hold.protocol->give_back(id);
    Attempts attempts(core->servers().commands(), Clock::now() + core->options.command_timeout);
    try {
        co_await attempts.run(*call.script, call.keys, call.args);
    } catch (const Error& error) {
        if (may_succeed_later(error) && !core->holds().find(id))
            tell_later(*core, hold);
    }
}
} // namespace

void tell_later(detail::ClientCore& core, const Hold& hold)
{
    const HoldId& id = hold.id;
    const Clock::time_point now = Clock::now();
    const bool reads_on = id.access == Access::exclusive && core.holds().find({id.lock, id.owner, Access::shared});
    const Clock::time_point end = std::max(hold.valid_until, now + (reads_on ? longest_while_reading : hold.lease));
    core.afterwards().give_back(id, hold.protocol->give_back(id), end);
    core.departures().remember(id, *hold.protocol, end);
}

void lose(detail::ClientCore& core, const HoldId& id, LossNotice::Reason reason)
{
    const std::optional<Hold> hold = core.holds().find(id);
    if (!hold)
        return;
    core.watchdog().forget(hold->id);
    core.holds().lost(hold->id, reason);
    if (reason == LossNotice::Reason::taken) // perhaps without a message: others of this process counted on our lease
        core.wait_room().look_again([&](const std::string& key) { return key == hold->id.lock; });
    // A reader without deadlines is none, but its field would keep writers in Java out.
    const bool may_remain = hold->protocol->waiting() == Waiting::queue || hold->id.access == Access::shared;
    if (reason == LossNotice::Reason::expired || may_remain)
        asio::co_spawn(core.executor(), clear_away(&core, *hold), asio::detached);
}

std::optional<Hold> valid_hold(detail::ClientCore& core, const HoldId& id)
{
    std::optional<Hold> hold = core.holds().find(id);
    if (hold && !hold->is_valid(Clock::now())) {
        lose(core, id, LossNotice::Reason::expired);
        hold.reset();
    }
    return hold;
}

namespace {

/// It may have been executed: it goes back in the background. @returns what to throw
Error unknown_acquisition(detail::ClientCore& core, const AcquireRequest& request, const Error& cause)
{
    const HoldId& id = request.id;
    if (!core.holds().find(id)) { // a re-entry needs no giving back: the next operation says what the count is
        const Clock::time_point end = Clock::now() + request.lease.value_or(core.options.watchdog_lease);
        core.afterwards().give_back(id, request.protocol->give_back(id), end);
        core.departures().remember(id, *request.protocol, end);
    }
    return outcome_unknown(core, id.lock, "acquired", cause);
}

/// Another master serves the key now, and may have heard of what this one has done without its answer reaching us.
class TriedElsewhere : public Error
{
public:
    explicit TriedElsewhere(const Error& cause) : Error(cause) {}
};

/// What the script brought; nothing is recorded of it yet.
struct Taken
{
    Tried tried;
    std::optional<Hold> hold;
};

asio::awaitable<Taken> take(detail::ClientCore& core, const AcquireRequest& request, Clock::time_point limit,
                            Queueing queueing, const Confirmation* confirmation)
{
    const HoldId& id = request.id;
    const std::optional<Hold> before = valid_hold(core, id);
    const int expected = before ? before->count : 0;
    const milliseconds lease = request.lease.value_or(core.options.watchdog_lease);
    const bool writes = id.access == Access::shared && valid_hold(core, {id.lock, id.owner, Access::exclusive});
    ScriptCall call = request.protocol->acquire(
        {id, lease, expected, queueing.wait, std::move(queueing.dead), queueing.look_at, writes});

    if (confirmation)
        call = confirmation->adapted(std::move(call));
    redis::Link& link = confirmation ? confirmation->link() : core.servers().commands();

    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    Attempts attempts = Attempts::for_caller(link, limit, request.answer_grace);
    attempts.end_when_cancelled();
    if (request.give_up && *request.give_up <= Clock::now())
        attempts.wait_for_slot(slot_patience);
    redis::Reply reply;
    std::optional<Error> failure;
    try {
        reply = co_await attempts.run(*call.script, std::move(call.keys), std::move(call.args));
    } catch (const redis::HalfMoved& error) {
        failure = make_error(core, error.errc(), id.lock, "could not be tried. " + error.message());
    } catch (const Error& error) {
        failure = error;
    }
    if (failure) {
        if (!attempts.maybe_executed()) {
            leave_if_cancelled(core, id.lock, cancellation);
            throw *failure;
        }
        if (confirmation && (is_gone(core, *failure) || failure->errc() == Errc::redirected))
            throw TriedElsewhere(*failure);
        throw unknown_acquisition(core, request, *failure);
    }
    const auto count = reply.elements.size() < 2 ? std::nullopt : count_of(reply.elements[0]);
    const auto ttl = reply.elements.size() < 2 ? std::nullopt : reply.elements[1].as_integer();
    if (!count || !ttl)
        throw make_error(core, Errc::protocol, id.lock, "could not be taken: the server's answer makes no sense.");

    Taken taken;
    Tried& tried = taken.tried;
    tried.count = *count;
    tried.ttl = time_left(*ttl);
    if (expected > 0 && tried.count != expected + 1)
        lose(core, id, LossNotice::Reason::taken); // it had been taken from us; a count of 1 is a new hold
    if (request.protocol->waiting() == Waiting::queue) {
        const std::string field = request.protocol->field(id.owner);
        for (std::size_t i = 2; i < reply.elements.size(); ++i) {
            if (reply.elements[i].text == field)
                tried.had_no_place = true;
            else
                tried.unheard.push_back(std::move(reply.elements[i].text));
        }
    }
    if (tried.count <= 0)
        co_return taken;
    Hold hold;
    hold.id = id;
    hold.protocol = request.protocol;
    hold.count = tried.count;
    hold.token = reply.elements.size() > 2 ? reply.elements[2].as_integer().value_or(0) : 0;
    hold.lease = lease;
    hold.watched = !request.lease;
    hold.valid_until = attempts.sent() + lease;
    taken.hold = std::move(hold);
    co_return taken;
}

void record(detail::ClientCore& core, const Hold& hold)
{
    core.departures().forget(hold.id);
    core.watchdog().keep(core.holds().acquired(hold));
}

/// Exactly what was taken, once: the script recognises its own earlier work. It goes on in the background if the server
/// does not answer in time.
asio::awaitable<void> give_back(detail::ClientCore& core, const Hold& hold, Clock::time_point limit)
{
    ScriptCall call = hold.protocol->release({hold.id, hold.count, hold.lease});
    Attempts attempts = Attempts::for_caller(core.servers().commands(), limit);
    bool is_done = false;
    try {
        co_await attempts.run(*call.script, call.keys, call.args);
        is_done = true;
    } catch (const Error&) {
        // A re-entry needs no giving back: the next operation says what the count is.
    }
    if (hold.count == 1)
        core.departures().remember(hold.id, *hold.protocol, Clock::now() + hold.lease);
    if (!is_done && hold.count == 1)
        core.afterwards().give_back(hold.id, std::move(call), hold.valid_until);
    if (is_done && hold.count == 1)
        wake_lines(core.wait_room(), *hold.protocol, hold.id.lock);
}

/// Until a replica has it, or nobody can wait for that any more. In a queue the lock is kept meanwhile: whoever gave it
/// back would have to stand at its end again.
asio::awaitable<bool> confirm(detail::ClientCore& core, const AcquireRequest& request, Clock::time_point limit,
                              int tries, Confirmation& confirmation, const Hold& hold)
{
    const int in_a_row = request.protocol->waiting() == Waiting::queue ? tries : 1;
    for (int i = 0; i < in_a_row; ++i) {
        const Clock::time_point now = Clock::now();
        const Clock::time_point end =
            std::min({now + core.options.replica_timeout, std::max(limit, now + reply_grace), hold.valid_until});
        ScriptCall restate = request.protocol->restate(hold.id, hold.count);
        const bool is_confirmed = co_await confirmation.confirm(std::move(restate), end);
        if (is_confirmed)
            co_return hold.is_valid(Clock::now());
        if (!confirmation.is_same_link() || Clock::now() >= std::min(limit, hold.valid_until))
            break;
    }
    co_return false;
}

/// @returns nullopt if it was taken, not confirmed, and given back.
asio::awaitable<std::optional<Tried>> try_confirmed(detail::ClientCore& core, const AcquireRequest& request,
                                                    Clock::time_point limit, Queueing queueing, int tries)
{
    // What an earlier round could not give back, and goes on being tried, would end what this one takes.
    Afterwards::Interruption interruption(core.afterwards(), request.id);
    Confirmation confirmation = co_await Confirmation::begin(core, request.id.lock, limit);
    const Taken taken = co_await take(core, request, limit, std::move(queueing), &confirmation);
    if (!taken.hold)
        co_return taken.tried;
    confirmation.taken();
    std::optional<Error> refusal;
    bool is_confirmed = false;
    try {
        is_confirmed = co_await confirm(core, request, limit, tries, confirmation, *taken.hold);
    } catch (const Error& error) {
        refusal = error;
    }
    if (is_confirmed) {
        interruption.taken();
        record(core, *taken.hold);
        co_return taken.tried;
    }
    co_await give_back(core, *taken.hold, limit);
    if (refusal)
        throw *refusal;
    co_return std::nullopt;
}

asio::awaitable<Tried> try_until_confirmed(detail::ClientCore& core, const AcquireRequest& request,
                                           Clock::time_point limit, Queueing queueing)
{
    const bool waits = !request.give_up || *request.give_up > Clock::now();
    const int tries = waits ? most_confirmed_tries : 1;
    const Clock::time_point end = waits ? limit : std::max(limit, Clock::now() + core.options.replica_timeout);
    // In a queue it has waited that often, and kept its place.
    const int rounds = request.protocol->waiting() == Waiting::queue ? 1 : tries;
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    Redirected redirected;
    bool may_be_there = false;
    for (int round = 1; round <= rounds;) {
        std::optional<Tried> outcome;
        std::optional<Error> failure;
        try {
            outcome = co_await try_confirmed(core, request, end, queueing, tries);
        } catch (const TriedElsewhere& error) {
            failure = error;
            may_be_there = true; // and is recognised by the next try
        } catch (const Error& error) {
            failure = error;
            may_be_there = may_be_there || is_gone(core, error);
        }
        if (outcome)
            co_return *outcome;
        if (failure) {
            if (failure->state_known() && !may_be_there)
                leave_if_cancelled(core, request.id.lock, cancellation);
            try {
                co_await redirected.after(core, request.id.lock, *failure, end);
            } catch (const Error& error) {
                if (!may_be_there)
                    throw;
                throw unknown_acquisition(core, request, error);
            }
            continue;
        }
        may_be_there = false; // it has been given back
        ++round;
        if (Clock::now() + between_confirmed_tries >= end)
            break;
        asio::steady_timer pause(core.executor(), between_confirmed_tries);
        boost::system::error_code ignored;
        co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
        leave_if_cancelled(core, request.id.lock, cancellation);
    }
    throw make_error(core, Errc::not_replicated, request.id.lock, not_confirmed(core));
}

} // namespace

asio::awaitable<Tried> try_once(detail::ClientCore& core, const AcquireRequest& request, Clock::time_point limit,
                                Queueing queueing)
{
    if (core.options.wait_for_replica) {
        Tried tried = co_await try_until_confirmed(core, request, limit, std::move(queueing));
        co_return tried;
    }
    Taken taken = co_await take(core, request, limit, std::move(queueing), nullptr);
    if (taken.hold)
        record(core, *taken.hold);
    co_return std::move(taken.tried);
}

} // namespace lockscope::locks
