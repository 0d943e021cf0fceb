// SPDX-License-Identifier: Apache-2.0
// Figures of the monitor: how fast it finds locks, what that costs others, its memory, and its steady cost to the
// server.
#include "hiredis_peer.hpp"
#include "keyspace.hpp"
#include "lock_by_hand.hpp"
#include "locks/key_names.hpp"
#include "lockscope/client.hpp"
#include "lockscope/monitor.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/sandbox.hpp"
#include "parts.hpp"
#include "support/until.hpp"
#include "table.hpp"

#include <malloc.h>

#include <atomic>
#include <cmath>
#include <functional>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

using namespace lockscope;
using namespace lockscope::bench;

namespace {

/// Takes a lock of this server and gives it back.
using Pair = std::function<void()>;

/// A service on the library: its thread, and the client's.
Pair by_the_library(const Endpoint& endpoint)
{
    const auto client = std::make_shared<Client>(endpoint);
    const auto lock = std::make_shared<ReentrantLock>(client->reentrant_lock("neighbour"));
    return [client, lock] {
        lock->lock();
        lock->unlock();
    };
}

/// The same scripts over bare, blocking hiredis: one thread, so that fewer contend for the processors of a small
/// machine.
Pair by_hiredis(const Endpoint& endpoint, const std::string& lock)
{
    const auto peer = std::make_shared<HiredisPeer>(endpoint);
    const Scripts scripts(*peer);
    return [peer, scripts, lock] {
        peer->command(scripts.take(lock, "owner"));
        peer->command(scripts.leave(lock, "owner"));
    };
}

/// Who takes locks on a server, and what they do between two of them.
struct Lockers
{
    const char* name;
    std::vector<Pair> (*pairs)(const Endpoint&);
    std::chrono::microseconds pause;
};

/// Time of lock+unlock of somebody else on this server, as long as it lives.
class Neighbour
{
public:
    Neighbour(const Lockers& lockers, const Endpoint& endpoint) : m_pause(lockers.pause)
    {
        for (Pair& pair : lockers.pairs(endpoint))
            m_threads.emplace_back([this, pair = std::move(pair)] { work(pair); });
    }
    ~Neighbour()
    {
        m_stop = true;
        for (std::thread& thread : m_threads)
            thread.join();
    }
    /// Microseconds, since the last call.
    std::vector<double> take()
    {
        const std::scoped_lock guard(m_mutex);
        return std::exchange(m_samples, {});
    }

private:
    void work(const Pair& pair)
    {
        while (!m_stop) {
            const auto start = Clock::now();
            pair();
            {
                const std::scoped_lock guard(m_mutex);
                m_samples.push_back(seconds_since(start) * 1e6);
            }
            if (m_pause.count() > 0)
                std::this_thread::sleep_for(m_pause);
        }
    }
    std::chrono::microseconds m_pause;
    std::atomic<bool> m_stop{false};
    std::mutex m_mutex;
    std::vector<double> m_samples;
    std::vector<std::thread> m_threads;
};

struct Seen
{
    std::mutex mutex;
    std::set<std::string> names;
    std::set<std::string> contended;
    MonitorStatus status;
    void take(const MonitorBatch& batch)
    {
        const std::scoped_lock guard(mutex);
        for (const LockChange& change : batch.changes) {
            if (!change.state->name.starts_with("lock:"))
                continue;
            names.insert(change.state->name);
            if (change.state->has_waiters())
                contended.insert(change.state->name);
        }
        if (batch.status)
            status = *batch.status;
    }
};

/// What does not come in time is seen by the figures.
void wait_for(const std::function<bool()>& condition, std::chrono::seconds limit)
{
    static_cast<void>(test::until(condition, limit));
}

/// With DEBUG POPULATE.
SandboxOptions for_many_keys()
{
    return {false, {"--enable-debug-command", "local"}, "redis-server"};
}

double used_cpu(HiredisPeer& peer)
{
    const std::string info = peer.command({"INFO", "cpu"});
    double sum = 0;
    for (const char* name : {"used_cpu_sys:", "used_cpu_user:"})
        sum += std::stod(info.substr(info.find(name) + std::string(name).size()));
    return sum;
}

constexpr int locks_to_find = 10'000;
constexpr int contended_locks = 50;
constexpr std::chrono::seconds interval(3);
constexpr int rounds = 3;

/// A server with a million keys, some of them locks, on a few of which somebody waits.
class FullServer
{
public:
    FullServer()
    {
        make_locks(m_peer, locks_to_find);
        add_noise(m_peer, 1'000'000 - locks_to_find);
        for (int i = 0; i < contended_locks; ++i) {
            m_waiters.push_back(std::make_unique<HiredisPeer>(endpoint()));
            m_waiters.back()->command({"SUBSCRIBE", locks::unlock_channel(lock_name(i * 100))});
        }
    }
    [[nodiscard]] const Endpoint& endpoint() const { return m_sandbox.endpoint(); }

private:
    Sandbox m_sandbox{for_many_keys()};
    HiredisPeer m_peer{m_sandbox.endpoint()};
    std::vector<std::unique_ptr<HiredisPeer>> m_waiters;
};

/// Of somebody else's locks while something happens, and the seconds that it took.
struct Meanwhile
{
    std::vector<double> samples;
    double seconds = 0;
    double contended_seconds = 0; ///< Until the contended locks were found; 0: not looked for.
};

/// Of all rounds: a single one says more of the machine's moment than of what was done.
class Sum
{
public:
    void add(Meanwhile more)
    {
        m_samples.insert(m_samples.end(), more.samples.begin(), more.samples.end());
        m_seconds.push_back(more.seconds);
        m_contended_seconds.push_back(more.contended_seconds);
    }
    double p99() { return percentile(m_samples, 0.99); }
    double p50() { return percentile(m_samples, 0.5); }
    double seconds() { return percentile(m_seconds, 0.5); }
    double contended_seconds() { return percentile(m_contended_seconds, 0.5); }
    double slowest() { return percentile(m_seconds, 1); }

private:
    std::vector<double> m_samples, m_seconds, m_contended_seconds;
};

void print_neighbour(const char* when, Sum& quiet, Sum& busy, const std::string& aim = {})
{
    row(when,
        format("%.0f us, without us %.0f us: %+.0f %%", busy.p99(), quiet.p99(), (busy.p99() / quiet.p99() - 1) * 100)
            + format("; p50 %.0f and %.0f us", busy.p50(), quiet.p50()),
        aim);
}

/// What others see anyway.
Meanwhile quiet(Neighbour& neighbour)
{
    neighbour.take();
    std::this_thread::sleep_for(interval);
    return {neighbour.take(), 0, 0};
}

/// Nothing but SCAN, question by question. @returns the seconds that it took
double walk_by_hand(const Endpoint& endpoint, int keys_a_step)
{
    HiredisPeer peer(endpoint);
    const auto start = Clock::now();
    std::string cursor = "0";
    do {
        const std::string reply = peer.command({"SCAN", cursor, "COUNT", std::to_string(keys_a_step), "TYPE", "hash"});
        cursor = reply.substr(0, reply.find(' '));
    } while (cursor != "0");
    return seconds_since(start);
}

Meanwhile walk_by_hand(const Endpoint& endpoint, int keys_a_step, Neighbour& neighbour)
{
    neighbour.take();
    const double seconds = walk_by_hand(endpoint, keys_a_step);
    return {neighbour.take(), seconds, 0};
}

/// A monitor that finds everything, and then watches.
class Finding
{
public:
    explicit Finding(const Endpoint& endpoint) : m_client(endpoint) { m_client.ping(); }

