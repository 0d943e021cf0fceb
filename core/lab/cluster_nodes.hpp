// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/cluster_view.hpp"
#include "lab/server_process.hpp"
#include "lockscope/sandbox_cluster.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::lab {

/// The processes of a cluster: made into one, and asked about it. All by their own commands, without redis-cli.
class ClusterNodes
{
public:
    /// Returns when all find the cluster in order. @throws Error
    explicit ClusterNodes(const SandboxClusterOptions& options);

    [[nodiscard]] int size() const noexcept { return static_cast<int>(m_nodes.size()); }
    [[nodiscard]] Sandbox& at(int index) { return *m_nodes.at(static_cast<std::size_t>(index)); }
    [[nodiscard]] const std::string& id(int index) const { return m_ids.at(static_cast<std::size_t>(index)); }

    [[nodiscard]] ClusterView look(int index) const;
    /// What those that run and answer see.
    [[nodiscard]] std::map<int, ClusterView> look() const;
    void wait_until_ok() const;

private:
    [[nodiscard]] const ServerProcess& process(int index) const;
    [[nodiscard]] bool is_running(int index) const;
    [[nodiscard]] bool runs(const std::string& id) const;
    void start(const SandboxClusterOptions& options, int count);
    void deal_slots(int masters);
    void introduce();
    void meet_all(int index);
    void attach_replicas(int masters);
    /// What is not in order, in words; empty: all is.
    [[nodiscard]] std::string trouble() const;
    [[nodiscard]] std::string trouble_of(int index, const ClusterView& view) const;

    std::vector<std::unique_ptr<Sandbox>> m_nodes;
    std::vector<std::string> m_ids; ///< In the order of m_nodes.
};

} // namespace lockscope::lab
