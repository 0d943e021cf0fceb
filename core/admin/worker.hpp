// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <thread>

namespace lockscope::admin {

/// One thread for what may block (the disk), so that the I/O thread never does. Jobs run in order, also those still
/// queued when it is destroyed: an audit line that was handed over is written.
class Worker
{
public:
    Worker();
    /// Waits for the jobs, unless it runs inside one of them.
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Any thread. The job must not throw.
    void post(std::function<void()> job);

private:
    struct Queue;
    std::shared_ptr<Queue> m_queue;
    std::thread m_thread;
};

} // namespace lockscope::admin
