// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_arrangement.hpp"
#include "models/lock_groups.hpp"
#include "models/lock_roles.hpp"
#include "models/lock_store.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace lockscope::ui {

/// What news, or time, do to the rows. Each row is in one list at most.
struct RowChanges
{
    std::vector<RowId> entering;
    std::vector<RowId> leaving;
    std::vector<RowId> changed;
    std::vector<GroupId> groups; ///< Whose sums have changed; may hold one twice.
    std::vector<GroupId> emptied;
    [[nodiscard]] bool movesRows() const { return !entering.empty() || !leaving.empty(); }
};

/// Which locks of a store are shown, in which rows, under which headers. Rows are ordered by a number per slot (by the
/// name itself in the name column), which is taken when a slot enters and again only when it is told to move: so the
/// order is always consistent, and putting a few rows right costs little however many there are. A value.
class LockOrder
{
public:
    using Slot = LockStore::Slot;

    /// @param store outlives the order
    explicit LockOrder(const LockStore& store) : m_store(&store) {}
    LockOrder(const LockStore& store, LockView view, Arrangement arrangement);

    [[nodiscard]] const LockView& view() const { return m_view; }
    [[nodiscard]] int size() const { return static_cast<int>(m_rows.size()); }
    [[nodiscard]] RowId at(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    [[nodiscard]] const std::vector<RowId>& rows() const { return m_rows; }
    /// −1 if it is not shown.
    [[nodiscard]] int rowOf(RowId id) const;
    /// Null where nothing is grouped.
    [[nodiscard]] const LockGroups* groups() const { return m_groups ? &*m_groups : nullptr; }
    [[nodiscard]] bool isOpen(GroupId group) const { return m_view.folds.isOpen(m_groups->prefix(group)); }
    void setFold(GroupId group, GroupFolds::Fold fold) { m_view.folds.set(m_groups->prefix(group), fold); }

    /// Why a slot is looked at: it is told of, gone, or only older.
    enum class Cause { news, removal, time };
    /// Works out what becomes of a slot's row, and counts it in its group. Changes no row.
    void settle(Slot slot, Cause cause, const FilterMoment& moment, RowChanges& changes);
    /// The same for the headers of the groups that were touched; call once, after all slots.
    void settleHeaders(RowChanges& changes);
    /// Empty groups go once their header is no longer shown.
    void release(const std::vector<GroupId>& emptied);

    /// Would it stand elsewhere if it were told to move?
    [[nodiscard]] bool isMisplaced(Slot slot, const FilterMoment& moment) const;

    /// Where a row that is not shown belongs.
    [[nodiscard]] int placeFor(RowId id, const FilterMoment& moment);
    void insert(int row, RowId id);
    void remove(int row);

    /// At the end, wherever they belong; rearrange() puts them right.
    void append(const std::vector<RowId>& entering);
    /// Takes @p moved out and puts them where they belong now; @p leaving to the end.
    void rearrange(const std::vector<RowId>& moved, const std::vector<RowId>& leaving, const FilterMoment& moment);
    void truncate(int size);
    /// Puts the groups in the order of their sums of now.
    /// @return the rows as they should be, or nullopt if nothing moves; then setRows()
    [[nodiscard]] std::optional<std::vector<RowId>> regrouped();
    void setRows(std::vector<RowId> rows);

private:
    [[nodiscard]] std::int64_t keyOf(Slot slot, const FilterMoment& moment) const;
    [[nodiscard]] GroupId groupOf(RowId id) const { return isHeader(id) ? groupIn(id) : m_groups->groupOf(id); }
    [[nodiscard]] bool isBefore(RowId a, RowId b) const;
    std::int32_t& place(RowId id);
    void takeKey(RowId id, const FilterMoment& moment);
    void grow();
    void number(std::size_t firstRow);

    const LockStore* m_store;
    LockView m_view;
    std::vector<RowId> m_rows;
    std::vector<std::int32_t> m_rowOf;    ///< By slot.
    std::vector<std::int32_t> m_headerOf; ///< By group.
    std::vector<std::int64_t> m_keys;     ///< By slot, as of its last move.
    std::optional<LockGroups> m_groups;
};

} // namespace lockscope::ui
