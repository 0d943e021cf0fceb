// SPDX-License-Identifier: Apache-2.0
#include "monitor/cycle_search.hpp"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace lockscope::monitor;
using Sureness = Digraph::Sureness;

namespace {

/// Every simple ring of a small graph, by trying all paths; each with the smallest number first.
class BruteForce
{
public:
    explicit BruteForce(const Digraph& graph) : m_graph(graph)
    {
        for (int first = 0; first < static_cast<int>(graph.nodes.size()); ++first)
            walk(first, first, {first}, Sureness::exact);
    }
    std::map<std::vector<int>, Sureness> rings;

private:
    void walk(int first, int node, std::vector<int> path, Sureness sureness)
    {
        for (const auto& arc : m_graph.nodes[static_cast<std::size_t>(node)].arcs) {
            const auto weakest = std::max(sureness, arc.sureness);
            if (arc.to == first) {
                rings.emplace(path, weakest);
            } else if (arc.to > first && std::find(path.begin(), path.end(), arc.to) == path.end()) {
                auto longer = path;
                longer.push_back(arc.to);
                walk(first, arc.to, std::move(longer), weakest);
            }
        }
    }
    const Digraph& m_graph;
};

using Arc = std::pair<int, int>;

std::set<Arc> arcs_of(const std::vector<int>& ring)
{
    std::set<Arc> arcs;
    for (std::size_t i = 0; i < ring.size(); ++i)
        arcs.emplace(ring[i], ring[(i + 1) % ring.size()]);
    return arcs;
}

/// Threads are even, locks odd; a thread waits for some locks, a lock is held by some threads.
Digraph random_graph(std::mt19937& random)
{
    const auto below = [&random](int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(random); };
    Digraph graph;
    const int pairs = 2 + below(4);
    graph.nodes.resize(static_cast<std::size_t>(2 * pairs));
    for (int node = 0; node < 2 * pairs; ++node) {
        auto& from = graph.nodes[static_cast<std::size_t>(node)];
        from.starts = node % 2 == 0;
        std::set<int> targets;
        for (int i = below(3); i > 0; --i)
            targets.insert(2 * below(pairs) + (from.starts ? 1 : 0));
        for (const int to : targets)
            from.arcs.push_back({to, from.starts && below(2) == 0 ? Sureness::possible : Sureness::exact});
    }
    return graph;
}

} // namespace

class CycleSearchTest : public QObject
{
    Q_OBJECT

private slots:
    void agreesWithTryingEverything()
    {
        const auto seed = std::random_device{}();
        qInfo("seed %u", seed);
        std::mt19937 random(seed);
        for (int round = 0; round < 400; ++round) {
            const auto graph = random_graph(random);
            const BruteForce truth(graph);
            const auto found = find_cycles(graph);
            QVERIFY(found.complete);
            std::map<Sureness, std::set<Arc>> covered, wanted;
            for (const auto& cycle : found.cycles) {
                const auto ring = truth.rings.find(cycle.nodes);
                QVERIFY2(ring != truth.rings.end(), "a ring that is none");
                QVERIFY2(ring->second == cycle.sureness, "not as sure as it says");
                covered[cycle.sureness].merge(arcs_of(cycle.nodes));
            }
            std::map<Arc, Sureness> sureness;
            for (int node = 0; node < static_cast<int>(graph.nodes.size()); ++node) {
                for (const auto& arc : graph.nodes[static_cast<std::size_t>(node)].arcs)
                    sureness[{node, arc.to}] = arc.sureness;
            }
            for (const auto& [ring, kind] : truth.rings) {
                for (const auto& arc : arcs_of(ring)) {
                    if (arc.first % 2 == 0 && (kind == Sureness::exact || sureness[arc] == Sureness::possible))
                        wanted[kind].insert(arc);
                }
            }
            for (const auto& [kind, arcs] : wanted)
                QVERIFY2(std::includes(covered[kind].begin(), covered[kind].end(), arcs.begin(), arcs.end()),
                         "a wait in a ring was not told");
        }
    }

    void stopsAtItsLimits()
    {
        // Everybody waits for everything: more rings than anybody could read.
        Digraph graph;
        constexpr int pairs = 40;
        graph.nodes.resize(2 * pairs);
        for (int thread = 0; thread < pairs; ++thread) {
            graph.nodes[static_cast<std::size_t>(2 * thread)].starts = true;
            graph.nodes[static_cast<std::size_t>(2 * thread + 1)].arcs.push_back({2 * thread});
            for (int lock = 0; lock < pairs; ++lock)
                graph.nodes[static_cast<std::size_t>(2 * thread)].arcs.push_back({2 * lock + 1});
        }
        const auto found = find_cycles(graph);
        QCOMPARE(found.cycles.size(), SearchLimits{}.cycles);
        QVERIFY(!found.complete);
    }
};

QTEST_GUILESS_MAIN(CycleSearchTest)
#include "cycle_search_test.moc"
