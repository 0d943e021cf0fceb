// SPDX-License-Identifier: Apache-2.0
// What one more waiter and one more held lock take of this process' memory. Each is measured in a process of its own:
// what one has given back to the allocator another one would not have to ask for.
#include "hiredis_peer.hpp"
#include "lockscope/client.hpp"
#include "lockscope/fair_lock.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/sandbox.hpp"
#include "parts.hpp"
#include "table.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

using namespace lockscope;
using namespace lockscope::bench;

namespace {

constexpr std::chrono::milliseconds long_lease{600'000};

/// Until what was begun lies down: requests have been answered, timers are set.
constexpr std::chrono::seconds to_settle{2};

struct Memory
{
    double heap = 0;     ///< Allocated and not given back.
    double resident = 0; ///< What the system has given to the process; not what the kernel keeps for each thread.

    static Memory now()
    {
        const auto info = mallinfo2();
        // Counted page by page: the quick counters of /proc/self/statm may lag behind by some pages for each thread.
        std::ifstream file("/proc/self/smaps_rollup");
        double kilobytes = 0;
        for (std::string word; file >> word;) {
            if (word == "Rss:") {
                file >> kilobytes;
                break;
            }
        }
        return {static_cast<double>(info.uordblks + info.hblkhd), kilobytes * 1024};
    }
    /// For each of so many.
    [[nodiscard]] Memory since(const Memory& before, int count) const
    {
        return {(heap - before.heap) / count, (resident - before.resident) / count};
    }
};

int threads_here()
{
    const std::filesystem::directory_iterator tasks("/proc/self/task");
    return static_cast<int>(std::distance(begin(tasks), end(tasks)));
}

/// @p work prints what it measured. The process then ends as if killed: nobody waits for ten thousand waiters to leave.
/// Only while this one has no other thread.
void in_own_process(const Endpoint& endpoint, const std::function<void(Client&)>& work)
{
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        try {
            Client client(endpoint);
            work(client);
            _exit(0);
        } catch (const std::exception& error) {
            std::fprintf(stderr, "%s\n", error.what());
            _exit(1);
        }
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
        throw std::runtime_error("the process that measures has failed");
}

/// A lock that somebody else holds.
void make_held(const Endpoint& endpoint, const std::string& name)
{
    HiredisPeer peer(endpoint);
    peer.command({"HSET", name, "9f45a1c0-1b2c-4d3e-8f90-123456789abc:1", "1"});
    peer.command({"PEXPIRE", name, std::to_string(long_lease.count())});
}

void settle(Client& client)
{
    std::this_thread::sleep_for(to_settle);
    client.ping(); // behind whatever was posted to the I/O thread
}

Awaitable<void> wait_for_it(Lock lock, OwnerId owner)
{
    co_await lock.async_lock(owner);
}

Awaitable<void> sleep()
{
    boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor, long_lease);
    co_await timer.async_wait(boost::asio::use_awaitable);
}

/// Coroutines that all wait for one lock.
void awaiting(const std::string& what, Client& client, Lock lock, int waiters)
{
    const auto join = [&](int count) {
        for (int i = 0; i < count; ++i)
            boost::asio::co_spawn(client.executor(), wait_for_it(lock, client.new_owner()), boost::asio::detached);
        settle(client);
    };
    join(1); // the first makes the connections and the subscription
    const Memory empty = Memory::now();
    for (int i = 0; i < waiters; ++i)
        boost::asio::co_spawn(client.executor(), sleep(), boost::asio::detached);
    settle(client);
    const Memory before = Memory::now();
    join(waiters);
    const Memory bare = before.since(empty, waiters);
    const Memory each = Memory::now().since(before, waiters);
    row((what + ", " + std::to_string(waiters) + " waiting coroutines").c_str(),
        format("%.0f bytes each by the heap, %.0f resident; %.0f threads", each.heap, each.resident, threads_here())
            + format("; a coroutine that sleeps %.0f, %.0f", bare.heap, bare.resident),
        "<= 4 KB each beside it, one I/O thread");
}

/// Asleep until the process ends. @returns what each has taken: a thread's own memory, which is not ours to save.
Memory idle_threads(int count)
{
    static std::mutex mutex;
    static std::condition_variable never;
    const Memory before = Memory::now();
    for (int i = 0; i < count; ++i)
        std::thread([] {
            std::unique_lock guard(mutex);
            while (true)
                never.wait(guard);
        }).detach();
    std::this_thread::sleep_for(to_settle);
    return Memory::now().since(before, count);
}

/// Threads that all wait for one lock in lock().
void blocking(Client& client, ReentrantLock lock, int waiters)
{
    constexpr int idle = 500;
    const auto join = [&](int count) {
        int started = 0;
        try {
            for (; started < count; ++started)
                std::thread([lock]() mutable { lock.lock(); }).detach();
        } catch (const std::system_error&) {
            std::fprintf(stderr, "the system gives no more than %d threads\n", started);
        }
        settle(client);
        return started;
    };
    join(1);
    const Memory bare = idle_threads(idle);
    const Memory before = Memory::now();
    const int started = join(waiters);
    const Memory each = Memory::now().since(before, started);
    row(("a reentrant lock, " + std::to_string(started) + " threads in lock()").c_str(),
        format("%.0f bytes each by the heap, %.0f resident", each.heap, each.resident)
            + format("; a thread that sleeps %.0f, %.0f", bare.heap, bare.resident),
        "<= 4 KB each beside the thread");
}

void waiters()
{
    const Sandbox sandbox;
    const Endpoint& endpoint = sandbox.endpoint();
    make_held(endpoint, "bench:held");
    make_held(endpoint, "bench:held:fair");
    for (const int count : {1000, 10'000}) {
        in_own_process(endpoint, [count](Client& client) {
            awaiting("a reentrant lock", client, client.reentrant_lock("bench:held"), count);
        });
        in_own_process(endpoint,
                       [count](Client& client) { blocking(client, client.reentrant_lock("bench:held"), count); });
    }
    in_own_process(endpoint,
                   [](Client& client) { awaiting("a fair lock", client, client.fair_lock("bench:held:fair"), 1000); });
}

void held_locks()
{
    const Sandbox sandbox;
    in_own_process(sandbox.endpoint(), [](Client& client) {
        constexpr int held = 10'000;
        client.reentrant_lock("bench:watched").lock();
        settle(client);
        const Memory before = Memory::now();
        for (int i = 0; i < held; ++i)
            client.reentrant_lock("bench:watched:" + std::to_string(i)).lock();
        settle(client);
        const Memory each = Memory::now().since(before, held);
        row("10,000 watched locks in one process",
            format("%.0f bytes each by the heap, %.0f resident", each.heap, each.resident), "");
    });
}

} // namespace

int main(int argc, char** argv)
{
    return run_parts(argc, argv, {{"waiters", 35, waiters}, {"held", 12, held_locks}});
}
