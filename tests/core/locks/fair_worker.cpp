// SPDX-License-Identifier: Apache-2.0
// fair_worker URI LOCK WAITERS: queues so many waiters for a fair lock and never ends, so that it can be killed.
#include "lockscope/client.hpp"
#include "lockscope/error.hpp"
#include "lockscope/fair_lock.hpp"

#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

int main(int argc, char** argv)
{
    if (argc != 4)
        return 2;
    try {
        lockscope::Client client(lockscope::Endpoint::parse(argv[1]));
        std::vector<std::thread> all;
        for (int i = 0; i < std::atoi(argv[3]); ++i)
            all.emplace_back([lock = client.fair_lock(argv[2])]() mutable { lock.lock(); });
        for (std::thread& thread : all)
            thread.join();
        std::this_thread::sleep_for(std::chrono::hours(1)); // all have been inside: the holder waits to be killed, too
    } catch (const lockscope::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
