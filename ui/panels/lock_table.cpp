// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/lock_table.hpp"

#include "delegates/countdown_delegate.hpp"
#include "delegates/group_delegate.hpp"
#include "delegates/holder_delegate.hpp"
#include "delegates/sparkline_delegate.hpp"
#include "delegates/state_delegate.hpp"
#include "delegates/text_delegate.hpp"
#include "models/lock_table_model.hpp"
#include "panels/column_shape.hpp"
#include "panels/lock_columns.hpp"
#include "panels/lock_sort_actions.hpp"
#include "panels/lock_table_actions.hpp"
#include "theme/fusion_style.hpp"

#include <QContextMenuEvent>
#include <QEvent>
#include <QHeaderView>
#include <QMenu>
#include <QResizeEvent>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QTimer>

#include <algorithm>
#include <array>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr std::chrono::milliseconds kTick{100};
constexpr std::chrono::milliseconds kSightDelay{200};
constexpr std::size_t kMostOfGroup = 100'000;
constexpr std::int64_t kMany = 1000; ///< Locks: more than can be acted on at once.
constexpr std::chrono::milliseconds kManyDelay{100};
constexpr std::chrono::milliseconds kGroupDelay{2000}; ///< Of many locks, which change all the time.

int role(LockRole role)
{
    return static_cast<int>(role);
}

int section(LockColumn column)
{
    return static_cast<int>(column);
}

/// What shows time.
constexpr std::array kTickingColumns{LockColumn::condition, LockColumn::ttl, LockColumn::lastMinute,
                                     LockColumn::heldFor, LockColumn::renewed};

} // namespace

LockTable::LockTable(LockTableModel& model, QWidget* parent) : QTableView(parent), m_model(model)
{
    // Before its selection model hears of it.
    connect(&m_model, &QAbstractItemModel::layoutAboutToBeChanged, this, &LockTable::liftSelection);
    connect(&m_model, &QAbstractItemModel::layoutChanged, this, &LockTable::putSelectionDown);
    setModel(&model);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setShowGrid(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideMiddle);
    setTabKeyNavigation(false);
    setFrameShape(NoFrame);
    setHorizontalScrollMode(ScrollPerPixel);
    setAccessibleName(tr("Locks"));
    setUpDelegates();
    setUpHeader();
    connectModel();
    layOut();
    m_sortActions = new LockSortActions(*this);
    m_columnShape = new ColumnShape(*this);
    m_columnShape->setShortcuts();
    m_shapeSeparator = new QAction(this);
    m_shapeSeparator->setSeparator(true);
    m_actions = new LockTableActions(*this, m_model);
    addActions(m_actions->lockActions());
    connect(m_actions, &LockTableActions::filterRequested, this, &LockTable::filterRequested);
    connect(m_actions, &LockTableActions::followRequested, this, &LockTable::followRequested);

    m_tickTimer.setInterval(kTick);
    connect(&m_tickTimer, &QTimer::timeout, this, &LockTable::tick);
    m_sightTimer.setInterval(kSightDelay);
    connect(&m_sightTimer, &QTimer::timeout, this, &LockTable::lookAtSight);
    m_manyTimer.setSingleShot(true);
    connect(&m_manyTimer, &QTimer::timeout, this, [this] { emit selectionMoved(selectedLock()); });
}

void LockTable::setUpDelegates()
{
    auto* group = new GroupDelegate(this);
    const auto folding = [this, group](QAbstractItemDelegate* lock) {
        return new FoldingDelegate(*lock, *group, this);
    };
    const auto set = [&](LockColumn column, QAbstractItemDelegate* delegate) {
        setItemDelegateForColumn(section(column), folding(delegate));
    };
    auto* state = new StateDelegate(role(LockRole::condition), this);
    state->setBlockedRole(role(LockRole::blocked));
    setItemDelegate(folding(new TextDelegate(this)));
    set(LockColumn::condition, state);
    set(LockColumn::name, new NameDelegate(this));
    set(LockColumn::holder, new HolderDelegate(role(LockRole::state), this));
    m_countdown = new CountdownDelegate(role(LockRole::state), this);
    set(LockColumn::ttl, m_countdown);
    set(LockColumn::lastMinute, new SparklineDelegate(role(LockRole::history), this));
}

