// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::locks {

/// Which waiters of a fair lock nobody listens for, and since when. One who has just queued is about to subscribe, and
/// one whose connection broke will be back; whoever is found silent for two seconds is dead. I/O thread only.
class Suspects
{
public:
    using Clock = std::chrono::steady_clock;

    /// What a look has found; whoever is not among them is not suspected any more.
    void update(const std::vector<std::string>& unheard, Clock::time_point now)
    {
        std::map<std::string, Clock::time_point> still;
        for (const std::string& waiter : unheard) {
            const auto known = m_since.find(waiter);
            still.emplace(waiter, known == m_since.end() || !is_fresh(now) ? now : known->second);
        }
        m_since = std::move(still);
        m_looked_at = now;
    }
    [[nodiscard]] bool is_empty() const noexcept { return m_since.empty(); }
    [[nodiscard]] std::vector<std::string> dead(Clock::time_point now) const
    {
        constexpr std::chrono::seconds until_dead{2};
        std::vector<std::string> result;
        for (const auto& [waiter, since] : m_since) {
            if (is_fresh(now) && now - since >= until_dead)
                result.push_back(waiter);
        }
        return result;
    }
    [[nodiscard]] Clock::time_point looked_at() const noexcept { return m_looked_at; }
    /// Otherwise nobody has looked for a while: meanwhile they may have been served, and have queued anew.
    [[nodiscard]] bool is_fresh(Clock::time_point now) const { return now - m_looked_at < std::chrono::seconds(5); }

private:
    Clock::time_point m_looked_at{};
    std::map<std::string, Clock::time_point> m_since;
};

/// Those of every fair lock that this client looked at of late, whether somebody waits for it just now or not: who
/// tries again and again, each time for a moment only, finds out as well. I/O thread only.
class SuspectsByLock
{
public:
    using Clock = Suspects::Clock;

    static constexpr std::size_t most_locks = 1000; ///< Beyond that those looked at least recently are forgotten.

    void update(const std::string& lock, const std::vector<std::string>& unheard, Clock::time_point now)
    {
        if (!m_locks.contains(lock) && m_locks.size() >= most_locks)
            make_room(now);
        m_locks[lock].update(unheard, now);
    }
    [[nodiscard]] std::vector<std::string> dead(const std::string& lock, Clock::time_point now) const
    {
        const auto known = m_locks.find(lock);
        return known == m_locks.end() ? std::vector<std::string>() : known->second.dead(now);
    }
    [[nodiscard]] bool is_empty(const std::string& lock) const
    {
        const auto known = m_locks.find(lock);
        return known == m_locks.end() || known->second.is_empty();
    }
    /// Whether somebody looked so short a time ago.
    [[nodiscard]] bool has_looked(const std::string& lock, Clock::duration within, Clock::time_point now) const
    {
        const auto known = m_locks.find(lock);
        return known != m_locks.end() && now - known->second.looked_at() < within;
    }

private:
    void make_room(Clock::time_point now)
    {
        // Where nobody is suspected there is nothing to forget but when that was found.
        std::erase_if(m_locks, [&](const auto& each) { return each.second.is_empty() || !each.second.is_fresh(now); });
        if (m_locks.size() < most_locks)
            return;
        m_locks.erase(std::min_element(m_locks.begin(), m_locks.end(), [](const auto& left, const auto& right) {
            return left.second.looked_at() < right.second.looked_at();
        }));
    }

    std::map<std::string, Suspects> m_locks;
};

} // namespace lockscope::locks
