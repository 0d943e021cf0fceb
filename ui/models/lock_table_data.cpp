// SPDX-License-Identifier: GPL-3.0-or-later
// What the cells of the lock table's model hold.
#include "models/lock_cells.hpp"
#include "models/lock_table_model.hpp"
#include "theme/theme.hpp"

#include <QGuiApplication>

namespace lockscope::ui {
namespace {

/// A free lock looks calm even if nobody gets it any more, because a dead waiter without a deadline is first.
bool isBlockedByItsData(const LockState& state)
{
    return state.anomalies.contains(Anomaly::mixed_types) || head_never_goes(state);
}

} // namespace

QVariant LockTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !checkIndex(index)) {
        return {};
    }
    const auto column = static_cast<LockColumn>(index.column());
    const RowId id = m_order.at(index.row());
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(columnAlignment(column));
    }
    if (role == kPastRole) {
        return isPast(id) ? QVariant::fromValue(momentOf(id)) : QVariant();
    }
    if (role == Qt::ForegroundRole) {
        return isPast(id) ? QVariant(Theme::of(QGuiApplication::palette()).mutedText) : QVariant();
    }
    return isHeader(id) ? groupData(groupIn(id), column, role) : lockData(id, column, role);
}

/// Also while time goes on for the others: the one of several masters that serves it is out of reach.
bool LockTableModel::isPast(RowId id) const
{
    const bool standsStill = m_time != nullptr && m_time->standstill();
    return standsStill || (!isHeader(id) && m_store.at(id).state->is_out_of_reach());
}

Moment LockTableModel::momentOf(RowId id) const
{
    const Moment shown = ui::momentOf(m_time);
    return isHeader(id) ? shown : m_store.at(id).state->known_at(shown);
}

QVariant LockTableModel::lockData(Slot slot, LockColumn column, int role) const
{
    const LockStore::Entry& entry = m_store.at(slot);
    const LockState& state = *entry.state;
    switch (role) {
    case Qt::DisplayRole: return lockText(state, column, moment(), m_briefNamer);
    case Qt::AccessibleTextRole: return spokenText(slot, column);
    case Qt::ToolTipRole: return toolTipOfLock(state, column, m_clientNamer);
    case static_cast<int>(LockRole::state): return QVariant::fromValue(entry.state);
    case static_cast<int>(LockRole::condition): {
        const FilterMoment now = moment();
        return static_cast<int>(condition_of(state, now.thresholds, now.steady, now.wall));
    }
    case static_cast<int>(LockRole::blocked): return isBlockedByItsData(state);
    case static_cast<int>(LockRole::nameBytes): return QByteArray::fromStdString(state.name);
    case static_cast<int>(LockRole::history): return QVariant::fromValue(waitersOf(slot));
    case static_cast<int>(LockRole::member): return m_order.groups() != nullptr;
    default: return {};
    }
}

QString LockTableModel::spokenText(Slot slot, LockColumn column) const
{
    if (column == LockColumn::lastMinute) {
        return lastMinuteText(waitersOf(slot));
    }
    const LockState& state = *m_store.at(slot).state;
    if (column == LockColumn::waiters) {
        return waitersSentence(state);
    }
    const QString text = lockText(state, column, moment(), m_briefNamer);
    return column == LockColumn::condition && isBlockedByItsData(state) ? blockedText(text) : text;
}

QList<float> LockTableModel::waitersOf(Slot slot) const
{
    const LockStore::Entry& entry = m_store.at(slot);
    return entry.waiters ? entry.waiters->values(momentOf(slot).now) : QList<float>();
}

QVariant LockTableModel::groupData(GroupId group, LockColumn column, int role) const
{
    const std::string& prefix = m_order.groups()->prefix(group);
    const GroupSums& sums = m_order.groups()->sums(group);
    switch (role) {
    case Qt::DisplayRole: return groupText(prefix, sums, column);
    case Qt::ToolTipRole: return toolTipOfGroup(prefix, sums);
    case Qt::AccessibleTextRole:
        if (column != LockColumn::name) {
            return groupText(prefix, sums, column);
        }
        return m_order.isOpen(group) ? tr("Open group: %1").arg(groupSummary(prefix, sums))
                                     : tr("Closed group: %1").arg(groupSummary(prefix, sums));
    case static_cast<int>(LockRole::condition): return static_cast<int>(groupCondition(sums));
    case static_cast<int>(LockRole::nameBytes): return QByteArray::fromStdString(prefix);
    case static_cast<int>(LockRole::fold):
        return static_cast<int>(m_order.isOpen(group) ? GroupFolds::Fold::open : GroupFolds::Fold::closed);
    default: return {};
    }
}

QVariant LockTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kLockColumnCount) {
        return {};
    }
    const auto column = static_cast<LockColumn>(section);
    switch (role) {
    case Qt::DisplayRole: return columnTitle(column);
    case Qt::ToolTipRole: return toolTipOfColumn(column);
    case Qt::TextAlignmentRole: return QVariant::fromValue(columnAlignment(column));
    case Qt::InitialSortOrderRole: return static_cast<int>(columnFirstOrder(column));
    default: return {};
    }
}

} // namespace lockscope::ui
