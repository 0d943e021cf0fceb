// SPDX-License-Identifier: Apache-2.0
#include "lockscope/sandbox_cluster.hpp"

#include "lab/cluster_nodes.hpp"
#include "lab/wait_for.hpp"
#include "lockscope/error.hpp"
#include "redis/slot.hpp"

namespace lockscope {
namespace {

using lab::ClusterNodes;
using lab::NodeView;
using redis::Command;
using redis::Reply;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds failover_attempt{6}; // The replica gives up after five.

} // namespace

struct SandboxCluster::Impl
{
    ClusterNodes nodes;
    Endpoint endpoint;
};

SandboxCluster::SandboxCluster(SandboxClusterOptions options)
    : m_impl(std::make_unique<Impl>(Impl{ClusterNodes(options), {}}))
{
    Endpoint& all = m_impl->endpoint;
    all = m_impl->nodes.at(0).endpoint(); // Password and TLS are the same everywhere.
    all.deployment = Deployment::cluster;
    for (int i = 1; i < options.masters; ++i)
        all.more.push_back(m_impl->nodes.at(i).endpoint().addresses().front());
}

SandboxCluster::~SandboxCluster() = default;

const Endpoint& SandboxCluster::endpoint() const noexcept
{
    return m_impl->endpoint;
}

int SandboxCluster::size() const noexcept
{
    return m_impl->nodes.size();
}

Sandbox& SandboxCluster::node(int index)
{
    return m_impl->nodes.at(index);
}

const std::string& SandboxCluster::node_id(int index) const
{
    return m_impl->nodes.id(index);
}

unsigned SandboxCluster::key_slot(std::string_view key) noexcept
{
    return redis::slot_of(key);
}

int SandboxCluster::master_of(unsigned slot)
{
    // Each is asked about itself: what it believes of others may be old.
    int found = -1;
    std::int64_t epoch = -1;
    for (const auto& [index, view] : m_impl->nodes.look()) {
        const NodeView& node = view.myself();
        if (node.has_flag("master") && node.serves(slot) && node.epoch > epoch) {
            found = index;
            epoch = node.epoch;
        }
    }
    if (found < 0)
        throw Error(Errc::master_down, "No node of the sandbox' cluster serves slot " + std::to_string(slot) + ".");
    return found;
}

int SandboxCluster::master_of_key(std::string_view key)
{
    return master_of(key_slot(key));
}

std::vector<int> SandboxCluster::masters()
{
    std::vector<int> found;
    for (const auto& [index, view] : m_impl->nodes.look())
        if (view.myself().has_flag("master") && !view.myself().slots.empty())
            found.push_back(index);
    return found;
}

std::vector<int> SandboxCluster::replicas_of(int master)
{
    std::vector<int> found;
    for (const auto& [index, view] : m_impl->nodes.look())
        if (view.myself().master == node_id(master))
            found.push_back(index);
    return found;
}

std::string SandboxCluster::key_on(int master, std::string_view prefix)
{
    const lab::ClusterView view = m_impl->nodes.look(master);
    if (view.myself().slots.empty())
        throw Error(Errc::invalid_argument, "Node " + std::to_string(master) + " serves no slot.");
    for (unsigned number = 0;; ++number) {
        std::string key = std::string(prefix) + ":" + std::to_string(number);
        if (view.myself().serves(key_slot(key)))
            return key;
    }
}

void SandboxCluster::wait_until_ok()
{
    m_impl->nodes.wait_until_ok();
}

void SandboxCluster::restart_old()
{
    for (int i = 0; i < size(); ++i)
        lab::bring_back(node(i));
}

void SandboxCluster::failover(int replica)
{
    Clock::time_point next_attempt{};
    lab::wait_for("replica did not become the master", [&] {
        if (m_impl->nodes.look(replica).myself().has_flag("master"))
            return true;
        if (Clock::now() >= next_attempt) {
            node(replica).process().ask(Command{"CLUSTER", "FAILOVER"});
            next_attempt = Clock::now() + failover_attempt;
        }
        return false;
    });
    wait_until_ok();
}

void SandboxCluster::start_migration(unsigned slot, int from, int to)
{
    const std::string number = std::to_string(slot);
    node(to).process().ask(Command{"CLUSTER", "SETSLOT", number, "IMPORTING", node_id(from)});
    node(from).process().ask(Command{"CLUSTER", "SETSLOT", number, "MIGRATING", node_id(to)});
}

int SandboxCluster::migrate_keys(unsigned slot, int from, int to, int most)
{
    const lab::ServerProcess& source = node(from).process();
    const Reply keys =
        source.ask(Command{"CLUSTER", "GETKEYSINSLOT", std::to_string(slot)}.arg(static_cast<std::int64_t>(most)));
    if (keys.elements.empty())
        return 0;
    const Endpoint& target = node(to).endpoint();
    Command migrate{"MIGRATE", target.host};
    migrate.arg(static_cast<std::int64_t>(target.port)).arg("").arg("0").arg("5000");
    if (!target.password.empty())
        migrate.arg("AUTH").arg(target.password);
    migrate.arg("KEYS");
    for (const Reply& key : keys.elements)
        migrate.arg(key.text);
    source.ask(std::move(migrate));
    return static_cast<int>(keys.elements.size());
}

void SandboxCluster::finish_migration(unsigned slot, int to)
{
    const Command assign{"CLUSTER", "SETSLOT", std::to_string(slot), "NODE", node_id(to)};
    // The new owner first: should the others be told, and it not, nobody would serve the slot.
    node(to).process().ask(assign);
    for (const int master : masters())
        if (master != to)
            node(master).process().ask(assign);
    wait_until_ok();
}

void SandboxCluster::move_slot(unsigned slot, int to)
{
    const int from = master_of(slot);
    if (from == to)
        return;
    start_migration(slot, from, to);
    while (migrate_keys(slot, from, to) > 0) {}
    finish_migration(slot, to);
}

} // namespace lockscope
