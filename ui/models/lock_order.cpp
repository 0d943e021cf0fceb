// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lock_order.hpp"

#include "models/lock_sort_key.hpp"

#include <algorithm>

namespace lockscope::ui {

LockOrder::LockOrder(const LockStore& store, LockView view, Arrangement arrangement)
    : m_store(&store)
    , m_view(std::move(view))
    , m_rows(std::move(arrangement.rows))
    , m_keys(std::move(arrangement.keys))
    , m_groups(std::move(arrangement.groups))
{
    grow();
    number(0);
}

int LockOrder::rowOf(RowId id) const
{
    const std::vector<std::int32_t>& rows = isHeader(id) ? m_headerOf : m_rowOf;
    const std::size_t at = isHeader(id) ? groupIn(id) : id;
    return at < rows.size() ? rows[at] : -1;
}

std::int32_t& LockOrder::place(RowId id)
{
    return isHeader(id) ? m_headerOf[groupIn(id)] : m_rowOf[id];
}

void LockOrder::grow()
{
    if (m_rowOf.size() < m_store->capacity()) {
        m_keys.resize(m_store->capacity());
        m_rowOf.resize(m_store->capacity(), -1);
    }
    if (m_groups && m_headerOf.size() < m_groups->capacity()) {
        m_headerOf.resize(m_groups->capacity(), -1);
    }
}

void LockOrder::settle(Slot slot, Cause cause, const FilterMoment& moment, RowChanges& changes)
{
    const LockStatePtr& state = m_store->at(slot).state;
    const bool wanted = cause != Cause::removal && state && m_view.filter.matches(*state, moment);
    bool visible = wanted;
    if (m_groups) {
        GroupId group = m_groups->groupOf(slot);
        if (wanted) {
            const bool counts = m_groups->put(slot, state->name, shareOf(*state, moment));
            group = m_groups->groupOf(slot);
            visible = isOpen(group);
            if (counts) {
                changes.groups.push_back(group);
            }
        } else if (m_groups->take(slot) != kNoGroup) {
            changes.groups.push_back(group);
        }
    }
    const bool shown = rowOf(slot) >= 0;
    if (shown && !visible) {
        changes.leaving.push_back(slot);
    } else if (!shown && visible) {
        changes.entering.push_back(slot);
    } else if (shown && cause == Cause::news) {
        changes.changed.push_back(slot);
    }
}

void LockOrder::settleHeaders(RowChanges& changes)
{
    if (changes.groups.empty()) {
        return;
    }
    std::sort(changes.groups.begin(), changes.groups.end());
    changes.groups.erase(std::unique(changes.groups.begin(), changes.groups.end()), changes.groups.end());
    grow();
    std::vector<GroupId> fresh;
    for (const GroupId group : changes.groups) {
        const bool shown = rowOf(headerOf(group)) >= 0;
        const bool wanted = m_groups->sums(group).locks > 0;
        if (wanted && !shown) {
            fresh.push_back(group);
            changes.entering.push_back(headerOf(group));
        } else if (!wanted) {
            changes.emptied.push_back(group);
            if (shown) {
                changes.leaving.push_back(headerOf(group));
            }
        } else {
            changes.changed.push_back(headerOf(group));
        }
    }
    if (!fresh.empty()) {
        m_groups->rank(std::move(fresh));
    }
}

void LockOrder::release(const std::vector<GroupId>& emptied)
{
    if (m_groups) {
        m_groups->release(emptied);
    }
}

std::int64_t LockOrder::keyOf(Slot slot, const FilterMoment& moment) const
{
    const LockStore::Entry& entry = m_store->at(slot);
    const bool asked = m_view.column == LockColumn::lastMinute && entry.waiters;
    return sortKey(m_view.column, *entry.state, asked ? entry.waiters->total(moment.of(*entry.state).steady) : 0,
                   moment);
}

bool LockOrder::isBefore(RowId a, RowId b) const
{
    if (m_groups) {
        const GroupId first = groupOf(a);
        const GroupId second = groupOf(b);
        if (first != second) {
            return m_groups->rankOf(first) < m_groups->rankOf(second);
        }
        if (isHeader(a) || isHeader(b)) {
            return isHeader(a) && !isHeader(b);
        }
    }
    const bool descending = m_view.direction == SortDirection::descending;
    if (m_keys[a] != m_keys[b]) {
        return (m_keys[a] < m_keys[b]) != descending;
    }
    const int names = m_store->at(a).state->name.compare(m_store->at(b).state->name);
    return m_view.column == LockColumn::name && descending ? names > 0 : names < 0;
}

bool LockOrder::isMisplaced(Slot slot, const FilterMoment& moment) const
{
    return m_view.column != LockColumn::name && m_keys[slot] != keyOf(slot, moment);
}

void LockOrder::takeKey(RowId id, const FilterMoment& moment)
{
    if (!isHeader(id)) {
        m_keys[id] = keyOf(id, moment);
    }
}

void LockOrder::number(std::size_t firstRow)
{
    for (std::size_t row = firstRow; row < m_rows.size(); ++row) {
        place(m_rows[row]) = static_cast<std::int32_t>(row);
    }
}

int LockOrder::placeFor(RowId id, const FilterMoment& moment)
{
    grow();
    takeKey(id, moment);
    const auto place =
        std::upper_bound(m_rows.begin(), m_rows.end(), id, [this](RowId a, RowId b) { return isBefore(a, b); });
    return static_cast<int>(place - m_rows.begin());
}

void LockOrder::insert(int row, RowId id)
{
    m_rows.insert(m_rows.begin() + row, id);
    number(static_cast<std::size_t>(row));
}

void LockOrder::remove(int row)
{
    place(at(row)) = -1;
    m_rows.erase(m_rows.begin() + row);
    number(static_cast<std::size_t>(row));
}

void LockOrder::append(const std::vector<RowId>& entering)
{
    grow();
    const std::size_t first = m_rows.size();
    m_rows.insert(m_rows.end(), entering.begin(), entering.end());
    number(first);
}

void LockOrder::rearrange(const std::vector<RowId>& moved, const std::vector<RowId>& leaving,
                          const FilterMoment& moment)
{
    constexpr std::int32_t kTakenOut = -2;
    grow();
    for (const RowId id : leaving) {
        place(id) = kTakenOut;
    }
    for (const RowId id : moved) {
        place(id) = kTakenOut;
    }
    std::vector<RowId> staying;
    staying.reserve(m_rows.size());
    std::copy_if(m_rows.begin(), m_rows.end(), std::back_inserter(staying),
                 [this](RowId id) { return place(id) != kTakenOut; });

    std::vector<RowId> placed = moved;
    for (const RowId id : placed) {
        takeKey(id, moment);
    }
    const auto before = [this](RowId a, RowId b) { return isBefore(a, b); };
    std::sort(placed.begin(), placed.end(), before);

    std::vector<RowId> rows;
    rows.reserve(m_rows.size() + placed.size());
    auto next = staying.cbegin();
    for (const RowId id : placed) {
        const auto where = std::upper_bound(next, staying.cend(), id, before);
        rows.insert(rows.end(), next, where);
        rows.push_back(id);
        next = where;
    }
    rows.insert(rows.end(), next, staying.cend());
    rows.insert(rows.end(), leaving.begin(), leaving.end());
    m_rows = std::move(rows);
    number(0);
}

void LockOrder::truncate(int size)
{
    const auto end = m_rows.begin() + size;
    for (auto id = end; id != m_rows.end(); ++id) {
        place(*id) = -1;
    }
    m_rows.erase(end, m_rows.end());
}

std::optional<std::vector<RowId>> LockOrder::regrouped()
{
    if (!m_groups || !m_groups->rankAll()) {
        return std::nullopt;
    }
    std::vector<RowId> rows;
    rows.reserve(m_rows.size());
    for (const GroupId group : m_groups->ranked()) {
        const int header = rowOf(headerOf(group));
        for (int row = header; row >= 0 && row < size() && (row == header || !isHeader(at(row))); ++row) {
            rows.push_back(at(row));
        }
    }
    return rows;
}

void LockOrder::setRows(std::vector<RowId> rows)
{
    for (const RowId id : m_rows) {
        place(id) = -1;
    }
    m_rows = std::move(rows);
    number(0);
}

} // namespace lockscope::ui
