// SPDX-License-Identifier: Apache-2.0
#include "admin/wake_next.hpp"

#include "admin/comparing.hpp"
#include "admin/describe.hpp"
#include "admin_scripts.hpp"
#include "locks/key_names.hpp"
#include "lockscope/escape.hpp"

namespace lockscope::admin {
namespace {

AdminResult decode(const redis::Reply& reply, const WakeRequest& request, const std::string& node)
{
    if (auto differs = difference(reply, request.lock, request.expected, node))
        return *differs;
    const auto& parts = reply.elements;
    const auto listeners = parts.size() == 3 ? parts[1].as_integer() : std::nullopt;
    if (!listeners)
        throw_nonsense(node);
    AdminResult result;
    const std::string& waiter = parts[2].text;
    result.wake.emplace();
    if (*listeners >= 0)
        result.wake->listeners = *listeners;
    result.wake->waiter = waiter;
    if (!waiter.empty())
        result.message = escape(waiter) + " was told to look at " + in_quotes(request.lock) + " again.";
    else if (*listeners > 0)
        result.message = "Clients that were told to look at " + in_quotes(request.lock)
                       + " again: " + std::to_string(*listeners) + '.';
    else if (*listeners < 0)
        result.message = "Whoever listens for " + in_quotes(request.lock) + " was told to look at it again.";
    else
        result.message = "Nobody listens for " + in_quotes(request.lock) + ": there was nobody to be told.";
    return result;
}

} // namespace

redis::asio::awaitable<AdminResult> wake_next(redis::Link& connection, const WakeRequest& request)
{
    static const JoinedScript script({scripts::compare, scripts::wake_next});
    const auto deadline = redis::Connection::Clock::now() + connection.options().command_timeout;
    std::vector<std::string> keys{request.lock, locks::queue_key(request.lock), locks::timeout_key(request.lock),
                                  locks::token_key(request.lock)};
    std::vector<std::string> arguments{"PUBLISH", request.type == LockType::read_write ? "1" : "0",
                                       locks::unlock_channel(request.lock), locks::rwlock_channel(request.lock)};
    append_expected(arguments, request.expected, request.mark);
    const redis::Reply reply =
        co_await connection.eval(script.script(), std::move(keys), std::move(arguments), deadline, where_it_is_whole);
    co_return decode(reply, request, connection.node());
}

} // namespace lockscope::admin
