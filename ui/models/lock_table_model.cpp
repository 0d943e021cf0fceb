// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lock_table_model.hpp"

#include "models/lock_facts.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"

#include <QStringList>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr std::chrono::milliseconds kOrderInterval{500};
constexpr std::chrono::milliseconds kAgeInterval{250};
/// Looked at in one go for what time alone has changed; keeps each go well below a frame.
constexpr std::size_t kAgeChunk = 10'000;
/// Up to so many rows come and go with a signal each; more with one for all, which costs the same for any number.
constexpr std::size_t kFewRows = 8;
constexpr int kNameChars = 200;

} // namespace

LockTableModel::LockTableModel(QObject* parent) : QAbstractTableModel(parent)
{
    m_orderTimer.setSingleShot(true);
    m_orderTimer.setInterval(kOrderInterval);
    connect(&m_orderTimer, &QTimer::timeout, this, &LockTableModel::putInOrder);
    m_ageTimer.setInterval(kAgeInterval);
    connect(&m_ageTimer, &QTimer::timeout, this, &LockTableModel::lookForAged);
}

FilterMoment LockTableModel::moment() const
{
    return {m_thresholds, std::chrono::steady_clock::now(), std::chrono::system_clock::now()};
}

void LockTableModel::apply(const std::vector<LockChange>& changes)
{
    const FilterMoment now = moment();
    const std::size_t knownBefore = m_store.size();
    const LockStore::Difference difference = m_store.apply(changes, now.steady);

    std::vector<Slot> entering;
    std::vector<Slot> leaving;
    std::vector<Slot> changed;
    for (const Slot slot : difference.removed) {
        if (m_order.rowOf(slot) >= 0) {
            leaving.push_back(slot);
        }
    }
    for (const Slot slot : difference.added) {
        if (m_filter.matches(*m_store.at(slot).state, now)) {
            entering.push_back(slot);
        }
    }
    for (const Slot slot : difference.changed) {
        const bool shown = m_order.rowOf(slot) >= 0;
        const bool wanted = m_filter.matches(*m_store.at(slot).state, now);
        if (shown && wanted) {
            changed.push_back(slot);
            expectDisorder(slot);
        } else if (shown) {
            leaving.push_back(slot);
        } else if (wanted) {
            entering.push_back(slot);
        }
    }
    announce(changed);
    showAndHide(entering, leaving);
    m_store.release(difference.removed);
    if (m_store.size() != knownBefore || !entering.empty() || !leaving.empty()) {
        emit countsChanged();
    }
}

void LockTableModel::announce(const std::vector<Slot>& changed)
{
    if (changed.empty()) {
        return;
    }
    const auto signalRows = [this](int first, int last) {
        emit dataChanged(index(first, 0), index(last, kLockColumnCount - 1));
    };
    if (changed.size() <= kFewRows) {
        for (const Slot slot : changed) {
            signalRows(m_order.rowOf(slot), m_order.rowOf(slot));
        }
        return;
    }
    int first = m_order.size();
    int last = 0;
    for (const Slot slot : changed) {
        first = std::min(first, m_order.rowOf(slot));
        last = std::max(last, m_order.rowOf(slot));
    }
    signalRows(first, last);
}

void LockTableModel::showAndHide(const std::vector<Slot>& entering, const std::vector<Slot>& leaving)
{
    if (entering.size() + leaving.size() > kFewRows) {
        update(entering, {}, leaving);
        return;
    }
    for (const Slot slot : leaving) {
        const int row = m_order.rowOf(slot);
        beginRemoveRows({}, row, row);
        m_order.remove(row);
        endRemoveRows();
    }
    const SteadyTime now = std::chrono::steady_clock::now();
    for (const Slot slot : entering) {
        const int row = m_order.placeFor(slot, now);
        beginInsertRows({}, row, row);
        m_order.insert(row, slot);
        endInsertRows();
    }
}

