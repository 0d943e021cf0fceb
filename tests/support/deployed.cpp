// SPDX-License-Identifier: Apache-2.0
#include "support/deployed.hpp"

#include <algorithm>
#include <stdexcept>

namespace lockscope::test {

namespace {

constexpr int cluster_masters = 3;

} // namespace

Deployed::Kind Deployed::named(std::string_view name)
{
    if (name == "single")
        return Kind::single;
    if (name == "sentinel")
        return Kind::sentinel;
    if (name == "cluster")
        return Kind::cluster;
    throw std::runtime_error("no deployment is named " + std::string(name));
}

// TCP, because Redisson 3.15 knows no unix sockets.
Deployed::Deployed(Kind kind) : m_kind(kind)
{
    switch (kind) {
    case Kind::single:
        m_single.emplace(SandboxOptions{.tcp = true, .arguments = {}});
        m_servers.emplace_back(m_single->endpoint());
        break;
    case Kind::sentinel:
        m_sentinel.emplace();
        for (int i = 0; i < m_sentinel->servers(); ++i)
            m_servers.emplace_back(m_sentinel->server(i).endpoint());
        break;
    case Kind::cluster: {
        SandboxClusterOptions options;
        options.masters = cluster_masters;
        options.replicas_per_master = 1;
        m_cluster.emplace(options);
        m_masters = cluster_masters;
        for (int i = 0; i < m_cluster->size(); ++i)
            m_servers.emplace_back(m_cluster->node(i).endpoint());
        break;
    }
    }
}

const Endpoint& Deployed::endpoint() const
{
    if (m_cluster)
        return m_cluster->endpoint();
    return m_sentinel ? m_sentinel->endpoint() : m_single->endpoint();
}

void Deployed::empty()
{
    for (std::size_t i = 0; i < m_servers.size(); ++i) {
        if (i < m_masters)
            m_servers[i].expect({"FLUSHALL"});
        m_servers[i].reset_stats();
    }
}

RedisClient& Deployed::home_of(const std::string& key)
{
    if (!m_cluster)
        return m_servers.front();
    const unsigned slot = SandboxCluster::key_slot(key);
    auto home = m_homes.find(slot);
    if (home == m_homes.end())
        home = m_homes.emplace(slot, static_cast<std::size_t>(m_cluster->master_of(slot))).first;
    return m_servers.at(home->second);
}

std::vector<std::string> Deployed::keys()
{
    std::vector<std::string> all;
    for (std::size_t i = 0; i < m_masters; ++i) {
        const auto own = m_servers[i].keys();
        all.insert(all.end(), own.begin(), own.end());
    }
    std::sort(all.begin(), all.end());
    return all;
}

std::vector<std::string> Deployed::channels()
{
    std::vector<std::string> all;
    for (RedisClient& server : m_servers) {
        auto own = server.channels();
        all.insert(all.end(), own.begin(), own.end());
        if (m_cluster) {
            own = server.list({"PUBSUB", "SHARDCHANNELS"});
            all.insert(all.end(), own.begin(), own.end());
        }
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

std::int64_t Deployed::subscribers(const std::string& channel)
{
    std::int64_t all = 0;
    for (RedisClient& server : m_servers) {
        all += server.subscribers(channel);
        if (m_cluster)
            all += server.expect({"PUBSUB", "SHARDNUMSUB", channel}).elements.at(1).integer;
    }
    return all;
}

std::int64_t Deployed::calls(const std::string& command)
{
    std::int64_t all = 0;
    for (std::size_t i = 0; i < m_masters; ++i)
        all += m_servers[i].calls(command);
    return all;
}

} // namespace lockscope::test
