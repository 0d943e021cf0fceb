// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/alerts.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::tests {

using namespace std::chrono_literals;

inline const std::string alice = "9f45a0aa-0b6c-4f0e-9d4c-3b1f5f0a11e1";

inline AlertRule rule(AlertRule::Kind kind, milliseconds duration = 60s, std::int64_t count = 2,
                      const std::string& glob = "*")
{
    AlertRule result;
    result.id = to_string(kind);
    result.kind = kind;
    result.duration = duration;
    result.count = count;
    result.name_glob = glob;
    return result;
}

/// An engine with a clock that only moves when it is told to.
struct Stage
{
    AlertEngine engine;
    SteadyTime now{std::chrono::hours(100)};
    SystemTime wall{std::chrono::hours(400'000)};

    explicit Stage(const std::vector<AlertRule>& rules, AlertLimits limits = {}) : engine(limits)
    {
        engine.set_rules(rules, now, wall);
    }

    void pass(milliseconds time)
    {
        now += time;
        wall += time;
        engine.tick(now, wall);
    }

    [[nodiscard]] LockState held(const std::string& name, milliseconds ttl = 30s) const
    {
        LockState state;
        state.name = name;
        Holder holder;
        holder.owner = alice + ":57";
        holder.count = 1;
        state.holders = {holder};
        state.holders_total = 1;
        state.ttl = ttl;
        state.lease = ttl;
        state.observed_at = now;
        state.held_since = wall;
        return state;
    }
    [[nodiscard]] LockState free(const std::string& name) const
    {
        LockState state;
        state.name = name;
        state.observed_at = now;
        return state;
    }

    void send(MonitorBatch batch) { engine.apply(batch, now, wall); }
    void change(const LockState& state, LockChange::Kind kind = LockChange::Kind::changed)
    {
        MonitorBatch batch;
        batch.changes.push_back({kind, std::make_shared<const LockState>(state)});
        send(std::move(batch));
    }
    void happens(LockEvent::Kind kind, const std::string& lock, const std::string& owner = alice + ":57",
                 bool held_for_exact = true)
    {
        LockEvent event;
        event.kind = kind;
        event.lock = lock;
        event.owner = owner;
        event.at = wall;
        event.held_for = 5s;
        event.held_for_exact = held_for_exact;
        MonitorBatch batch;
        batch.events.push_back(event);
        send(std::move(batch));
    }
    void link(MonitorStatus::Link link)
    {
        MonitorBatch batch;
        batch.status.emplace();
        batch.status->link = link;
        send(std::move(batch));
    }
    [[nodiscard]] std::size_t active() const { return engine.active().size(); }
};

} // namespace lockscope::tests
