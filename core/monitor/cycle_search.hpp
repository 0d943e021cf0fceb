// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace lockscope::monitor {

/// A directed graph of numbers, small enough to be built anew for each search.
struct Digraph
{
    enum class Sureness { exact, possible };
    struct Arc
    {
        int to = 0;
        Sureness sureness = Sureness::exact;
    };
    struct Node
    {
        std::vector<Arc> arcs;
        bool starts = false; ///< Cycles are looked for through each arc of this node.
    };
    std::vector<Node> nodes;
};

struct FoundCycle
{
    std::vector<int> nodes;                                ///< In order, the smallest number first.
    Digraph::Sureness sureness = Digraph::Sureness::exact; ///< Exact: all of its arcs are.

    bool operator==(const FoundCycle&) const = default;
};

struct FoundCycles
{
    std::vector<FoundCycle> cycles; ///< Exact ones first, then shorter ones, then by their numbers; none twice.
    bool complete = true;
};

struct SearchLimits
{
    std::size_t cycles = 100;
    std::size_t steps = 1'000'000; ///< Arcs looked at while paths are searched.
};

/// Shortest cycles through the arcs of starting nodes: of exact arcs alone through exact ones, of any arcs through
/// possible ones. Each arc that is part of such a cycle is part of one that is found; those that are found already are
/// not searched for again.
[[nodiscard]] FoundCycles find_cycles(const Digraph& graph, const SearchLimits& limits = {});

} // namespace lockscope::monitor
