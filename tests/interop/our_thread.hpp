// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace lockscope::test {

/// A thread of ours that owns locks over several steps of a test: what it is given it does in order.
class OurThread
{
public:
    OurThread() : m_thread([this] { run(); }) {}
    /// Waits until everything is done.
    ~OurThread()
    {
        start([this] { m_ends = true; }).wait();
        m_thread.join();
    }
    OurThread(const OurThread&) = delete;
    OurThread& operator=(const OurThread&) = delete;

    template <typename Action>
    auto start(Action action) -> std::future<decltype(action())>
    {
        auto task = std::make_shared<std::packaged_task<decltype(action())()>>(std::move(action));
        auto result = task->get_future();
        {
            const std::lock_guard guard(m_mutex);
            m_work.emplace_back([task] { (*task)(); });
        }
        m_news.notify_one();
        return result;
    }
    template <typename Action>
    auto call(Action action)
    {
        return start(std::move(action)).get();
    }

private:
    void run()
    {
        while (!m_ends) {
            std::unique_lock guard(m_mutex);
            m_news.wait(guard, [this] { return !m_work.empty(); });
            const std::function<void()> work = std::move(m_work.front());
            m_work.pop_front();
            guard.unlock();
            work();
        }
    }

    std::mutex m_mutex;
    std::condition_variable m_news;
    std::deque<std::function<void()>> m_work;
    bool m_ends = false; ///< Only touched by the thread itself.
    std::thread m_thread;
};

} // namespace lockscope::test
