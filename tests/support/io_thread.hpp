// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_future.hpp>

#include <future>
#include <thread>
#include <utility>

namespace lockscope::test {

/// An I/O thread for what lives on one executor. Join it before destroying what ran on it.
class IoThread
{
public:
    IoThread() : m_thread([this] { m_context.run(); }) {}
    ~IoThread() { join(); }

    [[nodiscard]] boost::asio::any_io_executor executor() { return m_context.get_executor(); }

    template <typename T>
    [[nodiscard]] std::future<T> start(boost::asio::awaitable<T> work)
    {
        return boost::asio::co_spawn(m_context, std::move(work), boost::asio::use_future);
    }
    template <typename T>
    T await(boost::asio::awaitable<T> work)
    {
        return start(std::move(work)).get();
    }
    /// Runs a function on the thread and waits for its result.
    template <typename Function>
    auto call(Function function)
    {
        std::packaged_task<decltype(function())()> task(std::move(function));
        auto result = task.get_future();
        boost::asio::post(m_context, [&task] { task(); });
        return result.get();
    }
    void join()
    {
        m_work.reset();
        m_context.stop();
        if (m_thread.joinable())
            m_thread.join();
    }

private:
    boost::asio::io_context m_context{1};
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> m_work{m_context.get_executor()};
    std::thread m_thread;
};

} // namespace lockscope::test
