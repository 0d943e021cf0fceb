// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/link.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace lockscope::redis {

class Cluster;
class Node;
class Connection;

/// One kind of traffic to all nodes of a cluster. Each command goes to the master of its key's slot; redirections are
/// followed, five a command at most; what nobody serves just now is tried again until its deadline.
class ClusterLink final : public Link
{
public:
    using Role = Connection& (Node::*)();

    ClusterLink(Cluster& cluster, Role role) : m_cluster(cluster), m_role(role) {}

    using Link::pipeline;
    asio::awaitable<std::vector<Reply>> pipeline(std::vector<Command> commands, Clock::time_point deadline) override;
    void send(const Command& command) override;
    asio::awaitable<void> open() override;
    [[nodiscard]] bool is_open() const noexcept override;
    [[nodiscard]] bool is_lost(std::string_view key) const noexcept override;
    [[nodiscard]] const ConnectionOptions& options() const noexcept override;
    [[nodiscard]] const std::string& node() const noexcept override;
    [[nodiscard]] unsigned group_of(std::string_view key) const noexcept override;
    [[nodiscard]] std::string_view publish_verb() const noexcept override;

private:
    /// What goes to one node together: one command, or what stands between MULTI and EXEC.
    struct Unit
    {
        std::vector<Command> commands;
        std::optional<unsigned> slot; ///< nullopt: any node will do.
        std::size_t first = 0;        ///< Its place among all replies.
    };
    struct Gathering;
    [[nodiscard]] std::vector<Unit> split(std::vector<Command> commands) const;
    [[nodiscard]] Command translated(Command command) const;
    [[nodiscard]] std::shared_ptr<Node> node_for(const Unit& unit) const;
    asio::awaitable<std::vector<Reply>> run(Unit unit, Clock::time_point deadline);
    asio::awaitable<std::vector<Reply>> scatter(std::vector<Unit> units, std::size_t count, Clock::time_point deadline);
    asio::awaitable<void> run_all(std::shared_ptr<Node> node, std::vector<Unit> units, Clock::time_point deadline,
                                  std::shared_ptr<Gathering> gathering);

    Cluster& m_cluster;
    Role m_role;
};

} // namespace lockscope::redis
