// SPDX-License-Identifier: Apache-2.0
#include "locks/try_once.hpp"

#include "locks/afterwards.hpp"
#include "locks/attempts.hpp"
#include "locks/lock_error.hpp"
#include "locks/owner_gate.hpp"
#include "locks/watchdog.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <algorithm>

namespace lockscope::locks {

namespace {
/// Beyond the caller's wait: so long an answer may take that comes from far away, or to a busy machine.
constexpr milliseconds reply_grace{100};

/// Redis may know a hold for longer than we count on it: a writer's field lives as long as its owner reads, and a
/// re-entry whose answer was lost may have got a longer lease. Nobody would release that. One of the owner's operations
/// among others, because what it does next may take the lock anew.
boost::asio::awaitable<void> clear_away(detail::ClientCore* core, Hold hold)
{
    const HoldId id = hold.id;
    const Clock::time_point limit = Clock::now() + std::max(hold.lease, core->options.watchdog_lease);
    const OwnerGate::Pass pass = co_await core->gate().enter(id.lock, id.owner, limit);
    if (!pass || core->holds().find(id))
        co_return;
    const ScriptCall call = hold.protocol->give_back(id, {});
    redis::Command command = call.script->eval(call.keys, call.args);
    try {
        co_await core->servers().commands().call(std::move(command));
    } catch (const Error&) {
        // Then it ends when Redis thinks so.
    }
}
} // namespace

void lose(detail::ClientCore& core, const HoldId& id, LossNotice::Reason reason)
{
    const std::optional<Hold> hold = core.holds().find(id);
    if (!hold)
        return;
    core.watchdog().forget(hold->id);
    core.holds().lost(hold->id, reason);
    if (reason == LossNotice::Reason::expired)
        boost::asio::co_spawn(core.executor(), clear_away(&core, *hold), boost::asio::detached);
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

boost::asio::awaitable<Tried> try_once(detail::ClientCore& core, const AcquireRequest& request, Clock::time_point limit,
                                       Queueing queueing)
{
    const HoldId& id = request.id;
    const std::optional<Hold> before = valid_hold(core, id);
    const int expected = before ? before->count : 0;
    const milliseconds lease = request.lease.value_or(core.options.watchdog_lease);
    ScriptCall call =
        request.protocol->acquire({id, lease, expected, queueing.wait, std::move(queueing.dead), queueing.look_at});

    // However short the wait: a server that answers as fast as it can is not one whose answer was lost.
    Attempts attempts(core.servers().commands(), std::max(limit, Clock::now() + reply_grace));
    redis::Reply reply;
    std::optional<Error> failure;
    try {
        reply = co_await attempts.run(*call.script, std::move(call.keys), std::move(call.args));
    } catch (const Error& error) {
        failure = error;
    }
    if (failure) {
        if (!attempts.maybe_executed())
            throw *failure;
        if (expected == 0) // a re-entry needs no giving back: the next operation says what the count is
            core.afterwards().give_back(id, request.protocol->give_back(id, queueing.wait), Clock::now() + lease);
        throw outcome_unknown(core, id.lock, "acquired", *failure);
    }
    if (reply.elements.size() < 2)
        throw make_error(core, Errc::protocol, id.lock, "could not be taken: the server's answer makes no sense.");

    Tried tried;
    tried.count = static_cast<int>(reply.elements[0].integer);
    tried.ttl = milliseconds(reply.elements[1].integer);
    if (expected > 0 && tried.count != expected + 1)
        lose(core, id, LossNotice::Reason::taken); // it had been taken from us; a count of 1 is a new hold
    if (tried.count <= 0) {
        for (std::size_t i = 2; i < reply.elements.size(); ++i)
            tried.unheard.push_back(std::move(reply.elements[i].text));
        co_return tried;
    }
    Hold hold;
    hold.id = id;
    hold.protocol = request.protocol;
    hold.count = tried.count;
    hold.token = reply.elements.size() > 2 ? reply.elements[2].as_integer().value_or(0) : 0;
    hold.lease = lease;
    hold.watched = !request.lease;
    hold.valid_until = attempts.sent() + lease;
    core.watchdog().keep(core.holds().acquired(hold));
    co_return tried;
}

} // namespace lockscope::locks
