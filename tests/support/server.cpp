// SPDX-License-Identifier: Apache-2.0
#include "support/server.hpp"

#include "support/certificates.hpp"
#include "support/deployments.hpp"

#include <chrono>
#include <cstdlib>
#include <optional>
#include <set>
#include <string_view>

namespace lockscope::test {

Deployed::Kind deployment_under_test()
{
    const char* name = std::getenv("LOCKSCOPE_TEST_DEPLOYMENT");
    return Deployed::named(name == nullptr ? "single" : name);
}

struct Server::Place
{
    std::optional<Sandbox> alone;
    std::optional<Certificates> ca;
    std::unique_ptr<ServersOfTest> together;
    Endpoint endpoint;

    explicit Place(const SandboxOptions& wanted)
    {
        const Deployed::Kind kind = deployment_under_test();
        if (kind == Deployed::Kind::single) {
            endpoint = alone.emplace(wanted).endpoint();
            return;
        }
        const Variety& variety = variety_of(kind);
        DeploymentOptions options;
        options.arguments = wanted.arguments;
        options.executable = wanted.executable;
        options.masters = 1;
        options.replicas = variety.servers == DeploymentKind::sentinel ? 1 : 0;
        options.patience = std::chrono::minutes(10);
        // Clients who cannot count the subscribers of a shard do not use messages within it.
        if (variety.servers == DeploymentKind::cluster) {
            for (const char* word : {"--user", "default", "on", "nopass", "~*", "&*", "+@all", "-pubsub|shardnumsub"})
                options.arguments.emplace_back(word);
        }
        if (variety.is_encrypted)
            options.tls = ca.emplace().for_servers();
        together = start(variety.servers, options);
        endpoint = together->endpoint();
    }
    Sandbox& master() { return alone ? *alone : together->master_of({}); }
};

Server::Server(SandboxOptions options)
    : m_place(std::make_unique<Place>(options))
    , sandbox(m_place->master())
    , redis(direct())
{}

Server::~Server() = default;

const Endpoint& Server::endpoint() const
{
    return m_place->endpoint;
}

/// By the rule of docs/locks.md: no brace at all, or some text between the first and its end.
bool Server::must_refuse(std::string_view name) const
{
    const std::size_t open = name.find('{');
    const std::size_t close = name.find('}', open == name.npos ? 0 : open);
    const bool has_none = open == name.npos && close == name.npos;
    const bool has_tag = open != name.npos && close != name.npos && close > open + 1;
    return is_cluster() && !has_none && !has_tag;
}

Endpoint Server::direct() const
{
    return m_place->alone ? m_place->endpoint : inside_of(sandbox);
}

std::vector<std::uint16_t> Server::ports() const
{
    std::set<std::uint16_t> all{sandbox.endpoint().port};
    for (const Address& address : endpoint().addresses())
        all.insert(address.port);
    return {all.begin(), all.end()};
}

} // namespace lockscope::test
