// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lock_table_model.hpp"

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr std::chrono::milliseconds kOrderInterval{500};
constexpr std::chrono::milliseconds kAgeInterval{250};
constexpr std::chrono::seconds kSlow{1};
/// Looked at in one go for what time alone has changed; keeps each go well below a frame.
constexpr std::size_t kAgeChunk = 10'000;
/// Looked at in one go while everything is gathered to be arranged.
constexpr std::size_t kGatherChunk = 20'000;
/// Up to so many rows come and go with a signal each; more with one for all, which costs the same for any number.
constexpr std::size_t kFewRows = 8;

} // namespace

LockTableModel::LockTableModel(QObject* parent) : QAbstractTableModel(parent)
{
    m_orderTimer.setSingleShot(true);
    m_orderTimer.setInterval(kOrderInterval);
    connect(&m_orderTimer, &QTimer::timeout, this, &LockTableModel::putInOrder);
    m_ageTimer.setInterval(kAgeInterval);
    connect(&m_ageTimer, &QTimer::timeout, this, &LockTableModel::lookForAged);
    m_slowTimer.setSingleShot(true);
    m_slowTimer.setInterval(kSlow);
    connect(&m_slowTimer, &QTimer::timeout, this, &LockTableModel::arrangingIsSlow);
    connect(&m_gatherTimer, &QTimer::timeout, this, [this] { gather(kGatherChunk); });
    m_workers.setMaxThreadCount(1);
}

LockTableModel::~LockTableModel()
{
    if (m_job) {
        *m_job = true;
    }
}

FilterMoment LockTableModel::moment() const
{
    const Moment now = ui::momentOf(m_time);
    return {m_order.view().thresholds, now.now, now.wall};
}

void LockTableModel::apply(const std::vector<LockChange>& changes)
{
    const FilterMoment now = moment();
    const std::size_t knownBefore = m_store.size();
    const LockStore::Difference difference = m_store.apply(changes, now.steady);

    RowChanges rows;
    for (const Slot slot : difference.removed) {
        m_order.settle(slot, Cause::removal, now, rows);
    }
    for (const auto* touched : {&difference.added, &difference.changed}) {
        for (const Slot slot : *touched) {
            m_order.settle(slot, Cause::news, now, rows);
        }
    }
    if (m_job) {
        m_reused.insert(m_reused.end(), difference.removed.begin(), difference.removed.end());
        m_reused.insert(m_reused.end(), difference.added.begin(), difference.added.end());
        m_meanwhile.insert(m_meanwhile.end(), difference.changed.begin(), difference.changed.end());
    }
    const bool moved = rows.movesRows() || !rows.groups.empty();
    showChanges(std::move(rows), now);
    m_store.release(difference.removed, now.steady);
    if (m_store.size() != knownBefore || moved) {
        emit countsChanged();
    }
}

void LockTableModel::showChanges(RowChanges changes, const FilterMoment& now)
{
    for (const RowId id : changes.changed) {
        expectDisorder(id);
    }
    m_order.settleHeaders(changes);
    if (!changes.groups.empty()) {
        m_groupsDisordered = true;
        if (!m_orderTimer.isActive()) {
            m_orderTimer.start();
        }
    }
    announce(changes.changed);
    if (changes.movesRows()) {
        emit aboutToMoveRows();
        showAndHide(changes.entering, changes.leaving, now);
        emit rowsMovedPlace();
    }
    m_order.release(changes.emptied);
}

void LockTableModel::announce(const std::vector<RowId>& changed)
{
    if (changed.empty()) {
        return;
    }
    const auto signalRows = [this](int first, int last) {
        emit dataChanged(index(first, 0), index(last, kLockColumnCount - 1));
    };
    if (changed.size() <= kFewRows) {
        for (const RowId id : changed) {
            signalRows(m_order.rowOf(id), m_order.rowOf(id));
        }
        return;
    }
    int first = m_order.size();
    int last = 0;
    for (const RowId id : changed) {
        first = std::min(first, m_order.rowOf(id));
        last = std::max(last, m_order.rowOf(id));
    }
    signalRows(first, last);
}

