// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/connection.hpp"
#include "redis/connection_pool.hpp"
#include "redis/pubsub.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::redis {

/// One Redis server with its four kinds of traffic, a connection each, opened when first used: a large scan must
/// never delay a renewal, and a subscribed connection cannot carry commands. Lives on one executor.
class Node
{
public:
    Node(asio::any_io_executor executor, ConnectionOptions options);

    [[nodiscard]] Connection& commands();
    [[nodiscard]] Connection& renewals();
    [[nodiscard]] Connection& monitor();
    [[nodiscard]] PubSub& pubsub();

    /// For commands that block for up to @p longest, as WAIT does; made when first asked for. When commands() gets a
    /// new link, so do these, because another server may have taken the address over; who has to know compares
    /// Connection::where(), too.
    [[nodiscard]] ConnectionPool& waiting(std::chrono::milliseconds longest);
    /// All that there are just now.
    [[nodiscard]] std::vector<Connection*> connections();

    [[nodiscard]] const std::string& name() const noexcept { return m_name; }
    /// Of a member of a cluster: where it is.
    [[nodiscard]] Address address() const { return {m_options.endpoint.host, m_options.endpoint.port}; }
    /// True while its connection for commands, or that for renewals, is broken: it was open, or was tried in vain.
    [[nodiscard]] bool is_lost() const noexcept { return m_commands->is_lost() || m_renewals->is_lost(); }
    void close();

private:
    std::shared_ptr<Connection> make(const char* role);
    void on_event(const Connection::Event& event);
    asio::any_io_executor m_executor;
    ConnectionOptions m_options;
    std::string m_name;
    std::shared_ptr<Connection> m_commands, m_renewals, m_monitor;
    std::shared_ptr<PubSub> m_pubsub;
    std::shared_ptr<void> m_listening;
    std::shared_ptr<ConnectionPool> m_waiting;
};

} // namespace lockscope::redis
