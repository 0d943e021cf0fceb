// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/lock_columns.hpp"

#include "models/lock_cells.hpp"

#include <QAction>
#include <QFontMetricsF>
#include <QHeaderView>
#include <QScopedValueRollback>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace lockscope::ui {
namespace {

constexpr std::chrono::milliseconds kRest{400};
constexpr qsizetype kMostUndo = 50;

/// In widths of a digit, in the order of LockColumn: with room for the mark of sorting beside the title, but in the
/// last one, which mostly has more.
constexpr std::array<double, kLockColumnCount> kFirstWidths{15, 23, 11, 6, 21, 4, 18, 12, 13, 13, 12};

/// From the left: first what one asks of a lock that sticks (who has it, how often, how long it lives, who waits), for
/// where there is no room for all.
constexpr std::array kFirstOrder{LockColumn::condition, LockColumn::name,       LockColumn::holder,
                                 LockColumn::count,     LockColumn::ttl,        LockColumn::waiters,
                                 LockColumn::heldFor,   LockColumn::lastMinute, LockColumn::type,
                                 LockColumn::mode,      LockColumn::renewed};
static_assert(kFirstOrder.size() == kLockColumnCount);

constexpr double kNarrowest = 3;
/// The renewals: who kept a layout before has none of them in it.
constexpr int kAddedColumns = 1;

constexpr int kName = static_cast<int>(LockColumn::name);
/// For whoever looks for it; hidden at first.
constexpr int kRenewed = static_cast<int>(LockColumn::renewed);
constexpr int kHolder = static_cast<int>(LockColumn::holder);
/// With its client's name; what is even longer can be read in the tool tip.
constexpr double kMostOfHolder = 40;
constexpr double kLeastOfName = 18;
constexpr double kMostOfName = 60;

bool isSame(const QList<HeaderLayout::Column>& one, const QList<HeaderLayout::Column>& other)
{
    return std::equal(one.begin(), one.end(), other.begin(), other.end(), [](const auto& a, const auto& b) {
        return a.column == b.column && a.shown == b.shown && std::abs(a.width - b.width) < 0.2;
    });
}

} // namespace

LockColumns::LockColumns(QHeaderView& header, QObject* parent)
    : QObject(parent)
    , m_header(header)
    , m_separator(new QAction(this))
    , m_undo(new QAction(this))
    , m_reset(new QAction(this))
{
    for (int column = 0; column < kLockColumnCount; ++column) {
        auto* action = new QAction(this);
        action->setCheckable(true);
        action->setEnabled(column != kName); // Without its name nobody knows a lock.
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            if (!m_own) {
                m_header.setSectionHidden(column, !shown);
                noteChange();
                if (shown) {
                    emit columnShown(column);
                }
            }
        });
        m_toggles << action;
    }
    m_separator->setSeparator(true);
    connect(m_undo, &QAction::triggered, this, &LockColumns::undo);
    connect(m_reset, &QAction::triggered, this, &LockColumns::reset);
    m_restTimer.setSingleShot(true);
    m_restTimer.setInterval(kRest);
    connect(&m_restTimer, &QTimer::timeout, this, &LockColumns::noteChange);
    const auto changed = [this] {
        if (!m_own) {
            m_restTimer.start(); // A drag is many changes, and one step to undo.
        }
    };
    connect(&m_header, &QHeaderView::sectionResized, this, changed);
    connect(&m_header, &QHeaderView::sectionMoved, this, changed);
    connect(&m_header, &QHeaderView::sortIndicatorChanged, this, changed);
    use(firstLayout());
    retranslate();
}

QList<QAction*> LockColumns::actions() const
{
    return m_toggles + QList<QAction*>{m_separator, m_undo, m_reset};
}

double LockColumns::digit() const
{
    return std::max(1.0, QFontMetricsF(m_header.font()).horizontalAdvance(u'0'));
}

LockColumns::Layout LockColumns::narrowestLayout()
{
    Layout layout;
    for (const LockColumn each : kFirstOrder) {
        const int column = static_cast<int>(each);
        layout << Column{column, column != kRenewed, kFirstWidths.at(static_cast<std::size_t>(column))};
    }
    return layout;
}

LockColumns::Layout LockColumns::firstLayout() const
{
    Layout layout = narrowestLayout();
    const double taken = std::accumulate(layout.begin(), layout.end(), 0.0, [](double sum, const Column& column) {
        return sum + (column.shown ? column.width : 0.0);
    });
    const auto widthOf = [&layout](int wanted) -> double& {
        return std::find_if(layout.begin(), layout.end(),
                            [wanted](const Column& column) { return column.column == wanted; })
            ->width;
    };
    double& holder = widthOf(kHolder);
    double& name = widthOf(kName);
    const double left = std::floor(m_room / digit() - taken);
    const double toHolder = std::clamp(left, 0.0, kMostOfHolder - holder);
    holder += toHolder;
    name = std::clamp(name + left - toHolder, kLeastOfName, kMostOfName);
    return layout;
}