void LockTableModel::showAndHide(const std::vector<RowId>& entering, const std::vector<RowId>& leaving,
                                 const FilterMoment& now)
{
    if (entering.size() + leaving.size() > kFewRows) {
        update(entering, {}, leaving, now);
        return;
    }
    for (const RowId id : leaving) {
        const int row = m_order.rowOf(id);
        beginRemoveRows({}, row, row);
        m_order.remove(row);
        endRemoveRows();
    }
    for (const RowId id : entering) {
        const int row = m_order.placeFor(id, now);
        beginInsertRows({}, row, row);
        m_order.insert(row, id);
        endInsertRows();
    }
}

/// Rows come in at the end, go to their places in one change of layout, and leave from the end.
void LockTableModel::update(const std::vector<RowId>& entering, const std::vector<RowId>& moved,
                            const std::vector<RowId>& leaving, const FilterMoment& now)
{
    if (!entering.empty()) {
        beginInsertRows({}, m_order.size(), m_order.size() + static_cast<int>(entering.size()) - 1);
        m_order.append(entering);
        endInsertRows();
    }
    if (!entering.empty() || !moved.empty() || !leaving.empty()) {
        std::vector<RowId> placed = moved;
        placed.insert(placed.end(), entering.begin(), entering.end());
        reorder([&] { m_order.rearrange(placed, leaving, now); });
    }
    if (!leaving.empty()) {
        const int kept = m_order.size() - static_cast<int>(leaving.size());
        beginRemoveRows({}, kept, m_order.size() - 1);
        m_order.truncate(kept);
        endRemoveRows();
    }
}

void LockTableModel::reorder(const std::function<void()>& change)
{
    emit layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<RowId> touched;
    touched.reserve(static_cast<std::size_t>(before.size()));
    for (const QModelIndex& index : before) {
        touched.push_back(m_order.at(index.row()));
    }
    change();
    QModelIndexList after;
    after.reserve(before.size());
    for (qsizetype at = 0; at < before.size(); ++at) {
        after << index(m_order.rowOf(touched[static_cast<std::size_t>(at)]), before.at(at).column());
    }
    changePersistentIndexList(before, after);
    emit layoutChanged({}, VerticalSortHint);
}

std::vector<LockTableModel::Slot> LockTableModel::eachOnce(std::vector<Slot> touched)
{
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    return touched;
}

void LockTableModel::expectDisorder(Slot slot)
{
    if (m_order.view().column == LockColumn::name) {
        return;
    }
    m_disordered.push_back(slot);
    if (!m_orderTimer.isActive()) {
        m_orderTimer.start();
    }
}

void LockTableModel::putInOrder()
{
    const FilterMoment now = moment();
    std::vector<Slot> moved = eachOnce(std::exchange(m_disordered, {}));
    std::erase_if(moved, [&](Slot slot) { return m_order.rowOf(slot) < 0 || !m_order.isMisplaced(slot, now); });
    std::optional<std::vector<RowId>> regrouped;
    if (std::exchange(m_groupsDisordered, false)) {
        regrouped = m_order.regrouped();
    }
    if (moved.empty() && !regrouped) {
        return;
    }
    emit aboutToMoveRows();
    if (regrouped) {
        reorder([&] { m_order.setRows(std::move(*regrouped)); });
    }
    update({}, moved, {}, now);
    emit rowsMovedPlace();
}

