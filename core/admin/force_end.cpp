// SPDX-License-Identifier: Apache-2.0
#include "admin/force_end.hpp"

#include "admin_scripts.hpp"
#include "locks/key_names.hpp"
#include "lockscope/escape.hpp"
#include "lockscope/owner.hpp"

namespace lockscope::admin {
namespace {

/// Reader strings that are removed at most; what is beyond ends with its own deadline. Counts come from the server.
constexpr std::int64_t reader_keys_limit = 5000;

std::vector<std::string> keys_of(const AdminRequest& request)
{
    std::vector<std::string> keys{request.lock, locks::queue_key(request.lock), locks::timeout_key(request.lock)};
    std::int64_t left = reader_keys_limit;
    for (const auto& [owner, count] : request.expected) {
        const auto parsed = OwnerField::parse(owner);
        if (parsed && parsed->writer)
            continue;
        for (std::int64_t hold = 1; hold <= count && left > 0; ++hold, --left)
            keys.push_back(locks::reader_timeout_key(request.lock, owner, hold));
    }
    return keys;
}

std::vector<std::string> arguments_of(const AdminRequest& request, milliseconds ttl)
{
    std::vector<std::string> arguments{std::to_string(ttl.count()), locks::unlock_channel(request.lock),
                                       locks::rwlock_channel(request.lock), std::to_string(request.expected.size())};
    for (const auto& [owner, count] : request.expected) {
        arguments.push_back(owner);
        arguments.push_back(std::to_string(count));
    }
    arguments.insert(arguments.end(), request.ghosts.begin(), request.ghosts.end());
    return arguments;
}

Ending decode(const redis::Reply& reply, const std::string& node)
{
    const auto& parts = reply.elements;
    if (!reply.is_array() || parts.empty() || !parts.front().as_integer())
        throw Error(Errc::protocol, "The server's answer to a script makes no sense.", node);
    Ending ending;
    ending.done = *parts.front().as_integer() == 1;
    if (ending.done) {
        if (parts.size() > 1)
            ending.woken = parts[1].text;
        for (std::size_t i = 2; i < parts.size(); ++i)
            ending.removed.push_back(parts[i].text);
        return ending;
    }
    for (std::size_t i = 1; i + 1 < parts.size(); i += 2) {
        if (!ending.found.empty())
            ending.found += ", ";
        ending.found += escape(parts[i].text) + '=' + escape(parts[i + 1].text);
    }
    return ending;
}

} // namespace

redis::asio::awaitable<Ending> force_end(redis::Connection& connection, const AdminRequest& request, milliseconds ttl)
{
    static const redis::Script script(scripts::force_end);
    const auto deadline = redis::Connection::Clock::now() + connection.options().command_timeout;
    auto keys = keys_of(request);
    auto arguments = arguments_of(request, ttl);
    const redis::Reply reply = co_await connection.eval(script, std::move(keys), std::move(arguments), deadline);
    co_return decode(reply, connection.node());
}

} // namespace lockscope::admin
