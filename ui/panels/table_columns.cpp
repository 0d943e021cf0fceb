// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/table_columns.hpp"

#include "panels/header_layout.hpp"
#include "text/character_width.hpp"

#include <QAbstractItemModel>
#include <QAction>
#include <QFontMetrics>
#include <QHeaderView>
#include <QScopedValueRollback>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr std::chrono::milliseconds kRest{400};
constexpr qsizetype kMostUndo = 50;
constexpr int kLeastRest = 9;    ///< Characters for a last column that takes what is left.
constexpr double kNarrowest = 2; ///< Characters that are kept of a column that was made as narrow as it goes.

} // namespace

TableColumns::TableColumns(QHeaderView& header) : QObject(&header), m_header(header), m_undo(new QAction(this))
{
    connect(&header, &QHeaderView::sectionResized, this, &TableColumns::noteWidth);
    connect(&header, &QHeaderView::sectionResized, this, &TableColumns::takeChange);
    connect(&header, &QHeaderView::sectionMoved, this, &TableColumns::takeChange);
    connect(&header, &QHeaderView::sortIndicatorChanged, this, &TableColumns::takeChange);
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRest);
    connect(&m_rest, &QTimer::timeout, this, &TableColumns::noteChange);
    connect(m_undo, &QAction::triggered, this, &TableColumns::undo);
    m_undo->setEnabled(false);
    retranslate();
}

void TableColumns::setFirstWidths(const QList<int>& characters)
{
    m_first = characters;
    fit();
    m_known = layoutNow();
}

void TableColumns::setFirstWidth(int column, int width)
{
    if (std::exchange(m_firstPixels[column], width) != width) {
        fit();
    }
}

void TableColumns::suggestWidth(int column, int width)
{
    if (!m_chosen.contains(column)) {
        const QScopedValueRollback own(m_own, true);
        m_header.resizeSection(column, width);
    }
}

void TableColumns::setRest(int column, int leastCharacters)
{
    m_restColumn = {column, leastCharacters};
    fit();
}

void TableColumns::setYielding(const QList<Yield>& columns)
{
    m_yielding = columns;
    fit();
}

void TableColumns::setRoom(int width)
{
    const QList<int> shown = shownColumns();
    if (width != m_room || shown != m_shown) {
        m_room = width;
        m_shown = shown;
        if (!m_yielding.isEmpty()) {
            fit();
        }
    }
}

QList<int> TableColumns::shownColumns() const
{
    QList<int> shown;
    for (int column = 0; column < m_header.count(); ++column) {
        if (!m_header.isSectionHidden(column)) {
            shown << column;
        }
    }
    return shown;
}

void TableColumns::fit()
{
    const QScopedValueRollback own(m_own, true);
    m_widths = widthsInRoom();
    const bool stretches = m_header.stretchLastSection();
    m_header.setStretchLastSection(false); // It would not become narrower than it is now.
    for (int column = 0; column < m_header.count(); ++column) {
        if (m_widths.at(column) > 0) {
            m_header.resizeSection(column, m_widths.at(column));
        }
    }
    m_header.setStretchLastSection(stretches);
}

/// 0: as it is.
int TableColumns::widthOf(int column) const
{
    if (const auto chosen = m_chosen.constFind(column); chosen != m_chosen.constEnd()) {
        return static_cast<int>(std::lround(*chosen * character()));
    }
    return firstWidthOf(column);
}

int TableColumns::firstWidthOf(int column) const
{
    if (const auto pixels = m_firstPixels.constFind(column); pixels != m_firstPixels.constEnd()) {
        return *pixels;
    }
    const int first = column < m_first.size() ? m_first.at(column) : 0;
    return (first == 0 && column == m_first.size() - 1 ? kLeastRest : first) * character();
}

/// By column; 0: as it is.
QList<int> TableColumns::widthsInRoom() const
{
    QList<int> widths;
    for (int column = 0; column < m_header.count(); ++column) {
        widths << widthOf(column);
    }
    if (m_room == 0) {
        return widths;
    }
    int tooMuch = -m_room;
    for (const int column : shownColumns()) {
        const bool takesRest = m_restColumn && m_restColumn->column == column && !m_chosen.contains(column);
        tooMuch += takesRest             ? m_restColumn->leastCharacters * character()
                 : widths.at(column) > 0 ? widths.at(column)
                                         : m_header.sectionSize(column);
    }
    for (const auto& [column, leastCharacters] : m_yielding) {
        if (tooMuch <= 0 || column >= widths.size() || m_header.isSectionHidden(column) || m_chosen.contains(column)) {
            continue;
        }
        const int least = std::max(leastCharacters * character(), titleWidth(column));
        const int given = std::clamp(widths.at(column) - least, 0, tooMuch);
        widths[column] -= given;
        tooMuch -= given;
    }
    return widths;
}

