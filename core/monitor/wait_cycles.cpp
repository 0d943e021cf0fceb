// SPDX-License-Identifier: Apache-2.0
#include "monitor/cycle_search.hpp"
#include "monitor/wait_graph_impl.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace lockscope {
namespace {

using monitor::Digraph;
using monitor::FoundCycle;
using Sureness = Digraph::Sureness;

} // namespace

/// The part of the graph that can be in a cycle (threads that hold and wait, and locks between such), numbered anew.
class CycleView
{
public:
    using Number = WaitGraph::Impl::Number;

    explicit CycleView(const WaitGraph::Impl& graph)
        : m_graph(graph)
        , m_party_nodes(graph.parties.size(), none)
        , m_lock_nodes(graph.locks.size(), none)
    {
        for (Number party = 0; party < graph.parties.size(); ++party) {
            const auto& each = graph.parties[party];
            if ((each.holds > 0 || each.is_client) && graph.can_wait(each))
                m_party_nodes[party] = add(party, Kind::party);
        }
        for (Number party = 0; party < graph.parties.size(); ++party) {
            if (m_party_nodes[party] != none)
                connect(party);
        }
    }

    [[nodiscard]] const Digraph& digraph() const { return m_digraph; }

    [[nodiscard]] WaitCycle cycle(FoundCycle found) const
    {
        // A thread goes first, so that what each one holds is the lock before it.
        const auto is_thread = [this](int node) { return !is_lock(node) && !party(node).is_client; };
        std::rotate(found.nodes.begin(), std::find_if(found.nodes.begin(), found.nodes.end(), is_thread),
                    found.nodes.end());
        WaitCycle cycle;
        SteadyTime youngest = SteadyTime::min();
        SteadyTime confirmed = SteadyTime::max();
        for (std::size_t i = 0; i < found.nodes.size(); ++i) {
            const int node = found.nodes[i];
            if (is_lock(node)) {
                auto& link = cycle.links.back();
                link.wants = lock(node).state->name;
                link.exact = waits_exactly(found.nodes[i - 1], node);
                const int next = found.nodes[(i + 1) % found.nodes.size()];
                youngest = std::max(
                    {youngest, since(lock(node).waiters, found.nodes[i - 1]), since(lock(node).holders, next)});
                confirmed = std::min(confirmed, lock(node).state->observed_at);
            } else if (party(node).is_client) {
                cycle.links.back().waiter = party(node).name;
            } else {
                cycle.links.push_back({party(node).name, party(node).name, {}, {}, true});
            }
        }
        for (std::size_t i = 0; i < cycle.links.size(); ++i)
            cycle.links[(i + 1) % cycle.links.size()].holds = cycle.links[i].wants;
        if (found.sureness == Sureness::possible)
            cycle.certainty = WaitCycle::Certainty::possible;
        else
            cycle.certainty = youngest < confirmed ? WaitCycle::Certainty::certain : WaitCycle::Certainty::unconfirmed;
        begin_with_smallest(cycle);
        return cycle;
    }

private:
    static constexpr int none = -1;
    enum class Kind { party, lock };

    int add(Number number, Kind kind)
    {
        m_origin.emplace_back(number, kind);
        auto& node = m_digraph.nodes.emplace_back();
        node.starts = kind == Kind::party;
        return static_cast<int>(m_origin.size()) - 1;
    }

    void connect(Number number)
    {
        const auto& from = m_graph.parties[number];
        const auto node = static_cast<std::size_t>(m_party_nodes[number]);
        for (const auto& wait : from.waits) {
            const int to = lock_node(wait.to);
            m_digraph.nodes[node].arcs.push_back({to, wait.exact ? Sureness::exact : Sureness::possible});
        }
        if (const auto* client = m_graph.client_of(from); client != nullptr && m_party_nodes[*client] != none)
            m_digraph.nodes[node].arcs.push_back({m_party_nodes[*client], Sureness::possible});
    }

    int lock_node(Number number)
    {
        if (m_lock_nodes[number] != none)
            return m_lock_nodes[number];
        const int node = m_lock_nodes[number] = add(number, Kind::lock);
        for (const auto& holder : m_graph.locks[number].holders) {
            if (m_party_nodes[holder.to] != none)
                m_digraph.nodes[static_cast<std::size_t>(node)].arcs.push_back(
                    {m_party_nodes[holder.to], Sureness::exact});
        }
        return node;
    }

    [[nodiscard]] bool is_lock(int node) const { return m_origin[static_cast<std::size_t>(node)].second == Kind::lock; }
    [[nodiscard]] const WaitGraph::Impl::Lock& lock(int node) const
    {
        return m_graph.locks[m_origin[static_cast<std::size_t>(node)].first];
    }
    [[nodiscard]] const WaitGraph::Impl::Party& party(int node) const
    {
        return m_graph.parties[m_origin[static_cast<std::size_t>(node)].first];
    }

    /// How long an edge of a lock to this party has been known.
    [[nodiscard]] SteadyTime since(const std::vector<WaitGraph::Impl::Edge>& edges, int party) const
    {
        const Number number = m_origin[static_cast<std::size_t>(party)].first;
        const auto edge =
            std::find_if(edges.begin(), edges.end(), [number](const auto& each) { return each.to == number; });
        return edge == edges.end() ? SteadyTime::max() : edge->since;
    }

    [[nodiscard]] bool waits_exactly(int waiter, int lock) const
    {
        const auto& waits = party(waiter).waits;
        const Number number = m_origin[static_cast<std::size_t>(lock)].first;
        return std::any_of(waits.begin(), waits.end(),
                           [&](const auto& wait) { return wait.to == number && wait.exact; });
    }

    /// Numbers change as others come and go; the same ring should always read the same.
    static void begin_with_smallest(WaitCycle& cycle)
    {
        const auto smallest =
            std::min_element(cycle.links.begin(), cycle.links.end(), [](const auto& a, const auto& b) {
                return std::tie(a.owner, a.wants) < std::tie(b.owner, b.wants);
            });
        std::rotate(cycle.links.begin(), smallest, cycle.links.end());
    }

    const WaitGraph::Impl& m_graph;
    Digraph m_digraph;
    std::vector<std::pair<Number, Kind>> m_origin;
    std::vector<int> m_party_nodes, m_lock_nodes;
};

WaitCycles WaitGraph::cycles() const
{
    const CycleView view(*m_impl);
    monitor::SearchLimits limits;
    limits.cycles = most_cycles;
    auto found = monitor::find_cycles(view.digraph(), limits);
    WaitCycles result;
    result.complete = found.complete;
    for (auto& cycle : found.cycles)
        result.cycles.push_back(view.cycle(std::move(cycle)));
    std::stable_sort(result.cycles.begin(), result.cycles.end(), [](const WaitCycle& a, const WaitCycle& b) {
        const auto& x = a.links.front();
        const auto& y = b.links.front();
        return std::tuple(a.certainty, a.links.size(), std::tie(x.owner, x.wants))
             < std::tuple(b.certainty, b.links.size(), std::tie(y.owner, y.wants));
    });
    return result;
}

std::vector<std::string> WaitGraph::unconfirmed(const WaitCycles& cycles)
{
    std::set<std::string> names;
    for (const auto& cycle : cycles.cycles) {
        if (cycle.certainty != WaitCycle::Certainty::unconfirmed)
            continue;
        for (const auto& link : cycle.links)
            names.insert(link.wants);
    }
    return {names.begin(), names.end()};
}

} // namespace lockscope
