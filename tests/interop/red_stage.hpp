// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "interop/interop_stage.hpp"
#include "lockscope/client.hpp"
#include "lockscope/red_lock.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "support/server.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::test {

/// Three servers, and the RedLocks of both languages over them.
class RedStage
{
public:
    static constexpr std::size_t nodes = 3;
    using Clients = std::array<std::unique_ptr<Client>, nodes>;

    explicit RedStage(InteropStage& stage) : m_stage(stage)
    {
        for (auto& server : m_servers)
            server = std::make_unique<Server>(SandboxOptions{.tcp = true, .arguments = {}});
    }

    [[nodiscard]] Clients new_clients(const ClientOptions& options = {}) const
    {
        Clients clients;
        for (std::size_t i = 0; i < nodes; ++i)
            clients[i] = std::make_unique<Client>(m_servers[i]->endpoint(), options);
        return clients;
    }
    [[nodiscard]] static RedLock ours(const Clients& clients, const std::string& name)
    {
        std::vector<Lock> members;
        for (const auto& node : clients)
            members.push_back(node->reentrant_lock(name));
        return RedLock(members);
    }
    /// For a new thread of @p java.
    [[nodiscard]] JavaLock theirs(JavaPeer& java, milliseconds watchdog, const std::string& name)
    {
        std::vector<std::string> clients;
        for (std::size_t i = 0; i < nodes; ++i)
            clients.push_back(connected(java, watchdog, i));
        return {m_stage.new_owner(java, watchdog), java_object("red", clients, name)};
    }
    /// What a RedLock of that name has on one of the servers.
    [[nodiscard]] JavaLock their_member(JavaPeer& java, std::size_t node, const std::string& name)
    {
        const std::vector<std::string> client{connected(java, usual_watchdog, node)};
        return {m_stage.new_owner(java), java_object("reentrant", client, name)};
    }

    [[nodiscard]] RedisClient& redis(std::size_t node) { return m_servers.at(node)->redis; }
    [[nodiscard]] std::vector<Endpoint> endpoints() const
    {
        std::vector<Endpoint> all;
        for (const auto& server : m_servers)
            all.push_back(server->endpoint());
        return all;
    }
    /// On how many of the servers somebody has it.
    [[nodiscard]] int holders(const std::string& name)
    {
        int all = 0;
        for (const auto& server : m_servers)
            all += server->redis.exists(name) ? 1 : 0;
        return all;
    }

private:
    /// @returns the name of Java's client of this server
    std::string connected(JavaPeer& java, milliseconds watchdog, std::size_t node) const
    {
        const std::string port = std::to_string(m_servers[node]->endpoint().port);
        const std::string client = "node-" + port + "-" + std::to_string(watchdog.count());
        java.connect(client, "redis://127.0.0.1:" + port, watchdog);
        return client;
    }

    InteropStage& m_stage;
    std::array<std::unique_ptr<Server>, nodes> m_servers;
};

} // namespace lockscope::test
