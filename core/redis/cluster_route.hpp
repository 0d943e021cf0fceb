// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/cluster_link.hpp"
#include "redis/redirection.hpp"

#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <vector>

namespace lockscope::redis {

/// The way of commands for one slot to the node that executes them: follows redirections, five at most, and tries again
/// where nobody serves the slot just now, until the deadline. Everything it repeats has not been executed.
class ClusterRoute
{
public:
    using Clock = Link::Clock;

    /// @param slot nullopt: any node will do
    ClusterRoute(Cluster& cluster, ClusterLink::Role role, std::optional<unsigned> slot, Clock::time_point deadline)
        : m_cluster(cluster)
        , m_role(role)
        , m_slot(slot)
        , m_deadline(deadline)
    {}

    /// @returns their replies. @throws Error, as Link::pipeline() does; master_down if no node could be found in time,
    /// HalfMoved if not all keys came together in time, cancelled if the first is no longer wanted.
    asio::awaitable<std::vector<Reply>> run(const std::vector<Command>& commands);

private:
    enum class Next { done, at_once, after_a_pause };
    asio::awaitable<Next> attempt(const std::vector<Command>& commands);
    asio::awaitable<std::vector<Reply>> send(std::shared_ptr<Node> node, const std::vector<Command>& commands);
    asio::awaitable<std::vector<Reply>> ask(std::shared_ptr<Node> node, Command command);
    asio::awaitable<std::vector<Reply>> one_by_one(const std::vector<Command>& block);
    [[nodiscard]] Next follow(const Redirection& redirection);
    asio::awaitable<void> rest();

    Cluster& m_cluster;
    ClusterLink::Role m_role;
    std::optional<unsigned> m_slot;
    Clock::time_point m_deadline;
    std::vector<Reply> m_replies;
    std::optional<Address> m_asking; ///< Where a key has gone ahead of its slot.
    std::exception_ptr m_trouble;    ///< Why it has not worked yet.
    int m_redirections = 0;
    std::chrono::milliseconds m_pause{10};
};

/// Where @p replies send us, if they do.
[[nodiscard]] const Reply* redirection_among(const std::vector<Reply>& replies);

} // namespace lockscope::redis
