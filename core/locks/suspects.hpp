// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace lockscope::locks {

/// Which waiters of a fair lock nobody listens for, and since when. One who has just queued is about to subscribe, and
/// one whose connection broke will be back; whoever is found silent for two seconds is dead. I/O thread only.
class Suspects
{
public:
    using Clock = std::chrono::steady_clock;

    /// What a look has found; whoever is not among them is not suspected any more.
    void update(const std::vector<std::string>& unheard)
    {
        const Clock::time_point now = Clock::now();
        std::map<std::string, Clock::time_point> still;
        for (const std::string& waiter : unheard) {
            const auto known = m_since.find(waiter);
            still.emplace(waiter, known == m_since.end() || !is_fresh(now) ? now : known->second);
        }
        m_since = std::move(still);
        m_looked_at = now;
    }
    [[nodiscard]] bool is_empty() const noexcept { return m_since.empty(); }
    [[nodiscard]] std::vector<std::string> dead() const
    {
        constexpr std::chrono::seconds until_dead{2};
        const Clock::time_point now = Clock::now();
        std::vector<std::string> result;
        for (const auto& [waiter, since] : m_since) {
            if (is_fresh(now) && now - since >= until_dead)
                result.push_back(waiter);
        }
        return result;
    }

private:
    /// Nobody has looked for a while: meanwhile they may have been served, and have queued anew.
    [[nodiscard]] bool is_fresh(Clock::time_point now) const { return now - m_looked_at < std::chrono::seconds(5); }

    Clock::time_point m_looked_at{};
    std::map<std::string, Clock::time_point> m_since;
};

} // namespace lockscope::locks