    Meanwhile find(Neighbour& neighbour)
    {
        neighbour.take();
        const auto start = Clock::now();
        m_monitor.start();
        wait_until([this] { return m_seen.contended.size() >= contended_locks; });
        const double contended = seconds_since(start);
        wait_until([this] { return m_seen.names.size() >= locks_to_find; });
        const double all = seconds_since(start);
        return {neighbour.take(), all, contended};
    }
    Meanwhile watch(Neighbour& neighbour)
    {
        wait_until([this] { return m_seen.status.scan_rounds > 0; });
        return quiet(neighbour);
    }

private:
    void wait_until(const std::function<bool()>& condition)
    {
        wait_for(
            [&] {
                const std::scoped_lock guard(m_seen.mutex);
                return condition();
            },
            std::chrono::seconds(60));
    }
    Client m_client;
    Seen m_seen;
    Monitor m_monitor{m_client, {}, [this](const MonitorBatch& batch) { m_seen.take(batch); }};
};

void find_beside(const Lockers& lockers, const std::string& aim = "<= +25 %")
{
    const FullServer server, other_server;
    Neighbour neighbour(lockers, server.endpoint());
    Sum before, found, watched, elsewhere, by_hand, in_large_steps;
    for (int round = 0; round < rounds; ++round) {
        before.add(quiet(neighbour));
        {
            Finding monitor(server.endpoint());
            found.add(monitor.find(neighbour));
            watched.add(monitor.watch(neighbour));
        }
        // What of it comes from sharing the processors, and not the server.
        elsewhere.add(Finding(other_server.endpoint()).find(neighbour));
        by_hand.add(walk_by_hand(server.endpoint(), 50, neighbour));
        in_large_steps.add(walk_by_hand(server.endpoint(), 1'000, neighbour));
    }

    const std::string what = std::string("find 10,000 locks in 1,000,000 keys beside ") + lockers.name;
    row(what.c_str(),
        format("all in %.2f s (at most %.2f), 50 contended in %.3f s", found.seconds(), found.slowest(),
               found.contended_seconds()),
        "<= 3 s, <= 0.1 s");
    row("  against nothing but SCAN, 50 keys a step, and 1,000",
        format("%.2f s, %.2f s: ours %.2f x the former", by_hand.seconds(), in_large_steps.seconds(),
               found.seconds() / by_hand.seconds()),
        "");
    print_neighbour("  p99 of its lock+unlock meanwhile", before, found, aim);
    print_neighbour("  the same while we find as many on another server", before, elsewhere);
    print_neighbour("  the same with nothing but SCAN, 50 keys a step", before, by_hand);
    print_neighbour("  the same with 1,000 keys a step", before, in_large_steps);
    print_neighbour("  the same once all are found, and watched", before, watched);
}

/// Who leaves the server no rest gets what others leave of it, and so waits longer in the mean by at least that much,
/// whoever asks and in whatever steps (Little's law). @returns percent
double least_cost()
{
    const FullServer server;
    HiredisPeer peer(server.endpoint());
    const double before = used_cpu(peer);
    walk_by_hand(server.endpoint(), 1'000);
    const double work = used_cpu(peer) - before;
    constexpr double aim = 3;
    const double more = work < aim ? (aim / (aim - work) - 1) * 100 : INFINITY;
    row("nothing but SCAN of 1,000,000 keys", format("%.2f s of the server's time", work), "");
    return more;
}

void finding()
{
    const double least = least_cost();
    // One that never rests would need a processor for itself, and on a small machine that would be measured.
    constexpr std::chrono::microseconds rests(500);
    find_beside({"a service", [](const Endpoint& server) { return std::vector{by_the_library(server)}; }, rests});
    find_beside(
        {"bare hiredis", [](const Endpoint& server) { return std::vector{by_hiredis(server, "neighbour")}; }, rests});
    // Those whom a scan without pauses, 1,000 keys a step, slowed down to 4.5 times the p99, which the aim is set
    // against.
    find_beside({"four lockers without rest",
                 [](const Endpoint& server) {
                     std::vector<Pair> pairs;
                     for (int i = 0; i < 4; ++i)
                         pairs.push_back(by_hiredis(server, "neighbour" + std::to_string(i)));
                     return pairs;
                 },
                 {}},
                format("<= +25 %%, but in 3 s their mean rises by %.0f %% anyway", least));
}

void memory()
{
    constexpr int locks = 100'000;
    const Sandbox sandbox(for_many_keys());
    HiredisPeer peer(sandbox.endpoint());
    make_locks(peer, locks);
    add_noise(peer, 990'000);
    Client client(sandbox.endpoint());
    client.ping();
    std::atomic<std::size_t> added{0};
    const std::size_t before = mallinfo2().uordblks;
    Monitor monitor(client, {}, [&](const MonitorBatch& batch) {
        for (const LockChange& change : batch.changes)
            added += change.kind == LockChange::Kind::added ? 1 : 0;
    });
    const auto start = Clock::now();
    monitor.start();
    wait_for([&] { return added >= locks; }, std::chrono::seconds(120));
    const double took = seconds_since(start);
    const std::size_t after = mallinfo2().uordblks;
    row("memory for 100,000 locks in 1,090,000 keys",
        format("%.0f bytes a lock; all found in %.1f s", static_cast<double>(after - before) / locks, took),
        "<= 1 KB a lock");
}

void steady_cost()
{
    const Sandbox sandbox;
    HiredisPeer peer(sandbox.endpoint());
    Client holder(sandbox.endpoint());
    for (int i = 0; i < 1000; ++i)
        holder.reentrant_lock(lock_name(i)).lock();
    const auto cpu_over = [&](double seconds) {
        const double cpu = used_cpu(peer);
        const auto start = Clock::now();
        std::this_thread::sleep_for(std::chrono::duration<double>(seconds)); // the measured interval
        return (used_cpu(peer) - cpu) / seconds_since(start);
    };
    constexpr double interval = 20;
    const double without = cpu_over(interval);
    Client client(sandbox.endpoint());
    Seen seen;
    Monitor monitor(client, {}, [&](const MonitorBatch& batch) { seen.take(batch); });
    monitor.start();
    wait_for(
        [&] {
            const std::scoped_lock guard(seen.mutex);
            return seen.names.size() >= 1000;
        },
        std::chrono::seconds(10));
    const double with = cpu_over(interval);
    const std::scoped_lock guard(seen.mutex);
    row("cost to the server, 1,000 held locks",
        format("%.2f %% of a core (%.2f %% with us, %.2f %% without)", (with - without) * 100, with * 100,
               without * 100),
        "<= 1 %");
    row("  as the status strip shows it",
        format("%.2f %%, %.0f commands/s", seen.status.cost.cpu_share.value_or(0) * 100,
               seen.status.cost.commands_per_second),
        "");
}

} // namespace

int main(int argc, char** argv)
{
    return run_parts(argc, argv,
                     {{"finding", 150, finding}, {"monitor-memory", 25, memory}, {"steady", 45, steady_cost}});
}