/// Rows come in at the end, go to their places in one change of layout, and leave from the end.
void LockTableModel::update(const std::vector<Slot>& entering, const std::vector<Slot>& moved,
                            const std::vector<Slot>& leaving)
{
    if (!entering.empty()) {
        beginInsertRows({}, m_order.size(), m_order.size() + static_cast<int>(entering.size()) - 1);
        m_order.append(entering);
        endInsertRows();
    }
    if (!entering.empty() || !moved.empty() || !leaving.empty()) {
        std::vector<Slot> placed = moved;
        placed.insert(placed.end(), entering.begin(), entering.end());
        reorder([&] { m_order.rearrange(placed, leaving, std::chrono::steady_clock::now()); });
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
    std::vector<Slot> touched;
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

void LockTableModel::expectDisorder(Slot slot)
{
    if (m_order.column() == LockColumn::name) {
        return;
    }
    m_disordered.push_back(slot);
    if (!m_orderTimer.isActive()) {
        m_orderTimer.start();
    }
}

void LockTableModel::putInOrder()
{
    const SteadyTime now = std::chrono::steady_clock::now();
    std::vector<Slot> touched = std::exchange(m_disordered, {});
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    std::vector<Slot> moved;
    std::copy_if(touched.begin(), touched.end(), std::back_inserter(moved),
                 [&](Slot slot) { return m_order.rowOf(slot) >= 0 && m_order.isMisplaced(slot, now); });
    update({}, moved, {});
}

/// Some filters and orders change their answer as time passes. Looks at a part of the locks at each call.
void LockTableModel::lookForAged()
{
    const FilterMoment now = moment();
    std::vector<Slot> entering;
    std::vector<Slot> leaving;
    const std::size_t count = std::min(kAgeChunk, m_store.capacity());
    for (std::size_t step = 0; step < count; ++step) {
        m_agedUpTo = m_agedUpTo + 1 < m_store.capacity() ? m_agedUpTo + 1 : 0;
        const auto slot = static_cast<Slot>(m_agedUpTo);
        const LockStatePtr& state = m_store.at(slot).state;
        if (!state) {
            continue;
        }
        const bool shown = m_order.rowOf(slot) >= 0;
        if (m_filter.dependsOnTime() && m_filter.matches(*state, now) != shown) {
            (shown ? leaving : entering).push_back(slot);
        } else if (shown && m_order.isMisplaced(slot, now.steady)) {
            expectDisorder(slot);
        }
    }
    showAndHide(entering, leaving);
    if (!entering.empty() || !leaving.empty()) {
        emit countsChanged();
    }
}

void LockTableModel::watchTime()
{
    const LockColumn column = m_order.column();
    const bool needed = m_filter.dependsOnTime() || column == LockColumn::condition || column == LockColumn::lastMinute;
    if (!needed) {
        m_ageTimer.stop();
    } else if (!m_ageTimer.isActive()) {
        m_ageTimer.start();
    }
}

void LockTableModel::clear()
{
    beginResetModel();
    m_disordered.clear();
    m_order.clear();
    m_store.clear();
    endResetModel();
    emit countsChanged();
}

void LockTableModel::setFilter(const LockFilter& filter)
{
    m_filter = filter;
    const FilterMoment now = moment();
    std::vector<Slot> entering;
    std::vector<Slot> leaving;
    for (Slot slot = 0; slot < m_store.capacity(); ++slot) {
        const LockStatePtr& state = m_store.at(slot).state;
        if (!state) {
            continue;
        }
        const bool shown = m_order.rowOf(slot) >= 0;
        if (m_filter.matches(*state, now) != shown) {
            (shown ? leaving : entering).push_back(slot);
        }
    }
    showAndHide(entering, leaving);
    watchTime();
    emit countsChanged();
}

void LockTableModel::setThresholds(const Thresholds& thresholds)
{
    m_thresholds = thresholds;
    m_order.setThresholds(thresholds);
    setFilter(LockFilter(m_filter));
}

void LockTableModel::setFreshness(Freshness freshness)
{
    if (std::exchange(m_freshness, freshness) != freshness && m_order.size() > 0) {
        emit dataChanged(index(0, 0), index(m_order.size() - 1, kLockColumnCount - 1));
    }
}

LockStatePtr LockTableModel::lockAt(int row) const
{
    return row >= 0 && row < m_order.size() ? m_store.at(m_order.at(row)).state : nullptr;
}

int LockTableModel::rowOf(const std::string& name) const
{
    const std::optional<Slot> slot = m_store.slotOf(name);
    return slot ? m_order.rowOf(*slot) : -1;
}

int LockTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_order.size();
}

int LockTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kLockColumnCount;
}

void LockTableModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= kLockColumnCount) {
        return;
    }
    const auto direction =
        order == Qt::AscendingOrder ? LockOrder::Direction::ascending : LockOrder::Direction::descending;
    m_disordered.clear();
    reorder([&] { m_order.sortBy(static_cast<LockColumn>(column), direction, std::chrono::steady_clock::now()); });
    watchTime();
}

