// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/sandbox.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope {

struct SandboxClusterOptions
{
    int masters = 3;
    int replicas_per_master = 0;
    /// Without a sign of life for so long, a node counts as failing.
    std::chrono::milliseconds node_timeout{1500};
    /// Whether all refuse to work when nobody serves some slot (cluster-require-full-coverage).
    bool requires_full_coverage = true;
    std::string password;               ///< Of every node; empty: none.
    std::vector<std::string> arguments; ///< More options of every node.
    std::string executable = "redis-server";
    std::optional<SandboxTls> tls = {};
};

/// A private Redis Cluster on ports of 127.0.0.1. It ends as a Sandbox does. Not thread-safe.
///
///     SandboxCluster cluster({.replicas_per_master = 1});
///     Client client(cluster.endpoint());
///     cluster.node(cluster.master_of_key("orders:42")).kill_server();
///     cluster.wait_until_ok();   // its replica is the master now
///
/// Nodes go by their index: first the masters, then the first replica of each master, then the second ones. Whatever
/// they become later, they keep it.
class SandboxCluster
{
public:
    /// Returns when every node finds the cluster in order and every replica has what its master has. @throws Error
    explicit SandboxCluster(SandboxClusterOptions options = {});
    ~SandboxCluster();
    SandboxCluster(const SandboxCluster&) = delete;
    SandboxCluster& operator=(const SandboxCluster&) = delete;

    /// Deployment::cluster with the first masters as seeds.
    [[nodiscard]] const Endpoint& endpoint() const noexcept;
    [[nodiscard]] int size() const noexcept;
    /// To be killed, paused, restarted; its endpoint() is a Deployment::single.
    [[nodiscard]] Sandbox& node(int index);
    [[nodiscard]] const std::string& node_id(int index) const; ///< CLUSTER MYID

    [[nodiscard]] static unsigned key_slot(std::string_view key) noexcept;
    /// The running node that serves this slot. @throws Error if there is none just now.
    ///@{
    [[nodiscard]] int master_of(unsigned slot);
    [[nodiscard]] int master_of_key(std::string_view key);
    ///@}
    /// The running nodes that are masters with slots.
    [[nodiscard]] std::vector<int> masters();
    /// The running replicas of a node.
    [[nodiscard]] std::vector<int> replicas_of(int master);
    /// A name that begins so and belongs to a slot of this master.
    [[nodiscard]] std::string key_on(int master, std::string_view prefix = "key");

    /// Waits until every node that runs finds the cluster in order, all agree who serves which slot, and replicas have
    /// what their masters have. @throws Error timeout
    void wait_until_ok();
    /// Nodes that were killed or paused run again.
    void restart_old();
    /// Makes this replica the master while the old one lives (CLUSTER FAILOVER), and waits until all know.
    void failover(int replica);

    /// @name Resharding, step by step
    /// Between start and finish, the old node answers ASK for keys that are not there (any more).
    ///@{
    void start_migration(unsigned slot, int from, int to);
    /// Moves at most so many keys of the slot. @returns how many.
    int migrate_keys(unsigned slot, int from, int to, int most = 1000);
    /// Tells every master the new owner, and waits until all agree.
    void finish_migration(unsigned slot, int to);
    /// All three.
    void move_slot(unsigned slot, int to);
    ///@}

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace lockscope
