// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/contention.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lockscope::monitor {

/// Makes waiting times out of who came and who went. Knows two kinds of waiters: those with a name (a fair lock's
/// queue), who are timed one by one, and those that are only counted, of whom the first to come is taken for the first
/// to go.
class WaitTracker
{
public:
    struct Wait
    {
        milliseconds duration{0};
        Certainty certainty = Certainty::exact;
    };

    /// @param most_open more waits than these at one time are not timed
    explicit WaitTracker(std::size_t most_open = 100'000) : m_most_open(most_open) {}

    /// Appends the waits that ended with this event to @p ended.
    void take(const LockEvent& event, std::vector<Wait>& ended);
    /// So many were waiting, unnamed, when the lock was first seen: nobody knows since when.
    void found_waiting(const std::string& lock, std::int64_t waiting);
    /// The lock is gone, or nobody was looking for a while.
    void forget(const std::string& lock);
    void forget_all();

    [[nodiscard]] std::size_t open() const noexcept { return m_open; }

private:
    struct Named
    {
        std::size_t owner; ///< A hash: two owners of one are a mistake in one waiting time.
        SystemTime since{};
    };
    /// Some that came together; without a time they were there before somebody looked.
    struct Arrival
    {
        std::optional<SystemTime> since;
        std::int64_t count = 0;
    };
    struct Line
    {
        std::vector<Named> named;
        std::deque<Arrival> counted;
        std::int64_t level = 0; ///< The sum of `counted`.
    };

    void came(const LockEvent& event);
    void went(const LockEvent& event, std::vector<Wait>& ended);
    void level_is(const LockEvent& event, std::vector<Wait>& ended);
    void drop_if_empty(std::unordered_map<std::string, Line>::iterator line);

    std::size_t m_most_open;
    std::size_t m_open = 0; ///< Entries of all lines.
    std::unordered_map<std::string, Line> m_lines;
};

} // namespace lockscope::monitor
