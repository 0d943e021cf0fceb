// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/pubsub.hpp"
#include "redis/subscriber.hpp"

#include <map>
#include <memory>
#include <string>

namespace lockscope::redis {

class Cluster;
class Node;

/// Subscriptions to channels of a cluster: each at the master of its channel's slot, as Redisson's clients do, with
/// SSUBSCRIBE where messages stay within a shard. When the slot goes elsewhere they follow.
class ClusterMessages final : public Subscriber, public std::enable_shared_from_this<ClusterMessages>
{
public:
    ClusterMessages(asio::any_io_executor executor, Cluster& cluster)
        : m_executor(std::move(executor))
        , m_cluster(cluster)
    {}

    asio::awaitable<Subscription> subscribe(std::string channel, Handler handler, Clock::time_point deadline) override;
    [[nodiscard]] bool is_confirmed(const std::string& channel) const override;

    /// The cluster has changed: whoever listens at the wrong place moves.
    void follow();
    /// A node sent away the subscribers of this channel, because it has given its slot to another one.
    void evicted(const std::string& channel);
    void close();

private:
    struct Entry
    {
        std::map<std::uint64_t, std::shared_ptr<Handler>> handlers;
        std::uint64_t number = 0;   ///< Another one for each entry ever made.
        std::shared_ptr<Node> node; ///< Where it listens; nullptr: nowhere.
        Subscription subscription;
        bool is_moving = false;
    };
    [[nodiscard]] PubSub::Kind kind() const;
    [[nodiscard]] Entry* find(const std::string& channel, std::uint64_t number);
    asio::awaitable<void> settle(std::string channel, std::uint64_t number, Clock::time_point deadline);
    void move(const std::string& channel, Entry& entry);
    asio::awaitable<void> move_over(std::string channel, std::uint64_t number);
    void deliver(const std::string& channel, const Message& message);
    void leave(const std::string& channel, std::uint64_t id);

    asio::any_io_executor m_executor;
    Cluster& m_cluster;
    std::map<std::string, Entry> m_entries;
    std::uint64_t m_next = 0;
    bool m_is_closed = false;
};

} // namespace lockscope::redis
