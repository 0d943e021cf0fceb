// SPDX-License-Identifier: GPL-3.0-or-later
#include "delegates/severity_delegate.hpp"

#include "delegates/marks.hpp"
#include "theme/theme.hpp"

#include <QIcon>
#include <QPainter>
#include <QPixmap>

namespace lockscope::ui {
namespace {

void drawInfoMark(QPainter& painter, const QRectF& square, const QColor& color)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(square.topLeft());
    painter.scale(square.width(), square.height());
    painter.setPen(QPen(color, 0.12, Qt::SolidLine, Qt::RoundCap));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(QPointF(0.5, 0.5), 0.42, 0.42);
    painter.drawLine(QPointF(0.5, 0.48), QPointF(0.5, 0.7));
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(QPointF(0.5, 0.29), 0.075, 0.075);
    painter.restore();
}

} // namespace

QColor severityColor(Severity severity, const Theme& theme)
{
    switch (severity) {
    case Severity::critical: return theme.danger;
    case Severity::warning: return theme.warning;
    case Severity::info: break;
    }
    return theme.mutedText;
}

void drawSeverityMark(QPainter& painter, const QRectF& square, Severity severity, const QColor& color,
                      const QColor& hole)
{
    switch (severity) {
    case Severity::critical: drawConditionMark(painter, square, LockCondition::stuck, color); break;
    case Severity::warning: drawWarningMark(painter, square, color, hole); break;
    case Severity::info: drawInfoMark(painter, square, color); break;
    }
}

QIcon severityIcon(Severity severity, const QPalette& palette, int side)
{
    const Theme& theme = Theme::of(palette);
    const auto picture = [&](const QColor& color, const QColor& hole) {
        // Twice as fine as needed, for screens that show it.
        QPixmap pixmap(side * 2, side * 2);
        pixmap.setDevicePixelRatio(2);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        drawSeverityMark(painter, QRectF(0, 0, side, side).adjusted(1, 1, -1, -1), severity, color, hole);
        return pixmap;
    };
    const QColor color = severityColor(severity, theme);
    const bool isFilled = theme.onPressed(color) != color;
    QIcon icon(picture(color, theme.window));
    icon.addPixmap(picture(theme.onPressed(color), isFilled ? theme.accent : theme.window), QIcon::Normal, QIcon::On);
    return icon;
}

SeverityDelegate::SeverityDelegate(int severityRole, QObject* parent)
    : CellDelegate(parent)
    , m_severityRole(severityRole)
{}

void SeverityDelegate::paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const
{
    const auto severity = static_cast<Severity>(index.data(m_severityRole).toInt());
    const QColor color = cell.liveColor(severityColor(severity, cell.theme));
    const QRect square = cell.markSquare();
    const QColor hole = cell.selected ? cell.option.palette.color(QPalette::Highlight) : cell.theme.base;
    drawSeverityMark(painter, square, severity, color, hole);
    Cell words = cell;
    words.textColor = color;
    drawElided(painter, words, cell.content.adjusted(square.width() * 3 / 2, 0, 0, 0), cell.text, Qt::ElideRight);
}

int SeverityDelegate::extraWidth(const QStyleOptionViewItem& option) const
{
    return option.fontMetrics.height() * 2;
}

} // namespace lockscope::ui
