// SPDX-License-Identifier: Apache-2.0
// What the statistics of contention cost beside the monitor: time for each batch and each look, and memory.
#include "lockscope/contention.hpp"
#include "parts.hpp"
#include "table.hpp"

#include <memory>
#include <string>
#include <vector>

using namespace lockscope;
using namespace lockscope::bench;
using namespace std::chrono_literals;

namespace {

constexpr unsigned locks = 100'000;
constexpr unsigned hot_locks = 500;

unsigned next_random()
{
    static unsigned state = 1;
    state = state * 1664525U + 1013904223U;
    return state >> 8;
}

std::string lock_name(unsigned number)
{
    return "some:application:lock:" + std::to_string(number);
}

void change(MonitorBatch& batch, const std::string& name, std::int64_t waiting)
{
    LockState state;
    state.name = name;
    state.waiting_clients = waiting;
    state.holders.emplace_back();
    state.holders_total = 1;
    state.held_since_exact = true;
    batch.changes.push_back({LockChange::Kind::changed, std::make_shared<const LockState>(std::move(state))});
}

/// 250 changes and 250 events, half of them on the hot locks, for which some wait.
MonitorBatch make_batch(SystemTime at)
{
    MonitorBatch batch;
    for (int i = 0; i < 250; ++i) {
        const bool hot = i % 2 == 0;
        const auto name = lock_name(next_random() % (hot ? hot_locks : locks));
        change(batch, name, hot ? next_random() % 4 : 0);
        LockEvent event;
        event.kind = hot ? LockEvent::Kind::released : LockEvent::Kind::acquired;
        event.lock = name;
        event.owner = "9f45a1c0-1b2c-4d3e-8f90-123456789abc:" + std::to_string(i);
        event.at = at;
        if (hot)
            event.held_for = milliseconds(1 + next_random() % 5000);
        batch.events.push_back(std::move(event));
    }
    return batch;
}

template <typename Work>
double milliseconds_of(const Work& work)
{
    const auto start = Clock::now();
    work();
    return seconds_since(start) * 1000;
}

void statistics()
{
    ContentionHistory history;
    auto now = ContentionHistory::Moment::now();
    MonitorBatch all;
    for (unsigned i = 0; i < locks; ++i)
        change(all, lock_name(i), 0);
    row("100,000 locks at once", format("%.1f ms", milliseconds_of([&] { history.take(all, now); })), "");

    std::vector<double> batches;
    for (int i = 0; i < 6000; ++i) { // five minutes
        now.steady += 50ms;
        now.wall += 50ms;
        const auto batch = make_batch(now.wall);
        batches.push_back(milliseconds_of([&] { history.take(batch, now); }));
    }
    const double p99 = percentile(batches, 0.99);
    row("a batch of 250 changes and 250 events, 100,000 locks",
        format("p50 %.3f ms, p99 %.3f ms", percentile(batches, 0.5), p99), "p99 <= 1 ms");

    for (const milliseconds range : {milliseconds(5min), milliseconds(24h)}) {
        const ContentionHistory::Query query{range};
        std::vector<double> looks;
        for (int i = 0; i < 100; ++i) {
            looks.push_back(milliseconds_of([&] {
                (void)history.summary(query, now);
                (void)history.series(query, now);
                (void)history.hold_times(query, now);
                (void)history.wait_times(query, now);
                (void)history.most_contended(query, now);
            }));
        }
        row(range > 1h ? "all figures of 24 hours" : "all figures of 5 minutes",
            format("p50 %.3f ms, longest %.3f ms", percentile(looks, 0.5), percentile(looks, 1)), "<= 4 ms");
    }
    row("memory of the statistics",
        format("%.1f MB for %.0f locks", static_cast<double>(history.bytes()) / 1e6,
               static_cast<double>(history.locks_kept())),
        "<= 60 MB");
}

} // namespace

int main(int argc, char** argv)
{
    return run_parts(argc, argv, {{"statistics", 5, statistics}});
}