void LockTable::setUpHeader()
{
    QHeaderView* header = horizontalHeader();
    header->setSectionsMovable(true);
    header->setHighlightSections(false);
    header->setStretchLastSection(true);
    header->setSortIndicator(section(LockColumn::name), Qt::AscendingOrder);
    m_columns = new LockColumns(*header, this);
    connect(m_columns, &LockColumns::columnShown, this, [this](int column) {
        if (const int top = rowAt(0); top >= 0) {
            updateGeometries(); // it may be off to the side, where one could not scroll to before
            scrollTo(m_model.index(top, column));
        }
    });
    // Before the view itself hears of it, and has the rows sorted.
    connect(header, &QHeaderView::sortIndicatorChanged, this, [this] { m_sorting = true; });
    setSortingEnabled(true);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, &LockTable::showColumnMenu);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
}

void LockTable::connectModel()
{
    connect(&m_model, &LockTableModel::aboutToMoveRows, this, &LockTable::dropAnchor);
    connect(&m_model, &LockTableModel::rowsMovedPlace, this, &LockTable::keepToAnchor);
    connect(&m_model, &LockTableModel::countsChanged, this, [this] { // when all rows have their places
        travel();
        if (m_manyTimer.isActive() || !m_model.isGrouped()) {
            return;
        }
        if (areManySelected()) { // to look for a closed group among them would take longer than to tell
            m_manyTimer.start(kGroupDelay);
        } else if (isClosedGroupSelected()) {
            m_manyTimer.start(kManyDelay); // there may be others in it
        }
    });
    connect(&m_model, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex& first, const QModelIndex& last) {
                const int row = currentIndex().isValid() ? currentIndex().row() : -1;
                if (m_actions && row >= first.row() && row <= last.row()) {
                    m_actions->update(); // somebody may hold it now, to be followed
                }
            });
    connect(&m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        if (m_wanted && currentIndex().isValid()) {
            m_wanted->isSelected = selectionModel()->isRowSelected(currentIndex().row(), {});
        }
    });
    connect(&m_model, &LockTableModel::arranged, this, [this] {
        m_sorting = false;
        const bool isFolded =
            m_wanted && m_wanted->kind == Row::Kind::lock && m_model.closedGroupOf(m_wanted->name) >= 0;
        if (m_staysInSight && !currentIndex().isValid() && isFolded && m_wanted->isSelected) {
            m_destination = m_wanted->name; // into the group that it has come into
            travel();
        } else if (m_staysInSight && currentIndex().isValid()) {
            executeDelayedItemsLayout();
            goToCurrent();
        }
    });
}

void LockTable::layOut()
{
    const auto [first, last] = rowsInSight();
    const int current = currentIndex().row();
    const bool isCurrentSeen = first >= 0 && current >= first && current <= last;
    const QFontMetrics metrics(font());
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setDefaultSectionSize(tableRowHeight(metrics));
    m_columns->adoptFont();
    if (isCurrentSeen) {
        executeDelayedItemsLayout();
        goToCurrent(); // actions are for it, which must not be out of sight
    }
}

void LockTable::setThresholds(const Thresholds& thresholds)
{
    m_model.setThresholds(thresholds);
    m_countdown->setThresholds(thresholds);
}

void LockTable::setRedisCli(const std::string& start)
{
    m_actions->setRedisCli(start);
}

QByteArray LockTable::saveColumns() const
{
    return m_columns->save();
}

void LockTable::restoreColumns(const QByteArray& state)
{
    if (m_columns->restore(state)) {
        sortByColumn(horizontalHeader()->sortIndicatorSection(), horizontalHeader()->sortIndicatorOrder());
    }
}

void LockTable::setGrouping(Grouping grouping)
{
    m_actions->setGrouping(grouping);
}

void LockTable::setGroupDepth(Grouping depth)
{
    m_actions->setDepth(depth);
}

Grouping LockTable::groupDepth() const
{
    return m_actions->depth();
}

QList<QAction*> LockTable::columnActions() const
{
    return m_columns->actions() + QList<QAction*>{m_shapeSeparator} + m_columnShape->actions();
}

