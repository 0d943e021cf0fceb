// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_map.hpp"
#include "lockscope/monitor.hpp"
#include "monitor/tracked_lock.hpp"

#include <functional>
#include <memory>
#include <queue>
#include <string_view>
#include <vector>

namespace lockscope::monitor {

using TrackedLockPtr = std::shared_ptr<TrackedLock>;

/// Every lock known, by name, and when each is due for another look. Bounded: beyond the limit locks are counted only.
class LockTable
{
public:
    explicit LockTable(std::size_t limit) : m_limit(limit) {}

    [[nodiscard]] TrackedLockPtr find(std::string_view name) const;
    /// The lock of this name, made if there is none; null if the table is full.
    TrackedLockPtr obtain(const std::string& name);
    void erase(const TrackedLock& lock);
    [[nodiscard]] std::size_t size() const noexcept { return m_index.size(); }
    [[nodiscard]] std::vector<TrackedLockPtr> all() const;
    void for_each(const std::function<void(const TrackedLock&)>& visit) const;

    /// Notes when the lock wants to be looked at next; call after each reading.
    void schedule(const TrackedLockPtr& lock);
    /// Locks whose time has come, a few at a time.
    [[nodiscard]] std::vector<TrackedLockPtr> take_due(SteadyTime now, std::size_t at_most);
    /// How many are noted, those of locks that are gone included: bounded by the locks that there are.
    [[nodiscard]] std::size_t appointments() const noexcept { return m_appointments.size(); }

private:
    using Number = NameIndex::Number;

    struct Appointment
    {
        SteadyTime at{};
        Number number = NameIndex::none; ///< Perhaps another lock's by now.
        bool operator>(const Appointment& other) const noexcept { return at > other.at; }
    };
    using Appointments = std::priority_queue<Appointment, std::vector<Appointment>, std::greater<>>;
    [[nodiscard]] Number number_of(std::string_view name) const;
    void forget_old_appointments();

    std::size_t m_limit;
    NameIndex m_index;
    StableRow<TrackedLockPtr> m_locks; ///< By number; null where there is none.
    std::vector<Number> m_free;
    Appointments m_appointments;
};

[[nodiscard]] LockCounts count(const LockTable& table, const Thresholds& thresholds, SteadyTime now, SystemTime wall);

} // namespace lockscope::monitor
