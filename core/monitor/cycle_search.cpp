// SPDX-License-Identifier: Apache-2.0
#include "monitor/cycle_search.hpp"

#include <algorithm>
#include <queue>
#include <set>
#include <utility>

namespace lockscope::monitor {
namespace {

using Sureness = Digraph::Sureness;

/// Tarjan's components, without recursion: a ring of ten thousand threads must not overflow the stack.
class Components
{
public:
    /// @param weakest arcs that are less sure do not count
    Components(const Digraph& graph, Sureness weakest)
        : m_graph(graph)
        , m_weakest(weakest)
        , m_index(graph.nodes.size(), unseen)
        , m_low(graph.nodes.size(), 0)
        , m_component(graph.nodes.size(), unseen)
    {
        for (int node = 0; node < static_cast<int>(graph.nodes.size()); ++node) {
            if (m_index[at(node)] == unseen)
                explore(node);
        }
    }

    [[nodiscard]] bool together(int a, int b) const { return m_component[at(a)] == m_component[at(b)]; }

private:
    static constexpr int unseen = -1;
    struct Frame
    {
        int node;
        std::size_t next_arc;
    };
    static std::size_t at(int node) { return static_cast<std::size_t>(node); }

    void enter(int node)
    {
        m_index[at(node)] = m_low[at(node)] = m_counter++;
        m_open.push_back(node);
        m_frames.push_back({node, 0});
    }

    void explore(int root)
    {
        enter(root);
        while (!m_frames.empty()) {
            Frame& frame = m_frames.back();
            const int node = frame.node;
            const auto& arcs = m_graph.nodes[at(node)].arcs;
            if (frame.next_arc == arcs.size()) {
                leave(node);
                continue;
            }
            const auto arc = arcs[frame.next_arc++];
            if (arc.sureness > m_weakest)
                continue;
            if (m_index[at(arc.to)] == unseen)
                enter(arc.to);
            else if (m_component[at(arc.to)] == unseen)
                m_low[at(node)] = std::min(m_low[at(node)], m_index[at(arc.to)]);
        }
    }

    void leave(int node)
    {
        m_frames.pop_back();
        if (!m_frames.empty()) {
            const int parent = m_frames.back().node;
            m_low[at(parent)] = std::min(m_low[at(parent)], m_low[at(node)]);
        }
        if (m_low[at(node)] != m_index[at(node)])
            return;
        for (int member = unseen; member != node;) {
            member = m_open.back();
            m_open.pop_back();
            m_component[at(member)] = m_components;
        }
        ++m_components;
    }

    const Digraph& m_graph;
    const Sureness m_weakest;
    std::vector<int> m_index, m_low, m_component, m_open;
    std::vector<Frame> m_frames;
    int m_counter = 0, m_components = 0;
};

class Search
{
public:
    Search(const Digraph& graph, const SearchLimits& limits)
        : m_graph(graph)
        , m_limits(limits)
        , m_parent(graph.nodes.size(), 0)
        , m_seen_in(graph.nodes.size(), 0)
    {}

    FoundCycles run() &&
    {
        through_arcs(Sureness::exact);
        through_arcs(Sureness::possible);
        std::stable_sort(m_found.cycles.begin(), m_found.cycles.end(), [](const FoundCycle& a, const FoundCycle& b) {
            if (a.sureness != b.sureness)
                return a.sureness < b.sureness;
            return a.nodes.size() != b.nodes.size() ? a.nodes.size() < b.nodes.size() : a.nodes < b.nodes;
        });
        return std::move(m_found);
    }

private:
    static std::size_t at(int node) { return static_cast<std::size_t>(node); }

    /// Cycles through each arc of this sureness, over arcs that are at least as sure.
    void through_arcs(Sureness sureness)
    {
        const Components components(m_graph, sureness);
        for (int node = 0; node < static_cast<int>(m_graph.nodes.size()); ++node) {
            if (!m_graph.nodes[at(node)].starts)
                continue;
            for (const auto& arc : m_graph.nodes[at(node)].arcs) {
                if (arc.sureness != sureness || !components.together(node, arc.to)
                    || m_covered.contains({node, arc.to}))
                    continue;
                if (m_found.cycles.size() >= m_limits.cycles || m_steps >= m_limits.steps) {
                    m_found.complete = false;
                    return;
                }
                close_ring(node, arc.to, sureness, components);
            }
        }
    }

    /// The shortest way back from @p to to @p from.
    void close_ring(int from, int to, Sureness weakest, const Components& components)
    {
        ++m_round;
        std::queue<int> next;
        next.push(to);
        m_seen_in[at(to)] = m_round;
        while (!next.empty() && next.front() != from) {
            const int node = next.front();
            next.pop();
            for (const auto& arc : m_graph.nodes[at(node)].arcs) {
                ++m_steps;
                if (arc.sureness > weakest || m_seen_in[at(arc.to)] == m_round || !components.together(node, arc.to))
                    continue;
                m_seen_in[at(arc.to)] = m_round;
                m_parent[at(arc.to)] = node;
                next.push(arc.to);
            }
        }
        if (!next.empty())
            add(from, to, weakest);
    }

    void add(int from, int to, Sureness sureness)
    {
        std::vector<int> nodes;
        for (int node = from; node != to; node = m_parent[at(node)])
            nodes.push_back(node);
        nodes.push_back(to);
        std::reverse(nodes.begin(), nodes.end());
        std::rotate(nodes.begin(), std::min_element(nodes.begin(), nodes.end()), nodes.end());
        for (std::size_t i = 0; i < nodes.size(); ++i)
            m_covered.emplace(nodes[i], nodes[(i + 1) % nodes.size()]);
        m_found.cycles.push_back({std::move(nodes), sureness});
    }

    const Digraph& m_graph;
    const SearchLimits m_limits;
    FoundCycles m_found;
    std::set<std::pair<int, int>> m_covered; ///< Arcs of found cycles.
    std::vector<int> m_parent;
    std::vector<unsigned> m_seen_in; ///< The round in which a node was last reached.
    unsigned m_round = 0;
    std::size_t m_steps = 0;
};

} // namespace

FoundCycles find_cycles(const Digraph& graph, const SearchLimits& limits)
{
    return Search(graph, limits).run();
}

} // namespace lockscope::monitor
