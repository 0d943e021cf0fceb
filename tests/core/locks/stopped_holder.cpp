// SPDX-License-Identifier: Apache-2.0
// stopped_holder URI: holds the lock "a" until its input ends, and is meant to be stopped (SIGSTOP) meanwhile. Says
// "held", then "told" when it hears of its loss; "believes" if it ever took itself for the holder after standing still
// for longer than its lease.
#include "lockscope/client.hpp"
#include "lockscope/error.hpp"
#include "lockscope/reentrant_lock.hpp"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

#include <poll.h>

int main(int argc, char** argv)
{
    using Clock = std::chrono::steady_clock;
    if (argc != 2)
        return 2;
    try {
        lockscope::ClientOptions options;
        options.watchdog_lease = std::chrono::milliseconds(1500);
        lockscope::Client client(lockscope::Endpoint::parse(argv[1]), options);
        lockscope::ReentrantLock lock = client.reentrant_lock("a");
        std::atomic<bool> is_told = false;
        client.on_lost([&](const lockscope::LossNotice&) { is_told = true; });
        lock.lock();
        std::puts("held");
        std::fflush(stdout);
        auto last = Clock::now();
        bool has_said = false;
        pollfd input{0, POLLIN, 0};
        while (::poll(&input, 1, 1) == 0) {
            const auto now = Clock::now(); // first: it may be stopped between the two
            const bool believes = lock.is_held();
            if (now - last > options.watchdog_lease && believes)
                std::puts("believes");
            last = now;
            if (is_told && !has_said) {
                has_said = true;
                std::puts("told");
                std::fflush(stdout);
            }
        }
    } catch (const lockscope::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