QList<QAction*> LockTable::sortActions() const
{
    return m_sortActions->actions();
}

QList<QAction*> LockTable::lockActions() const
{
    return m_actions->lockActions();
}

QList<QAction*> LockTable::groupActions() const
{
    return m_actions->groupActions();
}

QList<QAction*> LockTable::depthActions() const
{
    return m_actions->depthActions();
}

LockStatePtr LockTable::selectedLock() const
{
    if (LockStatePtr only = onlySelected()) {
        return only; // not the current one after Ctrl with an arrow key, or if the current one has gone
    }
    const int row = currentIndex().row();
    if (row < 0) {
        return nullptr;
    }
    if (!m_model.isGroup(row) || m_model.fold(row) == GroupFolds::Fold::open) {
        return m_model.lockAt(row);
    }
    // What is done to a closed group is done to its locks.
    const std::vector<LockStatePtr> first = m_model.locksIn(row, 1);
    return first.empty() ? nullptr : first.front();
}

LockStatePtr LockTable::onlySelected() const
{
    const QItemSelection selection = selectionModel()->selection();
    const int row = selection.isEmpty() ? -1 : selection.front().top();
    const bool isOneRow = std::all_of(selection.begin(), selection.end(), [row](const QItemSelectionRange& range) {
        return range.top() == row && range.bottom() == row;
    });
    if (row < 0 || !isOneRow) {
        return nullptr;
    }
    if (LockStatePtr lock = m_model.lockAt(row)) {
        return lock;
    }
    const GroupSums* sums = m_model.fold(row) == GroupFolds::Fold::closed ? m_model.sumsAt(row) : nullptr;
    return sums && sums->locks == 1 ? m_model.locksIn(row, 1).front() : nullptr;
}

std::vector<std::pair<int, int>> LockTable::selectedRows() const
{
    std::vector<std::pair<int, int>> ranges;
    for (const QItemSelectionRange& range : selectionModel()->selection()) {
        ranges.emplace_back(range.top(), range.bottom());
    }
    std::sort(ranges.begin(), ranges.end());
    int next = 0; // Ranges may meet in a row where whole rows are selected in parts.
    for (auto& [top, bottom] : ranges) {
        top = std::max(top, next);
        next = std::max(next, bottom + 1);
    }
    return ranges;
}

std::size_t LockTable::selectedCount() const
{
    std::size_t count = 0;
    for (const auto& [top, bottom] : selectedRows()) {
        if (!m_model.isGrouped()) {
            count += static_cast<std::size_t>(std::max(bottom - top + 1, 0));
            continue;
        }
        for (int row = top; row <= bottom; ++row) {
            if (!m_model.isGroup(row)) {
                ++count;
            } else if (const GroupSums* sums = m_model.sumsAt(row);
                       sums && m_model.fold(row) == GroupFolds::Fold::closed) {
                count += std::min(static_cast<std::size_t>(sums->locks), kMostOfGroup);
            }
        }
    }
    return count;
}

std::vector<LockStatePtr> LockTable::selectedLocks(GroupOrder order, std::size_t most) const
{
    std::vector<LockStatePtr> locks;
    for (const auto& [top, bottom] : selectedRows()) {
        for (int row = top; row <= bottom && locks.size() < most; ++row) {
            if (LockStatePtr lock = m_model.lockAt(row)) {
                locks.push_back(std::move(lock));
            } else if (m_model.fold(row) == GroupFolds::Fold::closed) {
                std::vector<LockStatePtr> members = m_model.locksIn(row, std::min(kMostOfGroup, most - locks.size()));
                if (order == GroupOrder::byName || std::ssize(members) <= kMany) {
                    std::sort(members.begin(), members.end(),
                              [](const auto& a, const auto& b) { return a->name < b->name; });
                }
                locks.insert(locks.end(), members.begin(), members.end());
            }
        }
    }
    return locks;
}

void LockTable::selectLock(const std::string& name)
{
    m_destination.reset();
    if (m_search == Search::isOver && !m_model.find(name)) {
        emit lockGone(name);
        return;
    }
    m_destination = name;
    travel();
}