/// Some filters, sums and orders change their answer as time passes. Looks at a part of the locks at each call.
void LockTableModel::lookForAged()
{
    const FilterMoment now = moment();
    const bool settles = m_order.view().filter.dependsOnTime() || m_order.groups();
    RowChanges changes;
    const std::size_t count = std::min(kAgeChunk, m_store.capacity());
    for (std::size_t step = 0; step < count; ++step) {
        m_agedUpTo = m_agedUpTo + 1 < m_store.capacity() ? m_agedUpTo + 1 : 0;
        const auto slot = static_cast<Slot>(m_agedUpTo);
        if (!m_store.at(slot).state) {
            continue;
        }
        if (settles) {
            m_order.settle(slot, Cause::time, now, changes);
        }
        if (m_order.rowOf(slot) >= 0 && m_order.isMisplaced(slot, now)) {
            expectDisorder(slot);
        }
    }
    const bool counts = changes.movesRows() || !changes.groups.empty();
    showChanges(std::move(changes), now);
    if (counts) {
        emit countsChanged();
    }
}

void LockTableModel::watchTime()
{
    const LockColumn column = m_order.view().column;
    const bool needed = m_order.view().filter.dependsOnTime() || m_order.groups() || column == LockColumn::condition
                     || column == LockColumn::lastMinute;
    if (!needed) {
        m_ageTimer.stop();
    } else if (!m_ageTimer.isActive()) {
        m_ageTimer.start();
    }
}

void LockTableModel::clear()
{
    beginResetModel();
    stopArranging();
    m_disordered.clear();
    m_groupsDisordered = false;
    m_store.clear();
    m_order = LockOrder(m_store, m_wanted, arrange({m_wanted, moment(), 0, {}, nullptr}).value());
    endResetModel();
    watchTime();
    emit arranged();
    emit countsChanged();
}

void LockTableModel::setTime(const ShownTime& time)
{
    m_time = &time;
    connect(m_time, &ShownTime::changed, this, [this] {
        if (m_stillFrom && !m_time->standstill()) {
            m_store.skip(*m_stillFrom, m_time->now().now);
        }
        m_stillFrom = m_time->standstill() ? std::optional(m_time->standstill()->now) : std::nullopt;
        if (m_order.size() > 0) {
            emit dataChanged(index(0, 0), index(m_order.size() - 1, kLockColumnCount - 1));
        }
    });
}

void LockTableModel::noteNewNames()
{
    if (m_order.size() > 0) {
        constexpr int kHolder = static_cast<int>(LockColumn::holder);
        emit dataChanged(index(0, kHolder), index(m_order.size() - 1, kHolder));
    }
}

std::size_t LockTableModel::passing() const
{
    const LockGroups* groups = m_order.groups();
    if (!groups) {
        return static_cast<std::size_t>(m_order.size());
    }
    std::int64_t locks = 0;
    for (const GroupId group : groups->ranked()) {
        locks += groups->sums(group).locks;
    }
    return static_cast<std::size_t>(locks);
}

LockStatePtr LockTableModel::lockAt(int row) const
{
    if (row < 0 || row >= m_order.size() || isHeader(m_order.at(row))) {
        return nullptr;
    }
    return m_store.at(m_order.at(row)).state;
}

int LockTableModel::rowOf(const std::string& name) const
{
    const std::optional<Slot> slot = m_store.slotOf(name);
    return slot ? m_order.rowOf(*slot) : -1;
}

bool LockTableModel::isFilteredOut(const std::string& name) const
{
    const LockStatePtr lock = find(name);
    FilterMoment now = moment();
    now.thresholds = m_wanted.thresholds;
    return lock && !m_wanted.filter.matches(*lock, now);
}

void LockTableModel::visit(const std::function<bool(const LockState&)>& each) const
{
    for (Slot slot = 0; slot < m_store.capacity(); ++slot) {
        if (const LockStatePtr& state = m_store.at(slot).state; state && !each(*state)) {
            return;
        }
    }
}

std::vector<std::string> LockTableModel::names() const
{
    std::vector<std::string> names;
    names.reserve(total());
    visit([&names](const LockState& state) {
        names.push_back(state.name);
        return true;
    });
    return names;
}

int LockTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_order.size();
}

int LockTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kLockColumnCount;
}

} // namespace lockscope::ui
