// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"

#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace lockscope::monitor {

/// Remembers names that changed and turned out to be no locks, so that a busy counter is not looked at each time it
/// is announced: ignored for a second at first, then twice as long each time, a minute at most. Bounded; keeps hashes
/// of names only. A lock that comes to be under such a name is found by the next scan at the latest.
class ForeignKeys
{
public:
    explicit ForeignKeys(std::size_t capacity = 65'536) : m_capacity(capacity) {}

    [[nodiscard]] bool ignored(std::string_view name, SteadyTime now) const;
    void add(std::string_view name, SteadyTime now);

private:
    struct Entry
    {
        SteadyTime until{};
        int strikes = 0;
    };
    void make_room(SteadyTime now);

    std::size_t m_capacity;
    std::unordered_map<std::size_t, Entry> m_entries; ///< By hash: a collision delays a lock by a minute at most.
};

/// Announced keys that are no locks, per second; too many over two seconds mean that broadcast costs more than it
/// gives.
class NoiseMeter
{
public:
    explicit NoiseMeter(double limit_per_second = 2000) : m_limit(limit_per_second) {}
    void count(std::uint64_t keys = 1) { m_count += keys; }
    /// Call about once a second. True when the limit was exceeded in two periods running.
    [[nodiscard]] bool too_loud(SteadyTime now);

private:
    double m_limit;
    std::uint64_t m_count = 0;
    SteadyTime m_since{};
    int m_loud = 0;
};

} // namespace lockscope::monitor
