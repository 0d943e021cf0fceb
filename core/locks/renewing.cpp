// SPDX-License-Identifier: Apache-2.0
#include "locks/renewing.hpp"

#include "lock_scripts.hpp"
#include "redis/redirection.hpp"

#include <algorithm>

namespace lockscope::locks {

namespace {

namespace asio = boost::asio;
using Clock = redis::Link::Clock;

/// As many deadlines of one reader as are renewed one by one.
constexpr int most_deadlines = 1000;

const redis::Script& renew_script()
{
    static const redis::Script script(scripts::renew);
    return script;
}

const redis::Script& deadline_script()
{
    static const redis::Script script(scripts::renew_deadline);
    return script;
}

/// How a script is called: by its name, or with its text.
using Call = redis::Command (redis::Script::*)(const std::vector<std::string>&, const std::vector<std::string>&) const;

redis::Command together(const std::vector<Renewing>& holds, Call call)
{
    std::vector<std::string> keys;
    std::vector<std::string> args;
    for (const Renewing& hold : holds) {
        keys.push_back(hold.lock);
        const bool looks = hold.lease.count() == 0;
        args.push_back(std::to_string(looks ? -hold.granted.count() : hold.lease.count()));
        args.push_back(hold.field);
        args.push_back(hold.deadlines_prefix);
    }
    for (const Renewing& hold : holds) {
        if (!hold.guard.empty())
            keys.push_back(hold.guard);
    }
    return (renew_script().*call)(keys, args).while_moving(redis::Command::WhileMoving::is_told);
}

asio::awaitable<redis::Reply> ask(redis::Link& link, redis::Command command, Clock::time_point deadline)
{
    std::vector<redis::Command> commands;
    commands.push_back(std::move(command));
    std::vector<redis::Reply> replies = co_await link.pipeline(std::move(commands), deadline);
    co_return std::move(replies.front());
}

/// How many there are to be renewed; whoever holds no read lock has none.
int deadlines_of(const Renewing& hold)
{
    return hold.deadlines_prefix.empty() ? 0 : std::clamp(hold.entries, 1, most_deadlines);
}

/// As renew.lua puts together what it finds of a reader.
Renewed combined(const Renewing& hold, const redis::Reply* replies)
{
    Renewed result;
    result.sent = replies->sent;
    const redis::Reply& lock = *replies;
    if (lock.elements.empty() || !lock.elements.front().as_integer())
        return result;
    std::int64_t left = *lock.elements.front().as_integer();
    const int deadlines = deadlines_of(hold);
    if (left < -1 || deadlines == 0) {
        result.left = left;
        return result;
    }
    std::int64_t longest = -2;
    for (int n = 1; n <= deadlines; ++n) {
        const redis::Reply& reply = replies[n];
        const std::optional<std::int64_t> own = reply.as_integer();
        if (!own)
            return result;
        result.sent = std::min(result.sent, reply.sent);
        longest = *own == -1 || longest == -1 ? -1 : std::max(longest, *own);
    }
    if (longest != -1 && (left == -1 || longest < left))
        left = longest;
    result.left = left;
    return result;
}

/// The text each time: where their slot goes, the scripts are not known yet; and a server that refused them together
/// has not said whether it knows them.
asio::awaitable<std::vector<Renewed>> one_by_one(redis::Link& link, std::vector<Renewing> holds,
                                                 Clock::time_point deadline)
{
    std::vector<redis::Command> commands;
    for (const Renewing& hold : holds) {
        const std::string lease = std::to_string(hold.lease.count());
        commands.push_back(renew_script().eval({hold.lock}, {lease, hold.field, ""}));
        for (int n = 1; n <= deadlines_of(hold); ++n)
            commands.push_back(deadline_script().eval({hold.deadlines_prefix + ':' + std::to_string(n)}, {lease}));
    }
    const std::vector<redis::Reply> replies = co_await link.pipeline(std::move(commands), deadline);
    std::vector<Renewed> results;
    const redis::Reply* next = replies.data();
    for (const Renewing& hold : holds) {
        results.push_back(combined(hold, next));
        next += 1 + deadlines_of(hold);
    }
    co_return results;
}

} // namespace

asio::awaitable<std::vector<Renewed>> renew(redis::Link& link, std::vector<Renewing> holds, Clock::time_point deadline)
{
    redis::Command command = together(holds, &redis::Script::evalsha);
    redis::Reply reply = co_await ask(link, std::move(command), deadline);
    if (reply.is_error() && redis::errc_of(reply.text) == Errc::no_script) {
        command = together(holds, &redis::Script::eval);
        reply = co_await ask(link, std::move(command), deadline);
    }
    // One key that this user may not touch any more must not cost the other holds their leases.
    const bool is_refused_together =
        holds.size() > 1 && reply.is_error() && redis::errc_of(reply.text) == Errc::no_permission;
    if (is_refused_together || redis::says_half_moved(reply))
        co_return co_await one_by_one(link, std::move(holds), deadline);
    std::vector<Renewed> results(holds.size());
    for (std::size_t i = 0; i < std::min(results.size(), reply.elements.size()); ++i)
        results[i] = {reply.elements[i].as_integer(), reply.sent};
    co_return results;
}

} // namespace lockscope::locks