void LockTable::adopt(const std::string& name)
{
    const bool isNowhere = !currentIndex().isValid() && !selectionModel()->hasSelection() && !m_destination;
    if (isNowhere && m_model.rowOf(name) >= 0) {
        selectLock(name);
    }
}

void LockTable::setSearch(Search search)
{
    m_search = search;
    if (m_search == Search::isOver && m_destination && !m_model.find(*m_destination)) {
        emit lockGone(std::exchange(m_destination, std::nullopt).value());
    }
}

/// Goes to the destination, as far as that is possible by now.
void LockTable::travel()
{
    if (!m_destination) {
        return;
    }
    if (m_model.rowOf(*m_destination) >= 0) {
        m_wanted = Row{Row::Kind::lock, std::exchange(m_destination, std::nullopt).value()};
        reselect(QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        arrive();
    } else if (m_model.isFilteredOut(*m_destination)) {
        emit lockHidden(std::exchange(m_destination, std::nullopt).value());
    } else if (const int group = m_model.closedGroupOf(*m_destination); group >= 0 && !m_model.isArranging()) {
        m_model.setFold(group, GroupFolds::Fold::open); // which tells that there are more rows
    }
}

/// With a row above and below: whoever has come from elsewhere is to see where in the table they are.
void LockTable::arrive()
{
    executeDelayedItemsLayout(); // until then the scroll bar has the range of before
    const QModelIndex current = currentIndex();
    const int across = horizontalScrollBar()->value();
    scrollTo(current.siblingAtRow(current.row() + 1));
    scrollTo(current.siblingAtRow(current.row() - 1));
    horizontalScrollBar()->setValue(across);
    goToCurrent();
}

/// Sideways only if the name does not even begin in sight: what a lock is like stands before it.
void LockTable::goToCurrent()
{
    const int across = horizontalScrollBar()->value();
    scrollTo(currentIndex());
    const int there = horizontalScrollBar()->value();
    horizontalScrollBar()->setValue(across);
    const int left = columnViewportPosition(currentIndex().column());
    if (left < 0 || left >= viewport()->width()) {
        horizontalScrollBar()->setValue(there);
    }
}

void LockTable::reselect(QItemSelectionModel::SelectionFlags how)
{
    const int row = m_wanted ? rowOf(*m_wanted) : -1;
    if (row < 0) {
        return;
    }
    const QScopedValueRollback still(m_holdsStill, true);
    const bool scrolls = hasAutoScroll();
    setAutoScroll(false);
    selectionModel()->setCurrentIndex(m_model.index(row, section(LockColumn::name)), how);
    setAutoScroll(scrolls);
}

/// The selection model would follow each row of it by an index of its own: of a hundred thousand that takes longer than
/// rows stay where they are.
void LockTable::liftSelection()
{
    m_lifted.clear();
    if (!areManySelected()) {
        return;
    }
    for (const auto& [top, bottom] : selectedRows()) {
        for (int row = top; row <= bottom; ++row) {
            m_lifted.push_back(m_model.idAt(row));
        }
    }
    const QSignalBlocker blocker(selectionModel()); // the same will be selected
    selectionModel()->clearSelection();
}

void LockTable::putSelectionDown()
{
    if (m_lifted.empty()) {
        return;
    }
    std::vector<bool> isSelected(static_cast<std::size_t>(m_model.rowCount()));
    for (const RowId id : std::exchange(m_lifted, {})) {
        if (const int row = m_model.placeOf(id); row >= 0) {
            isSelected[static_cast<std::size_t>(row)] = true;
        }
    }
    QItemSelection selection;
    const auto end = isSelected.cend();
    for (auto top = std::find(isSelected.cbegin(), end, true); top != end;) {
        const auto next = std::find(top, end, false);
        const auto first = static_cast<int>(top - isSelected.cbegin());
        const auto last = static_cast<int>(next - isSelected.cbegin()) - 1;
        selection.append(QItemSelectionRange(m_model.index(first, 0), m_model.index(last, kLockColumnCount - 1)));
        top = std::find(next, end, true);
    }
    const QSignalBlocker blocker(selectionModel());
    selectionModel()->select(selection, QItemSelectionModel::Select);
}

void LockTable::forgetSelection()
{
    m_wanted.reset();
    m_destination.reset();
}

std::optional<LockTable::Row> LockTable::rowAtIndex(const QModelIndex& index) const
{
    if (!index.isValid()) {
        return std::nullopt;
    }
    if (const LockStatePtr lock = m_model.lockAt(index.row())) {
        return Row{Row::Kind::lock, lock->name};
    }
    return Row{Row::Kind::group, index.data(role(LockRole::nameBytes)).toByteArray().toStdString()};
}

int LockTable::rowOf(const Row& row) const
{
    return row.kind == Row::Kind::lock ? m_model.rowOf(row.name) : m_model.rowOfGroup(row.name);
}

void LockTable::rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end)
{
    // The view would move on to a neighbour.
    if (currentIndex().isValid() && currentIndex().row() >= start && currentIndex().row() <= end) {
        const QScopedValueRollback still(m_holdsStill, true);
        if (m_wanted) {
            m_wanted->isSelected = selectionModel()->isRowSelected(currentIndex().row(), {});
        }
        selectionModel()->clearCurrentIndex();
    }
    QTableView::rowsAboutToBeRemoved(parent, start, end);
}

