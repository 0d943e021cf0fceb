// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/contention.hpp"

#include <memory>
#include <string>
#include <utility>

namespace lockscope::test {

/// A monitor whose time and whose locks are made up.
class ContentionWorld
{
public:
    explicit ContentionWorld(ContentionLimits limits = {}) : history(limits) { pass(milliseconds(0)); }

    /// The lock has changed: so many wait.
    void set(const std::string& name, std::int64_t waiting, bool held = true, bool start_seen = true)
    {
        LockState state;
        state.name = name;
        state.waiting_clients = waiting;
        state.held_since_exact = start_seen;
        if (held) {
            Holder holder;
            holder.owner = "9f45a0aa-0b6c-4f0e-9d4c-3b1f5f0a11e1:57";
            holder.count = 1;
            state.holders = {holder};
            state.holders_total = 1;
        }
        change(std::move(state));
    }
    void change(LockState state)
    {
        m_batch.changes.push_back({LockChange::Kind::changed, std::make_shared<const LockState>(std::move(state))});
    }
    void remove(const std::string& name)
    {
        LockState state;
        state.name = name;
        m_batch.changes.push_back({LockChange::Kind::removed, std::make_shared<const LockState>(std::move(state))});
    }
    void event(LockEvent::Kind kind, const std::string& lock, const std::string& owner = {}, std::int64_t count = 0)
    {
        LockEvent event;
        event.kind = kind;
        event.lock = lock;
        event.owner = owner;
        event.count = count;
        event.at = now.wall;
        m_batch.events.push_back(std::move(event));
    }
    void ended(LockEvent::Kind kind, const std::string& lock, milliseconds held_for, std::int64_t unseen = 0)
    {
        event(kind, lock, "9f45a0aa-0b6c-4f0e-9d4c-3b1f5f0a11e1:57");
        m_batch.events.back().held_for = held_for;
        m_batch.events.back().unseen = unseen;
    }
    void status(MonitorStatus::Link link, bool paused = false, NewsSource source = NewsSource::broadcast)
    {
        MonitorStatus status;
        status.link = link;
        status.paused = paused;
        status.source = source;
        m_batch.status = status;
    }
    /// What was said so far happens now.
    void send() { history.take(std::exchange(m_batch, {}), now); }
    /// Then time passes, in steps as a monitor has them.
    void pass(milliseconds duration, milliseconds step = milliseconds(500))
    {
        send();
        for (milliseconds passed{0}; passed < duration; passed += step) {
            advance(std::min(step, duration - passed));
            send();
        }
    }
    /// Time without a word from the monitor.
    void advance(milliseconds duration)
    {
        now.steady += duration;
        now.wall += duration;
    }

    ContentionHistory history;
    // On whole five minutes, so that the steps of every resolution begin here.
    ContentionHistory::Moment now{SteadyTime(std::chrono::hours(100)), SystemTime(std::chrono::hours(490'000))};

private:
    MonitorBatch m_batch;
};

} // namespace lockscope::test
