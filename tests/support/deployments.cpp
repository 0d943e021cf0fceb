// SPDX-License-Identifier: Apache-2.0
#include "support/deployments.hpp"

#include "lockscope/sandbox_cluster.hpp"
#include "lockscope/sandbox_replication.hpp"
#include "lockscope/sandbox_sentinel.hpp"

#include <QTest>

#include <initializer_list>
#include <stdexcept>

namespace lockscope::test {
namespace {

void add_rows(std::initializer_list<DeploymentKind> kinds)
{
    QTest::addColumn<int>("deployment");
    for (const DeploymentKind kind : kinds)
        QTest::newRow(name_of(kind)) << static_cast<int>(kind);
}

/// A master, with replicas or without.
class OneMaster : public ServersOfTest
{
public:
    OneMaster(const DeploymentOptions& options, int replicas)
        : m_servers({.replicas = replicas,
                     .password = options.password,
                     .arguments = options.arguments,
                     .executable = options.executable,
                     .tls = options.tls})
    {}
    const Endpoint& endpoint() const override { return m_servers.endpoint(); }
    Sandbox& master_of(std::string_view) override { return m_servers.master(); }
    std::vector<Sandbox*> masters() override { return {&m_servers.master()}; }
    std::vector<Sandbox*> servers() override
    {
        std::vector<Sandbox*> all{&m_servers.master()};
        for (int i = 0; i < m_servers.replicas(); ++i)
            all.push_back(&m_servers.replica(i));
        return all;
    }
    void wait_until_ready() override { m_servers.wait_until_synchronised(); }

protected:
    SandboxReplication m_servers;
};

class Single final : public OneMaster
{
public:
    explicit Single(const DeploymentOptions& options) : OneMaster(options, 0), m_endpoint(m_servers.master().endpoint())
    {}
    const Endpoint& endpoint() const override { return m_endpoint; }

private:
    Endpoint m_endpoint;
};

class Replicated final : public OneMaster
{
public:
    explicit Replicated(const DeploymentOptions& options) : OneMaster(options, options.replicas) {}
    void hand_over(std::string_view) override { m_servers.promote(); }
};

class WithSentinels final : public ServersOfTest
{
public:
    explicit WithSentinels(const DeploymentOptions& options)
        : m_servers({.replicas = options.replicas,
                     .down_after = options.patience.value_or(SandboxSentinelOptions().down_after),
                     .password = options.password,
                     .sentinel_password = {},
                     .arguments = options.arguments,
                     .executable = options.executable,
                     .tls = options.tls})
    {}
    const Endpoint& endpoint() const override { return m_servers.endpoint(); }
    Sandbox& master_of(std::string_view) override { return m_servers.master(); }
    std::vector<Sandbox*> masters() override { return {&m_servers.master()}; }
    std::vector<Sandbox*> servers() override
    {
        std::vector<Sandbox*> all;
        for (int i = 0; i < m_servers.servers(); ++i)
            all.push_back(&m_servers.server(i));
        return all;
    }
    void wait_until_ready() override
    {
        m_servers.wait_until_agreed();
        m_servers.wait_until_synchronised();
    }
    void hand_over(std::string_view) override { m_servers.failover(); }
    void bring_back() override
    {
        m_servers.restart_old();
        wait_until_ready();
    }

private:
    SandboxSentinel m_servers;
};

class Cluster final : public ServersOfTest
{
public:
    explicit Cluster(const DeploymentOptions& options)
        : m_servers({.masters = options.masters,
                     .replicas_per_master = options.replicas,
                     .node_timeout = options.patience.value_or(SandboxClusterOptions().node_timeout),
                     .password = options.password,
                     .arguments = options.arguments,
                     .executable = options.executable,
                     .tls = options.tls})
    {}
    const Endpoint& endpoint() const override { return m_servers.endpoint(); }
    Sandbox& master_of(std::string_view key) override { return m_servers.node(m_servers.master_of_key(key)); }
    std::vector<Sandbox*> masters() override
    {
        std::vector<Sandbox*> all;
        for (const int index : m_servers.masters())
            all.push_back(&m_servers.node(index));
        return all;
    }
    std::vector<Sandbox*> servers() override
    {
        std::vector<Sandbox*> all;
        for (int i = 0; i < m_servers.size(); ++i)
            all.push_back(&m_servers.node(i));
        return all;
    }
    void wait_until_ready() override { m_servers.wait_until_ok(); }
    void hand_over(std::string_view key) override
    {
        m_servers.failover(m_servers.replicas_of(m_servers.master_of_key(key)).at(0));
    }
    /// For four times its time-out a replica that was a master before still has the votes of that election (Redis 7.0):
    /// with them, and without asking, it makes itself a master whom nobody believes, and the slots have none for good.
    /// Started anew it has no votes.
    void kill_master_of(std::string_view key) override
    {
        const int master = m_servers.master_of_key(key);
        for (const int replica : m_servers.replicas_of(master))
            m_servers.node(replica).restart();
        wait_until_ready();
        m_servers.node(master).kill_server();
        wait_until_ready();
    }
    void bring_back() override
    {
        m_servers.restart_old();
        wait_until_ready();
    }

private:
    SandboxCluster m_servers;
};

} // namespace

Endpoint inside_of(const Sandbox& server)
{
    Endpoint inside = server.endpoint();
    inside.tls = {};
    inside.unix_path = (server.folder() / "redis.sock").string();
    return inside;
}

const char* name_of(DeploymentKind kind)
{
    switch (kind) {
    case DeploymentKind::single: return "single";
    case DeploymentKind::replicated: return "replicated";
    case DeploymentKind::sentinel: return "sentinel";
    case DeploymentKind::cluster: return "cluster";
    }
    return "";
}

void add_deployments()
{
    add_rows({DeploymentKind::single, DeploymentKind::replicated, DeploymentKind::sentinel, DeploymentKind::cluster});
}

void add_deployments_with_failover()
{
    add_rows({DeploymentKind::sentinel, DeploymentKind::cluster});
}

void ServersOfTest::hand_over(std::string_view)
{
    throw std::runtime_error("this deployment has no failover");
}

void ServersOfTest::bring_back()
{
    throw std::runtime_error("this deployment has no failover");
}

void ServersOfTest::kill_master_of(std::string_view key)
{
    master_of(key).kill_server();
    wait_until_ready();
}

void ServersOfTest::empty()
{
    for (Sandbox* master : masters())
        RedisClient(inside_of(*master)).expect({"FLUSHALL"});
    for (Sandbox* server : servers())
        RedisClient(inside_of(*server)).reset_stats();
}

std::int64_t ServersOfTest::calls(const std::string& command)
{
    std::int64_t all = 0;
    for (Sandbox* server : servers())
        all += RedisClient(inside_of(*server)).calls(command);
    return all;
}

std::unique_ptr<ServersOfTest> start(DeploymentKind kind, const DeploymentOptions& options)
{
    switch (kind) {
    case DeploymentKind::single: return std::make_unique<Single>(options);
    case DeploymentKind::replicated: return std::make_unique<Replicated>(options);
    case DeploymentKind::sentinel: return std::make_unique<WithSentinels>(options);
    case DeploymentKind::cluster: return std::make_unique<Cluster>(options);
    }
    throw std::runtime_error("no such deployment");
}

} // namespace lockscope::test
