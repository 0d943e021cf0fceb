// SPDX-License-Identifier: Apache-2.0
#include "support/server.hpp"

#include "support/certificates.hpp"
#include "support/deployments.hpp"

#include <chrono>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace lockscope::test {

struct Server::Place
{
    std::optional<Sandbox> alone;
    std::optional<Certificates> ca;
    std::unique_ptr<ServersOfTest> together;
    Endpoint endpoint;

    explicit Place(const SandboxOptions& wanted)
    {
        const char* name = std::getenv("LOCKSCOPE_TEST_DEPLOYMENT");
        const std::string_view deployment = name == nullptr ? "" : name;
        if (deployment.empty()) {
            endpoint = alone.emplace(wanted).endpoint();
            return;
        }
        DeploymentOptions options;
        options.arguments = wanted.arguments;
        options.executable = wanted.executable;
        options.masters = 1;
        options.replicas = deployment == "sentinel" ? 1 : 0;
        options.patience = std::chrono::minutes(10);
        if (deployment == "cluster") // Clients who cannot count its subscribers do not use that kind of message.
            for (const char* word : {"--user", "default", "on", "nopass", "~*", "&*", "+@all", "-pubsub|shardnumsub"})
                options.arguments.emplace_back(word);
        if (deployment == "tls")
            options.tls = ca.emplace().for_servers();
        together = start(kind_of(deployment), options);
        endpoint = together->endpoint();
    }
    static Kind kind_of(std::string_view deployment)
    {
        if (deployment == "tls")
            return Kind::single;
        if (deployment == "sentinel")
            return Kind::sentinel;
        if (deployment == "cluster")
            return Kind::cluster;
        throw std::runtime_error("LOCKSCOPE_TEST_DEPLOYMENT is none of tls, sentinel, cluster");
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

Endpoint Server::direct() const
{
    return m_place->alone ? m_place->endpoint : inside_of(sandbox);
}

} // namespace lockscope::test
