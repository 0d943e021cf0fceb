// SPDX-License-Identifier: Apache-2.0
#include "support/deployed.hpp"

#include "lockscope/sandbox_cluster.hpp"
#include "support/deployments.hpp"

#include <algorithm>
#include <stdexcept>

namespace lockscope::test {

const Variety& variety_of(Deployed::Kind kind)
{
    static const std::map<Deployed::Kind, Variety> all{
        {Deployed::Kind::single, {"single", DeploymentKind::single, false}},
        {Deployed::Kind::tls, {"tls", DeploymentKind::single, true}},
        {Deployed::Kind::sentinel, {"sentinel", DeploymentKind::sentinel, false}},
        {Deployed::Kind::cluster, {"cluster", DeploymentKind::cluster, false}},
        {Deployed::Kind::tls_cluster, {"tls_cluster", DeploymentKind::cluster, true}},
    };
    return all.at(kind);
}

Deployed::Kind Deployed::named(std::string_view name)
{
    for (const Kind kind : {Kind::single, Kind::tls, Kind::sentinel, Kind::cluster, Kind::tls_cluster}) {
        if (variety_of(kind).name == name)
            return kind;
    }
    throw std::runtime_error("no deployment is named " + std::string(name));
}

Deployed::Deployed(Kind kind) : m_kind(kind)
{
    DeploymentOptions options;
    options.patience = std::chrono::minutes(1); // nobody takes over from a master that is only slow
    if (variety_of(kind).is_encrypted)
        options.tls = m_ca.emplace().for_servers();
    m_servers = start(variety_of(kind).servers, options);
    for (const Sandbox* master : m_servers->masters())
        m_masters.emplace_back(inside_of(*master));
}

Deployed::~Deployed() = default;

const Endpoint& Deployed::endpoint() const
{
    return m_servers->endpoint();
}

void Deployed::empty()
{
    for (RedisClient& master : m_masters) {
        master.expect({"FLUSHALL"});
        master.reset_stats();
    }
}

RedisClient& Deployed::home_of(const std::string& key)
{
    if (!is_cluster())
        return m_masters.front();
    const unsigned slot = SandboxCluster::key_slot(key);
    auto home = m_homes.find(slot);
    if (home == m_homes.end()) {
        const std::vector<Sandbox*> masters = m_servers->masters();
        const auto found = std::find(masters.begin(), masters.end(), &m_servers->master_of(key));
        home = m_homes.emplace(slot, static_cast<std::size_t>(found - masters.begin())).first;
    }
    return m_masters.at(home->second);
}

std::vector<std::string> Deployed::keys()
{
    std::vector<std::string> all;
    for (RedisClient& master : m_masters) {
        const auto own = master.keys();
        all.insert(all.end(), own.begin(), own.end());
    }
    std::sort(all.begin(), all.end());
    return all;
}

std::vector<std::string> Deployed::channels()
{
    std::vector<std::string> all;
    for (RedisClient& master : m_masters) {
        auto own = master.channels();
        all.insert(all.end(), own.begin(), own.end());
        if (is_cluster()) {
            own = master.list({"PUBSUB", "SHARDCHANNELS"});
            all.insert(all.end(), own.begin(), own.end());
        }
    }
    std::sort(all.begin(), all.end());
    return all;
}

std::int64_t Deployed::subscribers(const std::string& channel)
{
    std::int64_t all = 0;
    for (RedisClient& master : m_masters) {
        all += master.subscribers(channel);
        if (is_cluster())
            all += master.expect({"PUBSUB", "SHARDNUMSUB", channel}).elements.at(1).integer;
    }
    return all;
}

std::int64_t Deployed::calls(const std::string& command)
{
    std::int64_t all = 0;
    for (RedisClient& master : m_masters)
        all += master.calls(command);
    return all;
}

std::int64_t Deployed::scripts()
{
    std::int64_t all = 0;
    for (RedisClient& master : m_masters)
        all += master.scripts();
    return all;
}

} // namespace lockscope::test
