// SPDX-License-Identifier: GPL-3.0-or-later
#include "delegates/countdown_delegate.hpp"

#include "delegates/countdown.hpp"
#include "delegates/marks.hpp"
#include "text/words.hpp"
#include "theme/theme.hpp"

#include <QPainter>

#include <algorithm>
#include <chrono>

namespace lockscope::ui {
namespace {

int textWidth(const QFontMetrics& metrics)
{
    // Digits are not all of the same width, nor is the sum of words and digits that of their parts.
    const auto widthOf = [&metrics](milliseconds left) { return metrics.horizontalAdvance(leaseText(left)); };
    using namespace std::chrono_literals;
    return std::max(widthOf(58min + 58s), widthOf(20h + 58min)) + metrics.height() / 4;
}

int barWidth(const QFontMetrics& metrics)
{
    return metrics.height() * 4;
}

void drawBar(QPainter& painter, const Cell& cell, const QRect& bar, double fraction, const QColor& color)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    QColor track = cell.tinted(cell.theme.track);
    if (cell.selected) {
        track.setAlphaF(0.3F);
    }
    const double radius = bar.height() / 2.0;
    painter.setBrush(track);
    painter.drawRoundedRect(bar, radius, radius);
    if (fraction > 0) {
        QRectF filled = bar;
        filled.setWidth(qMax<double>(bar.height(), bar.width() * fraction));
        painter.setBrush(color);
        painter.drawRoundedRect(filled, radius, radius);
    }
}

} // namespace

CountdownDelegate::CountdownDelegate(int countdownRole, QObject* parent)
    : CellDelegate(parent)
    , m_countdownRole(countdownRole)
{}

void CountdownDelegate::paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const
{
    const Countdown countdown = countdownOf(index.data(m_countdownRole));
    if (countdown.kind == Countdown::Kind::none) {
        drawElided(painter, cell, cell.content, cell.text, Qt::ElideRight);
        return;
    }
    Cell words = cell;
    if (countdown.kind == Countdown::Kind::never) {
        words.textColor = cell.liveColor(cell.theme.stuck);
        const QRect square = cell.markSquare();
        drawWarningMark(painter, square, words.textColor, cell.selected ? cell.theme.accent : cell.theme.base);
        drawElided(painter, words, cell.content.adjusted(square.width() * 3 / 2, 0, 0, 0), leaseText(milliseconds{-1}),
                   Qt::ElideRight);
        return;
    }

    const double fraction = countdown.fraction(cell.now);
    const bool low = fraction < m_thresholds.expiring_fraction;
    const QColor color = cell.liveColor(low ? cell.theme.expiring : cell.theme.held);
    if (cell.isPast || low) {
        words.textColor = color;
    }
    const int textRoom = textWidth(cell.option.fontMetrics);
    const int gap = cell.option.fontMetrics.height() / 3;
    QRect textRect = cell.content;
    const int barRoom = cell.content.width() - textRoom - gap;
    if (barRoom >= cell.option.fontMetrics.height()) { // In a narrow column only the time is left.
        const int height = qMax(4, qRound(cell.option.fontMetrics.ascent() * 0.5));
        drawBar(painter, cell, {cell.content.left(), cell.content.center().y() - height / 2, barRoom, height}, fraction,
                color);
        textRect.setLeft(textRect.right() - textRoom + 1);
    }
    QStyleOptionViewItem rightAligned = cell.option;
    rightAligned.displayAlignment = Qt::AlignRight | Qt::AlignVCenter;
    const Cell right{cell.theme,      rightAligned,  cell.content, cell.text,
                     words.textColor, cell.selected, cell.isPast,  cell.now};
    drawElided(painter, right, textRect, durationText(countdown.remaining(cell.now)), Qt::ElideRight);
}

int CountdownDelegate::extraWidth(const QStyleOptionViewItem& option) const
{
    return barWidth(option.fontMetrics) + textWidth(option.fontMetrics);
}

} // namespace lockscope::ui