int TableColumns::leastWidth() const
{
    int sum = 0;
    for (const int column : shownColumns()) {
        int least = firstWidthOf(column);
        for (const Yield& yield : m_yielding) {
            if (yield.column == column) {
                least = std::min(least, std::max(yield.leastCharacters * character(), titleWidth(column)));
            }
        }
        sum += least;
    }
    return sum;
}

int TableColumns::titleWidth(int column) const
{
    const QFontMetrics metrics = m_header.fontMetrics();
    const QString title = m_header.model()->headerData(column, Qt::Horizontal).toString();
    return std::max(m_header.sectionSizeHint(column), metrics.horizontalAdvance(title) + metrics.averageCharWidth());
}

int TableColumns::character() const
{
    return characterWidth(m_header.parentWidget()->fontMetrics());
}

/// Its width says nothing: it is the room that there is.
bool TableColumns::isStretched(int column) const
{
    if (m_header.sectionResizeMode(column) != QHeaderView::Interactive) {
        return true;
    }
    int last = m_header.count() - 1;
    while (last > 0 && m_header.isSectionHidden(m_header.logicalIndex(last))) {
        --last;
    }
    return m_header.stretchLastSection() && m_header.visualIndex(column) == last;
}

/// Columns without anything in them come and go by themselves: then one of the two is nothing. What was the last one
/// gets its own width back when another one is.
void TableColumns::noteWidth(int column, int before, int now)
{
    if (!m_own && before > 0 && now > 0 && now != m_widths.value(column) && !isStretched(column)) {
        m_chosen[column] = static_cast<double>(now) / character();
        m_widths.resize(m_header.count());
        m_widths[column] = now;
    }
}

/// What nobody sees is no change of somebody's.
void TableColumns::takeChange()
{
    if (!m_own && m_header.isVisible()) {
        m_rest.start(); // A drag is many changes, and one step to undo.
        updateUndo();
    } else if (!m_rest.isActive()) {
        m_known = layoutNow();
    }
}

void TableColumns::noteChange()
{
    m_rest.stop();
    const HeaderLayout now = layoutNow();
    if (now != m_known) {
        m_earlier << std::exchange(m_known, now);
        m_earlier = m_earlier.mid(std::max<qsizetype>(0, m_earlier.size() - kMostUndo));
    }
    updateUndo();
}

void TableColumns::undo()
{
    noteChange();
    if (!m_earlier.isEmpty()) {
        const HeaderLayout before = m_known;
        const HeaderLayout layout = m_earlier.takeLast();
        use(layout);
        if (layout.sorted != before.sorted || layout.order != before.order) {
            const QScopedValueRollback own(m_own, true);
            emit sortingRestored(layout.sorted, layout.order);
        }
        m_known = layoutNow();
    }
    updateUndo();
}

void TableColumns::updateUndo()
{
    m_undo->setEnabled(!m_earlier.isEmpty() || (m_rest.isActive() && layoutNow() != m_known));
}

void TableColumns::retranslate()
{
    m_undo->setText(tr("&Undo the change of columns or sorting"));
}

HeaderLayout TableColumns::layoutNow() const
{
    HeaderLayout layout;
    for (int visual = 0; visual < m_header.count(); ++visual) {
        const int column = m_header.logicalIndex(visual);
        const auto chosen = m_chosen.constFind(column);
        layout.columns << HeaderLayout::Column{column, true,
                                               chosen != m_chosen.constEnd() ? std::max(*chosen, kNarrowest) : 0};
    }
    if (m_header.isSortIndicatorShown()) {
        layout.sorted = m_header.sortIndicatorSection();
        layout.order = m_header.sortIndicatorOrder();
    }
    return layout;
}

void TableColumns::use(const HeaderLayout& layout)
{
    if (layout.columns.size() != m_header.count()) {
        return; // there is another model by now
    }
    const QScopedValueRollback own(m_own, true);
    m_chosen.clear();
    for (int visual = 0; visual < layout.columns.size(); ++visual) {
        const HeaderLayout::Column& column = layout.columns.at(visual);
        m_header.moveSection(m_header.visualIndex(column.column), visual);
        if (column.width > 0) {
            m_chosen[column.column] = column.width;
        }
    }
    fit();
}

QByteArray TableColumns::save() const
{
    return layoutNow().toBytes();
}

bool TableColumns::restore(const QByteArray& state)
{
    const std::optional<HeaderLayout> layout = HeaderLayout::fromBytes(state, m_header.count());
    if (!layout) {
        return false;
    }
    m_rest.stop();
    use(*layout);
    if (layout->sorted >= 0) {
        const QScopedValueRollback own(m_own, true);
        emit sortingRestored(layout->sorted, layout->order);
    }
    m_known = layoutNow();
    m_earlier.clear();
    updateUndo();
    return true;
}

} // namespace lockscope::ui
