// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/column_shape.hpp"

#include <QFontMetrics>
#include <QHeaderView>
#include <QTableView>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kNarrowestDigits = 3;

} // namespace

int neighbourColumn(const QTableView& table, int step)
{
    const QHeaderView& header = *table.horizontalHeader();
    if (!table.currentIndex().isValid()) {
        return -1;
    }
    int visual = header.visualIndex(table.currentIndex().column()) + step;
    while (visual >= 0 && visual < header.count() && header.isSectionHidden(header.logicalIndex(visual))) {
        visual += step;
    }
    return visual < header.count() ? visual : -1;
}

void moveColumn(QTableView& table, int step)
{
    if (const int visual = neighbourColumn(table, step); visual >= 0) {
        QHeaderView& header = *table.horizontalHeader();
        header.moveSection(header.visualIndex(table.currentIndex().column()), visual);
        table.scrollTo(table.currentIndex());
    }
}

void widenColumn(QTableView& table, int digits)
{
    if (!table.currentIndex().isValid()) {
        return;
    }
    QHeaderView& header = *table.horizontalHeader();
    const int column = table.currentIndex().column();
    const int digit = std::max(1, header.fontMetrics().horizontalAdvance(QLatin1Char('0')));
    header.resizeSection(column, std::max(header.sectionSize(column) + digits * digit, kNarrowestDigits * digit));
}

} // namespace lockscope::ui
