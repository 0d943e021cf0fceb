// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/connection.hpp"

#include <boost/asio/steady_timer.hpp>

#include <deque>
#include <memory>
#include <vector>

namespace lockscope::redis {

/// A few connections for commands that block theirs; each serves one borrower at a time, the others wait in line. Lives
/// on one executor, as Connection.
class ConnectionPool : public std::enable_shared_from_this<ConnectionPool>
{
public:
    using Clock = Link::Clock;
    static constexpr std::size_t size = 8;

    ConnectionPool(asio::any_io_executor executor, ConnectionOptions options);
    ~ConnectionPool();

    /// A connection until this object ends. Movable; must be destroyed on the executor.
    class Loan
    {
    public:
        Loan(std::shared_ptr<ConnectionPool> pool, std::shared_ptr<Connection> connection);
        Loan(Loan&&) noexcept = default;
        Loan& operator=(Loan&&) = delete;
        ~Loan();
        [[nodiscard]] Connection& operator*() const noexcept { return *m_connection; }
        [[nodiscard]] Connection* operator->() const noexcept { return m_connection.get(); }

    private:
        std::shared_ptr<ConnectionPool> m_pool;
        std::shared_ptr<Connection> m_connection;
    };

    /// @throws Error connection_failed if none became free in time, closed
    asio::awaitable<Loan> borrow(Clock::time_point deadline);

    [[nodiscard]] const std::vector<std::shared_ptr<Connection>>& connections() const noexcept { return m_all; }
    /// Gives up the links of all of them, also of those on loan, for new ones.
    void reconnect(const std::string& why);
    void close();

private:
    struct Waiter
    {
        Waiter(ConnectionPool& the_pool, Clock::time_point deadline);
        ~Waiter();
        Waiter(const Waiter&) = delete;
        Waiter& operator=(const Waiter&) = delete;
        ConnectionPool& pool;
        asio::steady_timer timer;
        std::shared_ptr<Connection> granted;
    };
    void give_back(std::shared_ptr<Connection> connection);

    asio::any_io_executor m_executor;
    ConnectionOptions m_options;
    std::vector<std::shared_ptr<Connection>> m_all;
    std::vector<std::shared_ptr<Connection>> m_free;
    std::deque<Waiter*> m_waiters;
    bool m_is_closed = false;
};

} // namespace lockscope::redis
