// SPDX-License-Identifier: Apache-2.0
// Our reentrant lock beside Redisson's: same server, same work, one after the other, each warmed up.
#include "lockscope/client.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/sandbox.hpp"
#include "parts.hpp"
#include "redisson.hpp"
#include "table.hpp"

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

using namespace lockscope;
using namespace lockscope::bench;

namespace {

struct Figures
{
    double pairs_per_second = 0, p50_us = 0, p99_us = 0;
};

Figures ours(const Endpoint& endpoint, int threads, int pairs)
{
    Client client(endpoint);
    client.ping();
    std::vector<std::vector<double>> samples(static_cast<std::size_t>(threads));
    double seconds = 0;
    for (const bool counts : {false, true}) { // first to warm up
        const auto start = Clock::now();
        std::vector<std::thread> all;
        for (int thread = 0; thread < threads; ++thread) {
            all.emplace_back([&, thread] {
                auto lock = client.reentrant_lock("bench:ours:" + std::to_string(thread));
                std::vector<double>& mine = samples[static_cast<std::size_t>(thread)];
                mine.clear();
                for (int i = 0; i < pairs; ++i) {
                    const auto begin = Clock::now();
                    lock.lock();
                    lock.unlock();
                    mine.push_back(seconds_since(begin) * 1e6);
                }
            });
        }
        for (std::thread& thread : all)
            thread.join();
        if (counts)
            seconds = seconds_since(start);
    }
    std::vector<double> whole;
    for (const std::vector<double>& part : samples)
        whole.insert(whole.end(), part.begin(), part.end());
    return {static_cast<double>(whole.size()) / seconds, percentile(whole, 0.5), percentile(whole, 0.99)};
}

Figures redisson(Party& party, int threads, int pairs)
{
    const Party::Figures figures = party.ask("pairs " + std::to_string(threads) + " " + std::to_string(pairs));
    return {figures.at(0), figures.at(1), figures.at(2)};
}

void pairs_beside_redisson()
{
    const Sandbox sandbox({true, {}, "redis-server"});
    for (const int threads : {1, 8, 64}) {
        const int pairs = threads == 1 ? 10'000 : 40'000 / threads;
        Figures theirs;
        { // a Java program for each, which ends before ours is measured
            auto parties = redissons(sandbox.endpoint(), std::min(64, threads + 2), 1);
            if (parties.empty())
                return;
            theirs = redisson(parties.front(), threads, pairs);
        }
        const Figures mine = ours(sandbox.endpoint(), threads, pairs);
        const std::string what = "acquire+release, " + std::to_string(threads) + " threads, a lock each";
        row(what.c_str(),
            format("%.1f k/s, ", mine.pairs_per_second / 1000) + redisson_name
                + format(" %.1f k/s: %.2f x", theirs.pairs_per_second / 1000,
                         mine.pairs_per_second / theirs.pairs_per_second),
            ">= 2 x");
        row("  p50",
            format("%.0f us, Redisson %.0f us: %.2f x", mine.p50_us, theirs.p50_us, mine.p50_us / theirs.p50_us),
            "<= 0.5 x");
        row("  p99",
            format("%.0f us, Redisson %.0f us: %.2f x", mine.p99_us, theirs.p99_us, mine.p99_us / theirs.p99_us),
            "<= 0.5 x");
    }
}

} // namespace

int main(int argc, char** argv)
{
    return run_parts(argc, argv, {{"pairs", 40, pairs_beside_redisson}});
}
