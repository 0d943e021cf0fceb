// SPDX-License-Identifier: Apache-2.0
#include "lab/cluster_view.hpp"

#include "lockscope/error.hpp"
#include "redis/reply.hpp"

#include <algorithm>
#include <optional>

namespace lockscope::lab {
namespace {

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(separator), text.size());
        parts.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

/// "7" or "0-5460"; what is being moved, "[7-<-…]", is none.
std::optional<std::pair<unsigned, unsigned>> to_range(std::string_view word)
{
    const std::size_t dash = std::min(word.find('-'), word.size());
    const auto first = redis::to_integer(word.substr(0, dash));
    const auto last = dash == word.size() ? first : redis::to_integer(word.substr(dash + 1));
    if (!first || !last)
        return {};
    return std::pair{static_cast<unsigned>(*first), static_cast<unsigned>(*last)};
}

/// <id> <address> <flags> <master> <ping> <pong> <epoch> <link> <slot>…
std::optional<NodeView> to_node(std::string_view line)
{
    constexpr std::size_t fixed_words = 8;
    const auto words = split(line, ' ');
    if (words.size() < fixed_words)
        return {};
    NodeView node;
    node.id = words[0];
    node.flags = words[2];
    node.master = words[3];
    node.epoch = redis::to_integer(words[6]).value_or(0);
    for (std::size_t i = fixed_words; i < words.size(); ++i)
        if (const auto range = to_range(words[i]))
            node.slots.push_back(*range);
    return node;
}

} // namespace

bool NodeView::has_flag(std::string_view flag) const
{
    const auto all = split(flags, ',');
    return std::find(all.begin(), all.end(), flag) != all.end();
}

bool NodeView::serves(unsigned slot) const
{
    return std::any_of(slots.begin(), slots.end(),
                       [slot](const auto& range) { return range.first <= slot && slot <= range.second; });
}

ClusterView ClusterView::parse(std::string_view cluster_nodes)
{
    ClusterView view;
    for (const std::string_view line : split(cluster_nodes, '\n'))
        if (auto node = to_node(line))
            view.nodes.push_back(std::move(*node));
    return view;
}

const NodeView& ClusterView::myself() const
{
    for (const NodeView& node : nodes)
        if (node.has_flag("myself"))
            return node;
    throw Error(Errc::protocol, "A node of the sandbox' cluster does not know itself.");
}

std::string ClusterView::master_of(std::string_view id) const
{
    const auto node = std::find_if(nodes.begin(), nodes.end(), [&](const NodeView& each) { return each.id == id; });
    return node == nodes.end() ? std::string() : node->master;
}

std::map<std::string, std::vector<std::pair<unsigned, unsigned>>> ClusterView::owners() const
{
    std::map<std::string, std::vector<std::pair<unsigned, unsigned>>> owners;
    for (const NodeView& node : nodes)
        if (!node.slots.empty())
            owners[node.id] = node.slots;
    return owners;
}

std::map<std::string, std::int64_t> ClusterView::epochs() const
{
    std::map<std::string, std::int64_t> epochs;
    for (const NodeView& node : nodes)
        if (!node.slots.empty())
            epochs[node.id] = node.epoch;
    return epochs;
}

} // namespace lockscope::lab
