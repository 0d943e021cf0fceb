// SPDX-License-Identifier: Apache-2.0
#include "monitor/contended_locks.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

namespace lockscope::monitor {
namespace {

constexpr std::chrono::hours half_life{6};
constexpr std::chrono::hours quiet_without_waiters{1};
constexpr std::size_t evicted_part = 8; ///< One of so many goes, so that the search for the least is rare.

double decay(SteadyTime from, SteadyTime to)
{
    const std::chrono::duration<double, std::ratio<3600>> passed = to - from;
    return std::exp2(-passed.count() / half_life.count());
}

} // namespace

void LockContention::settle(SteadyTime now)
{
    if (now <= m_settled)
        return;
    const auto from = std::exchange(m_settled, now);
    if (!is_busy())
        return;
    m_lines.spread(from, now, [&](TimeSlot& slot, double seconds) {
        slot.waiting += static_cast<double>(m_waiting) * seconds;
        slot.held += m_held ? seconds : 0;
        slot.contended += m_held && m_waiting > 0 ? seconds : 0;
        slot.see_waiting(m_waiting, from);
    });
    if (m_waiting > 0) {
        m_score = score(now) + static_cast<double>(m_waiting) * std::chrono::duration<double>(now - from).count();
        m_scored_at = now;
    }
    m_busy_at = now;
}

void LockContention::set_level(std::int64_t waiting, bool held, SteadyTime now)
{
    m_waiting = waiting;
    m_held = held;
    if (waiting > 0)
        change(now, [&](TimeSlot& slot) { slot.see_waiting(waiting, now); });
}

double LockContention::score(SteadyTime now) const
{
    return m_score == 0 ? 0 : m_score * decay(m_scored_at, now);
}

LockContention* ContendedLocks::obtain(const std::string& name, Claim claim, SteadyTime now)
{
    if (auto* known = find(name))
        return known;
    if (m_locks.size() >= m_limits.locks) {
        if (claim == Claim::free_place || m_limits.locks == 0) {
            m_forgotten.anything = now;
            return nullptr;
        }
        evict(now, m_limits.locks / evicted_part + 1);
    }
    return &m_locks.try_emplace(name, now).first->second;
}

LockContention* ContendedLocks::find(const std::string& name)
{
    const auto found = m_locks.find(name);
    return found == m_locks.end() ? nullptr : &found->second;
}

const LockContention* ContendedLocks::find(const std::string& name) const
{
    const auto found = m_locks.find(name);
    return found == m_locks.end() ? nullptr : &found->second;
}

void ContendedLocks::settle(SteadyTime now)
{
    m_bytes = 0;
    for (auto lock = m_locks.begin(); lock != m_locks.end();) {
        auto& [name, past] = *lock;
        past.settle(now);
        const auto quiet = now - past.busy_at();
        if (quiet > ContentionHistory::longest_range || (quiet > quiet_without_waiters && past.score(now) == 0)) {
            note_going(past, now);
            lock = m_locks.erase(lock);
            continue;
        }
        m_bytes += past.bytes() + name.capacity();
        ++lock;
    }
    while (m_bytes > m_limits.bytes && !m_locks.empty())
        evict(now, m_locks.size() / evicted_part + 1);
}

void ContendedLocks::skip_to(SteadyTime now)
{
    for (auto& [name, past] : m_locks)
        past.skip_to(now);
}

void ContendedLocks::note_going(const LockContention& past, SteadyTime now)
{
    const auto until = past.is_busy() ? now : past.busy_at();
    m_forgotten.anything = std::max(m_forgotten.anything, until);
    if (past.waiting() > 0 || past.score(now) > 0)
        m_forgotten.waits = std::max(m_forgotten.waits, until);
}

void ContendedLocks::evict(SteadyTime now, std::size_t how_many)
{
    using Candidate = std::tuple<double, SteadyTime, std::unordered_map<std::string, LockContention>::iterator>;
    std::vector<Candidate> candidates;
    candidates.reserve(m_locks.size());
    for (auto lock = m_locks.begin(); lock != m_locks.end(); ++lock)
        candidates.emplace_back(lock->second.score(now), lock->second.busy_at(), lock);
    how_many = std::min(how_many, candidates.size());
    std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(how_many), candidates.end(),
                      [](const Candidate& a, const Candidate& b) {
                          return std::tie(std::get<0>(a), std::get<1>(a)) < std::tie(std::get<0>(b), std::get<1>(b));
                      });
    for (std::size_t i = 0; i < how_many; ++i) {
        const auto lock = std::get<2>(candidates[i]);
        m_bytes -= std::min(m_bytes, lock->second.bytes() + lock->first.capacity());
        note_going(lock->second, now);
        m_locks.erase(lock);
    }
}

} // namespace lockscope::monitor
