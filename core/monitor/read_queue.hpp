// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor/lock_table.hpp"
#include "monitor/reader.hpp"

#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockscope::monitor {

/// What reading a lock that is known takes.
[[nodiscard]] ReadRequest request_for(const TrackedLock& lock);

/// What waits to be read, in three ranks: locks that changed, names that may be locks, and locks that are merely to be
/// confirmed. A lock that found another home meanwhile is left to that one. A lock that changes all the time is read at
/// most every shortest_interval: changes in between coalesce. One that is shelved is not read. What is known and what
/// may be new are taken apart: to find out what a name is takes several answers, and nothing known waits for that.
class ReadQueue
{
public:
    static constexpr milliseconds shortest_interval{20};
    static constexpr std::size_t most_candidates = 20'000;
    static constexpr std::size_t most_candidate_bytes = 32 << 20; ///< Of their names; a single one may have more.
    /// Of the names that are taken in one go; the same.
    static constexpr std::size_t most_taken_bytes = 8 << 20;

    explicit ReadQueue(const Station* station = nullptr) : m_station(station) {}

    /// @param now when the news of it came
    void changed(const TrackedLockPtr& lock, SteadyTime now);
    /// False if it was dropped because too many wait; a scan finds it later.
    bool candidate(const std::string& name, ReadRequest::Known known, SteadyTime now);
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

    /// The next requests for known locks; these count as being read until finished().
    [[nodiscard]] std::vector<ReadRequest> take_known(SteadyTime now, std::size_t at_most);
    /// The next names that may be locks.
    [[nodiscard]] std::vector<ReadRequest> take_candidates(std::size_t at_most);
    void finished(const TrackedLockPtr& lock);
    /// Gives them back after a failure of the connection.
    void put_back(const std::vector<ReadRequest>& requests, const LockTable& table);

    /// How long until a known lock may be taken; nullopt if none waits.
    [[nodiscard]] std::optional<std::chrono::nanoseconds> wait(SteadyTime now) const;
    [[nodiscard]] std::size_t candidates() const noexcept { return m_candidates.size() + m_counters.size(); }
    [[nodiscard]] bool has_candidates() const noexcept { return candidates() > 0; }
    /// When the oldest news came of those that wait; nullopt if none do.
    [[nodiscard]] std::optional<SteadyTime> waits_since() const noexcept
    {
        return m_changed.empty() ? std::nullopt : std::optional(m_changed.front()->news_at);
    }

private:
    [[nodiscard]] bool has_room_for(const std::string& name) const noexcept;
    [[nodiscard]] static ReadRequest begin(TrackedLock& lock, SteadyTime now);
    const Station* m_station; ///< Whose queue this is.
    std::deque<TrackedLockPtr> m_changed;
    struct Candidate
    {
        ReadRequest::Known known;
        SteadyTime news_at;
    };
    std::unordered_map<std::string, Candidate> m_candidates;
    /// The same name may also be asked for a lock: both are looked at. With when the news came.
    std::unordered_map<std::string, SteadyTime> m_counters;
    std::size_t m_candidate_bytes = 0; ///< Of the names of both.
    std::vector<TrackedLockPtr> m_confirm;
};

} // namespace lockscope::monitor
