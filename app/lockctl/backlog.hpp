// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/monitor.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>

namespace lockctl {

/// Batches of a monitor on their way to the thread that prints them. Whoever reads what is printed may be slow, or have
/// stopped: the client's I/O thread must not wait for it, and the memory must not fill. Beyond a limit news are dropped
/// and counted until half of them are printed; of statuses that nobody has seen yet only the last is kept. Any thread.
class Backlog
{
public:
    /// @param most_news changes and events; a single batch may have more
    explicit Backlog(std::size_t most_news);

    struct Entry
    {
        std::size_t lost = 0; ///< News that were dropped just before the batch.
        lockscope::MonitorBatch batch;
    };

    void push(lockscope::MonitorBatch batch);
    /// The next one; waits for it. @returns nullopt when there will be none any more
    [[nodiscard]] std::optional<Entry> take();
    /// What is in it can still be taken; nothing else comes.
    void close();

private:
    void append(lockscope::MonitorBatch batch);

    const std::size_t m_most_news;
    std::mutex m_mutex; ///< Guards all below.
    std::condition_variable m_changed;
    std::deque<Entry> m_entries;
    std::size_t m_news = 0; ///< In all entries.
    std::size_t m_lost = 0; ///< After the last entry.
    bool m_is_full = false; ///< Until there is room for more than the next batch.
    bool m_is_closed = false;
};

} // namespace lockctl
