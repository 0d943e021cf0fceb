// SPDX-License-Identifier: Apache-2.0
// Ten thousand held locks: how many scripts keep them, how long it is between two renewals of one, and whether any is
// lost; on one server, and in a cluster of which one master is stopped.
#include "hiredis_peer.hpp"
#include "lockscope/client.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/sandbox.hpp"
#include "lockscope/sandbox_cluster.hpp"
#include "parts.hpp"
#include "renewals.hpp"
#include "table.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <list>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

using namespace lockscope;
using namespace lockscope::bench;

namespace {

constexpr int held = 10'000;
constexpr std::chrono::milliseconds lease{3000};
constexpr double period = 1;                            ///< Seconds: a third of the lease.
constexpr std::chrono::seconds measured{9};             ///< Three leases.
constexpr std::chrono::milliseconds between_looks{250}; ///< A renewal comes after half a period at the earliest.

ClientOptions options()
{
    ClientOptions options;
    options.watchdog_lease = lease;
    return options;
}

void watch(std::list<Renewals>& renewals)
{
    const auto start = Clock::now();
    while (Clock::now() - start < measured) {
        std::this_thread::sleep_for(between_looks);
        for (Renewals& each : renewals)
            each.look();
    }
}

std::string gap(std::list<Renewals>& renewals)
{
    double longest = 0;
    for (Renewals& each : renewals)
        longest = std::max(longest, each.longest_gap());
    const auto whole = static_cast<double>(lease.count());
    return format("%.0f ms: %.2f of lease/3, %.2f of the lease", longest, longest / (whole / 3), longest / whole);
}

void one_server()
{
    const Sandbox sandbox({true, {}, "redis-server"});
    std::atomic<int> lost{0};
    Client client(sandbox.endpoint(), options());
    client.on_lost([&](const LossNotice&) { ++lost; });
    std::vector<std::string> names;
    for (int i = 0; i < held; ++i)
        names.push_back("bench:w" + std::to_string(i));
    for (const std::string& name : names)
        client.reentrant_lock(name).lock();
    // One lease, so that what is measured is the holding, and not the end of the taking.
    std::this_thread::sleep_for(lease); // time itself is what has to pass
    HiredisPeer peer(sandbox.endpoint());
    const long long before = script_calls(peer);
    const auto start = Clock::now();
    std::this_thread::sleep_for(measured);
    const double periods = seconds_since(start) / period;
    const auto scripts = static_cast<double>(script_calls(peer) - before);
    row("watchdog, 10,000 held locks, lease 3 s",
        format("%.0f lost, %.2f scripts per 100 locks a period", lost.load(), scripts / periods / (held / 100.0)),
        "0 lost, <= 1");
    // Only now: to look takes some of the server's time.
    std::list<Renewals> renewals;
    renewals.emplace_back(peer, names, lease);
    watch(renewals);
    row("  largest gap between two renewals of a lock", gap(renewals), "<= 1.5 of lease/3, 0.5 of the lease");
}

/// Losses of locks, by name.
class Losses
{
public:
    void take(const LossNotice& notice)
    {
        const std::scoped_lock guard(m_mutex);
        m_names.insert(notice.lock);
    }
    int count()
    {
        const std::scoped_lock guard(m_mutex);
        return static_cast<int>(m_names.size());
    }
    int among(const std::vector<std::string>& names)
    {
        const std::scoped_lock guard(m_mutex);
        return static_cast<int>(
            std::count_if(names.begin(), names.end(), [&](const std::string& name) { return m_names.contains(name); }));
    }

private:
    std::mutex m_mutex;
    std::set<std::string> m_names;
};

/// By many threads, for it has to be done within a lease or two.
void take_all(Client& client, const std::function<std::string(int)>& name_of)
{
    constexpr int takers = 16;
    std::vector<std::thread> threads;
    for (int taker = 0; taker < takers; ++taker) {
        threads.emplace_back([&, taker] {
            for (int i = taker; i < held; i += takers)
                client.reentrant_lock(name_of(i)).lock();
        });
    }
    for (std::thread& thread : threads)
        thread.join();
}

void one_master_stopped(const std::string& what, const std::function<std::string(int)>& name_of)
{
    constexpr int stopped = 1;
    SandboxClusterOptions cluster_options;
    cluster_options.requires_full_coverage = false; // or nobody could be served
    SandboxCluster cluster(cluster_options);
    Losses losses;
    Client client(cluster.endpoint(), options());
    client.on_lost([&](const LossNotice& notice) { losses.take(notice); });
    take_all(client, name_of);
    std::this_thread::sleep_for(lease); // as above
    std::list<HiredisPeer> peers;
    std::list<Renewals> renewals;
    std::vector<std::string> kept;
    for (const int node : {0, 2}) {
        std::istringstream words(peers.emplace_back(cluster.node(node).endpoint()).command({"KEYS", "*"}));
        std::vector<std::string> names;
        for (std::string name; words >> name;)
            names.push_back(name);
        kept.insert(kept.end(), names.begin(), names.end());
        renewals.emplace_back(peers.back(), std::move(names), lease);
    }
    const int lost_before = losses.count();
    cluster.node(stopped).pause_server();
    watch(renewals);
    const std::string longest = gap(renewals);
    const int lost = losses.among(kept);
    cluster.node(stopped).resume_server();
    row(("10,000 held in a cluster, one of three stopped, " + what).c_str(),
        format("%.0f lost of %.0f at the others; before %.0f", lost, static_cast<double>(kept.size()), lost_before),
        "0 lost");
    row("  largest gap there", longest, "<= 1.5 of lease/3, 0.5 of the lease");
}

void one_stopped()
{
    one_master_stopped("100 a slot",
                       [](int i) { return "{bench:" + std::to_string(i % 100) + "}:" + std::to_string(i); });
    // A script may not name keys of several slots, so each has a script of its own.
    one_master_stopped("a slot each", [](int i) { return "bench:" + std::to_string(i); });
}

} // namespace

int main(int argc, char** argv)
{
    return run_parts(argc, argv, {{"watchdog", 30, one_server}, {"stopped", 50, one_stopped}});
}
