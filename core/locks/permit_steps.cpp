// SPDX-License-Identifier: Apache-2.0
#include "locks/permit_steps.hpp"

#include "counting_scripts.hpp"
#include "locks/afterwards.hpp"
#include "locks/attempts.hpp"
#include "locks/departures.hpp"
#include "locks/key_names.hpp"
#include "locks/lock_error.hpp"
#include "locks/permit_watchdog.hpp"

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <set>

namespace lockscope::locks {

namespace {

namespace asio = boost::asio;
using Clock = WaitRoom::Clock;

/// How long to go on giving back what never expires.
constexpr milliseconds longest_afterwards = std::chrono::minutes(10);

Counter semaphore(const std::string& name)
{
    return {"semaphore", name};
}

LineId line_of(const std::string& name)
{
    return {LineId::Kind::permits, semaphore_channel(name), name};
}

std::string text_of(std::optional<milliseconds> lease)
{
    return lease ? std::to_string(lease->count()) : std::string();
}

/// Each permit is a matter of its own: nothing that its owner starts later can be in its way.
HoldId hold_of(const std::string& name, const PermitId& id)
{
    return {name, {id.hex, 0}, Access::exclusive};
}

/// Nobody renews them any more, or is told of their end.
void forget(detail::ClientCore& core, const std::string& name, const PermitIds& ids)
{
    for (const PermitId& id : ids)
        core.permit_watchdog().forget({name, id.hex});
}

/// A server that takes over may not have heard of its end.
void remember(detail::ClientCore& core, const std::string& name, const PermitIds& ids)
{
    const auto leave = [](const HoldId& whose) {
        return permit_release_call(whose.lock, {PermitId::parse(whose.owner.client)});
    };
    for (const PermitId& id : ids)
        core.departures().remember(hold_of(name, id), leave, Clock::now() + longest_afterwards);
}

const redis::Reply& element(const redis::Reply& reply, std::size_t index)
{
    static const redis::Reply nothing;
    return index < reply.elements.size() ? reply.elements[index] : nothing;
}

Error unknown(detail::ClientCore& core, const std::string& name, const std::string& sentence, const Error& cause)
{
    return make_error(core, Errc::outcome_unknown, semaphore(name), sentence + ": " + cause.message());
}

asio::awaitable<Looked> take(detail::ClientCore& core, const std::string& name, const PermitIds& ids,
                             std::optional<milliseconds> lease, Clock::time_point limit,
                             const Confirmation* confirmation)
{
    static const redis::Script script(scripts::permit_acquire);
    redis::Link& link = confirmation ? confirmation->link() : core.servers().commands();
    const Clock::time_point begun = Clock::now();
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    Attempts attempts = Attempts::for_caller(link, limit);
    attempts.end_when_cancelled();
    ScriptCall call{&script, {name, permit_timeout_key(name)}, {"PUBLISH", semaphore_channel(name), text_of(lease)}};
    for (const PermitId& id : ids)
        call.args.push_back(id.raw);
    if (confirmation)
        call = confirmation->adapted(std::move(call));
    auto [reply, failure] = co_await attempts.answer(script, std::move(call.keys), std::move(call.args));
    if (failure && !attempts.maybe_executed()) {
        leave_if_cancelled(core, semaphore(name), cancellation);
        throw *failure;
    }
    if (failure) {
        give_back_permits(core, name, ids, lease);
        throw unknown(core, name, "may or may not have given permits; if so they are being given back", *failure);
    }
    Looked looked;
    looked.is_served = integer_of(core, semaphore(name), element(reply, 0)) == 1;
    looked.ttl = milliseconds(integer_of(core, semaphore(name), element(reply, 1)));
    // An earlier attempt may have been the one that took them.
    looked.since = attempts.maybe_executed() ? begun - redis::clock_grain : attempts.sent();
    co_return looked;
}

ScriptCall restate_call(const std::string& name, const PermitId& id)
{
    static const redis::Script script(scripts::restate_permits);
    return {&script, {name, permit_timeout_key(name)}, {"restate", id.raw}};
}

/// Once, however often it has to be asked: the ids are gone then. In the background if the server does not answer.
asio::awaitable<void> take_back(detail::ClientCore& core, const std::string& name, const PermitIds& ids,
                                std::optional<milliseconds> lease)
{
    ScriptCall call = permit_release_call(name, ids);
    Attempts attempts(core.servers().commands(), Clock::now() + core.options.command_timeout);
    bool is_done = false;
    try {
        co_await attempts.run(*call.script, std::move(call.keys), std::move(call.args));
        is_done = true;
    } catch (const Error&) {
        // Below.
    }
    if (!is_done) {
        give_back_permits(core, name, ids, lease);
        co_return;
    }
    remember(core, name, ids);
    core.wait_room().released(line_of(name));
}

/// @param ids new ones each time: those of an earlier try may still be given back, behind the back of a later one
/// @param late how often an answer took longer than the lease
asio::awaitable<Looked> try_take(detail::ClientCore& core, const std::string& name, PermitIds& ids,
                                 std::optional<milliseconds> lease, Clock::time_point limit, int tries, int& late)
{
    Looked looked;
    if (core.options.wait_for_replica) {
        ConfirmedSteps steps;
        steps.take = [&](const Confirmation& over) {
            std::generate(ids.begin(), ids.end(), PermitId::make);
            return take(core, name, ids, lease, limit, &over);
        };
        steps.restate = [&] { return restate_call(name, ids.front()); }; // all of them came together
        steps.undo = [&](const Confirmation&) { return take_back(core, name, ids, lease); };
        looked = co_await take_confirmed(core, semaphore(name), limit, tries, steps);
    } else {
        std::generate(ids.begin(), ids.end(), PermitId::make);
        looked = co_await take(core, name, ids, lease, limit, nullptr);
    }
    if (looked.is_served && lease && looked.since + *lease <= Clock::now()) {
        // The answer took longer than the lease: nothing that anybody could work under.
        co_await take_back(core, name, ids, lease);
        if (++late == most_late_answers)
            throw make_error(core, Errc::lost, semaphore(name), too_late(*lease));
        looked = {};
        looked.ttl = milliseconds(0);
    }
    co_return looked;
}

} // namespace

ScriptCall permit_release_call(const std::string& name, const PermitIds& ids)
{
    static const redis::Script script(scripts::permit_release);
    ScriptCall call{&script, {name, permit_timeout_key(name)}, {"PUBLISH", semaphore_channel(name)}};
    for (const PermitId& id : ids) {
        call.args.push_back(id.raw);
        call.args.push_back(id.hex);
    }
    return call;
}

PermitIds parse_ids(const std::vector<std::string>& hex)
{
    require_permits_at_once(static_cast<int>(std::min<std::size_t>(hex.size(), std::numeric_limits<int>::max())));
    std::set<std::string> seen;
    PermitIds ids;
    for (const std::string& text : hex) {
        PermitId id = PermitId::parse(text);
        if (seen.insert(id.raw).second)
            ids.push_back(std::move(id));
    }
    return ids;
}

void require_permits_at_once(int permits)
{
    require_not_negative(permits);
    if (permits > most_permits_at_once)
        throw Error(Errc::invalid_argument, "At most " + std::to_string(most_permits_at_once)
                                                + " permits can be taken or given back at once; do it in parts.");
}

void give_back_permits(detail::ClientCore& core, const std::string& name, const PermitIds& ids,
                       std::optional<milliseconds> lease)
{
    forget(core, name, ids);
    remember(core, name, ids);
    const milliseconds span = std::min(lease.value_or(longest_afterwards), longest_afterwards);
    for (const PermitId& id : ids)
        core.afterwards().give_back(hold_of(name, id), permit_release_call(name, {id}), Clock::now() + span);
}

asio::awaitable<std::optional<std::vector<std::string>>> acquire_permits(detail::ClientCore& core, std::string name,
                                                                         int permits, std::optional<milliseconds> wait,
                                                                         std::optional<milliseconds> lease)
{
    if (permits == 0)
        co_return std::vector<std::string>();
    // We look at the state ourselves: an exception in the middle of a script call would lose its outcome.
    co_await asio::this_coro::throw_if_cancelled(false);
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    const Counter counter = semaphore(name);
    const LineId line = line_of(name);
    PermitIds ids(static_cast<std::size_t>(permits));
    const auto under_way = core.under_way();
    int late = 0;
    const Clock::time_point give_up = give_up_after(wait);
    const bool waits = give_up > Clock::now();
    leave_if_cancelled(core, counter, cancellation);
    const int tries = waits ? most_confirmed_tries : 1;
    Looked looked;
    // Whoever waits already is served first, except by those who do not wait.
    if (!waits || !core.wait_room().has_waiters(line))
        looked = co_await try_take(core, name, ids, lease, patient_until(core, give_up), tries, late);
    if (!looked.is_served && waits) {
        const Look take = [&](Clock::time_point limit) -> asio::awaitable<Looked> {
            looked = co_await try_take(core, name, ids, lease, limit, tries, late);
            co_return looked;
        };
        looked.is_served = co_await wait_for_count(core, counter, line, give_up, take);
    }
    if (!looked.is_served)
        co_return std::nullopt;
    try {
        leave_if_cancelled(core, counter, cancellation);
    } catch (const Error&) {
        give_back_permits(core, name, ids, lease);
        throw;
    }
    if (lease) {
        // A semaphore that ends takes its permits along.
        const milliseconds granted = looked.ttl.count() > 0 ? std::min(*lease, looked.ttl) : *lease;
        for (const PermitId& id : ids)
            core.permit_watchdog().ends({name, id.hex}, looked.since + granted);
    }
    std::vector<std::string> texts(ids.size());
    std::transform(ids.begin(), ids.end(), texts.begin(), std::mem_fn(&PermitId::hex));
    co_return texts;
}

asio::awaitable<std::optional<std::string>> acquire_kept_permit(detail::ClientCore& core, std::string name,
                                                                std::optional<milliseconds> wait)
{
    co_await asio::this_coro::throw_if_cancelled(false); // not between the two
    const auto ids = co_await acquire_permits(core, name, 1, wait, core.options.watchdog_lease);
    if (!ids)
        co_return std::nullopt;
    core.permit_watchdog().keep({name, ids->front()});
    co_return ids->front();
}

asio::awaitable<int> release_permits(detail::ClientCore& core, std::string name, PermitIds ids)
{
    if (ids.empty())
        co_return 0;
    co_await asio::this_coro::throw_if_cancelled(false);
    const auto under_way = core.under_way();
    forget(core, name, ids);
    ScriptCall call = permit_release_call(name, ids);
    Attempts attempts(core.servers().commands(), Clock::now() + core.options.outage_patience);
    auto [reply, failure] = co_await attempts.answer(*call.script, std::move(call.keys), std::move(call.args));
    if (failure && may_succeed_later(*failure))
        give_back_permits(core, name, ids, {});
    if (failure && attempts.maybe_executed())
        throw unknown(
            core, name,
            "may or may not have got its permits back; this program goes on giving them back as long as it runs",
            *failure);
    if (failure)
        throw *failure;
    remember(core, name, ids);
    core.wait_room().released(line_of(name));
    const std::int64_t returned = integer_of(core, semaphore(name), element(reply, 0));
    const std::int64_t expired = integer_of(core, semaphore(name), element(reply, 1));
    // What is gone if an unanswered attempt of ours was under way: that was us.
    const std::int64_t earlier = attempts.maybe_executed() ? static_cast<std::int64_t>(ids.size()) - returned : 0;
    co_return static_cast<int>(returned - expired + earlier);
}

asio::awaitable<bool> update_lease(detail::ClientCore& core, std::string name, PermitId id,
                                   std::optional<milliseconds> lease)
{
    static const redis::Script script(scripts::permit_update_lease);
    co_await asio::this_coro::throw_if_cancelled(false);
    // Behind a renewal that is on its way, on the same connection; and none follows it.
    Attempts attempts(core.servers().renewals(), Clock::now() + core.options.outage_patience);
    std::vector<std::string> keys{permit_timeout_key(name)};
    std::vector<std::string> args{id.raw, id.hex, text_of(lease)};
    const PermitKey key{name, id.hex};
    const bool was_kept = core.permit_watchdog().suspend(key);
    const Clock::time_point begun = Clock::now();
    auto [reply, failure] = co_await attempts.answer(script, std::move(keys), std::move(args));
    if (failure && lease && attempts.maybe_executed())
        core.permit_watchdog().may_end(key, begun - redis::clock_grain + *lease);
    bool is_there = false;
    try {
        is_there = !failure && integer_of(core, semaphore(name), reply) == 1;
    } catch (const Error& error) {
        failure = error;
    }
    if (was_kept && !is_there)
        core.permit_watchdog().keep(key);
    if (failure)
        throw *failure;
    if (is_there && lease)
        core.permit_watchdog().ends(key, attempts.sent() + *lease);
    else if (is_there)
        core.permit_watchdog().forget(key);
    co_return is_there;
}

asio::awaitable<bool> keep_permit(detail::ClientCore& core, std::string name, PermitId id)
{
    co_return core.permit_watchdog().keep({name, id.hex});
}

asio::awaitable<Permits> look(detail::ClientCore& core, std::string name, PermitId id)
{
    static const redis::Script script(scripts::permit_look);
    co_await asio::this_coro::throw_if_cancelled(false);
    Attempts attempts(core.servers().commands(), Clock::now() + core.options.outage_patience);
    std::vector<std::string> keys{name, permit_timeout_key(name)};
    std::vector<std::string> args{id.raw, id.hex};
    const redis::Reply reply = co_await attempts.run(script, std::move(keys), std::move(args));
    const Counter counter = semaphore(name);
    Permits permits;
    permits.available = permits_of(core, counter, element(reply, 0));
    permits.acquired = permits_of(core, counter, element(reply, 1));
    const std::int64_t left = integer_of(core, counter, element(reply, 2));
    if (left >= -1)
        permits.left = left == -1 ? milliseconds::max() : milliseconds(left);
    co_return permits;
}

asio::awaitable<bool> try_set_permits(detail::ClientCore& core, std::string name, int permits)
{
    static const redis::Script script(scripts::semaphore_set);
    co_await asio::this_coro::throw_if_cancelled(false);
    const ScriptCall call{&script, {name}, {"PUBLISH", semaphore_channel(name), std::to_string(permits), ""}};
    const Counter counter = semaphore(name);
    const Clock::time_point limit = Clock::now() + core.options.outage_patience;
    const redis::Reply reply = co_await run_once(core, counter, call, limit, "may or may not have been made");
    core.wait_room().released(line_of(name));
    co_return integer_of(core, counter, reply) == 1;
}

asio::awaitable<void> set_permits(detail::ClientCore& core, std::string name, int permits)
{
    static const redis::Script script(scripts::permit_set);
    co_await asio::this_coro::throw_if_cancelled(false);
    // Setting a number twice is setting it once.
    Attempts attempts(core.servers().commands(), Clock::now() + core.options.outage_patience);
    std::vector<std::string> keys{name, permit_timeout_key(name)};
    std::vector<std::string> args{"PUBLISH", semaphore_channel(name), std::to_string(permits)};
    co_await attempts.run(script, std::move(keys), std::move(args));
    core.wait_room().released(line_of(name));
}

asio::awaitable<void> add_permits(detail::ClientCore& core, std::string name, int delta)
{
    static const redis::Script script(scripts::semaphore_add);
    co_await asio::this_coro::throw_if_cancelled(false);
    const ScriptCall call{&script, {name}, {"PUBLISH", semaphore_channel(name), std::to_string(delta), "make"}};
    const Counter counter = semaphore(name);
    const Clock::time_point limit = Clock::now() + core.options.outage_patience;
    const redis::Reply reply = co_await run_once(core, counter, call, limit, "may or may not have been changed");
    if (integer_of(core, counter, reply) < 0)
        throw make_error(core, Errc::invalid_argument, counter,
                         "cannot be changed by " + std::to_string(delta) + ": the number would not fit in 32 bits.");
    core.wait_room().released(line_of(name));
}

asio::awaitable<bool> remove_permits(detail::ClientCore& core, std::string name)
{
    static const redis::Script script(scripts::semaphore_remove);
    co_await asio::this_coro::throw_if_cancelled(false);
    const ScriptCall call{&script, {name, permit_timeout_key(name)}, {}};
    const Counter counter = semaphore(name);
    const Clock::time_point limit = Clock::now() + core.options.outage_patience;
    const redis::Reply reply = co_await run_once(core, counter, call, limit, "may or may not have been removed");
    co_return integer_of(core, counter, reply) == 1;
}

} // namespace lockscope::locks