void LockTable::rowsInserted(const QModelIndex& parent, int start, int end)
{
    QTableView::rowsInserted(parent, start, end);
    if (!currentIndex().isValid()) {
        const bool isSelected = m_wanted && m_wanted->isSelected;
        reselect(isSelected ? QItemSelectionModel::Select | QItemSelectionModel::Rows : QItemSelectionModel::NoUpdate);
    }
}

void LockTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    const bool isOnlyAnotherRow = isVisible() && hasAutoScroll() && current.column() == previous.column();
    if (isOnlyAnotherRow) {
        setAutoScroll(false); // which would go sideways for the rest of a long name
        QTableView::currentChanged(current, previous);
        setAutoScroll(true);
        goToCurrent();
    } else {
        QTableView::currentChanged(current, previous);
    }
    if (!m_holdsStill) {
        m_destination.reset();
        m_wanted = rowAtIndex(current);
    }
    if (m_actions) {
        m_actions->update(); // the selection was told of before the current row
    }
    tellSelection();
}

void LockTable::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    QTableView::selectionChanged(selected, deselected);
    if (m_actions) {
        m_actions->update();
        tellSelection(); // what can be done depends on all that are selected
    }
}

void LockTable::tellSelection()
{
    if (!areManySelected()) {
        emit selectionMoved(selectedLock());
    } else if (!m_manyTimer.isActive() || m_manyTimer.remainingTimeAsDuration() > kManyDelay) {
        m_manyTimer.start(kManyDelay); // not anew each time, or steady changes would put it off for ever
    }
}

bool LockTable::isClosedGroupSelected() const
{
    const QItemSelection selection = selectionModel()->selection();
    return std::any_of(selection.begin(), selection.end(), [this](const QItemSelectionRange& range) {
        for (int row = range.top(); row <= range.bottom(); ++row) {
            if (m_model.isGroup(row) && m_model.fold(row) == GroupFolds::Fold::closed) {
                return true;
            }
        }
        return false;
    });
}

bool LockTable::areManySelected() const
{
    std::int64_t locks = 0;
    for (const QItemSelectionRange& range : selectionModel()->selection()) {
        locks += range.height();
        for (int row = range.top(); row <= range.bottom() && locks <= kMany; ++row) {
            if (m_model.fold(row) == GroupFolds::Fold::closed) {
                const GroupSums* sums = m_model.sumsAt(row);
                locks += sums ? sums->locks : 0;
            }
        }
    }
    return locks > kMany;
}

