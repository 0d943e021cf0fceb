// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/contention.hpp"
#include "monitor/time_slots.hpp"

#include <string>
#include <unordered_map>

namespace lockscope::monitor {

/// Statistics of one lock.
class LockContention
{
public:
    explicit LockContention(SteadyTime now) : m_settled(now), m_busy_at(now), m_scored_at(now) {}

    /// Books what went on unchanged since the last call.
    void settle(SteadyTime now);
    /// Nobody looked until @p now.
    void skip_to(SteadyTime now) noexcept { m_settled = now; }
    /// How it is from now on; call settle() before.
    void set_level(std::int64_t waiting, bool held, SteadyTime now);
    [[nodiscard]] std::int64_t waiting() const noexcept { return m_waiting; }

    template <typename Edit>
    void change(SteadyTime now, const Edit& edit)
    {
        m_busy_at = now;
        m_lines.change(now, edit);
    }

    [[nodiscard]] const SlotLines& lines() const noexcept { return m_lines; }
    /// Waiting-seconds, the older ones worth less.
    [[nodiscard]] double score(SteadyTime now) const;
    [[nodiscard]] SteadyTime busy_at() const noexcept { return m_busy_at; }
    [[nodiscard]] bool is_busy() const noexcept { return m_held || m_waiting > 0; }
    [[nodiscard]] std::size_t bytes() const noexcept { return sizeof(*this) + m_lines.bytes(); }

private:
    SlotLines m_lines{SlotLines::Scale::lock};
    std::int64_t m_waiting = 0;
    bool m_held = false;
    SteadyTime m_settled, m_busy_at, m_scored_at;
    double m_score = 0; ///< At m_scored_at.
};

/// Those locks of which statistics are kept one by one; ContentionHistory says which.
class ContendedLocks
{
public:
    explicit ContendedLocks(ContentionLimits limits) : m_limits(limits) {}

    /// Whose place a lock may take that is not kept yet.
    enum class Claim { free_place, any_place };
    /// Null if it gets none.
    LockContention* obtain(const std::string& name, Claim claim, SteadyTime now);
    [[nodiscard]] LockContention* find(const std::string& name);
    [[nodiscard]] const LockContention* find(const std::string& name) const;

    /// Books what goes on at all of them, and drops those that were quiet for long. Call about once a second.
    void settle(SteadyTime now);
    void skip_to(SteadyTime now);

    /// Until when something was that is not kept: its lock had to go since, or had no place then.
    struct Forgotten
    {
        SteadyTime waits = SteadyTime::min();
        SteadyTime anything = SteadyTime::min();
    };
    [[nodiscard]] const Forgotten& forgotten() const noexcept { return m_forgotten; }
    /// Until @p now clients waited for a lock that has no place.
    void miss_waits(SteadyTime now) noexcept { m_forgotten = {now, now}; }

    template <typename Visit>
    void for_each(const Visit& visit) const
    {
        for (const auto& [name, past] : m_locks)
            visit(name, past);
    }
    [[nodiscard]] std::size_t size() const noexcept { return m_locks.size(); }
    [[nodiscard]] std::size_t bytes() const noexcept { return m_bytes; }

private:
    void evict(SteadyTime now, std::size_t how_many);
    void note_going(const LockContention& past, SteadyTime now);

    ContentionLimits m_limits;
    std::unordered_map<std::string, LockContention> m_locks;
    Forgotten m_forgotten;
    std::size_t m_bytes = 0; ///< When last settled.
};

} // namespace lockscope::monitor