QVariant LockTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const LockStore::Entry& entry = m_store.at(m_order.at(index.row()));
    const LockState& state = *entry.state;
    const auto column = static_cast<LockColumn>(index.column());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return text(state, column);
    case Qt::ToolTipRole: return toolTip(state, column);
    case Qt::TextAlignmentRole:
        if (column == LockColumn::count || column == LockColumn::waiters || column == LockColumn::heldFor) {
            return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
        }
        return QVariant::fromValue(Qt::Alignment(Qt::AlignLeft | Qt::AlignVCenter));
    default: break;
    }
    switch (static_cast<LockRole>(role)) {
    case LockRole::state: return QVariant::fromValue(entry.state);
    case LockRole::condition: {
        const FilterMoment now = moment();
        return static_cast<int>(condition_of(state, m_thresholds, now.steady, now.wall));
    }
    case LockRole::nameBytes: return QByteArray::fromStdString(state.name);
    case LockRole::history:
        return QVariant::fromValue(entry.waiters ? entry.waiters->values(std::chrono::steady_clock::now())
                                                 : QList<float>());
    case LockRole::stale: return m_freshness == Freshness::past;
    }
    return {};
}

QString LockTableModel::text(const LockState& state, LockColumn column) const
{
    const FilterMoment now = moment();
    switch (column) {
    case LockColumn::condition: return conditionText(condition_of(state, m_thresholds, now.steady, now.wall));
    case LockColumn::name: return shortText(state.name, kNameChars);
    case LockColumn::type: return typeText(state);
    case LockColumn::mode: return modeText(state.mode);
    case LockColumn::holder: return holdersText(state);
    case LockColumn::count: return state.is_held() ? QString::number(entryCount(state)) : QString();
    case LockColumn::ttl:
        return state.is_held() ? leaseText(state.remaining(now.steady).value_or(state.ttl)) : QString();
    case LockColumn::waiters: {
        const std::optional<std::int64_t> waiters = waiterCount(state);
        return waiters ? QString::number(*waiters) : tr("?", "number of waiters that cannot be known");
    }
    case LockColumn::lastMinute: return {};
    case LockColumn::heldFor: break;
    }
    const std::optional<milliseconds> held = heldFor(state, now.wall);
    if (!held) {
        return {};
    }
    return state.held_since_exact ? durationText(*held) : tr("≥ %1", "at least so long").arg(durationText(*held));
}

QString LockTableModel::toolTip(const LockState& state, LockColumn column) const
{
    if (column == LockColumn::name) {
        return toolTipText(std::string_view(state.name));
    }
    if (column == LockColumn::holder) {
        constexpr std::size_t kMost = 20;
        QStringList owners;
        for (std::size_t at = 0; at < state.holders.size() && at < kMost; ++at) {
            owners << shortText(state.holders[at].owner, 120);
        }
        return owners.isEmpty() ? QString() : toolTipText(owners.join(QLatin1Char('\n')));
    }
    if (column == LockColumn::condition && !state.anomalies.empty()) {
        QStringList sentences;
        for (const Anomaly anomaly : state.anomalies) {
            sentences << anomalyText(anomaly);
        }
        return toolTipText(sentences.join(QLatin1Char('\n')));
    }
    if (column == LockColumn::type && !state.type_certain) {
        return toolTipText(tr("Redis cannot tell the type: the keys look the same for several."));
    }
    return {};
}

QVariant LockTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kLockColumnCount) {
        return {};
    }
    const auto column = static_cast<LockColumn>(section);
    if (role == Qt::TextAlignmentRole) {
        const bool number =
            column == LockColumn::count || column == LockColumn::waiters || column == LockColumn::heldFor;
        return QVariant::fromValue(Qt::Alignment((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter));
    }
    if (role == Qt::ToolTipRole) {
        switch (column) {
        case LockColumn::count: return tr("How often its holders have entered it");
        case LockColumn::ttl: return tr("What is left of its lease");
        case LockColumn::waiters: return tr("Clients that wait; for fair locks, places in the queue");
        case LockColumn::lastMinute: return tr("How many waited in the last minute");
        default: return {};
        }
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (column) {
    case LockColumn::condition: return tr("State");
    case LockColumn::name: return tr("Name");
    case LockColumn::type: return tr("Type");
    case LockColumn::mode: return tr("Mode");
    case LockColumn::holder: return tr("Holder");
    case LockColumn::count: return tr("×", "column: reentry count");
    case LockColumn::ttl: return tr("TTL");
    case LockColumn::waiters: return tr("Waiters");
    case LockColumn::lastMinute: return tr("Last minute");
    case LockColumn::heldFor: return tr("Held for");
    }
    return {};
}

} // namespace lockscope::ui
