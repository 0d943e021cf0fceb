// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/table_columns.hpp"

#include "panels/header_layout.hpp"
#include "text/character_width.hpp"

#include <QHeaderView>
#include <QScopedValueRollback>

#include <algorithm>
#include <cmath>

namespace lockscope::ui {
namespace {

constexpr int kLeastRest = 9;    ///< Characters for a last column that takes what is left.
constexpr double kNarrowest = 2; ///< Characters that are kept of a column that was made as narrow as it goes.

} // namespace

TableColumns::TableColumns(QHeaderView& header) : QObject(&header), m_header(header)
{
    connect(&header, &QHeaderView::sectionResized, this, &TableColumns::noteWidth);
}

void TableColumns::setFirstWidths(const QList<int>& characters)
{
    m_first = characters;
    fit();
}

void TableColumns::suggestWidth(int column, int width)
{
    if (!m_chosen.contains(column)) {
        const QScopedValueRollback own(m_own, true);
        m_header.resizeSection(column, width);
    }
}

void TableColumns::fit()
{
    const QScopedValueRollback own(m_own, true);
    const bool stretches = m_header.stretchLastSection();
    m_header.setStretchLastSection(false); // It would not become narrower than it is now.
    for (int column = 0; column < m_header.count(); ++column) {
        if (const int width = widthOf(column); width > 0) {
            m_header.resizeSection(column, width);
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
    const int first = column < m_first.size() ? m_first.at(column) : 0;
    return (first == 0 && column == m_first.size() - 1 ? kLeastRest : first) * character();
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
    if (!m_own && before > 0 && now > 0 && now != widthOf(column) && !isStretched(column)) {
        m_chosen[column] = static_cast<double>(now) / character();
    }
}

QByteArray TableColumns::save() const
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
    return layout.toBytes();
}

bool TableColumns::restore(const QByteArray& state)
{
    const std::optional<HeaderLayout> layout = HeaderLayout::fromBytes(state, m_header.count());
    if (!layout) {
        return false;
    }
    m_chosen.clear();
    for (int visual = 0; visual < layout->columns.size(); ++visual) {
        const HeaderLayout::Column& column = layout->columns.at(visual);
        m_header.moveSection(m_header.visualIndex(column.column), visual);
        if (column.width > 0) {
            m_chosen[column.column] = column.width;
        }
    }
    fit();
    if (layout->sorted >= 0) {
        emit sortingRestored(layout->sorted, layout->order);
    }
    return true;
}

} // namespace lockscope::ui
