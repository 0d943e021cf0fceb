// SPDX-License-Identifier: Apache-2.0
#include "redis/connection.hpp"

#include "redis/connection_impl.hpp"

#include <boost/asio/async_result.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace lockscope::redis {

Connection::Connection(asio::any_io_executor executor, ConnectionOptions options)
    : m_impl(std::make_shared<Impl>(std::move(executor), std::move(options)))
{}

Connection::~Connection()
{
    m_impl->close();
}

asio::awaitable<std::vector<Reply>> Connection::pipeline(std::vector<Command> commands, Clock::time_point deadline)
{
    if (commands.empty())
        co_return std::vector<Reply>{};
    // The handler may only be moved, std::function wants copies: hence the shared pointer.
    const auto initiate = [](auto handler, Impl* impl, const std::vector<Command>* batch, Clock::time_point limit) {
        auto shared = std::make_shared<decltype(handler)>(std::move(handler));
        impl->submit(*batch, limit, [shared](std::exception_ptr error, std::vector<Reply> replies) {
            std::move (*shared)(std::move(error), std::move(replies));
        });
    };
    co_return co_await asio::async_initiate<const asio::use_awaitable_t<>&,
                                            void(std::exception_ptr, std::vector<Reply>)>(
        initiate, asio::use_awaitable, m_impl.get(), &commands, deadline);
}

void Connection::send(const Command& command)
{
    m_impl->submit({command}, Clock::now() + m_impl->options.command_timeout,
                   [](const std::exception_ptr&, const std::vector<Reply>&) {});
}

asio::awaitable<void> Connection::open()
{
    if (m_impl->is_open)
        co_return;
    const auto initiate = [](auto handler, Impl* impl) {
        auto shared = std::make_shared<decltype(handler)>(std::move(handler));
        impl->when_open([shared](std::exception_ptr error) { std::move (*shared)(std::move(error)); });
    };
    co_await asio::async_initiate<const asio::use_awaitable_t<>&, void(std::exception_ptr)>(
        initiate, asio::use_awaitable, m_impl.get());
}

bool Connection::is_open() const noexcept
{
    return m_impl->is_open;
}

bool Connection::is_lost(std::string_view) const noexcept
{
    return m_impl->is_lost;
}

std::int64_t Connection::client_id() const noexcept
{
    return m_impl->is_open ? m_impl->client_id : 0;
}

const Address& Connection::where() const noexcept
{
    return m_impl->where;
}

std::uint64_t Connection::link_number() const noexcept
{
    return m_impl->link_number;
}

bool Connection::sends_at_once() const noexcept
{
    return m_impl->sends_at_once();
}

const Traffic& Connection::traffic() const noexcept
{
    return m_impl->traffic;
}

Connection::Clock::time_point Connection::heard_at() const noexcept
{
    return m_impl->heard_at;
}

std::optional<Encryption> Connection::encryption() const
{
    return m_impl->encryption();
}

const ConnectionOptions& Connection::options() const noexcept
{
    return m_impl->options;
}

const std::string& Connection::node() const noexcept
{
    return m_impl->node;
}

std::shared_ptr<void> Connection::on_event(Listener listener)
{
    auto shared = std::make_shared<Listener>(std::move(listener));
    auto handle = std::make_shared<int>();
    m_impl->listeners.emplace_back(std::weak_ptr<void>(handle), std::move(shared));
    return handle;
}

void Connection::on_push(std::function<bool(Reply&)> handler)
{
    m_impl->push_handler = std::move(handler);
}

void Connection::reconnect(const std::string& why)
{
    m_impl->reconnect(why);
}

void Connection::close()
{
    m_impl->close();
}

} // namespace lockscope::redis
