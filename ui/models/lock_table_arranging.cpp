// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the lock table's model that change all rows at once: filter, order, grouping.
#include "models/lock_table_model.hpp"

#include <algorithm>

namespace lockscope::ui {
namespace {

/// Up to so many locks are arranged at once; more on another thread.
constexpr std::size_t kAtOnce = 4000;

} // namespace

void LockTableModel::setFilter(const LockFilter& filter)
{
    m_wanted.filter = filter;
    arrangeAll();
}

void LockTableModel::setThresholds(const Thresholds& thresholds)
{
    m_wanted.thresholds = thresholds;
    arrangeAll();
}

void LockTableModel::setGrouping(Grouping grouping)
{
    if (m_wanted.grouping != grouping) {
        m_wanted.grouping = grouping;
        arrangeAll();
    }
}

void LockTableModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= kLockColumnCount) {
        return;
    }
    m_wanted.column = static_cast<LockColumn>(column);
    m_wanted.direction = order == Qt::AscendingOrder ? SortDirection::ascending : SortDirection::descending;
    arrangeAll();
}

void LockTableModel::setAllFolds(GroupFolds::Fold fold)
{
    m_wanted.folds.setAll(fold);
    arrangeAll();
}

void LockTableModel::setFolds(const GroupFolds& folds)
{
    m_wanted.folds = folds;
    arrangeAll();
}

bool LockTableModel::isGroup(int row) const
{
    return row >= 0 && row < m_order.size() && isHeader(m_order.at(row));
}

int LockTableModel::groupRowOf(int row) const
{
    if (!m_order.groups() || row < 0 || row >= m_order.size()) {
        return -1;
    }
    const RowId id = m_order.at(row);
    return isHeader(id) ? row : m_order.rowOf(headerOf(m_order.groups()->groupOf(id)));
}

int LockTableModel::rowOfGroup(const std::string& prefix) const
{
    const GroupId group = m_order.groups() ? m_order.groups()->find(prefix) : kNoGroup;
    return group == kNoGroup ? -1 : m_order.rowOf(headerOf(group));
}

int LockTableModel::closedGroupOf(const std::string& name) const
{
    const std::optional<Slot> slot = m_store.slotOf(name);
    if (!slot || !m_order.groups() || m_order.rowOf(*slot) >= 0) {
        return -1;
    }
    const GroupId group = m_order.groups()->groupOf(*slot);
    return group == kNoGroup ? -1 : m_order.rowOf(headerOf(group));
}

GroupFolds::Fold LockTableModel::fold(int groupRow) const
{
    const bool open = isGroup(groupRow) && m_order.isOpen(groupIn(m_order.at(groupRow)));
    return open ? GroupFolds::Fold::open : GroupFolds::Fold::closed;
}

void LockTableModel::setFold(int groupRow, GroupFolds::Fold wanted)
{
    if (!isGroup(groupRow) || fold(groupRow) == wanted) {
        return;
    }
    const GroupId group = groupIn(m_order.at(groupRow));
    m_wanted.folds.set(m_order.groups()->prefix(group), wanted);
    const std::vector<RowId> members = m_order.groups()->members(group);
    if (m_job || (wanted == GroupFolds::Fold::open && members.size() > kAtOnce)) {
        arrangeAll();
        return;
    }
    m_order.setFold(group, wanted);
    emit aboutToMoveRows();
    if (wanted == GroupFolds::Fold::open) {
        update(members, {}, {}, moment());
    } else {
        update({}, {}, members, moment());
    }
    const int row = m_order.rowOf(headerOf(group));
    emit dataChanged(index(row, 0), index(row, kLockColumnCount - 1));
    emit rowsMovedPlace();
    emit countsChanged();
}

const GroupSums* LockTableModel::sumsAt(int row) const
{
    return isGroup(row) ? &m_order.groups()->sums(groupIn(m_order.at(row))) : nullptr;
}

std::vector<LockStatePtr> LockTableModel::locksIn(int groupRow, std::size_t most) const
{
    std::vector<LockStatePtr> locks;
    if (isGroup(groupRow)) {
        for (const Slot slot : m_order.groups()->members(groupIn(m_order.at(groupRow)))) {
            if (locks.size() < most) {
                locks.push_back(m_store.at(slot).state);
            }
        }
    }
    return locks;
}

void LockTableModel::stopArranging()
{
    if (m_job) {
        *m_job = true;
        m_job.reset();
    }
    m_slowTimer.stop();
    m_gatherTimer.stop();
    m_gathered.reset();
    m_reused.clear();
    m_meanwhile.clear();
}

void LockTableModel::arrangeAll()
{
    stopArranging();
    m_gathered = std::make_shared<ArrangeTask>(ArrangeTask{m_wanted, moment(), m_store.capacity(), {}, nullptr});
    m_gathered->moment.thresholds = m_wanted.thresholds;
    m_gathered->items.reserve(m_store.size());
    m_gatheredUpTo = 0;
    if (m_store.size() <= kAtOnce) {
        gather(m_store.capacity());
        return;
    }
    m_job = std::make_shared<std::atomic_bool>(false);
    m_gathered->cancelled = m_job;
    m_slowTimer.start();
    m_gatherTimer.start(); // part by part, between other events
}

