// SPDX-License-Identifier: Apache-2.0
#include "admin/worker.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>

namespace lockscope::admin {

struct Worker::Queue
{
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<std::function<void()>> jobs;
    bool is_ending = false;

    void run()
    {
        std::unique_lock lock(mutex);
        for (;;) {
            changed.wait(lock, [this] { return is_ending || !jobs.empty(); });
            if (jobs.empty())
                return;
            auto job = std::move(jobs.front());
            jobs.pop_front();
            lock.unlock();
            job();
            job = nullptr; // What it owned may be the last of its kind: not under the mutex.
            lock.lock();
        }
    }
};

Worker::Worker() : m_queue(std::make_shared<Queue>()), m_thread([queue = m_queue] { queue->run(); }) {}

Worker::~Worker()
{
    {
        const std::lock_guard lock(m_queue->mutex);
        m_queue->is_ending = true;
    }
    m_queue->changed.notify_one();
    if (m_thread.get_id() == std::this_thread::get_id())
        m_thread.detach();
    else
        m_thread.join();
}

void Worker::post(std::function<void()> job)
{
    {
        const std::lock_guard lock(m_queue->mutex);
        m_queue->jobs.push_back(std::move(job));
    }
    m_queue->changed.notify_one();
}

} // namespace lockscope::admin