void LockColumns::setRoom(int width)
{
    m_room = width;
    if (m_isFirst && isSame(layoutNow().columns, m_known.columns)) {
        use(firstLayout());
    }
}

HeaderLayout LockColumns::layoutNow() const
{
    int stretched = kLockColumnCount - 1;
    while (stretched > 0 && m_header.isSectionHidden(m_header.logicalIndex(stretched))) {
        --stretched;
    }
    Layout layout;
    for (int visual = 0; visual < kLockColumnCount; ++visual) {
        const int column = m_header.logicalIndex(visual);
        const bool shown = !m_header.isSectionHidden(column);
        // The last one stretches: its width says nothing. A hidden one has none, and keeps what it had.
        double width = m_header.sectionSize(column) / digit();
        if (!shown || visual == stretched) {
            const auto known = std::find_if(m_known.columns.begin(), m_known.columns.end(),
                                            [column](const Column& each) { return each.column == column; });
            width = known != m_known.columns.end() ? known->width : kFirstWidths.at(static_cast<std::size_t>(column));
        }
        layout << Column{column, shown, width};
    }
    return {layout, m_header.sortIndicatorSection(), m_header.sortIndicatorOrder()};
}

void LockColumns::use(const Layout& layout)
{
    const QScopedValueRollback own(m_own, true);
    m_restTimer.stop();
    // By itself as wide as the widest letter of the font, which is more than some column needs.
    m_header.setMinimumSectionSize(static_cast<int>(kNarrowest * digit()));
    for (int visual = 0; visual < layout.size(); ++visual) {
        const Column& column = layout.at(visual);
        m_header.moveSection(m_header.visualIndex(column.column), visual);
        m_header.setSectionHidden(column.column, false);
        m_header.resizeSection(column.column, static_cast<int>(std::lround(column.width * digit())));
        m_header.setSectionHidden(column.column, !column.shown);
    }
    m_known = layoutNow();
    m_known.columns = layout;
    updateActions();
}

void LockColumns::noteChange()
{
    m_restTimer.stop();
    const HeaderLayout now = layoutNow();
    const bool isShapeKept = isSame(now.columns, m_known.columns);
    m_isFirst = m_isFirst && isShapeKept;
    if (!isShapeKept || now.sorted != m_known.sorted || now.order != m_known.order) {
        m_earlier << m_known;
        m_earlier = m_earlier.mid(std::max<qsizetype>(0, m_earlier.size() - kMostUndo));
        m_known = now;
    }
    updateActions();
}

void LockColumns::undo()
{
    noteChange();
    if (!m_earlier.isEmpty()) {
        const HeaderLayout layout = m_earlier.takeLast();
        {
            const QScopedValueRollback own(m_own, true);
            m_header.setSortIndicator(layout.sorted, layout.order); // the view sorts by what it says
        }
        use(layout.columns);
        m_isFirst = isSame(m_known.columns, firstLayout());
    }
    updateActions();
}

void LockColumns::reset()
{
    noteChange();
    if (m_known.columns != firstLayout()) {
        m_earlier << m_known;
    }
    m_isFirst = true;
    use(firstLayout());
}

void LockColumns::updateActions()
{
    const QScopedValueRollback own(m_own, true);
    for (int column = 0; column < kLockColumnCount; ++column) {
        m_toggles.at(column)->setChecked(!m_header.isSectionHidden(column));
    }
    m_undo->setEnabled(!m_earlier.isEmpty());
}

QByteArray LockColumns::save() const
{
    HeaderLayout now = layoutNow();
    if (m_isFirst && isSame(now.columns, m_known.columns)) {
        now.columns = narrowestLayout(); // the next window may have other room
    }
    return now.toBytes();
}

bool LockColumns::restore(const QByteArray& state)
{
    std::optional<HeaderLayout> layout = HeaderLayout::fromBytes(state, kLockColumnCount, kAddedColumns);
    if (!layout || layout->sorted < 0) {
        return false;
    }
    for (Column& column : layout->columns) {
        column.shown = column.shown || column.column == kName;
        if (column.width == 0) {
            column.width = kFirstWidths.at(static_cast<std::size_t>(column.column));
        }
    }
    {
        const QScopedValueRollback own(m_own, true);
        m_header.setSortIndicator(layout->sorted, layout->order);
    }
    m_isFirst = isSame(layout->columns, narrowestLayout());
    use(m_isFirst ? firstLayout() : layout->columns);
    m_earlier.clear();
    updateActions();
    return true;
}

void LockColumns::adoptFont()
{
    use(m_isFirst ? firstLayout() : Layout(m_known.columns));
}

void LockColumns::retranslate()
{
    for (int column = 0; column < kLockColumnCount; ++column) {
        m_toggles.at(column)->setText(columnTitle(static_cast<LockColumn>(column)));
    }
    m_toggles.at(static_cast<int>(LockColumn::count))->setText(tr("Reentry count"));
    m_undo->setText(tr("&Undo the change of columns or sorting"));
    m_reset->setText(tr("&Reset the columns"));
}

} // namespace lockscope::ui
