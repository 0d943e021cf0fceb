// SPDX-License-Identifier: GPL-3.0-or-later
#include "trace/role_delegate.hpp"

#include "delegates/marks.hpp"
#include "theme/fusion_style.hpp"
#include "theme/theme.hpp"
#include "trace/trace_model.hpp"

#include <QPainter>

namespace lockscope::ui {

QSize RoleDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return CellDelegate::sizeHint(option, index).expandedTo({0, tableRowHeight(option.fontMetrics)});
}

void RoleDelegate::paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const
{
    const QRect square = cell.markSquare();
    const QVariant mark = index.data(TraceModel::MarkRole);
    Cell words = cell;
    if (mark.isValid()) {
        const auto kind = static_cast<LockEvent::Kind>(mark.toInt());
        words.textColor = cell.tinted(eventColor(kind, cell.theme));
        drawEventMark(painter, square, kind, words.textColor);
    }
    drawElided(painter, words, cell.content.adjusted(square.width() + square.width() / 2, 0, 0, 0), cell.text,
               Qt::ElideRight);
}

int RoleDelegate::extraWidth(const QStyleOptionViewItem& option) const
{
    return option.fontMetrics.height() * 2;
}

void CodeDelegate::paintContent(QPainter& painter, const Cell& cell, const QModelIndex&) const
{
    painter.setFont(monospaceLike(cell.option.font));
    drawElided(painter, cell, cell.content, cell.text, Qt::ElideRight);
}

} // namespace lockscope::ui
