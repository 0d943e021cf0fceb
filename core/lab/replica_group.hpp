// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/server_process.hpp"
#include "lockscope/sandbox_replication.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace lockscope::lab {

/// A master and its replicas as processes. What they are just now is asked of them, since a Sentinel may change it.
class ReplicaGroup
{
public:
    /// Returns when every replica has what the master has. Server 0 is the master. @throws Error
    explicit ReplicaGroup(const SandboxReplicationOptions& options);

    [[nodiscard]] int size() const noexcept { return static_cast<int>(m_servers.size()); }
    [[nodiscard]] Sandbox& at(int index) { return *m_servers.at(static_cast<std::size_t>(index)); }
    /// The one at this address. @throws Error if it is none of ours.
    [[nodiscard]] int index_of(const Address& address) const;

    /// Waits until every other server that runs has what this one has.
    void wait_until_synchronised(int master);
    void cut(int replica);
    void mend(int replica);
    /// REPLICAOF NO ONE, and the others that run follow.
    void promote(int server);
    /// Those that were killed or paused run again.
    void bring_back();

private:
    [[nodiscard]] const ServerProcess& process(int index) const;
    [[nodiscard]] bool has_what(int replica, int master) const;

    SandboxReplicationOptions m_options;
    std::vector<std::unique_ptr<Sandbox>> m_servers;
};

} // namespace lockscope::lab
