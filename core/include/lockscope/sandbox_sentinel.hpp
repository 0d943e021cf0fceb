// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/sandbox.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

struct SandboxSentinelOptions
{
    int replicas = 1;
    int sentinels = 3;
    int quorum = 2; ///< So many must find the master dead before one of them starts a failover.
    /// Without a sign of life for so long, a server counts as dead.
    std::chrono::milliseconds down_after{700};
    std::chrono::milliseconds failover_timeout{4000};
    std::string service = "mymaster";
    std::string password;               ///< Of the servers; empty: none.
    std::string sentinel_password;      ///< Of the sentinels; empty: none.
    std::vector<std::string> arguments; ///< More options of every server, not of the sentinels.
    std::string executable = "redis-server";
    std::optional<SandboxTls> tls = {};
};

/// A private master with replicas under the eyes of sentinels, all on ports of 127.0.0.1. It ends as a Sandbox does.
/// Not thread-safe.
///
///     SandboxSentinel servers;
///     Client client(servers.endpoint());
///     const Address old = servers.master_address();
///     servers.kill_master();
///     servers.wait_for_failover(old);
///
/// The sentinels look at the servers twice a second, where the Redis can be told so (7.0): a failover then
/// takes about down_after and one to two seconds.
class SandboxSentinel
{
public:
    /// Returns when the replicas have what the master has, and all sentinels know all servers. @throws Error
    explicit SandboxSentinel(SandboxSentinelOptions options = {});
    ~SandboxSentinel();
    SandboxSentinel(const SandboxSentinel&) = delete;
    SandboxSentinel& operator=(const SandboxSentinel&) = delete;

    /// Deployment::sentinel with all sentinels.
    [[nodiscard]] const Endpoint& endpoint() const noexcept;

    /// The master as the first sentinel that answers names it. @throws Error if none does.
    [[nodiscard]] Address master_address();
    [[nodiscard]] Sandbox& master(); ///< The server at master_address().

    /// Master and replicas in the order of their start: 0 was the first master.
    ///@{
    [[nodiscard]] int servers() const noexcept;
    [[nodiscard]] Sandbox& server(int index);
    ///@}
    [[nodiscard]] int sentinels() const noexcept;
    [[nodiscard]] Sandbox& sentinel(int index);

    /// @name Faults
    ///@{
    void kill_master();
    void pause_master();
    /// Servers that were killed or paused run again; a killed one still believes to be what it was.
    void restart_old();
    /// Asks a sentinel for a failover while the master lives, again if it refuses or gives up, and waits for its end.
    void failover();
    /// This server, a replica, loses its link to the master and does not get it back: it is told a wrong password.
    void cut_replication(int server = 1);
    void mend_replication(int server = 1);
    ///@}

    /// @name Waiting
    /// For the sentinels that run. @throws Error timeout
    ///@{
    /// Until all name one master that is one and is alive, know all servers and each other, and have seen that the
    /// other servers that run are its replicas.
    void wait_until_agreed();
    /// Until all name one master that is one and is alive, and not @p old. Its replicas may take longer.
    /// @returns its address.
    Address wait_for_failover(const Address& old);
    /// Until every other server that runs is a replica of the master and has what it has.
    void wait_until_synchronised();
    ///@}

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace lockscope
