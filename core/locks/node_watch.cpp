// SPDX-License-Identifier: Apache-2.0
#include "locks/node_watch.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <utility>

namespace lockscope::locks {

NodeWatch::NodeWatch(boost::asio::any_io_executor executor, std::shared_ptr<redis::Servers> servers,
                     std::shared_ptr<redis::Node> node, std::shared_ptr<Watchdog> watchdog)
    : m_executor(std::move(executor))
    , m_servers(std::move(servers))
    , m_node(std::move(node))
    , m_watchdog(std::move(watchdog))
{}

void NodeWatch::start()
{
    const auto on_event = [weak = weak_from_this()](const redis::Connection::Event& event) {
        if (const auto self = weak.lock())
            self->on_link(event);
    };
    m_renewal_link = m_node->renewals().on_event(on_event);
    m_message_link = m_node->pubsub().connection().on_event(on_event);
}

void NodeWatch::ensure()
{
    if (m_state != State::off)
        return;
    m_state = State::asking;
    const auto asking = [](std::shared_ptr<NodeWatch> self) -> boost::asio::awaitable<void> { co_await self->ask(); };
    boost::asio::co_spawn(m_executor, asking(shared_from_this()), boost::asio::detached);
}

boost::asio::awaitable<void> NodeWatch::ask()
{
    const auto deadline = [this] { return Clock::now() + m_node->renewals().options().command_timeout; };
    try {
        co_await m_node->renewals().open();
        if (!m_subscription) {
            const auto handler = [weak = weak_from_this()](const redis::Message& message) {
                if (const auto self = weak.lock())
                    self->on_message(message);
            };
            m_subscription = co_await m_node->pubsub().subscribe("__redis__:invalidate", handler, deadline());
        }
        std::uint64_t links = 0;
        do {
            const std::int64_t id = co_await m_node->pubsub().client_id();
            links = m_links;
            redis::Command command{"CLIENT", "TRACKING", "ON", "REDIRECT"};
            command.arg(id).arg("NOLOOP");
            co_await m_node->renewals().call(std::move(command), deadline());
        } while (links != m_links); // it was for a connection that is gone already
        m_state = State::on;
        suspect_ours();
    } catch (const Error& error) {
        m_state = error.transient() ? State::off : State::refused;
    }
}

void NodeWatch::on_message(const redis::Message& message)
{
    if (message.missed)
        suspect_ours();
    else
        m_watchdog->suspect(std::string(message.channel.empty() ? std::string_view() : message.payload));
}

/// Those of other servers have nothing to do with it.
void NodeWatch::suspect_ours()
{
    m_watchdog->suspect_where([this](const std::string& lock) {
        const std::shared_ptr<redis::Node> home = m_servers->home_of(lock);
        return !home || home == m_node;
    });
}

void NodeWatch::on_link(const redis::Connection::Event& event)
{
    ++m_links;
    if (m_state != State::asking)
        m_state = State::off; // also after a refusal: rights may have changed
    if (event.kind == redis::Connection::Event::Kind::opened)
        suspect_ours();
}

} // namespace lockscope::locks
