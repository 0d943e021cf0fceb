// SPDX-License-Identifier: Apache-2.0
// What concerns a lock as a whole, and the lease of a hold.
#include "lock_scripts.hpp"
#include "locks/answers.hpp"
#include "locks/attempts.hpp"
#include "locks/key_names.hpp"
#include "locks/line_wait.hpp"
#include "locks/lock_error.hpp"
#include "locks/owner_gate.hpp"
#include "locks/steps.hpp"
#include "locks/watchdog.hpp"

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <optional>

namespace lockscope::locks {

namespace {
namespace asio = boost::asio;
} // namespace

asio::awaitable<bool> extend(detail::ClientCore& core, HoldId id, milliseconds lease)
{
    static const redis::Script script(scripts::renew);
    co_await asio::this_coro::throw_if_cancelled(false);
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    const Clock::time_point limit = Clock::now() + core.options.outage_patience;
    const OwnerGate::Pass pass = co_await core.gate().enter(id.lock, id.owner, limit);
    std::optional<Hold> hold = valid_hold(core, id);
    if (!pass)
        leave_if_cancelled(core, id.lock, cancellation);
    if (!pass || !hold)
        co_return false;
    std::vector<std::string> keys{id.lock};
    std::vector<std::string> args{std::to_string(lease.count()), hold->protocol->field(id.owner),
                                  hold->protocol->deadlines_prefix(id)};
    if (hold->protocol->access() == Access::shared)
        keys.push_back(reader_guard_key(id.lock, id.owner.field()));
    Attempts attempts(core.servers().commands(), std::min(limit, hold->valid_until));
    attempts.end_when_cancelled();
    const auto [reply, failure] = co_await attempts.answer(script, std::move(keys), std::move(args));
    if (failure) {
        if (!attempts.maybe_executed())
            leave_if_cancelled(core, id.lock, cancellation);
        throw *failure;
    }
    const redis::Reply& said = reply.elements.empty() ? reply : reply.elements.front();
    if (said.is_error())
        throw redis::to_error(said, core.servers().name(), "A script");
    const std::optional<std::int64_t> left = said.as_integer();
    if (!left)
        throw make_error(core, Errc::protocol, id.lock, "could not be extended: the server's answer makes no sense.");
    if (*left < -1) {
        lose(core, id, LossNotice::Reason::taken);
        co_return false;
    }
    hold = valid_hold(core, id); // renewals may have gone on meanwhile
    if (!hold)
        co_return false;
    const milliseconds granted = *left == -1 ? lease : time_left(*left);
    hold->valid_until = std::max(hold->valid_until, attempts.sent() + granted);
    core.holds().confirm(id, hold->generation, hold->valid_until);
    core.watchdog().keep(*hold);
    co_return true;
}

asio::awaitable<bool> is_locked(detail::ClientCore& core, const Protocol& protocol, std::string lock)
{
    redis::Command command = protocol.is_locked(lock);
    const redis::Reply reply = co_await core.servers().commands().call(std::move(command));
    co_return reply.integer == 1;
}

asio::awaitable<std::optional<milliseconds>> remaining_lease(detail::ClientCore& core, std::string lock)
{
    redis::Command command{"PTTL", lock};
    const redis::Reply reply = co_await core.servers().commands().call(std::move(command));
    if (reply.integer == -2)
        co_return std::nullopt;
    co_return reply.integer == -1 ? milliseconds::max() : milliseconds(reply.integer);
}

asio::awaitable<bool> force_unlock(detail::ClientCore& core, const Protocol& protocol, std::string lock)
{
    co_await asio::this_coro::throw_if_cancelled(false);
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    const std::vector<Hold> before = core.holds().find_all(lock);
    ScriptCall call = protocol.force(lock);
    Attempts attempts(core.servers().commands(), Clock::now() + core.options.outage_patience);
    attempts.end_when_cancelled();
    attempts.end_when_unknown(); // Once more, it would free the lock from whoever was woken by the first time.
    auto [reply, failure] = co_await attempts.answer(*call.script, std::move(call.keys), std::move(call.args));
    if (failure && attempts.maybe_executed())
        throw outcome_unknown(core, lock, "freed", *failure);
    if (failure) {
        leave_if_cancelled(core, lock, cancellation);
        throw *failure;
    }
    if (reply.integer == 1) {
        // What was held here before is gone. Nobody need wait until that is heard.
        for (const Hold& each : before) {
            const std::optional<Hold> present = core.holds().find(each.id);
            if (present && present->generation == each.generation)
                lose(core, each.id, LossNotice::Reason::taken);
        }
    }
    co_return reply.integer == 1;
}

} // namespace lockscope::locks
