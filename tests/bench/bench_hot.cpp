// SPDX-License-Identifier: Apache-2.0
// One lock that several processes want all the time, ours and then Redisson's on the same server.
#include "lock_by_hand.hpp"
#include "lockscope/client.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/sandbox.hpp"
#include "parts.hpp"
#include "redisson.hpp"
#include "support/until.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <limits>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace lockscope;
using namespace lockscope::bench;

namespace {

constexpr std::chrono::milliseconds measured{5000};

/// What became of it.
struct Contest
{
    double grants = 0, seconds = 0, scripts = 0;
    double p50 = 0, p99 = 0, worst = 0; ///< Of the waits, in milliseconds, in the process where it is longest.
    double least = std::numeric_limits<double>::infinity(), most = 0; ///< Grants of one process.

    void count(double process_grants, double process_p50, double process_p99, double process_worst)
    {
        least = std::min(least, process_grants);
        most = std::max(most, process_grants);
        grants += process_grants;
        p50 = std::max(p50, process_p50);
        p99 = std::max(p99, process_p99);
        worst = std::max(worst, process_worst);
    }
};

struct Shared
{
    std::atomic<int> ready{0}; ///< Processes that are connected and wait for the start.
    std::atomic<bool> go{false};
    std::atomic<bool> stop{false};
    std::atomic<long long> share[8];
    long long unguarded = 0; ///< Guarded by the lock alone.
    double worst[8];
    double p50[8];
    double p99[8];
};

void contend(const Endpoint& endpoint, Shared& shared, int process, int threads_each)
{
    Client client(endpoint);
    client.ping();
    std::mutex guard;
    std::vector<double> waits;
    ++shared.ready;
    while (!shared.go)
        std::this_thread::yield();
    std::vector<std::thread> threads;
    for (int thread = 0; thread < threads_each; ++thread) {
        threads.emplace_back([&] {
            auto lock = client.reentrant_lock("bench:hot");
            std::vector<double> mine;
            while (!shared.stop) {
                const auto start = Clock::now();
                lock.lock();
                mine.push_back(seconds_since(start) * 1000);
                ++shared.unguarded;
                ++shared.share[process];
                lock.unlock();
            }
            const std::scoped_lock held(guard);
            waits.insert(waits.end(), mine.begin(), mine.end());
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    shared.worst[process] = percentile(waits, 1);
    shared.p50[process] = percentile(waits, 0.5);
    shared.p99[process] = percentile(waits, 0.99);
}

/// @param lost becomes how many turns two had at the same time
Contest ours(const Endpoint& endpoint, int processes, int threads_each, double& lost)
{
    auto* shared =
        new (mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) Shared;
    std::vector<pid_t> children;
    for (int process = 0; process < processes; ++process) {
        const pid_t child = fork();
        if (child == 0) {
            // What is thrown must not leave this branch: the sandbox is the parent's.
            try {
                contend(endpoint, *shared, process, threads_each);
                _exit(0);
            } catch (const std::exception& error) {
                std::fprintf(stderr, "%s\n", error.what());
                _exit(1);
            }
        }
        children.push_back(child);
    }
    HiredisPeer peer(endpoint);
    const bool is_ready = test::until([&] { return shared->ready == processes; }, std::chrono::seconds(30));
    const long long scripts_before = script_calls(peer);
    const auto start = Clock::now();
    shared->go = true;
    if (is_ready)
        std::this_thread::sleep_for(measured);
    shared->stop = true;
    bool is_well = is_ready;
    for (const pid_t child : children) {
        int status = 0;
        is_well = waitpid(child, &status, 0) == child && status == 0 && is_well;
    }
    if (!is_well)
        throw std::runtime_error("one of the processes has failed");
    Contest contest;
    contest.seconds = seconds_since(start);
    contest.scripts = static_cast<double>(script_calls(peer) - scripts_before);
    for (int i = 0; i < processes; ++i)
        contest.count(static_cast<double>(shared->share[i]), shared->p50[i], shared->p99[i], shared->worst[i]);
    lost = contest.grants - static_cast<double>(shared->unguarded);
    munmap(shared, sizeof(Shared));
    return contest;
}

/// None where there is no Redisson.
std::optional<Contest> redisson(const Endpoint& endpoint, int processes, int threads_each)
{
    auto parties = redissons(endpoint, threads_each + 2, processes);
    if (parties.empty())
        return {};
    HiredisPeer peer(endpoint);
    Contest contest;
    for (const bool counts : {false, false, true}) { // first to warm up, for eight share the processors
        const long long scripts_before = script_calls(peer);
        const auto start = Clock::now();
        for (Party& party : parties)
            party.tell("contend bench:hot:java " + std::to_string(threads_each) + " "
                       + std::to_string(measured.count()));
        for (Party& party : parties) {
            const Party::Figures figures = party.answers();
            if (counts)
                contest.count(figures.at(0), figures.at(1), figures.at(2), figures.at(3));
        }
        contest.seconds = seconds_since(start);
        contest.scripts = static_cast<double>(script_calls(peer) - scripts_before);
    }
    return contest;
}

std::string rate(const Contest& contest)
{
    return format("%.0f hand-overs/s, %.2f scripts each", contest.grants / contest.seconds,
                  contest.scripts / contest.grants);
}

std::string waits(const Contest& contest)
{
    return format("p50 %.2f ms, p99 %.2f ms, worst %.1f ms", contest.p50, contest.p99, contest.worst);
}

double spread(const Contest& contest)
{
    return contest.most / std::max(1.0, contest.least);
}

void hot_lock(const Endpoint& endpoint, int processes, int threads_each)
{
    // The targets are those of eight processes; of several threads only the scripts have one: independent of them.
    const bool is_for_processes = threads_each == 1;
    double lost = 0;
    const Contest mine = ours(endpoint, processes, threads_each, lost); // forks, so it is first
    const std::string what =
        "hot lock, " + std::to_string(processes) + " processes x " + std::to_string(threads_each) + " threads";
    row(what.c_str(), rate(mine),
        is_for_processes ? ">= 8,000/s where PING is 70 us" : "scripts: as many with 4 threads as with 32");
    row("  wait of one thread", waits(mine), is_for_processes ? "p99 <= 5 ms, worst <= 50 ms" : "");
    row("  share of the processes, max/min; counter", format("%.2f; lost %.0f", spread(mine), lost),
        is_for_processes ? "<= 1.3; 0" : "lost 0");
    const std::optional<Contest> theirs = redisson(endpoint, processes, threads_each);
    if (!theirs)
        return;
    row(("  " + redisson_name + ", the same").c_str(),
        rate(*theirs) + format(": ours %.2f x", mine.grants / mine.seconds / (theirs->grants / theirs->seconds)), "");
    row("    wait of one thread",
        waits(*theirs)
            + format(": ours %.2f, %.2f, %.2f x", mine.p50 / theirs->p50, mine.p99 / theirs->p99,
                     mine.worst / theirs->worst),
        "");
    row("    share of the processes, max/min", format("%.2f", spread(*theirs)), "");
}

/// By TCP, because Redisson has nothing else.
void hot()
{
    const Sandbox sandbox({true, {}, "redis-server"});
    HiredisPeer peer(sandbox.endpoint());
    row("PING over blocking hiredis, p50", format("%.0f us", ping_time(peer)), "");
    hot_lock(sandbox.endpoint(), 8, 1);
    hot_lock(sandbox.endpoint(), 2, 4);
    hot_lock(sandbox.endpoint(), 2, 32);
}

} // namespace

int main(int argc, char** argv)
{
    return run_parts(argc, argv, {{"hot", 85, hot}});
}
