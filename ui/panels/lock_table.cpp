// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/lock_table.hpp"

#include "delegates/countdown_delegate.hpp"
#include "delegates/holder_delegate.hpp"
#include "delegates/sparkline_delegate.hpp"
#include "delegates/state_delegate.hpp"
#include "delegates/text_delegate.hpp"
#include "models/lock_table_model.hpp"

#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QScopedValueRollback>

#include <array>

namespace lockscope::ui {
namespace {

constexpr std::chrono::milliseconds kTick{100};
constexpr std::chrono::milliseconds kSightDelay{200};

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
                                     LockColumn::heldFor};

/// In widths of a digit.
int firstWidth(LockColumn column)
{
    switch (column) {
    case LockColumn::condition: return 14;
    case LockColumn::name: return 32;
    case LockColumn::type: return 12;
    case LockColumn::mode: return 7;
    case LockColumn::holder: return 16;
    case LockColumn::count: return 5;
    case LockColumn::ttl: return 16;
    case LockColumn::waiters: return 9;
    case LockColumn::lastMinute: return 11;
    case LockColumn::heldFor: break;
    }
    return 10;
}

} // namespace

LockTable::LockTable(LockTableModel& model, QWidget* parent) : QTableView(parent), m_model(model)
{
    setModel(&model);
    setSelectionBehavior(SelectRows);
    setSelectionMode(SingleSelection);
    setEditTriggers(NoEditTriggers);
    setShowGrid(false);
    setWordWrap(false);
    setTextElideMode(Qt::ElideMiddle);
    setTabKeyNavigation(false);
    setFrameShape(NoFrame);
    setHorizontalScrollMode(ScrollPerPixel);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    setAccessibleName(tr("Locks"));
    setUpDelegates();
    setUpHeader();
    layOut();

    m_tickTimer.setInterval(kTick);
    connect(&m_tickTimer, &QTimer::timeout, this, &LockTable::tick);
    m_tickTimer.start();
    m_sightTimer.setInterval(kSightDelay);
    connect(&m_sightTimer, &QTimer::timeout, this, &LockTable::reportSight);
    m_sightTimer.start();
}

void LockTable::setUpDelegates()
{
    const auto set = [this](LockColumn column, QAbstractItemDelegate* delegate) {
        setItemDelegateForColumn(section(column), delegate);
    };
    setItemDelegate(new TextDelegate(this));
    set(LockColumn::condition, new StateDelegate(role(LockRole::condition), this));
    set(LockColumn::holder, new HolderDelegate(role(LockRole::state), this));
    set(LockColumn::ttl, new CountdownDelegate({role(LockRole::state), role(LockRole::stale)}, this));
    set(LockColumn::lastMinute, new SparklineDelegate(role(LockRole::history), this));
}

void LockTable::setUpHeader()
{
    QHeaderView* header = horizontalHeader();
    header->setSectionsMovable(true);
    header->setHighlightSections(false);
    header->setStretchLastSection(true);
    header->setSortIndicator(section(LockColumn::name), Qt::AscendingOrder);
    setSortingEnabled(true);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this, &LockTable::showColumnMenu);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
}

void LockTable::layOut()
{
    const QFontMetrics metrics(font());
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setDefaultSectionSize(metrics.height() + metrics.height() / 2);
    if (!m_columnsKnown) {
        for (int column = 0; column < kLockColumnCount; ++column) {
            setColumnWidth(column, firstWidth(static_cast<LockColumn>(column)) * metrics.horizontalAdvance(u'0'));
        }
    }
}

QByteArray LockTable::saveColumns() const
{
    return horizontalHeader()->saveState();
}

void LockTable::restoreColumns(const QByteArray& state)
{
    m_columnsKnown = !state.isEmpty() && horizontalHeader()->restoreState(state);
    if (m_columnsKnown) {
        sortByColumn(horizontalHeader()->sortIndicatorSection(), horizontalHeader()->sortIndicatorOrder());
    }
}

LockStatePtr LockTable::selectedLock() const
{
    return m_model.lockAt(currentIndex().isValid() ? currentIndex().row() : -1);
}

void LockTable::selectLock(const std::string& name)
{
    m_wanted = name;
    reselect();
    if (currentIndex().isValid()) {
        scrollTo(currentIndex());
    }
}

void LockTable::reselect()
{
    if (!m_wanted) {
        return;
    }
    const int row = m_model.rowOf(*m_wanted);
    if (row < 0 || (currentIndex().isValid() && currentIndex().row() == row)) {
        return;
    }
    const QScopedValueRollback still(m_holdsStill, true);
    const bool scrolls = hasAutoScroll();
    setAutoScroll(false);
    selectionModel()->setCurrentIndex(m_model.index(row, section(LockColumn::name)),
                                      QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    setAutoScroll(scrolls);
}

void LockTable::rowsAboutToBeRemoved(const QModelIndex& parent, int start, int end)
{
    // The view would move on to a neighbour.
    if (currentIndex().isValid() && currentIndex().row() >= start && currentIndex().row() <= end) {
        const QScopedValueRollback still(m_holdsStill, true);
        selectionModel()->clear();
    }
    QTableView::rowsAboutToBeRemoved(parent, start, end);
}

void LockTable::rowsInserted(const QModelIndex& parent, int start, int end)
{
    QTableView::rowsInserted(parent, start, end);
    if (!currentIndex().isValid()) {
        reselect();
    }
}

void LockTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    const LockStatePtr lock = m_model.lockAt(current.isValid() ? current.row() : -1);
    if (!m_holdsStill) {
        m_wanted = lock ? std::optional(lock->name) : std::nullopt;
    }
    emit selectionMoved(lock);
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
    if (!isVisible() || first < 0) {
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

void LockTable::reportSight()
{
    const auto [first, last] = rowsInSight();
    std::vector<std::string> inSight;
    for (int row = std::max(first, 0); first >= 0 && row <= last; ++row) {
        if (const LockStatePtr lock = m_model.lockAt(row)) {
            inSight.push_back(lock->name);
        }
    }
    if (inSight != m_inSight) {
        m_inSight = std::move(inSight);
        emit sightChanged(m_inSight);
    }
}

void LockTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::ApplicationFontChange) {
        layOut();
    } else if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Locks"));
        emit m_model.headerDataChanged(Qt::Horizontal, 0, kLockColumnCount - 1);
        viewport()->update();
    }
}

void LockTable::keyPressEvent(QKeyEvent* event)
{
    // Typing letters must not jump through a hundred thousand rows; that is what the filter is for.
    const bool isText = !event->text().isEmpty() && event->text().at(0).isPrint();
    if (isText && event->modifiers() == Qt::NoModifier) {
        event->ignore();
        return;
    }
    QTableView::keyPressEvent(event);
}

void LockTable::showColumnMenu(const QPoint& position)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int column = 0; column < kLockColumnCount; ++column) {
        QAction* action = menu->addAction(m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        action->setEnabled(column != section(LockColumn::name));
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            setColumnHidden(column, !shown);
            if (shown && columnWidth(column) == 0) {
                setColumnWidth(column, firstWidth(static_cast<LockColumn>(column))
                                           * QFontMetrics(font()).horizontalAdvance(u'0'));
            }
        });
    }
    menu->popup(horizontalHeader()->mapToGlobal(position));
}

} // namespace lockscope::ui
