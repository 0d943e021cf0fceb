// SPDX-License-Identifier: Apache-2.0
#include "redis/servers.hpp"

#include "redis/candidates.hpp"
#include "redis/cluster.hpp"
#include "redis/one_master.hpp"
#include "redis/sentinels.hpp"

namespace lockscope::redis {

asio::awaitable<std::shared_ptr<Node>> Servers::master_of(std::string_view, std::chrono::steady_clock::time_point,
                                                          std::function<bool()>)
{
    const Nodes nodes = co_await find_masters();
    co_return nodes.front();
}

std::shared_ptr<Node> Servers::home_of(std::string_view)
{
    const Nodes nodes = masters();
    return nodes.size() == 1 ? nodes.front() : nullptr;
}

std::shared_ptr<Servers> make_servers(asio::any_io_executor executor, ConnectionOptions options,
                                      ShardedMessages sharded)
{
    if (options.endpoint.deployment == Deployment::cluster)
        return std::make_shared<Cluster>(std::move(executor), std::move(options), sharded);
    std::shared_ptr<MasterFinder> finder;
    if (options.endpoint.deployment == Deployment::sentinel)
        finder = std::make_shared<Sentinels>(executor, options);
    else if (options.endpoint.deployment == Deployment::replicated)
        finder = std::make_shared<Candidates>(executor, options);
    const auto servers = std::make_shared<OneMaster>(std::move(executor), std::move(options), std::move(finder));
    servers->start();
    return servers;
}

} // namespace lockscope::redis