void LockTable::dropAnchor()
{
    m_anchor.reset();
    m_staysInSight = !m_sorting;
    if (m_sorting) { // who has them sorted wants to see the first ones
        verticalScrollBar()->setValue(0);
        return;
    }
    const auto [first, last] = rowsInSight();
    if (first < 0) {
        return;
    }
    const int current = currentIndex().isValid() ? currentIndex().row() : -1;
    const bool selectionSeen = current >= first && current <= last && m_model.lockAt(current);
    m_staysInSight = current < 0 || (current >= first && current <= last); // or it is about to come back
    const bool atTop = verticalScrollBar()->value() == 0;
    if (selectionSeen && !atTop) {
        m_anchor = Anchor{m_model.lockAt(current)->name, current - first};
    } else if (!atTop) {
        for (int row = first; row <= last && !m_anchor; ++row) {
            if (const LockStatePtr lock = m_model.lockAt(row)) {
                m_anchor = Anchor{lock->name, row - first};
            }
        }
    }
}

void LockTable::keepToAnchor()
{
    const int row = m_anchor ? m_model.rowOf(m_anchor->name) : -1;
    if (row < 0) {
        return;
    }
    const int top = std::max(0, row - m_anchor->below);
    if (verticalScrollBar()->value() != top) {
        executeDelayedItemsLayout(); // Until then the scroll bar has the range of before.
        verticalScrollBar()->setValue(top);
    }
}

std::pair<int, int> LockTable::rowsInSight() const
{
    const int first = rowAt(0);
    const int last = rowAt(viewport()->height() - 1);
    return {first, last >= 0 ? last : m_model.rowCount() - 1};
}

void LockTable::tick()
{
    const auto [first, last] = rowsInSight();
    if (first < 0) {
        return;
    }
    bool counts = false;
    for (int row = first; row <= last && !counts; ++row) {
        const LockStatePtr lock = m_model.lockAt(row);
        counts = lock && (lock->is_held() || lock->has_waiters());
    }
    if (!counts) {
        return;
    }
    for (const LockColumn column : kTickingColumns) {
        if (!isColumnHidden(section(column))) {
            viewport()->update(columnViewportPosition(section(column)), 0, columnWidth(section(column)),
                               viewport()->height());
        }
    }
}

void LockTable::lookAtSight()
{
    const auto [first, last] = rowsInSight();
    std::vector<std::string> inSight;
    for (int row = std::max(first, 0); first >= 0 && row <= last; ++row) {
        if (const LockStatePtr lock = m_model.lockAt(row)) {
            inSight.push_back(lock->name);
        }
    }
    reportSight(std::move(inSight));
}

void LockTable::reportSight(std::vector<std::string> locks)
{
    if (locks != m_inSight) {
        m_inSight = std::move(locks);
        emit sightChanged(m_inSight);
    }
}

void LockTable::showEvent(QShowEvent* event)
{
    QTableView::showEvent(event);
    m_tickTimer.start();
    m_sightTimer.start();
}

void LockTable::hideEvent(QHideEvent* event)
{
    m_tickTimer.stop();
    m_sightTimer.stop();
    reportSight({}); // nobody looks at these any more
    QTableView::hideEvent(event);
}

void LockTable::resizeEvent(QResizeEvent* event)
{
    const QRect current = visualRect(currentIndex());
    const bool wasInSight = current.isValid() && current.top() >= 0 && current.bottom() < event->oldSize().height();
    QTableView::resizeEvent(event);
    m_columns->setRoom(viewport()->width());
    if (const QScrollBar& down = *verticalScrollBar(); down.maximum() > 0 && down.value() == down.maximum()) {
        verticalHeader()->setOffsetToLastSection(); // Qt does so only as it scrolls, and would cut the last row
    }
    if (wasInSight) { // a bar has come
        goToCurrent();
    }
}

void LockTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange) {
        QTimer::singleShot(0, this, &LockTable::layOut); // when the header, too, has the new font
    } else if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Locks"));
        m_columns->retranslate();
        if (m_actions) {
            m_sortActions->retranslate();
            m_actions->retranslate();
        }
        emit m_model.headerDataChanged(Qt::Horizontal, 0, kLockColumnCount - 1);
        viewport()->update();
    }
}

/// Qt's own menu of the actions would not say why one of them cannot be used.
void LockTable::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    menu->addActions(actions());
    menu->popup(event->globalPos());
}

void LockTable::showColumnMenu(const QPoint& position)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addActions(m_columns->actions());
    menu->popup(horizontalHeader()->mapToGlobal(position));
}

} // namespace lockscope::ui