/// What changes between two parts is of no harm: it is looked at again when the arrangement is taken.
void LockTableModel::gather(std::size_t most)
{
    ArrangeTask& task = *m_gathered;
    const bool asksHistory = task.view.column == LockColumn::lastMinute;
    const std::size_t end = std::min(m_gatheredUpTo + most, std::min(task.capacity, m_store.capacity()));
    for (; m_gatheredUpTo < end; ++m_gatheredUpTo) {
        const auto slot = static_cast<Slot>(m_gatheredUpTo);
        const LockStore::Entry& entry = m_store.at(slot);
        if (entry.state) {
            const bool asked = asksHistory && entry.waiters;
            task.items.push_back(
                {slot, entry.state, asked ? entry.waiters->total(task.moment.of(*entry.state).steady) : 0});
        }
    }
    if (m_gatheredUpTo >= task.capacity) {
        m_gatherTimer.stop();
        startArranging();
    }
}

void LockTableModel::startArranging()
{
    const std::shared_ptr<ArrangeTask> task = std::exchange(m_gathered, nullptr);
    if (!m_job) {
        Arrangement arrangement = arrange(*task).value();
        takeArrangement(std::move(task->view), std::move(arrangement));
        return;
    }
    m_workers.start([this, task] {
        auto result = std::make_shared<std::optional<Arrangement>>(arrange(*task));
        task->items = {}; // here, for it takes a while
        QMetaObject::invokeMethod(
            this,
            [this, task, result] {
                if (*result && m_job == task->cancelled) {
                    m_job.reset();
                    takeArrangement(std::move(task->view), std::move(**result));
                }
            },
            Qt::QueuedConnection);
    });
}

void LockTableModel::takeArrangement(LockView view, Arrangement arrangement)
{
    m_slowTimer.stop();
    m_disordered.clear();
    LockOrder next(m_store, std::move(view), std::move(arrangement));
    settleWhatChangedMeanwhile(next);
    emit aboutToMoveRows();
    replaceOrder(std::move(next));
    emit rowsMovedPlace();
    watchTime();
    emit arranged();
    emit countsChanged();
}

/// What was worked out is of the moment when that began: what was told of since is taken as it is now.
void LockTableModel::settleWhatChangedMeanwhile(LockOrder& order)
{
    const std::vector<Slot> reused = eachOnce(std::exchange(m_reused, {}));
    const std::vector<Slot> changed = eachOnce(std::exchange(m_meanwhile, {}));
    std::vector<Slot> same; // still the lock that was arranged, so that most stand where they belong
    std::set_difference(changed.begin(), changed.end(), reused.begin(), reused.end(), std::back_inserter(same));

    FilterMoment now = moment();
    now.thresholds = order.view().thresholds;
    takeOut(reused, order, now);
    RowChanges changes;
    for (const std::vector<Slot>* touched : {&reused, &std::as_const(same)}) {
        for (const Slot slot : *touched) {
            order.settle(slot, Cause::news, now, changes);
        }
    }
    std::vector<RowId> moved = std::exchange(changes.changed, {});
    std::erase_if(moved, [&](Slot slot) { return !order.isMisplaced(slot, now); });
    order.settleHeaders(changes);
    order.append(changes.entering);
    moved.insert(moved.end(), changes.entering.begin(), changes.entering.end());
    order.rearrange(moved, changes.leaving, now);
    order.truncate(order.size() - static_cast<int>(changes.leaving.size()));
    order.release(changes.emptied);
    m_groupsDisordered = order.groups() && !(reused.empty() && same.empty());
    if (m_groupsDisordered) {
        m_orderTimer.start();
    }
}

/// A slot that was given to another lock may now belong to another group and elsewhere: nothing that is known of it
/// holds.
void LockTableModel::takeOut(const std::vector<Slot>& reused, LockOrder& order, const FilterMoment& now) const
{
    if (reused.empty()) {
        return;
    }
    RowChanges changes;
    for (const Slot slot : reused) {
        order.settle(slot, Cause::removal, now, changes);
    }
    order.settleHeaders(changes);
    order.rearrange({}, changes.leaving, now);
    order.truncate(order.size() - static_cast<int>(changes.leaving.size()));
    order.release(changes.emptied);
}

/// In two steps that views can follow: what is no longer shown goes, then what is new comes and all takes its place.
/// Headers of groups go and come, for the groups are others.
void LockTableModel::replaceOrder(LockOrder next)
{
    std::vector<RowId> staying;
    std::vector<RowId> leaving;
    for (const RowId id : m_order.rows()) {
        const bool stays = !isHeader(id) && next.rowOf(id) >= 0;
        (stays ? staying : leaving).push_back(id);
    }
    std::vector<RowId> entering;
    for (const RowId id : next.rows()) {
        if (isHeader(id) || m_order.rowOf(id) < 0) {
            entering.push_back(id);
        }
    }
    if (!leaving.empty()) {
        std::vector<RowId> rows = staying;
        rows.insert(rows.end(), leaving.begin(), leaving.end());
        reorder([&] { m_order.setRows(std::move(rows)); });
        const auto kept = static_cast<int>(staying.size());
        beginRemoveRows({}, kept, m_order.size() - 1);
        m_order.truncate(kept);
        endRemoveRows();
    }
    if (entering.empty()) {
        reorder([&] { std::swap(m_order, next); });
        return;
    }
    std::vector<RowId> settled = next.rows();
    std::swap(m_order, next);
    m_order.setRows(std::move(staying));
    beginInsertRows({}, m_order.size(), m_order.size() + static_cast<int>(entering.size()) - 1);
    m_order.append(entering);
    endInsertRows();
    reorder([&] { m_order.setRows(std::move(settled)); });
}

} // namespace lockscope::ui
