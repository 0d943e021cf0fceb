// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/error.hpp"
#include "lockscope/lock.hpp"

#include <chrono>
#include <cstddef>
#include <latch>
#include <stop_token>
#include <thread>
#include <vector>

namespace lockscope::testing {

/// Threads that hold one lock each and, once all do, wait for another one; until they are told to stop.
class LockRing
{
public:
    explicit LockRing(std::ptrdiff_t threads) : m_ready(threads) {}
    ~LockRing()
    {
        m_stop.request_stop();
        for (std::thread& thread : m_threads) {
            thread.join();
        }
    }
    template <typename Held, typename Wanted>
    void add(Held held, Wanted wanted)
    {
        m_threads.emplace_back([this, held, wanted]() mutable {
            held.lock();
            m_ready.arrive_and_wait();
            Terms terms;
            terms.wait = std::chrono::seconds{120};
            terms.stop = m_stop.get_token();
            try {
                if (wanted.acquire(terms)) {
                    wanted.unlock();
                }
            } catch (const Error&) {
                // Cancelled: the test is over.
            }
            held.unlock();
        });
    }

private:
    std::latch m_ready;
    std::stop_source m_stop;
    std::vector<std::thread> m_threads;
};

} // namespace lockscope::testing
