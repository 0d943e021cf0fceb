// SPDX-License-Identifier: GPL-3.0-or-later
#include "delegates/cell_delegate.hpp"

#include "theme/theme.hpp"

#include <QApplication>
#include <QFontDatabase>
#include <QPainter>

namespace lockscope::ui {

QRect Cell::markSquare() const
{
    const int side = qMax(8, qRound(option.fontMetrics.ascent() * 0.85));
    return {content.left(), content.center().y() - side / 2, side, side};
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem filled = option;
    initStyleOption(&filled, index);
    const QString text = filled.text;
    filled.text.clear();
    filled.icon = {};
    filled.features &= ~QStyleOptionViewItem::HasDecoration;
    const QWidget* widget = filled.widget;
    const QStyle* style = widget ? widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &filled, painter, widget);

    const bool selected = filled.state.testFlag(QStyle::State_Selected);
    const auto group = !filled.state.testFlag(QStyle::State_Enabled) ? QPalette::Disabled
                     : filled.state.testFlag(QStyle::State_Active)   ? QPalette::Active
                                                                     : QPalette::Inactive;
    const int margin = style->pixelMetric(QStyle::PM_FocusFrameHMargin, &filled, widget) + 1;
    const Cell cell{Theme::of(filled.palette),
                    filled,
                    filled.rect.adjusted(margin, 1, -margin, -1),
                    text,
                    filled.palette.color(group, selected ? QPalette::HighlightedText : QPalette::Text),
                    selected};
    painter->save();
    painter->setClipRect(filled.rect, Qt::IntersectClip);
    painter->setFont(filled.font);
    paintContent(*painter, cell, index);
    painter->restore();
    if (cell.theme.contrast == Theme::Contrast::high && filled.state.testFlag(QStyle::State_HasFocus)) {
        constexpr int kFrame = 3;
        painter->setPen(QPen(selected ? cell.theme.accentText : cell.theme.accent, kFrame));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(filled.rect.adjusted(1, 1, -2, -2));
    }
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    return QStyledItemDelegate::sizeHint(option, index) + QSize(extraWidth(option), 0);
}

int CellDelegate::extraWidth(const QStyleOptionViewItem&) const
{
    return 0;
}

void CellDelegate::drawElided(QPainter& painter, const Cell& cell, const QRect& rect, const QString& text,
                              Qt::TextElideMode mode)
{
    if (rect.width() <= 0 || text.isEmpty()) {
        return;
    }
    painter.setPen(cell.textColor);
    const auto alignment = QStyle::visualAlignment(cell.option.direction, cell.option.displayAlignment);
    painter.drawText(rect, static_cast<int>(alignment) | Qt::TextSingleLine,
                     QFontMetrics(painter.font()).elidedText(text, mode, rect.width()));
}

QFont monospaceLike(const QFont& like)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (like.pixelSize() > 0) {
        font.setPixelSize(like.pixelSize());
    } else {
        font.setPointSizeF(like.pointSizeF());
    }
    font.setBold(like.bold());
    font.setItalic(like.italic());
    return font;
}

} // namespace lockscope::ui
