// SPDX-License-Identifier: Apache-2.0
// Figures of the fair lock with many waiters in one process, ours and then Redisson's on the same server.
#include "hiredis_peer.hpp"
#include "locks/key_names.hpp"
#include "lockscope/client.hpp"
#include "lockscope/fair_lock.hpp"
#include "lockscope/sandbox.hpp"
#include "parts.hpp"
#include "redisson.hpp"
#include "support/until.hpp"
#include "table.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>

#include <cstdlib>
#include <functional>
#include <future>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

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

/// A queue that came together and was served, for each waiter.
struct Served
{
    double joining_ms = 0, joining_seconds = 0; ///< Time of the server to queue; time of all until they were there.
    double grant_ms = 0, grant_scripts = 0;     ///< Time of the server and scripts for a grant.
    double seconds = 0;                         ///< Until all had been served.
};

/// @param join makes them come; they leave at once when they have had it
/// @param open lets the first of them in, and returns when all have been served
/// @param queued is called while all of them wait
Served served(HiredisPeer& peer, int waiters, const std::function<void()>& join, const std::function<void()>& queued,
              const std::function<void()>& open)
{
    Served result;
    const auto before_joining = script_cost(peer);
    const auto joining_start = Clock::now();
    join();
    // Each tries, subscribes and tries again.
    const auto all_wait = [&] { return script_cost(peer).calls >= before_joining.calls + 2 * waiters; };
    if (!test::until(all_wait, std::chrono::minutes(2)))
        throw std::runtime_error("not all waiters came to the queue within two minutes");
    result.joining_seconds = seconds_since(joining_start);
    queued();
    const auto before = script_cost(peer);
    const auto start = Clock::now();
    open();
    result.seconds = seconds_since(start);
    const auto after = script_cost(peer);
    result.joining_ms = (before.usec - before_joining.usec) / waiters / 1000;
    result.grant_ms = (after.usec - before.usec) / waiters / 1000;
    result.grant_scripts = (after.calls - before.calls) / waiters;
    return result;
}

/// Whose turn it was, in this order. I/O thread only, until all have been served.
using Turns = std::vector<std::string>;

Awaitable<void> take_turn(FairLock lock, OwnerId owner, Turns& turns)
{
    co_await lock.async_lock(owner);
    turns.push_back(owner.field());
    co_await lock.async_unlock(owner);
}

/// How many were served after somebody who stood behind them. @param queue fields, with blanks between
int inversions(const std::string& queue, const Turns& turns)
{
    std::map<std::string, int> places;
    std::istringstream words(queue);
    for (std::string field; words >> field;)
        places.emplace(field, static_cast<int>(places.size()));
    int count = 0;
    int last = -1;
    for (const std::string& field : turns) {
        const auto place = places.find(field);
        if (place == places.end() || place->second < last)
            ++count;
        else
            last = place->second;
    }
    return count;
}

Served ours(const Endpoint& endpoint, HiredisPeer& peer, int waiters, int& out_of_order)
{
    Client client(endpoint);
    FairLock lock = client.fair_lock("bench:fair");
    lock.lock();
    std::vector<std::future<void>> all;
    Turns turns;
    std::string queue;
    const Served result = served(
        peer, waiters,
        [&] {
            for (int i = 0; i < waiters; ++i)
                all.push_back(boost::asio::co_spawn(
                    client.executor(), take_turn(lock, {client.id(), 1'000'000 + i}, turns), boost::asio::use_future));
        },
        [&] {
            queue = peer.command({"LRANGE", locks::queue_key("bench:fair"), "0", "-1"});
        },
        [&] {
            lock.unlock();
            for (auto& each : all)
                each.get();
        });
    out_of_order = inversions(queue, turns);
    return result;
}

/// A thread for each, as it has to be there.
Served redisson(Party& java, HiredisPeer& peer, int waiters)
{
    java.ask("hold bench:fair:java");
    return served(
        peer, waiters, [&] { java.ask("queue bench:fair:java " + std::to_string(waiters)); }, [] {},
        [&] {
            java.tell("serve bench:fair:java");
            if (java.answers(std::chrono::minutes(2)).front() != waiters)
                throw std::runtime_error("not every waiter of Redisson had the lock");
        });
}

void grants(const Endpoint& endpoint, Party* java, int waiters)
{
    HiredisPeer peer(endpoint);
    int out_of_order = 0;
    const Served mine = ours(endpoint, peer, waiters, out_of_order);
    const std::string what = "fair lock, " + std::to_string(waiters) + " waiters in one process";
    row((what + ", to queue").c_str(),
        format("%.3f ms server time each, %.2f s in all", mine.joining_ms, mine.joining_seconds), "");
    row((what + ", a grant").c_str(),
        format("%.3f ms server time, %.2f scripts; %.2f s in all", mine.grant_ms, mine.grant_scripts, mine.seconds),
        "<= 0.5 ms server time");
    row("  served out of turn", format("%.0f", out_of_order), "0");
    if (java == nullptr)
        return;
    const Served theirs = redisson(*java, peer, waiters);
    row(("  " + redisson_name + ", to queue").c_str(),
        format("%.3f ms server time each, %.2f s in all: ours %.2f x", theirs.joining_ms, theirs.joining_seconds,
               mine.joining_ms / theirs.joining_ms),
        "");
    row(("  " + redisson_name + ", a grant").c_str(),
        format("%.3f ms server time, %.2f scripts; %.2f s in all", theirs.grant_ms, theirs.grant_scripts,
               theirs.seconds)
            + format(": ours %.2f x, in all %.2f x", mine.grant_ms / theirs.grant_ms, mine.seconds / theirs.seconds),
        "");
}

void fair()
{
    const Sandbox sandbox({true, {}, "redis-server"});
    auto java = redissons(sandbox.endpoint(), 64, 1);
    Party* theirs = java.empty() ? nullptr : &java.front();
    HiredisPeer peer(sandbox.endpoint());
    for (int i = 0; theirs != nullptr && i < 5; ++i)
        redisson(*theirs, peer, 100); // to warm up
    for (const int waiters : {10, 100, 1000})
        grants(sandbox.endpoint(), theirs, waiters);
}

} // namespace

int main(int argc, char** argv)
{
    return run_parts(argc, argv, {{"fair", 20, fair}});
}
