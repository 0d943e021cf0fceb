// SPDX-License-Identifier: GPL-3.0-or-later
#include "delegates/bar_delegate.hpp"

#include "theme/theme.hpp"

#include <QPainter>

#include <algorithm>

namespace lockscope::ui {

BarDelegate::BarDelegate(int shareRole, QObject* parent) : CellDelegate(parent), m_shareRole(shareRole) {}

void BarDelegate::paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const
{
    // The bar takes what the longest usual text leaves, so that the bars of all rows begin and end alike.
    const int words = cell.option.fontMetrics.averageCharWidth() * 11;
    const QRect room = cell.content.adjusted(0, 0, -words, 0);
    const double share = std::clamp(index.data(m_shareRole).toDouble(), 0.0, 1.0);
    if (room.width() > 4) {
        const int height = std::max(4, cell.option.fontMetrics.height() / 3);
        QRect bar(room.left(), room.center().y() - height / 2, room.width(), height);
        QColor ground = cell.tinted(cell.theme.track);
        if (cell.selected) {
            ground.setAlphaF(0.4F);
        }
        painter.fillRect(bar, ground);
        bar.setWidth(std::max(share > 0 ? 1 : 0, static_cast<int>(share * room.width())));
        painter.fillRect(bar, cell.tinted(cell.theme.contended));
    }
    drawElided(painter, cell, cell.content.adjusted(std::max(room.width(), 0), 0, 0, 0), cell.text, Qt::ElideRight);
}

int BarDelegate::extraWidth(const QStyleOptionViewItem& option) const
{
    return option.fontMetrics.height() * 5;
}

} // namespace lockscope::ui
