// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/sandbox.hpp"
#include "support/redis_client.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::test {

/// The socket in the folder of a sandbox, through which a client without TLS reaches the server too.
[[nodiscard]] Endpoint inside_of(const Sandbox& server);

/// The ways in which Redis is run, for tests that must pass on each of them.
enum class DeploymentKind { single, replicated, sentinel, cluster };

[[nodiscard]] const char* name_of(DeploymentKind kind);

/// A row for each of them, in a column "deployment" of int; `DeploymentKind(deployment)` gives it back.
void add_deployments();
/// Only those in which another server takes over when a master dies: sentinel and cluster.
void add_deployments_with_failover();

/// What a test wants to know of a deployment and do to it, whichever it is. Starting one takes up to three seconds: one
/// for all tests of a class, emptied before each; a new one after a failover.
///
///     QFETCH(int, deployment);
///     const auto servers = start(DeploymentKind(deployment));
///     Client client(servers->endpoint());
///     servers->look("orders:42").expect({"DEL", "orders:42"});
class ServersOfTest
{
public:
    virtual ~ServersOfTest() = default;

    [[nodiscard]] virtual const Endpoint& endpoint() const = 0; ///< For the client under test.
    /// The server that serves this key just now; its endpoint is a single one.
    [[nodiscard]] virtual Sandbox& master_of(std::string_view key) = 0;
    [[nodiscard]] virtual std::vector<Sandbox*> masters() = 0;
    [[nodiscard]] virtual std::vector<Sandbox*> servers() = 0; ///< Masters and replicas.
    /// Until everything is in order again and replicas have what their masters have.
    virtual void wait_until_ready() = 0;
    /// @name With a failover only
    ///@{
    /// A replica takes over from the master of this key while that lives, as for maintenance.
    virtual void hand_over(std::string_view key);
    /// The master of this key is killed; returns when another one serves it.
    virtual void kill_master_of(std::string_view key);
    /// What was killed or paused runs again, as a replica; returns when all is in order.
    virtual void bring_back();
    ///@}

    /// Deletes everything, and counts commands anew; all servers run.
    void empty();
    /// How often a command ran since then, on whichever server: on a busy machine another one may have become the
    /// master meanwhile without being told to.
    [[nodiscard]] std::int64_t calls(const std::string& command);
    /// An independent look at the server of this key.
    [[nodiscard]] RedisClient look(std::string_view key) { return RedisClient(inside_of(master_of(key))); }
};

struct DeploymentOptions
{
    std::string password;
    std::vector<std::string> arguments;
    std::string executable = "redis-server";
    std::optional<SandboxTls> tls = {};
    int replicas = 1; ///< Per master; a single server has none.
    int masters = 3;  ///< Of a cluster.
    /// How long Sentinels, or the nodes of a cluster, wait before they find a master dead; absent: a moment, as in a
    /// sandbox, which on a busy machine may be less than it takes one that lives to answer.
    std::optional<std::chrono::milliseconds> patience = {};
};

[[nodiscard]] std::unique_ptr<ServersOfTest> start(DeploymentKind kind, const DeploymentOptions& options = {});

} // namespace lockscope::test
