// SPDX-License-Identifier: Apache-2.0
#include "redis/replication.hpp"

namespace lockscope::redis {

namespace {

ServerRole role_of(std::string_view word)
{
    if (word == "master")
        return ServerRole::master;
    if (word == "slave")
        return ServerRole::replica;
    return word == "sentinel" ? ServerRole::sentinel : ServerRole::unknown;
}

} // namespace

Replication parse_role(const Reply& reply)
{
    Replication result;
    if (!reply.is_array() || reply.elements.empty())
        return result;
    result.role = role_of(reply.elements.front().text);
    if (result.role == ServerRole::master && reply.elements.size() > 2 && reply.elements[2].is_array())
        result.replicas = static_cast<std::int64_t>(reply.elements[2].elements.size());
    result.lacks_master =
        result.role == ServerRole::replica && reply.elements.size() > 3 && reply.elements[3].text != "connected";
    return result;
}

Replication parse_replication(std::string_view info)
{
    Replication result;
    result.role = role_of(info_field(info, "role"));
    if (result.role == ServerRole::master)
        result.replicas = to_integer(info_field(info, "connected_slaves"));
    result.lacks_master = result.role == ServerRole::replica && info_field(info, "master_link_status") == "down";
    return result;
}

asio::awaitable<Replication> ask_replication(Link& server, Link::Clock::time_point deadline)
{
    std::vector<Command> role{Command{"ROLE"}};
    const std::vector<Reply> answer = co_await server.pipeline(std::move(role), deadline);
    Replication result = parse_role(answer.front());
    if (result.role != ServerRole::unknown)
        co_return result;
    std::vector<Command> info{Command{"INFO", "replication"}};
    const std::vector<Reply> text = co_await server.pipeline(std::move(info), deadline);
    if (text.front().is_text())
        result = parse_replication(text.front().text);
    co_return result;
}

} // namespace lockscope::redis
