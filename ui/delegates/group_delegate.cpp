// SPDX-License-Identifier: GPL-3.0-or-later
#include "delegates/group_delegate.hpp"

#include "delegates/marks.hpp"
#include "models/lock_groups.hpp"
#include "models/lock_roles.hpp"
#include "theme/color_math.hpp"
#include "theme/theme.hpp"

#include <QPainter>

namespace lockscope::ui {
namespace {

int role(LockRole role)
{
    return static_cast<int>(role);
}

/// Points right while the group is closed, down while it is open.
void drawFoldMark(QPainter& painter, const QRect& square, GroupFolds::Fold fold, const QColor& color)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, qMax(1.5, square.width() / 8.0), Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    const QPointF center = QRectF(square).center();
    const double reach = square.width() * 0.28;
    if (fold == GroupFolds::Fold::open) {
        painter.drawPolyline(QPolygonF({center + QPointF(-reach, -reach / 2), center + QPointF(0, reach / 2),
                                        center + QPointF(reach, -reach / 2)}));
    } else {
        painter.drawPolyline(QPolygonF({center + QPointF(-reach / 2, -reach), center + QPointF(reach / 2, 0),
                                        center + QPointF(-reach / 2, reach)}));
    }
}

} // namespace

int foldMarkSide(const QFontMetrics& metrics)
{
    return metrics.height();
}

void GroupDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    CellDelegate::initStyleOption(option, index);
    const Theme& theme = Theme::of(option->palette);
    option->backgroundBrush = mixed(theme.base, theme.track, 0.55);
    option->font.setBold(true);
    option->fontMetrics = QFontMetrics(option->font);
}

void GroupDelegate::paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const
{
    switch (static_cast<LockColumn>(index.column())) {
    case LockColumn::name: {
        const int side = foldMarkSide(cell.option.fontMetrics);
        const QRect square(cell.content.left(), cell.content.center().y() - side / 2, side, side);
        const auto fold = static_cast<GroupFolds::Fold>(index.data(role(LockRole::fold)).toInt());
        drawFoldMark(painter, square, fold, cell.textColor);
        drawElided(painter, cell, cell.content.adjusted(side + side / 4, 0, 0, 0), cell.text, Qt::ElideMiddle);
        break;
    }
    case LockColumn::condition: {
        const auto condition = static_cast<LockCondition>(index.data(role(LockRole::condition)).toInt());
        Cell words = cell;
        words.textColor = cell.liveColor(cell.theme.condition(condition));
        const QRect square = cell.markSquare();
        drawConditionMark(painter, square, condition, words.textColor);
        drawElided(painter, words, cell.content.adjusted(square.width() * 3 / 2, 0, 0, 0), cell.text, Qt::ElideRight);
        break;
    }
    default: drawElided(painter, cell, cell.content, cell.text, Qt::ElideRight); break;
    }
}

void NameDelegate::paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const
{
    const bool member = index.data(role(LockRole::member)).toBool();
    const int side = foldMarkSide(cell.option.fontMetrics);
    const int indent = member ? side + side / 4 : 0;
    drawElided(painter, cell, cell.content.adjusted(indent, 0, 0, 0), cell.text, Qt::ElideMiddle);
}

FoldingDelegate::FoldingDelegate(const QAbstractItemDelegate& lock, const GroupDelegate& group, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_lock(lock)
    , m_group(group)
{}

const QAbstractItemDelegate& FoldingDelegate::delegateFor(const QModelIndex& index) const
{
    return index.data(role(LockRole::fold)).isValid() ? static_cast<const QAbstractItemDelegate&>(m_group) : m_lock;
}

void FoldingDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    delegateFor(index).paint(painter, option, index);
}

QSize FoldingDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return delegateFor(index).sizeHint(option, index);
}

} // namespace lockscope::ui
