// SPDX-License-Identifier: Apache-2.0
#include "lockscope/server_check.hpp"

#include "client/client_core.hpp"
#include "lockscope/client.hpp"
#include "lockscope/error.hpp"
#include "monitor/ask_settings.hpp"
#include "monitor/joint_status.hpp"
#include "monitor/permission_probe.hpp"
#include "monitor/server_facts.hpp"
#include "redis/certificate.hpp"

#include <algorithm>
#include <vector>

namespace lockscope {
namespace {

namespace asio = boost::asio;
using std::chrono::microseconds;

constexpr std::size_t rounds = 5;

/// A server that forbids PING answers it all the same, so the time counts.
asio::awaitable<microseconds> time_one_way_and_back(redis::Connection& connection)
{
    std::vector<redis::Command> ping{redis::Command{"PING"}};
    const auto start = std::chrono::steady_clock::now();
    const auto replies = co_await connection.pipeline(std::move(ping));
    co_return std::chrono::duration_cast<microseconds>(std::chrono::steady_clock::now() - start);
}

std::string address_of(const redis::Connection& connection)
{
    const auto& endpoint = connection.options().endpoint;
    return endpoint.unix_path.empty() && !connection.where().host.empty() ? connection.where().display()
                                                                          : endpoint.display();
}

asio::awaitable<ServerCheck> check_one(const Endpoint& endpoint, const ClientOptions& options, redis::Node& node,
                                       ScriptRight scripts)
{
    ServerCheck result;
    CheckedNode seen;
    redis::Connection& connection = node.monitor();
    std::vector<redis::Command> ask{redis::Command{"INFO"}};
    const auto replies = co_await connection.pipeline(std::move(ask));
    if (replies.front().is_text()) {
        const auto facts = monitor::parse_info(replies.front().text);
        result.product = seen.product = facts.product;
        result.version = seen.version = facts.product_version;
        result.role = seen.role = facts.role;
        result.eviction_policy = facts.eviction_policy;
    }
    ServerSettings settings = co_await monitor::ask_settings(connection);
    settings.waits_for_replica = options.wait_for_replica;
    seen.replicas = settings.replicas;
    if (settings.is_replica)
        result.role = seen.role = "slave";
    result.risks = assess_risks(settings);
    result.encryption = connection.encryption();
    std::vector<microseconds> times;
    for (std::size_t i = 0; i < rounds; ++i) {
        const microseconds time = co_await time_one_way_and_back(connection);
        times.push_back(time);
    }
    std::sort(times.begin(), times.end());
    result.latency = seen.latency = times[rounds / 2];
    seen.address = address_of(connection);
    result.nodes.push_back(std::move(seen));
    auto permissions = co_await monitor::probe(node, monitor::messages_of(endpoint, options.sharded_messages), scripts);
    result.permissions = std::move(permissions);
    co_return result;
}

void join(ServerCheck& all, const ServerCheck& one)
{
    all.nodes.insert(all.nodes.end(), one.nodes.begin(), one.nodes.end());
    monitor::add_word(all.product, one.product);
    monitor::add_word(all.version, one.version);
    monitor::add_word(all.role, one.role);
    monitor::add_risks(all.risks, one.risks);
    redis::keep_worse(all.encryption, one.encryption);
    all.latency = std::max(all.latency, one.latency);
    if (all.eviction_policy.empty() || all.eviction_policy == "noeviction")
        all.eviction_policy = one.eviction_policy;
}

asio::awaitable<ServerCheck> check(std::shared_ptr<detail::ClientCore> core, ScriptRight scripts)
{
    const auto masters = co_await core->servers().find_masters();
    ServerCheck all;
    all.masters = masters.size();
    std::vector<PermissionReport> permissions;
    std::vector<Error> troubles;
    for (const auto& master : masters) {
        try {
            const ServerCheck one = co_await check_one(core->endpoint, core->options, *master, scripts);
            join(all, one);
            permissions.push_back(one.permissions);
        } catch (const Error& error) {
            troubles.push_back(error);
            all.troubles.push_back(error.message());
            CheckedNode silent;
            silent.address = address_of(master->monitor());
            silent.trouble = error.message();
            all.nodes.push_back(std::move(silent));
        }
    }
    if (permissions.empty() && !troubles.empty())
        throw Error(troubles.front());
    all.permissions = monitor::joint_permissions(permissions);
    co_return all;
}

} // namespace

ServerCheck check_server(Client& client, ScriptRight scripts)
{
    return client.core()->run(check(client.core(), scripts));
}

} // namespace lockscope
