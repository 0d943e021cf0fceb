// SPDX-License-Identifier: Apache-2.0
// Figures of the reentrant lock that nobody else wants, each beside its limit, measured in the same run on the same
// private server.
#include "hiredis_peer.hpp"
#include "lock_by_hand.hpp"
#include "lockscope/client.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/sandbox.hpp"
#include "parts.hpp"
#include "redis_benchmark.hpp"
#include "table.hpp"

#include <string>
#include <thread>
#include <vector>

using namespace lockscope;
using namespace lockscope::bench;

namespace {

/// What a pair of scripts costs redis-benchmark, which can only say one and the same: twice the taking.
RedisBenchmark limit(const Endpoint& endpoint, const Scripts& scripts, int clients, int pairs)
{
    auto pair = RedisBenchmark::run(endpoint, clients, 2 * pairs, scripts.take("bench:limit", "x:1"));
    pair.rate /= 2;
    pair.p50_us *= 2;
    return pair;
}

void uncontended()
{
    const Sandbox sandbox({true, {}, "redis-server"});
    const Endpoint& endpoint = sandbox.endpoint();
    HiredisPeer peer(endpoint);
    const Scripts scripts(peer);
    Client client(endpoint);
    auto lock = client.reentrant_lock("bench:one");
    const std::string owner = client.id() + ":999";
    std::vector<double> limits;
    std::vector<double> bare;
    std::vector<double> ours;
    std::vector<double> ratios;
    constexpr int rounds = 21;
    constexpr int pairs = 500;
    for (int round = 0; round < rounds; ++round) { // in turn, so that all see the same machine
        limits.push_back(limit(endpoint, scripts, 1, pairs).p50_us);
        std::vector<double> one;
        for (int i = 0; i < pairs; ++i) {
            const auto start = Clock::now();
            peer.command(scripts.take("bench:bare", owner));
            peer.command(scripts.leave("bench:bare", owner));
            one.push_back(seconds_since(start) * 1e6);
        }
        bare.push_back(percentile(one, 0.5));
        one.clear();
        for (int i = 0; i < pairs; ++i) {
            const auto start = Clock::now();
            lock.lock();
            lock.unlock();
            one.push_back(seconds_since(start) * 1e6);
        }
        ours.push_back(percentile(one, 0.5));
        ratios.push_back(ours.back() / bare.back());
    }
    row("PING over blocking hiredis, p50", format("%.0f us", ping_time(peer)), "");
    row("uncontended acquire+release, one thread, p50",
        format("%.0f us, hiredis %.0f us: %.2f x", percentile(ours, 0.5), percentile(bare, 0.5),
               percentile(ratios, 0.5)),
        "<= 1.25 x");
    row("  the ratio, round by round", format("%.2f to %.2f x", ratios.front(), ratios.back()), "");
    row("  the limit: redis-benchmark -c 1", format("%.0f us", percentile(limits, 0.5)), "");
}

/// Pairs a second of as many lockers as there are names, whose scripts one thread sends together.
double pipelined_rate(HiredisPeer& peer, const Scripts& scripts, int lockers, int pairs)
{
    const auto start = Clock::now();
    for (int i = 0; i < pairs; ++i) {
        for (int locker = 0; locker < lockers; ++locker)
            peer.append(scripts.take("bench:p" + std::to_string(locker), "x:1"));
        for (int locker = 0; locker < lockers; ++locker)
            peer.reply();
        for (int locker = 0; locker < lockers; ++locker)
            peer.append(scripts.leave("bench:p" + std::to_string(locker), "x:1"));
        for (int locker = 0; locker < lockers; ++locker)
            peer.reply();
    }
    return lockers * pairs / seconds_since(start);
}

double threaded_rate(Client& client, int lockers, int pairs)
{
    const auto start = Clock::now();
    std::vector<std::thread> threads;
    for (int locker = 0; locker < lockers; ++locker) {
        threads.emplace_back([&client, locker, pairs] {
            auto lock = client.reentrant_lock("bench:t" + std::to_string(locker));
            for (int i = 0; i < pairs; ++i) {
                lock.lock();
                lock.unlock();
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    return lockers * pairs / seconds_since(start);
}

/// The same with a thread and a connection for each, which is what a service without a library of locks would do.
double connections_rate(const Endpoint& endpoint, const Scripts& scripts, int lockers, int pairs)
{
    std::vector<HiredisPeer> peers;
    for (int locker = 0; locker < lockers; ++locker)
        peers.emplace_back(endpoint);
    const auto start = Clock::now();
    std::vector<std::thread> threads;
    for (int locker = 0; locker < lockers; ++locker) {
        threads.emplace_back([&scripts, &peer = peers[static_cast<std::size_t>(locker)], locker, pairs] {
            const std::string name = "bench:c" + std::to_string(locker);
            for (int i = 0; i < pairs; ++i) {
                peer.command(scripts.take(name, "x:1"));
                peer.command(scripts.leave(name, "x:1"));
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    return lockers * pairs / seconds_since(start);
}

void threads_beside_hiredis(const Endpoint& endpoint, int lockers)
{
    constexpr int rounds = 9;
    const int pairs = 12'800 / lockers;
    HiredisPeer peer(endpoint);
    const Scripts scripts(peer);
    Client client(endpoint);
    client.ping();
    std::vector<double> limits;
    std::vector<double> bare;
    std::vector<double> connections;
    std::vector<double> ours;
    std::vector<double> ratios;
    std::vector<double> connection_ratios;
    for (int round = 0; round < rounds; ++round) {
        limits.push_back(limit(endpoint, scripts, lockers, lockers * pairs).rate);
        bare.push_back(pipelined_rate(peer, scripts, lockers, pairs));
        connections.push_back(connections_rate(endpoint, scripts, lockers, pairs));
        ours.push_back(threaded_rate(client, lockers, pairs));
        ratios.push_back(ours.back() / bare.back());
        connection_ratios.push_back(ours.back() / connections.back());
    }
    const std::string many = std::to_string(lockers);
    const double median = percentile(ratios, 0.5); // sorts
    row((many + " threads, " + many + " locks, one process").c_str(),
        format("%.1f k pairs/s, hiredis pipelined %.1f k: %.2f x", percentile(ours, 0.5) / 1000,
               percentile(bare, 0.5) / 1000, median),
        ">= 0.85 x");
    row("  the ratio, round by round", format("%.2f to %.2f x", ratios.front(), ratios.back()), "");
    row("  hiredis with a thread and a connection each",
        format("%.1f k pairs/s: ours %.2f x", percentile(connections, 0.5) / 1000, percentile(connection_ratios, 0.5)),
        "");
    row(("  the limit: redis-benchmark -c " + many).c_str(), format("%.1f k pairs/s", percentile(limits, 0.5) / 1000),
        "");
}

void many_threads()
{
    const Sandbox sandbox({true, {}, "redis-server"});
    for (const int lockers : {8, 64})
        threads_beside_hiredis(sandbox.endpoint(), lockers);
}

} // namespace

int main(int argc, char** argv)
{
    return run_parts(argc, argv, {{"uncontended", 15, uncontended}, {"threads", 35, many_threads}});
}
