// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/monitor.hpp"
#include "support/until.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace lockscope::test {

/// Keeps what a monitor sends as a window would: the rows as they stand, every event, the newest status.
class BatchLog
{
public:
    Monitor::Sink sink()
    {
        return [this](MonitorBatch batch) {
            const std::scoped_lock guard(m_mutex);
            ++m_batches;
            if (batch.status)
                m_status = std::move(*batch.status);
            if (batch.counts)
                m_status.counts = *batch.counts;
            for (auto& change : batch.changes) {
                if (change.kind == LockChange::Kind::removed)
                    m_rows.erase(change.state->name);
                else
                    m_rows[change.state->name] = change.state;
                m_names.emplace(change.state->name, m_status.scan_rounds);
            }
            m_events.insert(m_events.end(), batch.events.begin(), batch.events.end());
        };
    }

    [[nodiscard]] LockStatePtr row(const std::string& name) const
    {
        const std::scoped_lock guard(m_mutex);
        const auto found = m_rows.find(name);
        return found != m_rows.end() ? found->second : nullptr;
    }
    /// Whether there was ever a row of this name, however short.
    [[nodiscard]] bool was_shown(const std::string& name) const
    {
        const std::scoped_lock guard(m_mutex);
        return m_names.contains(name);
    }
    /// How many rounds of scanning were over when it was shown first.
    [[nodiscard]] std::uint64_t rounds_before(const std::string& name) const
    {
        const std::scoped_lock guard(m_mutex);
        return m_names.at(name);
    }
    [[nodiscard]] std::size_t rows() const
    {
        const std::scoped_lock guard(m_mutex);
        return m_rows.size();
    }
    [[nodiscard]] std::vector<LockEvent> events() const
    {
        const std::scoped_lock guard(m_mutex);
        return m_events;
    }
    [[nodiscard]] std::vector<LockEvent::Kind> kinds(const std::string& lock) const
    {
        std::vector<LockEvent::Kind> result;
        for (const auto& event : events()) {
            if (event.lock == lock)
                result.push_back(event.kind);
        }
        return result;
    }
    [[nodiscard]] MonitorStatus status() const
    {
        const std::scoped_lock guard(m_mutex);
        return m_status;
    }
    [[nodiscard]] int batches() const
    {
        const std::scoped_lock guard(m_mutex);
        return m_batches;
    }
    void forget_events()
    {
        const std::scoped_lock guard(m_mutex);
        m_events.clear();
    }

    [[nodiscard]] bool wait_for_row(const std::string& name) const
    {
        return until([&] { return row(name) != nullptr; });
    }
    [[nodiscard]] bool wait_until_gone(const std::string& name) const
    {
        return until([&] { return row(name) == nullptr; });
    }
    [[nodiscard]] bool wait_for_event(const std::string& lock, LockEvent::Kind kind, int times = 1,
                                      std::chrono::milliseconds limit = patience) const
    {
        return until(
            [&] {
                const auto all = kinds(lock);
                return std::count(all.begin(), all.end(), kind) >= times;
            },
            limit);
    }
    [[nodiscard]] bool wait_until_live() const
    {
        return until([&] {
            const auto now = status();
            return now.link == MonitorStatus::Link::live && now.scan_rounds > 0;
        });
    }

private:
    mutable std::mutex m_mutex;
    std::map<std::string, LockStatePtr> m_rows;
    std::map<std::string, std::uint64_t> m_names;
    std::vector<LockEvent> m_events;
    MonitorStatus m_status;
    int m_batches = 0;
};

} // namespace lockscope::test
