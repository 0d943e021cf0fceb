// SPDX-License-Identifier: Apache-2.0
// Our reentrant lock beside Redisson's: same server, same work, one after the other, each warmed up.
#include "lockscope/client.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/sandbox.hpp"
#include "table.hpp"

#include <cstdio>
#include <memory>
#include <string>
#include <thread>

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

Figures redisson(const Endpoint& endpoint, int threads, int pairs)
{
    const std::string command = BENCH_JAVA " -cp '" BENCH_CLASSES "' lockscope.interop.Bench redis://" + endpoint.host
                              + ":" + std::to_string(endpoint.port) + " " + std::to_string(threads) + " "
                              + std::to_string(pairs) + " 2>/dev/null";
    Figures figures;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> output(::popen(command.c_str(), "r"), &::pclose);
    if (!output
        || std::fscanf(output.get(), "%lf %lf %lf", &figures.pairs_per_second, &figures.p50_us, &figures.p99_us) != 3)
        return {};
    return figures;
}

} // namespace

int main()
{
    const Sandbox sandbox({true, {}, "redis-server"});
    std::printf("%-58s %-44s %s\n", "what", "measured", "target");
    for (const int threads : {1, 8, 64}) {
        const int pairs = threads == 1 ? 10'000 : 40'000 / threads;
        const Figures theirs = redisson(sandbox.endpoint(), threads, pairs);
        const Figures mine = ours(sandbox.endpoint(), threads, pairs);
        if (theirs.pairs_per_second == 0) {
            row("Redisson", "not measured: the Java program does not run", "");
            return 0;
        }
        const std::string what = "acquire+release, " + std::to_string(threads) + " threads, a lock each";
        row(what.c_str(),
            format("%.1f k/s, Redisson " BENCH_REDISSON " %.1f k/s: %.2f x", mine.pairs_per_second / 1000,
                   theirs.pairs_per_second / 1000, mine.pairs_per_second / theirs.pairs_per_second),
            ">= 2 x");
        row("  p50",
            format("%.0f us, Redisson %.0f us: %.2f x", mine.p50_us, theirs.p50_us, mine.p50_us / theirs.p50_us),
            "<= 0.5 x");
        row("  p99",
            format("%.0f us, Redisson %.0f us: %.2f x", mine.p99_us, theirs.p99_us, mine.p99_us / theirs.p99_us),
            "<= 0.5 x");
    }
    return 0;
}
