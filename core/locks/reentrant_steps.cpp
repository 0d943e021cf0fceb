// SPDX-License-Identifier: Apache-2.0
#include "locks/reentrant_steps.hpp"

#include "lock_scripts.hpp"
#include "locks/afterwards.hpp"
#include "locks/attempts.hpp"
#include "locks/hold_table.hpp"
#include "locks/key_names.hpp"
#include "locks/owner_gate.hpp"
#include "locks/wait_room.hpp"
#include "locks/watchdog.hpp"
#include "lockscope/escape.hpp"

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/this_coro.hpp>

#include <algorithm>

namespace lockscope::locks {

namespace {

namespace asio = boost::asio;
using detail::ClientCore;

/// What a try brought: a hold, or how long the present one still lives.
struct Tried
{
    int count = 0;
    milliseconds ttl{0};
};

constexpr milliseconds shortest_wait{10};       ///< However small the TTL, no busy loop.
constexpr milliseconds wait_without_end{30000}; ///< Look again so often at a lock that never expires.
constexpr milliseconds polling_wait{500};       ///< While unlock messages cannot be heard.
constexpr milliseconds reply_grace{40};         ///< Beyond the caller's wait.

const redis::Script& acquire_script()
{
    static const redis::Script script(scripts::reentrant_acquire);
    return script;
}

Error make_error(ClientCore& core, Errc code, const std::string& lock, const std::string& sentence)
{
    return Error(code, "The lock " + escape(lock) + " " + sentence, core.node().name());
}

Error outcome_unknown(ClientCore& core, const std::string& lock, const char* what, const Error& cause)
{
    return make_error(core, Errc::outcome_unknown, lock,
                      std::string("may or may not have been ") + what + ": " + cause.message());
}

void lose(ClientCore& core, const std::string& lock, const OwnerId& owner, LossNotice::Reason reason)
{
    core.watchdog().forget(lock, owner);
    core.holds().lost(lock, owner, reason);
}

/// The owner's hold, if it is still valid. One whose lease has run out is declared lost here.
std::optional<Hold> valid_hold(ClientCore& core, const std::string& lock, const OwnerId& owner)
{
    std::optional<Hold> hold = core.holds().find(lock, owner);
    if (hold && !hold->is_valid(Clock::now())) {
        lose(core, lock, owner, LossNotice::Reason::expired);
        hold.reset();
    }
    return hold;
}

asio::awaitable<Tried> try_once(ClientCore& core, const AcquireRequest& request, Clock::time_point limit)
{
    const std::optional<Hold> before = valid_hold(core, request.lock, request.owner);
    const int expected = before ? before->count : 0;
    const milliseconds lease = request.lease.value_or(core.options.watchdog_lease);

    std::vector<std::string> keys;
    keys.push_back(request.lock);
    std::vector<std::string> args;
    args.push_back(std::to_string(lease.count()));
    args.push_back(request.owner.field());
    args.push_back(std::to_string(expected));

    // However short the wait: a server that answers as fast as it can is not one whose answer was lost.
    Attempts attempts(core.node().commands(), std::max(limit, Clock::now() + reply_grace));
    redis::Reply reply;
    std::optional<Error> failure;
    try {
        reply = co_await attempts.run(acquire_script(), std::move(keys), std::move(args));
    } catch (const Error& error) {
        failure = error;
    }
    if (failure) {
        if (!attempts.maybe_executed())
            throw *failure;
        if (expected == 0) // a re-entry needs no giving back: the next operation says what the count is
            core.afterwards().give_back(request.lock, request.owner, Clock::now() + lease);
        throw outcome_unknown(core, request.lock, "acquired", *failure);
    }
    if (reply.elements.size() != 2)
        throw make_error(core, Errc::protocol, request.lock, "could not be taken: the server's answer makes no sense.");

    Tried tried;
    tried.count = static_cast<int>(reply.elements[0].integer);
    tried.ttl = milliseconds(reply.elements[1].integer);
    if (expected > 0 && tried.count != expected + 1)
        lose(core, request.lock, request.owner,
             LossNotice::Reason::taken); // it had been taken from us; a count of 1 is a new hold
    if (tried.count > 0) {
        const Hold hold = core.holds().acquired(request.lock, request.owner, tried.count, lease, !request.lease,
                                                attempts.sent() + lease);
        core.watchdog().keep(request.lock, hold);
    }
    co_return tried;
}

/// How long to wait for a message before trying again.
milliseconds patience(milliseconds ttl, bool hears_messages)
{
    milliseconds wait = ttl < milliseconds::zero() ? wait_without_end : std::max(ttl + milliseconds(1), shortest_wait);
    if (!hears_messages)
        wait = std::min(wait, polling_wait);
    return std::min(wait, wait_without_end);
}

Clock::time_point far_future()
{
    return Clock::now() + std::chrono::hours(24 * 365);
}

/// Waits in this process' line, and, as its first, in Redis.
asio::awaitable<bool> wait_and_acquire(ClientCore& core, const AcquireRequest& request, Clock::time_point give_up)
{
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    const auto place = core.wait_room().enter(unlock_channel(request.lock));
    const auto leave_if_cancelled = [&] {
        if (core.wait_room().is_closed())
            throw make_error(core, Errc::closed, request.lock, "was waited for by a client that is being closed.");
        if (cancellation.cancelled() != asio::cancellation_type::none)
            throw make_error(core, Errc::cancelled, request.lock, "is no longer waited for: cancelled.");
    };
    while (!place->is_first()) {
        co_await place->until_first(give_up);
        leave_if_cancelled();
        if (!place->is_first() && Clock::now() >= give_up)
            co_return false;
    }
    // If a thread of this process holds the lock and its message will reach us, trying now is useless.
    const bool heard_all = place->is_listening() && !place->has_news();
    const std::optional<Hold> sibling = core.holds().find_sibling(request.lock, request.owner, Clock::now());
    bool tries = !heard_all || !sibling;
    milliseconds ttl = sibling ? std::chrono::ceil<milliseconds>(sibling->valid_until - Clock::now()) : milliseconds(0);
    while (true) {
        const Clock::time_point soon = Clock::now() + core.options.command_timeout;
        co_await place->listen(std::min(give_up, soon));
        leave_if_cancelled();
        if (tries) {
            if (place->is_greedy())
                co_await place->step_aside(core.node().commands());
            place->look();
            const Tried tried =
                co_await try_once(core, request, std::min(give_up, Clock::now() + core.options.outage_patience));
            if (tried.count > 0) {
                place->granted();
                co_return true;
            }
            place->denied();
            ttl = tried.ttl;
        }
        leave_if_cancelled();
        if (Clock::now() >= give_up)
            co_return false;
        co_await place->until_news(std::min(give_up, Clock::now() + patience(ttl, place->is_listening())));
        leave_if_cancelled();
        if (Clock::now() >= give_up)
            co_return false;
        tries = true;
    }
}

/// Cancelled after the lock was taken: nobody will release it, so it goes back.
asio::awaitable<void> give_back_if_cancelled(ClientCore& core, const AcquireRequest& request)
{
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    if (cancellation.cancelled() == asio::cancellation_type::none)
        co_return;
    const std::optional<Hold> hold = core.holds().find(request.lock, request.owner);
    if (hold && hold->count == 1) {
        core.watchdog().forget(request.lock, request.owner);
        core.holds().drop(request.lock, request.owner);
        core.afterwards().give_back(request.lock, request.owner, hold->valid_until);
    } else if (hold) {
        core.holds().released(request.lock, request.owner, hold->count - 1, hold->valid_until);
    }
    throw make_error(core, Errc::cancelled, request.lock, "is no longer wanted: cancelled.");
}

} // namespace

const redis::Script& release_script()
{
    static const redis::Script script(scripts::reentrant_release);
    return script;
}

std::vector<std::string> release_arguments(const std::string& lock, const std::string& field, int count,
                                           milliseconds lease)
{
    return {field, std::to_string(count), std::to_string(lease.count()), "PUBLISH", unlock_channel(lock)};
}

asio::awaitable<bool> acquire(ClientCore& core, AcquireRequest request)
{
    // We look at the state ourselves: an exception in the middle of a script call would lose its outcome.
    co_await asio::this_coro::throw_if_cancelled(false);
    const Clock::time_point give_up = request.give_up.value_or(far_future());
    const bool waits = give_up > Clock::now();
    const Clock::time_point gate_limit = waits ? give_up : Clock::now() + core.options.command_timeout;
    const OwnerGate::Pass pass = co_await core.gate().enter(request.lock, request.owner, gate_limit);
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    if (cancellation.cancelled() != asio::cancellation_type::none)
        throw make_error(core, Errc::cancelled, request.lock, "is no longer waited for: cancelled.");
    if (!pass && core.wait_room().is_closed())
        throw make_error(core, Errc::closed, request.lock, "was asked for from a client that is being closed.");
    if (!pass)
        co_return false;
    core.afterwards().supersede(request.lock, request.owner);

    // Whoever waits already is served first, except by those who enter again or do not wait.
    bool acquired = false;
    const bool enters_again = valid_hold(core, request.lock, request.owner).has_value();
    if (!waits || enters_again || !core.wait_room().has_waiters(unlock_channel(request.lock))) {
        const Clock::time_point now = Clock::now();
        const Clock::time_point limit =
            waits ? std::min(give_up, now + core.options.outage_patience) : now + core.options.command_timeout;
        const Tried tried = co_await try_once(core, request, limit);
        acquired = tried.count > 0;
    }
    if (!acquired && waits)
        acquired = co_await wait_and_acquire(core, request, give_up);
    if (acquired)
        co_await give_back_if_cancelled(core, request);
    co_return acquired;
}

asio::awaitable<int> release(ClientCore& core, std::string lock, OwnerId owner)
{
    co_await asio::this_coro::throw_if_cancelled(false);
    const Clock::time_point limit = Clock::now() + core.options.outage_patience;
    const OwnerGate::Pass pass = co_await core.gate().enter(lock, owner, limit);
    if (!pass && core.wait_room().is_closed())
        throw make_error(core, Errc::closed, lock, "could not be released: the client is being closed.");
    if (!pass)
        throw make_error(core, Errc::timeout, lock,
                         "could not be released: another operation of its owner does not end.");
    const std::optional<Hold> hold = valid_hold(core, lock, owner);
    if (!hold) {
        if (core.holds().take_loss(lock, owner))
            throw make_error(core, Errc::lost, lock,
                             "was lost before it was released: its lease ended or it was taken away.");
        throw make_error(core, Errc::not_held, lock, "is not held by " + owner.field() + ", so it cannot release it.");
    }
    core.watchdog().suspend(lock, owner);
    const Clock::time_point end = std::min(limit, hold->valid_until); // then it is free without us

    std::vector<std::string> keys;
    keys.push_back(lock);
    Attempts attempts(core.node().commands(), end);
    redis::Reply reply;
    std::optional<Error> failure;
    try {
        reply = co_await attempts.run(release_script(), std::move(keys),
                                      release_arguments(lock, hold->field, hold->count, hold->lease));
    } catch (const Error& error) {
        failure = error;
    }
    int left = failure ? hold->count - 1 : static_cast<int>(reply.as_integer().value_or(-1));
    // If it is gone, an unanswered attempt of ours was under way and the lease still runs, that was us.
    const bool was_taken = left < 0 && (hold->count > 1 || !attempts.maybe_executed());
    const bool expired = Clock::now() >= hold->valid_until && (failure || left < 0);
    if (was_taken || expired || !core.holds().find(lock, owner)) {
        lose(core, lock, owner, expired ? LossNotice::Reason::expired : LossNotice::Reason::taken);
        static_cast<void>(core.holds().take_loss(lock, owner));
        if (!failure && left > 0) // called lost already, so it must not stay
            core.afterwards().give_back(lock, owner, attempts.sent() + hold->lease);
        throw make_error(core, Errc::lost, lock,
                         "was lost before it was released: its lease ended or it was taken away.");
    }
    left = std::max(left, 0);
    core.holds().released(lock, owner, left, failure ? hold->valid_until : attempts.sent() + hold->lease);
    if (left > 0) {
        if (const auto rest = core.holds().find(lock, owner))
            core.watchdog().keep(lock, *rest);
    } else {
        core.watchdog().forget(lock, owner);
        core.wait_room().released(unlock_channel(lock));
    }
    if (failure) {
        if (left == 0 && failure->transient())
            core.afterwards().give_back(lock, owner, hold->valid_until);
        if (attempts.maybe_executed())
            throw outcome_unknown(core, lock, "released", *failure);
        throw *failure;
    }
    co_return left;
}

asio::awaitable<bool> is_locked(ClientCore& core, std::string lock)
{
    redis::Command command{"EXISTS", lock};
    const redis::Reply reply = co_await core.node().commands().call(std::move(command));
    co_return reply.integer == 1;
}

asio::awaitable<std::optional<milliseconds>> remaining_lease(ClientCore& core, std::string lock)
{
    redis::Command command{"PTTL", lock};
    const redis::Reply reply = co_await core.node().commands().call(std::move(command));
    if (reply.integer == -2)
        co_return std::nullopt;
    co_return reply.integer == -1 ? milliseconds::max() : milliseconds(reply.integer);
}

asio::awaitable<bool> force_unlock(ClientCore& core, std::string lock)
{
    static const redis::Script script(scripts::force_unlock);
    std::vector<std::string> keys;
    keys.push_back(lock);
    std::vector<std::string> args;
    args.emplace_back("PUBLISH");
    args.push_back(unlock_channel(lock));
    Attempts attempts(core.node().commands(), Clock::now() + core.options.outage_patience);
    const redis::Reply reply = co_await attempts.run(script, std::move(keys), std::move(args));
    // After an unanswered attempt "nobody held it" may be its own work.
    co_return reply.integer == 1 || attempts.maybe_executed();
}

} // namespace lockscope::locks
