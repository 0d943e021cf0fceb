// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockscope::lab {

/// One line of CLUSTER NODES.
struct NodeView
{
    std::string id;
    std::string flags;  ///< "myself,master", …
    std::string master; ///< Of a replica, its id; "-" for a master.
    std::int64_t epoch = 0;
    std::vector<std::pair<unsigned, unsigned>> slots; ///< First and last, both served.

    [[nodiscard]] bool has_flag(std::string_view flag) const;
    [[nodiscard]] bool serves(unsigned slot) const;
};

/// The cluster as one of its nodes sees it.
struct ClusterView
{
    std::vector<NodeView> nodes;

    [[nodiscard]] static ClusterView parse(std::string_view cluster_nodes);
    /// @throws Error if the node does not find itself.
    [[nodiscard]] const NodeView& myself() const;
    /// Whom this node replicates; "-" for a master, empty for a node that is not known.
    [[nodiscard]] std::string master_of(std::string_view id) const;
    /// Who serves what, by id; equal in two views that agree.
    [[nodiscard]] std::map<std::string, std::vector<std::pair<unsigned, unsigned>>> owners() const;
    /// The configuration epochs of those, by id.
    [[nodiscard]] std::map<std::string, std::int64_t> epochs() const;
};

} // namespace lockscope::lab
