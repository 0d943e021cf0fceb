// SPDX-License-Identifier: Apache-2.0
// Figures of a cluster of three masters beside those of a single server in the same run, and how soon after the death
// of a master somebody holds a lock again.
#include "hiredis_peer.hpp"
#include "lockscope/client.hpp"
#include "lockscope/error.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/sandbox_cluster.hpp"
#include "parts.hpp"
#include "support/until.hpp"
#include "table.hpp"

#include <atomic>
#include <functional>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace lockscope;
using namespace lockscope::bench;
using namespace std::chrono_literals;

namespace {

constexpr int rounds = 3000;
constexpr unsigned threads = 64;
constexpr auto long_enough = 3s;

/// The name of the lock of one thread, or of one attempt.
using NameOf = std::function<std::string(unsigned)>;

double uncontended(const Endpoint& endpoint, const NameOf& name_of)
{
    Client client(endpoint);
    std::vector<ReentrantLock> locks;
    for (unsigned i = 0; i < 3; ++i)
        locks.push_back(client.reentrant_lock(name_of(i)));
    std::vector<double> samples;
    for (int i = 0; i < rounds; ++i) {
        auto& lock = locks[static_cast<std::size_t>(i) % locks.size()];
        const auto start = Clock::now();
        lock.lock();
        lock.unlock();
        samples.push_back(seconds_since(start) * 1e6);
    }
    return percentile(samples, 0.5);
}

/// Acquisitions and releases a second, each thread with a lock of its own.
double throughput(const Endpoint& endpoint, const NameOf& name_of)
{
    Client client(endpoint);
    std::atomic<bool> stop = false;
    std::atomic<std::uint64_t> pairs = 0;
    std::vector<std::thread> workers;
    const auto start = Clock::now();
    for (unsigned i = 0; i < threads; ++i) {
        workers.emplace_back([&, lock = client.reentrant_lock(name_of(i))]() mutable {
            while (!stop) {
                lock.lock();
                lock.unlock();
                ++pairs;
            }
        });
    }
    std::this_thread::sleep_for(long_enough); // the measured interval
    stop = true;
    for (auto& worker : workers)
        worker.join();
    return static_cast<double>(pairs) / seconds_since(start);
}

void compare()
{
    Sandbox single;
    SandboxCluster cluster;
    const NameOf plain = [](unsigned i) { return "bench:" + std::to_string(i); };
    std::vector<std::string> spread;
    for (unsigned i = 0; i < threads; ++i)
        spread.push_back(cluster.key_on(static_cast<int>(i % 3), "bench:" + std::to_string(i) + ":"));
    const NameOf on_all = [&spread](unsigned i) { return spread[i]; };
    const double one = uncontended(single.endpoint(), plain);
    const double one_of_three = uncontended(cluster.endpoint(), on_all);
    row("uncontended lock+unlock, cluster of three masters",
        format("p50 %.1f us; single server %.1f us (%.2f times)", one_of_three, one, one_of_three / one),
        "about that of a single server");
    const double alone = throughput(single.endpoint(), plain);
    const double together = throughput(cluster.endpoint(), on_all);
    row("64 threads, a lock each, cluster of three masters",
        format("%.0f pairs/s; single server %.0f (%.2f times)", together, alone, together / alone),
        "not less, given cores for the servers");
}

/// From the death of a master until its replica takes writes, and until one of ours holds a lock there.
struct Failover
{
    double writable = 0, held = 0;
};

Failover fail_over(SandboxCluster& cluster, int master, const std::string& name)
{
    Client client(cluster.endpoint());
    auto lock = client.reentrant_lock(name);
    lock.lock();
    lock.unlock(); // so that the way there is known
    HiredisPeer replica(cluster.node(master + 3).endpoint());
    Failover result;
    cluster.node(master).kill_server();
    const auto start = Clock::now();
    const auto time_until = [&](auto condition) {
        if (!test::until(condition, 1min))
            throw std::runtime_error("no replica took the place of the dead master within a minute");
        return seconds_since(start) * 1000;
    };
    auto writable = std::async(std::launch::async, [&] {
        return time_until([&] { return replica.command({"SET", "{" + name + "}:witness", "1"}) == "OK"; });
    });
    result.held = time_until([&] {
        try {
            return lock.try_lock_for(20s);
        } catch (const Error&) {
            return false; // nobody serves it yet
        }
    });
    result.writable = writable.get();
    return result;
}

void failovers()
{
    SandboxClusterOptions options;
    options.replicas_per_master = 1;
    SandboxCluster cluster(options);
    std::vector<double> until_held, behind;
    for (int master = 0; master < 3; ++master) {
        const auto name = cluster.key_on(master, "failover");
        const auto measured = fail_over(cluster, master, name);
        until_held.push_back(measured.held);
        behind.push_back(measured.held - measured.writable);
        cluster.wait_until_ok();
    }
    row("kill -9 of a master until a lock there is held again",
        format("p50 %.0f ms, longest %.0f ms (node timeout 1500 ms)", percentile(until_held, 0.5),
               percentile(until_held, 1)),
        "the cluster's own time, nearly");
    row("the same, after the new master takes writes",
        format("p50 %+.0f ms, longest %+.0f ms", percentile(behind, 0.5), percentile(behind, 1)), "<= 1000 ms");
}

} // namespace

int main(int argc, char** argv)
{
    return run_parts(argc, argv, {{"compare", 25, compare}, {"failovers", 40, failovers}});
}
