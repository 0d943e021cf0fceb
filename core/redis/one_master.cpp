// SPDX-License-Identifier: Apache-2.0
#include "redis/one_master.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

namespace lockscope::redis {

OneMaster::OneMaster(asio::any_io_executor executor, ConnectionOptions options, std::shared_ptr<MasterFinder> finder)
    : m_executor(executor)
    , m_finder(std::move(finder))
    , m_node(std::make_shared<Node>(std::move(executor), located_by(std::move(options), m_finder)))
{}

OneMaster::~OneMaster()
{
    if (m_finder)
        m_finder->close();
}

ConnectionOptions OneMaster::located_by(ConnectionOptions options, const std::shared_ptr<MasterFinder>& finder)
{
    if (!finder)
        return options;
    options.requires_master = true;
    options.locate = [finder] { return finder->find(); };
    return options;
}

void OneMaster::start()
{
    if (!m_finder)
        return;
    m_finder->on_hint([weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->look();
    });
    // The connections end with the node, which is ours.
    for (Connection* connection : m_node->connections()) {
        m_links.push_back(
            connection->on_event([this, connection](const Connection::Event& event) { on_link(*connection, event); }));
    }
}

std::shared_ptr<void> OneMaster::on_change(std::function<void()> listener)
{
    const auto handle = std::make_shared<int>();
    m_listeners.emplace_back(handle, std::make_shared<std::function<void()>>(std::move(listener)));
    return handle;
}

/// One link that finds itself elsewhere is reason enough to look where the others should be.
void OneMaster::on_link(const Connection& connection, const Connection::Event& event)
{
    if (event.kind == Connection::Event::Kind::lost) {
        m_finder->doubt(connection.where());
        return;
    }
    m_finder->trust();
    if (connection.where() == m_master)
        return;
    m_master = connection.where();
    if (std::exchange(m_knows_master, true)) {
        look();
        tell();
    }
}

void OneMaster::look()
{
    if (m_is_closed)
        return;
    m_looks_again = true;
    if (std::exchange(m_looks, true))
        return;
    const auto following = [](std::shared_ptr<OneMaster> self) -> asio::awaitable<void> { co_await self->follow(); };
    asio::co_spawn(m_executor, following(shared_from_this()), asio::detached);
}

asio::awaitable<void> OneMaster::follow()
{
    while (std::exchange(m_looks_again, false) && !m_is_closed) {
        std::optional<Address> master;
        try {
            master = co_await m_finder->find();
        } catch (const Error&) {
            continue; // the links ask for themselves
        }
        const bool has_moved = m_knows_master && m_master != *master;
        m_master = *master;
        m_knows_master = true;
        for (Connection* connection : m_node->connections()) {
            if (connection->where() != *master)
                connection->reconnect("the master is " + master->display() + " now");
        }
        if (has_moved)
            tell();
    }
    m_looks = false;
}

void OneMaster::tell()
{
    m_listeners.remove_if([](const auto& entry) { return entry.first.expired(); });
    const auto listeners = m_listeners;
    for (const auto& [handle, listener] : listeners) {
        if (!handle.expired())
            (*listener)();
    }
}

void OneMaster::close()
{
    m_is_closed = true;
    if (m_finder)
        m_finder->close();
    m_node->close();
}

} // namespace lockscope::redis
