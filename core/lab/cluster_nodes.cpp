// SPDX-License-Identifier: Apache-2.0
#include "lab/cluster_nodes.hpp"

#include "lab/wait_for.hpp"
#include "lockscope/error.hpp"
#include "redis/slot.hpp"

#include <algorithm>

namespace lockscope::lab {
namespace {

using redis::Command;
using redis::Reply;

constexpr std::chrono::seconds meeting_patience{3};

ServerPlan to_plan(const SandboxClusterOptions& options)
{
    ServerPlan plan;
    plan.role = ServerPlan::Role::cluster_node;
    plan.password = options.password;
    plan.configuration = "cluster-node-timeout " + std::to_string(options.node_timeout.count()) + "\n"
                       + "cluster-require-full-coverage " + (options.requires_full_coverage ? "yes" : "no") + "\n"
                       + "cluster-migration-barrier 100\n"     // A replica stays with its master.
                       + "cluster-replica-validity-factor 0\n" // It may take over, however long it was cut off.
                       + "repl-diskless-sync-delay 0\n";       // The usual five seconds are for many that come at once.
    if (!options.password.empty())
        plan.configuration += "requirepass " + quoted_word(options.password) + "\n" + "masterauth "
                            + quoted_word(options.password) + "\n";
    plan.options = {.tcp = true, .arguments = options.arguments, .executable = options.executable, .tls = options.tls};
    return plan;
}

} // namespace

ClusterNodes::ClusterNodes(const SandboxClusterOptions& options)
{
    if (options.masters < 1 || options.replicas_per_master < 0)
        throw Error(Errc::invalid_argument, "A cluster needs at least one master.");
    start(options, options.masters * (1 + options.replicas_per_master));
    deal_slots(options.masters);
    introduce();
    attach_replicas(options.masters);
    wait_until_ok();
}

const ServerProcess& ClusterNodes::process(int index) const
{
    return m_nodes.at(static_cast<std::size_t>(index))->process();
}

bool ClusterNodes::is_running(int index) const
{
    return process(index).state() == ServerProcess::State::running;
}

bool ClusterNodes::runs(const std::string& id) const
{
    const auto found = std::find(m_ids.begin(), m_ids.end(), id);
    return found != m_ids.end() && is_running(static_cast<int>(found - m_ids.begin()));
}

void ClusterNodes::start(const SandboxClusterOptions& options, int count)
{
    const ServerPlan plan = to_plan(options);
    for (int i = 0; i < count; ++i) {
        m_nodes.push_back(std::make_unique<Sandbox>(ServerProcess::start(plan)));
        m_ids.push_back(process(i).ask(Command{"CLUSTER", "MYID"}).text);
    }
}

void ClusterNodes::deal_slots(int masters)
{
    const auto border = [masters](int index) {
        return redis::slot_count * static_cast<unsigned>(index) / static_cast<unsigned>(masters);
    };
    for (int i = 0; i < size(); ++i) // Epochs that differ from the start need not be sorted out later.
        process(i).ask(Command{"CLUSTER", "SET-CONFIG-EPOCH"}.arg(static_cast<std::int64_t>(i) + 1));
    for (int i = 0; i < masters; ++i) {
        Command deal{"CLUSTER", "ADDSLOTS"}; // Ranges are known since Redis 7 only.
        for (unsigned slot = border(i); slot < border(i + 1); ++slot)
            deal.arg(static_cast<std::int64_t>(slot));
        process(i).ask(std::move(deal));
    }
}

void ClusterNodes::introduce()
{
    const auto is_known = [](const NodeView& node) { return !node.has_flag("handshake") && !node.has_flag("noaddr"); };
    for (int i = 0; i < size(); ++i)
        meet_all(i);
    for (int i = 0; i < size(); ++i) {
        auto again = std::chrono::steady_clock::now() + meeting_patience;
        wait_for("nodes did not meet", [&] {
            const ClusterView view = look(i);
            const bool is_complete =
                std::ssize(view.nodes) == size() && std::all_of(view.nodes.begin(), view.nodes.end(), is_known);
            // A handshake that takes longer than the nodes' time-out is forgotten.
            if (!is_complete && std::chrono::steady_clock::now() >= again) {
                meet_all(i);
                again += meeting_patience;
            }
            return is_complete;
        });
    }
}

/// Everybody to everybody: gossip alone takes seconds.
void ClusterNodes::meet_all(int index)
{
    for (int other = 0; other < size(); ++other) {
        const Endpoint& address = process(other).endpoint();
        if (other != index)
            process(index).ask(Command{"CLUSTER", "MEET", address.host}.arg(static_cast<std::int64_t>(address.port)));
    }
}

void ClusterNodes::attach_replicas(int masters)
{
    for (int i = masters; i < size(); ++i)
        process(i).ask(Command{"CLUSTER", "REPLICATE", id(i % masters)});
}

ClusterView ClusterNodes::look(int index) const
{
    return ClusterView::parse(process(index).ask(Command{"CLUSTER", "NODES"}).text);
}

std::map<int, ClusterView> ClusterNodes::look() const
{
    std::map<int, ClusterView> views;
    for (int i = 0; i < size(); ++i)
        if (is_running(i)) {
            try {
                views.emplace(i, look(i));
            } catch (const Error&) {
                continue; // It is just coming up, or going down.
            }
        }
    return views;
}

std::string ClusterNodes::trouble_of(int index, const ClusterView& view) const
{
    const std::string node = "node " + std::to_string(index);
    const std::string info = process(index).ask(Command{"CLUSTER", "INFO"}).text;
    if (info.find("cluster_state:ok") == std::string::npos)
        return node + " says that the cluster fails";
    if (info.find("cluster_slots_assigned:" + std::to_string(redis::slot_count)) == std::string::npos)
        return node + " does not know the master of every slot";
    const NodeView& myself = view.myself();
    if (myself.has_flag("master") || !runs(myself.master))
        return {};
    const Reply role = process(index).ask(Command{"ROLE"});
    if (role.elements.size() < 5 || role.elements[3].text != "connected")
        return node + " has no link to its master";
    return {};
}

std::string ClusterNodes::trouble() const
{
    const std::map<int, ClusterView> views = look();
    if (views.empty())
        return "no node answers";
    const auto owners = views.begin()->second.owners();
    for (const auto& [id, slots] : owners)
        if (!runs(id))
            return "a node that does not run has slots";
    for (const auto& [index, view] : views) {
        if (view.owners() != owners)
            return "node " + std::to_string(index) + " sees other masters than node "
                 + std::to_string(views.begin()->first);
        // Who has not heard of another's newest epoch yet would take a slot from it with an epoch that is too old, and
        // lose it again to the next message on its way.
        if (view.epochs() != views.begin()->second.epochs())
            return "node " + std::to_string(index) + " has not heard of every epoch";
        // Who takes a replica for the master that it was before has no vote for it, and the next election is seconds
        // later.
        for (const auto& [other, own_view] : views)
            if (view.master_of(own_view.myself().id) != own_view.myself().master)
                return "node " + std::to_string(index) + " does not know what node " + std::to_string(other) + " is";
        if (std::string what = trouble_of(index, view); !what.empty())
            return what;
    }
    return {};
}

void ClusterNodes::wait_until_ok() const
{
    wait_for("cluster did not come in order", [this] { return trouble(); });
}

} // namespace lockscope::lab
