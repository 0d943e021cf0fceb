// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/sandbox.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

namespace lab {
class ReplicaGroup;
} // namespace lab

struct SandboxReplicationOptions
{
    int replicas = 1;
    std::string password;               ///< Of every server; empty: none.
    std::vector<std::string> arguments; ///< More options of every server.
    std::string executable = "redis-server";
    std::optional<SandboxTls> tls = {};
};

/// A private master with replicas, on ports of 127.0.0.1. It ends as a Sandbox does. Not thread-safe.
///
///     SandboxReplication servers({.replicas = 2});
///     Client client(servers.endpoint());
///     servers.promote(1);   // the old master and replica 0 follow it now
class SandboxReplication
{
public:
    /// Returns when every replica has what the master has. @throws Error
    explicit SandboxReplication(SandboxReplicationOptions options = {});
    ~SandboxReplication();
    SandboxReplication(const SandboxReplication&) = delete;
    SandboxReplication& operator=(const SandboxReplication&) = delete;

    /// Deployment::replicated with all of them; the addresses stay whoever is the master.
    [[nodiscard]] const Endpoint& endpoint() const noexcept;

    [[nodiscard]] Sandbox& master();
    [[nodiscard]] int replicas() const noexcept;
    /// Those that are not the master, in the order of their start.
    [[nodiscard]] Sandbox& replica(int index = 0);

    /// Waits until every replica that runs has what the master has. @throws Error timeout
    void wait_until_synchronised();
    /// The replica loses its link to the master and does not get it back: it is told a wrong password.
    void cut_replication(int replica = 0);
    void mend_replication(int replica = 0);
    /// This replica becomes the master, and every other server that runs its replica; without asking whether it has
    /// everything, as a failover does.
    void promote(int replica = 0);

private:
    [[nodiscard]] int server_of(int replica) const noexcept;

    std::unique_ptr<lab::ReplicaGroup> m_group;
    int m_master = 0;
    Endpoint m_endpoint;
};

} // namespace lockscope
