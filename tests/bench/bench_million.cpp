// SPDX-License-Identifier: Apache-2.0
// A million hand-overs to a waiter in another process, and whether any took longer than a second: a waiter that is
// forgotten would look again only when the lease of the one before it is over.
#include "lockscope/client.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/sandbox.hpp"
#include "parts.hpp"
#include "table.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <exception>
#include <new>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace lockscope;
using namespace lockscope::bench;

namespace {

constexpr long long enough = 1'000'000;
constexpr int pair_count = 16;

/// A thread of each process; they have one lock, in turn.
struct Pair
{
    std::atomic<int> process{-1}; ///< That had it last.
    ///@{ Guarded by the lock alone.
    Clock::time_point released{}; ///< At first none.
    double longest = 0;           ///< Seconds from one to the other.
    long long late = 0;           ///< That was more than one so often.
    ///@}
};

/// In shared memory.
struct Shared
{
    std::atomic<long long> turns{0};
    std::atomic<bool> failed{false}; ///< One of the processes, for which the other would wait for ever.
    Pair pairs[pair_count];
};

void take_turns(Client& client, Shared& shared, int process, int number)
{
    Pair& pair = shared.pairs[number];
    auto lock = client.reentrant_lock("bench:pair:" + std::to_string(number));
    // The other one comes while it is held, or while it is being left, or a little later: all have to be seen.
    std::minstd_rand random(static_cast<unsigned>(2 * number + process + 1));
    std::uniform_int_distribution<int> hold(0, 1000);
    const auto goes_on = [&shared] { return shared.turns < enough && !shared.failed; };
    while (goes_on()) {
        lock.lock();
        if (pair.released != Clock::time_point()) {
            const double gap = seconds_since(pair.released);
            pair.longest = std::max(pair.longest, gap);
            pair.late += gap > 1 ? 1 : 0;
        }
        pair.process = process;
        std::this_thread::sleep_for(std::chrono::microseconds(hold(random)));
        ++shared.turns;
        pair.released = Clock::now();
        lock.unlock();
        while (pair.process == process && goes_on())
            std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
}

void play(const Endpoint& endpoint, Shared& shared, int process)
{
    Client client(endpoint);
    std::vector<std::thread> threads;
    for (int number = 0; number < pair_count; ++number) {
        threads.emplace_back([&, number] {
            try {
                take_turns(client, shared, process, number);
            } catch (const std::exception& error) {
                std::fprintf(stderr, "%s\n", error.what());
                shared.failed = true;
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
}

void million()
{
    const Sandbox sandbox({true, {}, "redis-server"});
    auto* shared =
        new (mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) Shared;
    const auto start = Clock::now();
    std::vector<pid_t> children;
    for (const int process : {0, 1}) {
        const pid_t child = fork();
        if (child == 0) {
            // What is thrown must not leave this branch: the sandbox is the parent's.
            try {
                play(sandbox.endpoint(), *shared, process);
            } catch (const std::exception& error) {
                std::fprintf(stderr, "%s\n", error.what());
                shared->failed = true;
            }
            _exit(shared->failed ? 1 : 0);
        }
        children.push_back(child);
    }
    bool is_well = true;
    for (const pid_t child : children) {
        int status = 0;
        is_well = waitpid(child, &status, 0) == child && status == 0 && is_well;
        if (!is_well)
            shared->failed = true;
    }
    double longest = 0;
    long long late = 0;
    for (const Pair& pair : shared->pairs) {
        longest = std::max(longest, pair.longest);
        late += pair.late;
    }
    const auto turns = static_cast<double>(shared->turns);
    munmap(shared, sizeof(Shared));
    if (!is_well)
        throw std::runtime_error("one of the processes has failed");
    row("1,000,000 hand-overs between two processes, 16 locks",
        format("%.0f/s, longest %.1f ms", turns / seconds_since(start), longest * 1000), "");
    row("  longer than 1 s", format("%.0f of %.0f", static_cast<double>(late), turns), "0");
}

} // namespace

int main(int argc, char** argv)
{
    return run_parts(argc, argv, {{"million", 350, million, Part::When::asked}});
}
