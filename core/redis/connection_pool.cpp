// SPDX-License-Identifier: Apache-2.0
#include "redis/connection_pool.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace lockscope::redis {

ConnectionPool::ConnectionPool(asio::any_io_executor executor, ConnectionOptions options)
    : m_executor(std::move(executor))
    , m_options(std::move(options))
{}

ConnectionPool::~ConnectionPool()
{
    close();
}

ConnectionPool::Loan::Loan(std::shared_ptr<ConnectionPool> pool, std::shared_ptr<Connection> connection)
    : m_pool(std::move(pool))
    , m_connection(std::move(connection))
{}

ConnectionPool::Loan::~Loan()
{
    if (m_pool)
        m_pool->give_back(std::move(m_connection));
}

ConnectionPool::Waiter::Waiter(ConnectionPool& the_pool, Clock::time_point deadline)
    : pool(the_pool)
    , timer(the_pool.m_executor, deadline)
{
    pool.m_waiters.push_back(this);
}

ConnectionPool::Waiter::~Waiter()
{
    pool.m_waiters.erase(std::remove(pool.m_waiters.begin(), pool.m_waiters.end(), this), pool.m_waiters.end());
    if (granted)
        pool.give_back(std::move(granted));
}

asio::awaitable<ConnectionPool::Loan> ConnectionPool::borrow(Clock::time_point deadline)
{
    const auto self = shared_from_this();
    const std::string name = m_options.endpoint.display();
    if (!m_is_closed && m_free.empty() && m_all.size() < size) {
        m_all.push_back(std::make_shared<Connection>(m_executor, m_options));
        m_free.push_back(m_all.back());
    }
    std::shared_ptr<Connection> connection;
    if (!m_free.empty()) {
        connection = std::move(m_free.back());
        m_free.pop_back();
    } else if (!m_is_closed) {
        Waiter waiter(*this, deadline);
        boost::system::error_code ignored;
        co_await waiter.timer.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
        connection = std::move(waiter.granted);
    }
    if (m_is_closed)
        throw Error(Errc::closed, "The connections to " + name + " are closed.", name);
    if (!connection)
        throw Error(Errc::connection_failed,
                    "All " + std::to_string(size) + " connections to " + name + " that wait for replicas are in use.",
                    name);
    co_return Loan(self, std::move(connection));
}

void ConnectionPool::give_back(std::shared_ptr<Connection> connection)
{
    if (m_is_closed)
        return;
    if (m_waiters.empty()) {
        m_free.push_back(std::move(connection));
        return;
    }
    Waiter& next = *m_waiters.front();
    m_waiters.pop_front();
    next.granted = std::move(connection);
    next.timer.cancel();
}

void ConnectionPool::reconnect(const std::string& why)
{
    for (const auto& each : m_all)
        each->reconnect(why);
}

void ConnectionPool::close()
{
    if (std::exchange(m_is_closed, true))
        return;
    for (const auto& each : m_all)
        each->close();
    m_free.clear();
    for (Waiter* waiter : m_waiters)
        waiter->timer.cancel();
}

} // namespace lockscope::redis
