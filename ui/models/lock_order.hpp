// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_roles.hpp"
#include "models/lock_store.hpp"

#include <cstdint>
#include <vector>

namespace lockscope::ui {

/// Which slots of a store are shown, in which rows. Rows are ordered by a number per slot (by the name itself in the
/// name column), which is taken when a slot enters and again only when it is told to move: so the order is always
/// consistent, and putting a few slots right costs little however many rows there are.
class LockOrder
{
public:
    using Slot = LockStore::Slot;
    enum class Direction { ascending, descending };

    explicit LockOrder(const LockStore& store) : m_store(store) {}

    [[nodiscard]] int size() const { return static_cast<int>(m_rows.size()); }
    [[nodiscard]] Slot at(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    /// −1 if it is not shown.
    [[nodiscard]] int rowOf(Slot slot) const { return slot < m_rowOf.size() ? m_rowOf[slot] : -1; }
    [[nodiscard]] LockColumn column() const { return m_column; }
    void setThresholds(const Thresholds& thresholds) { m_thresholds = thresholds; }

    /// Would it stand elsewhere if it were told to move?
    [[nodiscard]] bool isMisplaced(Slot slot, SteadyTime now) const;

    /// Where a slot that is not shown belongs.
    [[nodiscard]] int placeFor(Slot slot, SteadyTime now);
    void insert(int row, Slot slot);
    void remove(int row);

    /// At the end, wherever they belong; rearrange() puts them right.
    void append(const std::vector<Slot>& entering);
    /// Takes @p moved out and puts them where they belong now; @p leaving to the end.
    void rearrange(const std::vector<Slot>& moved, const std::vector<Slot>& leaving, SteadyTime now);
    void truncate(int size);

    /// Sorts everything anew.
    void sortBy(LockColumn column, Direction direction, SteadyTime now);
    void clear();

private:
    [[nodiscard]] std::int64_t keyOf(Slot slot, SteadyTime now) const;
    [[nodiscard]] bool isBefore(Slot a, Slot b) const;
    void takeKey(Slot slot, SteadyTime now);
    void number(std::size_t firstRow);

    const LockStore& m_store;
    LockColumn m_column = LockColumn::name;
    Direction m_direction = Direction::ascending;
    std::vector<Slot> m_rows;
    std::vector<std::int32_t> m_rowOf; ///< By slot.
    std::vector<std::int64_t> m_keys;  ///< By slot, as of its last move.
    Thresholds m_thresholds;           ///< For the order of states.
};

} // namespace lockscope::ui
