// SPDX-License-Identifier: Apache-2.0
#include "monitor/lock_table.hpp"

#include <algorithm>

namespace lockscope::monitor {

TrackedLockPtr LockTable::find(std::string_view name) const
{
    const auto found = m_locks.find(name);
    return found != m_locks.end() ? *found : nullptr;
}

TrackedLockPtr LockTable::obtain(const std::string& name)
{
    if (auto known = find(name))
        return known;
    if (m_locks.size() >= m_limit)
        return nullptr;
    return *m_locks.insert(std::make_shared<TrackedLock>(name)).first;
}

void LockTable::erase(const TrackedLock& lock)
{
    if (const auto found = m_locks.find(std::string_view(lock.name())); found != m_locks.end())
        m_locks.erase(found);
}

void LockTable::for_each(const std::function<void(const TrackedLock&)>& visit) const
{
    for (const auto& lock : m_locks)
        visit(*lock);
}

void LockTable::schedule(const TrackedLockPtr& lock)
{
    const auto next = lock->next_check();
    // A later time than the appointment at hand needs no new one: it is made when that comes up.
    if (!next || *next >= lock->scheduled)
        return;
    lock->scheduled = *next;
    m_appointments.push({*next, lock});
}

std::vector<TrackedLockPtr> LockTable::take_due(SteadyTime now, std::size_t at_most)
{
    std::vector<TrackedLockPtr> due;
    while (!m_appointments.empty() && m_appointments.top().at <= now && due.size() < at_most) {
        const auto appointment = m_appointments.top();
        m_appointments.pop();
        const auto lock = appointment.lock.lock();
        if (!lock || appointment.at != lock->scheduled)
            continue; // Gone, or an earlier appointment took its place.
        lock->scheduled = SteadyTime::max();
        const auto next = lock->next_check();
        if (next && *next <= now)
            due.push_back(lock);
        else
            schedule(lock);
    }
    return due;
}

TableCounts count(const LockTable& table, const Thresholds& thresholds, SteadyTime now, SystemTime wall)
{
    TableCounts counts;
    table.for_each([&](const TrackedLock& lock) {
        if (!lock.seen())
            return;
        const auto& state = *lock.state();
        ++counts.locks;
        counts.held += state.is_held() ? 1 : 0;
        counts.contended += state.is_held() && state.has_waiters() ? 1 : 0;
        counts.stuck += condition_of(state, thresholds, now, wall) == LockCondition::stuck ? 1 : 0;
        counts.clients_waiting += state.waiting_clients.value_or(static_cast<std::int64_t>(state.waiters_total));
        // How it was read is not the lock's fault.
        counts.anomalies +=
            std::any_of(state.anomalies.begin(), state.anomalies.end(),
                        [](Anomaly anomaly) { return anomaly != Anomaly::torn && anomaly != Anomaly::truncated; })
                ? 1
                : 0;
    });
    return counts;
}

} // namespace lockscope::monitor
