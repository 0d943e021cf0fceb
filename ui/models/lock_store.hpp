// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/past_waiters.hpp"
#include "models/waiter_history.hpp"

#include "lockscope/lock_map.hpp"
#include "lockscope/lock_state.hpp"
#include "lockscope/monitor.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::ui {

/// All locks that the monitor has told of, each in a slot that stays the same as long as the lock is known. Slots of
/// removed locks are used again. Adding, changing and removing cost the same however many there are.
class LockStore
{
public:
    using Slot = NameIndex::Number;

    struct Entry
    {
        LockStatePtr state;                     ///< Null in a free slot.
        std::unique_ptr<WaiterHistory> waiters; ///< Null as long as nobody has waited.
    };

    /// What a batch did, each slot in one list at most. A lock that was removed and added again counts as changed.
    struct Difference
    {
        std::vector<Slot> added;
        std::vector<Slot> changed;
        std::vector<Slot> removed; ///< Still filled; release() frees them once no view shows them.
    };

    [[nodiscard]] Difference apply(const std::vector<LockChange>& changes, SteadyTime now);
    void release(const std::vector<Slot>& removed, SteadyTime now);
    /// Nobody looked from @p from until @p until.
    void skip(SteadyTime from, SteadyTime until);
    void clear();

    [[nodiscard]] const Entry& at(Slot slot) const { return m_entries[slot]; }
    /// Null if there is no such lock.
    [[nodiscard]] LockStatePtr find(const std::string& name) const;
    [[nodiscard]] std::optional<Slot> slotOf(const std::string& name) const;
    /// Locks known.
    [[nodiscard]] std::size_t size() const { return m_index.size(); }
    /// Slots there are, free ones too.
    [[nodiscard]] std::size_t capacity() const { return m_entries.size(); }

private:
    /// NameIndex::none if there is no such lock.
    [[nodiscard]] Slot look(const std::string& name) const;
    Slot takeSlot();
    void fill(Entry& entry, const LockStatePtr& state, SteadyTime now);

    StableRow<Entry> m_entries;
    std::vector<Slot> m_free;
    NameIndex m_index;
    PastWaiters m_past;
};

} // namespace lockscope::ui
