// SPDX-License-Identifier: Apache-2.0
// A few connections that are lent, one borrower each.
#include "redis/connection_pool.hpp"

#include "redis/node.hpp"
#include "support/io_thread.hpp"
#include "support/lock_suite.hpp"

#include <QTest>

#include <deque>
#include <mutex>

using namespace lockscope;
using namespace lockscope::redis;
using namespace lockscope::test;
using Loan = ConnectionPool::Loan;

class ConnectionPoolTest : public QObject
{
    Q_OBJECT

    std::optional<Server> m_server;
    std::shared_ptr<ConnectionPool> m_pool;
    std::optional<IoThread> m_io;
    std::deque<std::unique_ptr<Loan>> m_loans; ///< Touched on the thread only.

    static asio::awaitable<void> borrow(std::shared_ptr<ConnectionPool> pool, std::deque<std::unique_ptr<Loan>>* into,
                                        Clock::time_point deadline)
    {
        Loan loan = co_await pool->borrow(deadline);
        into->push_back(std::make_unique<Loan>(std::move(loan)));
    }
    void borrow(milliseconds limit = patience) { m_io->await(borrow(m_pool, &m_loans, Clock::now() + limit)); }
    void give_back()
    {
        m_io->call([this] { m_loans.pop_front(); });
    }
    static asio::awaitable<Reply> ping(Connection* connection)
    {
        Command command{"PING"};
        Reply reply = co_await connection->call(std::move(command));
        co_return reply;
    }

private slots:
    void init()
    {
        m_server.emplace();
        m_io.emplace();
        ConnectionOptions options;
        options.endpoint = m_server->endpoint();
        options.client_name = "pooled";
        m_pool = std::make_shared<ConnectionPool>(m_io->executor(), options);
    }
    void cleanup()
    {
        m_io->call([this] {
            m_loans.clear();
            m_pool->close();
        });
        m_io->join();
        m_pool.reset();
        m_io.reset();
        m_server.reset();
    }

    void aConnectionThatCameBackIsLentAgain()
    {
        borrow();
        Connection* first = m_io->call([this] { return &**m_loans.front(); });
        QCOMPARE(m_io->await(ping(first)).text, std::string("PONG"));
        give_back();
        borrow();
        QVERIFY(m_io->call([this] { return &**m_loans.front(); }) == first);
        QCOMPARE(m_pool->connections().size(), std::size_t(1));
    }

    void borrowersGetDifferentOnes()
    {
        for (std::size_t i = 0; i < ConnectionPool::size; ++i)
            borrow();
        QCOMPARE(m_pool->connections().size(), ConnectionPool::size);
        QCOMPARE(thrown([this] {
                     borrow(50ms);
                     return 0;
                 }),
                 Errc::connection_failed);
        give_back();
        borrow();
    }

    void thoseWhoWaitAreServedInTheirOrder()
    {
        for (std::size_t i = 0; i < ConnectionPool::size; ++i)
            borrow();
        std::vector<int> order;
        const auto take = [](std::shared_ptr<ConnectionPool> pool, std::vector<int>* into,
                             int who) -> asio::awaitable<void> {
            const Loan loan = co_await pool->borrow(Clock::now() + patience);
            into->push_back(who);
        };
        auto first = m_io->start(take(m_pool, &order, 1));
        auto second = m_io->start(take(m_pool, &order, 2));
        give_back();
        QVERIFY(is_ready(first, patience));
        QVERIFY(is_ready(second, patience));
        QCOMPARE(m_io->call([&] { return order; }), (std::vector<int>{1, 2}));
    }

    void thoseOfANodeAreNoOlderThanItsCommands()
    {
        ConnectionOptions options;
        options.endpoint = m_server->endpoint();
        auto node = m_io->call([&] { return std::make_unique<Node>(m_io->executor(), options); });
        const auto pool = m_io->call([&] { return node->waiting(1s).shared_from_this(); });
        m_io->await(borrow(pool, &m_loans, Clock::now() + patience));
        Connection* waiting = m_io->call([this] { return &**m_loans.front(); });
        QCOMPARE(m_io->await(ping(waiting)).text, std::string("PONG"));
        QCOMPARE(m_io->await(ping(&node->commands())).text, std::string("PONG"));
        QCOMPARE(m_io->await(ping(waiting)).text, std::string("PONG"));
        QCOMPARE(m_io->call([&] { return waiting->link_number(); }), std::uint64_t(2));
        m_io->call([&] {
            m_loans.clear();
            node->close();
            node.reset();
        });
    }

    void closingEndsTheWaiting()
    {
        for (std::size_t i = 0; i < ConnectionPool::size; ++i)
            borrow();
        auto waiting = m_io->start(borrow(m_pool, &m_loans, Clock::now() + patience));
        m_io->call([this] { m_pool->close(); });
        QCOMPARE(thrown([&] {
                     waiting.get();
                     return 0;
                 }),
                 Errc::closed);
    }
};

QTEST_GUILESS_MAIN(ConnectionPoolTest)
#include "connection_pool_test.moc"
