// SPDX-License-Identifier: Apache-2.0
#include "monitor/lock_table.hpp"

#include <algorithm>
#include <utility>

namespace lockscope::monitor {

LockTable::Number LockTable::number_of(std::string_view name) const
{
    return m_index.find(name, [this](Number number) -> std::string_view { return m_locks[number]->name(); });
}

TrackedLockPtr LockTable::find(std::string_view name) const
{
    const auto number = number_of(name);
    return number != NameIndex::none ? m_locks[number] : nullptr;
}

TrackedLockPtr LockTable::obtain(const std::string& name)
{
    if (auto known = find(name))
        return known;
    if (size() >= m_limit)
        return nullptr;
    if (m_free.empty()) {
        m_free.push_back(static_cast<Number>(m_locks.size()));
        m_locks.grow();
    }
    const auto number = m_free.back();
    m_free.pop_back();
    auto lock = std::make_shared<TrackedLock>(name);
    lock->number = number;
    m_locks[number] = lock;
    m_index.insert(name, number);
    return lock;
}

void LockTable::erase(const TrackedLock& lock)
{
    const auto number = number_of(lock.name());
    if (number == NameIndex::none)
        return;
    m_index.erase(lock.name(), number);
    m_locks[number].reset(); // Perhaps the last reference to the lock.
    m_free.push_back(number);
}

std::vector<TrackedLockPtr> LockTable::all() const
{
    std::vector<TrackedLockPtr> locks;
    locks.reserve(size());
    for (std::size_t number = 0; number < m_locks.size(); ++number) {
        if (m_locks[number])
            locks.push_back(m_locks[number]);
    }
    return locks;
}

void LockTable::for_each(const std::function<void(const TrackedLock&)>& visit) const
{
    for (std::size_t number = 0; number < m_locks.size(); ++number) {
        if (m_locks[number])
            visit(*m_locks[number]);
    }
}

void LockTable::schedule(const TrackedLockPtr& lock)
{
    const auto next = lock->next_check();
    // A later time than the appointment at hand needs no new one: it is made when that comes up.
    if (!next || *next >= lock->scheduled)
        return;
    lock->scheduled = *next;
    m_appointments.push({*next, lock->number});
    if (m_appointments.size() > 2 * size() + 1000)
        forget_old_appointments();
}

/// Those that are not kept any more: left to their time, those of short-lived locks with long leases would pile up.
void LockTable::forget_old_appointments()
{
    std::vector<Appointment> kept;
    for_each([&kept](const TrackedLock& lock) {
        if (lock.scheduled != SteadyTime::max())
            kept.push_back({lock.scheduled, lock.number});
    });
    m_appointments = Appointments({}, std::move(kept));
}

std::vector<TrackedLockPtr> LockTable::take_due(SteadyTime now, std::size_t at_most)
{
    std::vector<TrackedLockPtr> due;
    while (!m_appointments.empty() && m_appointments.top().at <= now && due.size() < at_most) {
        const auto appointment = m_appointments.top();
        m_appointments.pop();
        const TrackedLockPtr& lock = m_locks[appointment.number];
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

LockCounts count(const LockTable& table, const Thresholds& thresholds, SteadyTime now, SystemTime wall)
{
    LockCounts counts;
    table.for_each([&](const TrackedLock& lock) {
        if (!lock.seen())
            return;
        const auto& state = *lock.state();
        ++counts.locks;
        counts.unknown += state.is_out_of_reach() ? 1 : 0;
        counts.held += state.is_held() || is_closed(state) ? 1 : 0;
        counts.contended += is_contended(state) ? 1 : 0;
        counts.stuck += condition_of(state, thresholds, now, wall) == LockCondition::stuck ? 1 : 0;
        counts.more_waiting = counts.more_waiting || !state.queue_known || state.waiters_total > state.waiters.size();
        counts.waiting += std::min(living_waiters(state).value_or(0), INT64_MAX - counts.waiting);
        auto its_own = state.anomalies; // How it was read is not the lock's fault.
        its_own.erase(Anomaly::torn);
        its_own.erase(Anomaly::truncated);
        counts.anomalies += its_own.empty() ? 0 : 1;
    });
    return counts;
}

} // namespace lockscope::monitor
