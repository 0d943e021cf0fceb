// SPDX-License-Identifier: Apache-2.0
// Figures of the fair lock with many waiters in one process.
#include "hiredis_peer.hpp"
#include "lockscope/client.hpp"
#include "lockscope/fair_lock.hpp"
#include "lockscope/sandbox.hpp"
#include "support/until.hpp"
#include "table.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>

#include <cstdlib>
#include <future>
#include <stdexcept>
#include <thread>

using namespace lockscope;
using namespace lockscope::bench;

namespace {

/// Calls and microseconds of EVALSHA and EVAL, as the server counts them.
struct ScriptCost
{
    double calls = 0;
    double usec = 0;
};

ScriptCost script_cost(HiredisPeer& peer)
{
    const std::string stats = peer.command({"INFO", "commandstats"});
    ScriptCost cost;
    for (const char* name : {"cmdstat_evalsha:", "cmdstat_eval:"}) {
        const auto line = stats.find(name);
        if (line == std::string::npos)
            continue;
        cost.calls += std::strtod(stats.c_str() + stats.find("calls=", line) + 6, nullptr);
        cost.usec += std::strtod(stats.c_str() + stats.find("usec=", line) + 5, nullptr);
    }
    return cost;
}

Awaitable<void> take_turn(FairLock lock, OwnerId owner)
{
    co_await lock.async_lock(owner);
    co_await lock.async_unlock(owner);
}

void grants(const Endpoint& endpoint, int waiters)
{
    HiredisPeer peer(endpoint);
    Client client(endpoint);
    FairLock lock = client.fair_lock("bench:fair");
    lock.lock();
    const auto before_joining = script_cost(peer);
    const auto joining_start = Clock::now();
    std::vector<std::future<void>> all;
    for (int i = 0; i < waiters; ++i)
        all.push_back(boost::asio::co_spawn(client.executor(), take_turn(lock, {client.id(), 1'000'000 + i}),
                                            boost::asio::use_future));
    // Each tries, subscribes and tries again.
    const auto all_wait = [&] { return script_cost(peer).calls >= before_joining.calls + 2 * waiters; };
    if (!test::until(all_wait, std::chrono::minutes(2)))
        throw std::runtime_error("not all waiters came to the queue within two minutes");
    const double joining = seconds_since(joining_start);
    const auto before = script_cost(peer);
    const auto start = Clock::now();
    lock.unlock();
    for (auto& each : all)
        each.get();
    const double duration = seconds_since(start);
    const auto after = script_cost(peer);
    const std::string what = "fair lock, " + std::to_string(waiters) + " waiters in one process";
    row((what + ", to queue").c_str(),
        format("%.3f ms server time each, %.2f s in all", (before.usec - before_joining.usec) / waiters / 1000,
               joining),
        "");
    row((what + ", a grant").c_str(),
        format("%.3f ms server time, %.2f scripts; %.2f s in all", (after.usec - before.usec) / waiters / 1000,
               (after.calls - before.calls) / waiters, duration),
        "<= 0.5 ms server time");
}

} // namespace

int main()
{
    std::printf("%-58s %-44s %s\n", "what", "measured", "target");
    const Sandbox sandbox({true, {}, "redis-server"});
    grants(sandbox.endpoint(), 10);
    grants(sandbox.endpoint(), 100);
    grants(sandbox.endpoint(), 1000);
    return 0;
}
