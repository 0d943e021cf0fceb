// SPDX-License-Identifier: Apache-2.0
#include "redis/node.hpp"

#include <utility>

namespace lockscope::redis {

Node::Node(asio::any_io_executor executor, ConnectionOptions options)
    : m_executor(std::move(executor))
    , m_options(std::move(options))
    , m_name(m_options.endpoint.display())
    , m_commands(make(""))
    , m_renewals(make("renewals"))
    , m_monitor(make("monitor"))
{
    ConnectionOptions pubsub = m_options;
    pubsub.client_name += "-messages";
    m_pubsub = std::make_shared<PubSub>(m_executor, std::move(pubsub));
    // The connection is ours, so the listener cannot outlive us.
    m_listening = m_commands->on_event([this](const Connection::Event& event) { on_event(event); });
}

void Node::on_event(const Connection::Event& event)
{
    // A name may lead elsewhere now, while the former server lives on. Those who wait speak of what this one is told.
    if (event.kind == Connection::Event::Kind::opened && m_waiting)
        m_waiting->reconnect("commands go over a new connection");
}

std::shared_ptr<Connection> Node::make(const char* role)
{
    ConnectionOptions options = m_options;
    if (*role != '\0')
        options.client_name += std::string("-") + role;
    return std::make_shared<Connection>(m_executor, std::move(options));
}

Connection& Node::commands()
{
    return *m_commands;
}

Connection& Node::renewals()
{
    return *m_renewals;
}

Connection& Node::monitor()
{
    return *m_monitor;
}

PubSub& Node::pubsub()
{
    return *m_pubsub;
}

ConnectionPool& Node::waiting(std::chrono::milliseconds longest)
{
    if (!m_waiting) {
        ConnectionOptions options = m_options;
        options.client_name += "-waiting";
        options.command_timeout += longest;
        m_waiting = std::make_shared<ConnectionPool>(m_executor, std::move(options));
    }
    return *m_waiting;
}

std::vector<Connection*> Node::connections()
{
    std::vector<Connection*> all{m_commands.get(), m_renewals.get(), m_monitor.get(), &m_pubsub->connection()};
    if (m_waiting) {
        for (const auto& each : m_waiting->connections())
            all.push_back(each.get());
    }
    return all;
}

void Node::close()
{
    if (m_waiting)
        m_waiting->close();
    m_commands->close();
    m_renewals->close();
    m_monitor->close();
    m_pubsub->close();
}

} // namespace lockscope::redis
