// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor/lock_table.hpp"
#include "monitor/reader.hpp"

#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockscope::monitor {

/// What reading a lock that is known takes.
[[nodiscard]] ReadRequest request_for(const TrackedLock& lock);

/// What waits to be read, in three ranks: locks that changed, names that may be locks, and locks that are merely to be
/// confirmed. A lock that found another home meanwhile is left to that one. A lock that changes all the time is read at
/// most every shortest_interval: changes in between coalesce. One that is shelved is not read.
class ReadQueue
{
public:
    static constexpr milliseconds shortest_interval{20};
    static constexpr std::size_t most_candidates = 20'000;
    static constexpr std::size_t most_candidate_bytes = 32 << 20; ///< Of their names; a single one may have more.
    /// Of the names that are taken in one go; the same.
    static constexpr std::size_t most_taken_bytes = 8 << 20;

    explicit ReadQueue(const Station* station = nullptr) : m_station(station) {}

    void changed(const TrackedLockPtr& lock);
    /// False if it was dropped because too many wait; a scan finds it later.
    bool candidate(const std::string& name, ReadRequest::Known known);
    void confirm(std::vector<TrackedLockPtr> locks);
    /// From the start: what waits to be confirmed already is among them.
    void confirm_all(std::vector<TrackedLockPtr> locks) { m_confirm = std::move(locks); }
    [[nodiscard]] bool is_confirming() const noexcept { return !m_confirm.empty(); }
    void clear_candidates()
    {
        m_candidates.clear();
        m_counters.clear();
        m_candidate_bytes = 0;
    }

    /// The next requests; their locks count as being read until finished().
    [[nodiscard]] std::vector<ReadRequest> take(SteadyTime now, std::size_t at_most);
    void finished(const TrackedLockPtr& lock);
    /// Gives them back after a failure of the connection.
    void put_back(const std::vector<ReadRequest>& requests, const LockTable& table);

    /// How long until something may be taken; nullopt if nothing waits.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> wait(SteadyTime now) const;

private:
    [[nodiscard]] bool has_room_for(const std::string& name) const noexcept;
    [[nodiscard]] static ReadRequest begin(TrackedLock& lock, SteadyTime now);
    const Station* m_station; ///< Whose queue this is.
    std::deque<TrackedLockPtr> m_changed;
    std::unordered_map<std::string, ReadRequest::Known> m_candidates;
    std::unordered_set<std::string> m_counters; ///< The same name may also be asked for a lock: both are looked at.
    std::size_t m_candidate_bytes = 0;          ///< Of the names of both.
    std::vector<TrackedLockPtr> m_confirm;
};

} // namespace lockscope::monitor
