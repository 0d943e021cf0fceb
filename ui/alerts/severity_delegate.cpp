// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/severity_delegate.hpp"

#include "delegates/marks.hpp"
#include "theme/theme.hpp"

#include <QPainter>

namespace lockscope::ui {

void drawSeverityMark(QPainter& painter, const QRectF& square, AlertRule::Severity severity, const QColor& color,
                      const QColor& hole)
{
    switch (severity) {
    case AlertRule::Severity::warning: drawWarningMark(painter, square, color, hole); return;
    case AlertRule::Severity::critical: drawConditionMark(painter, square, LockCondition::stuck, color); return;
    case AlertRule::Severity::info: break;
    }
    drawConditionMark(painter, square, LockCondition::free, color);
}

QColor severityColor(AlertRule::Severity severity, const Theme& theme)
{
    switch (severity) {
    case AlertRule::Severity::warning: return theme.warning;
    case AlertRule::Severity::critical: return theme.danger;
    case AlertRule::Severity::info: break;
    }
    return theme.mutedText;
}

AlertSeverityDelegate::AlertSeverityDelegate(int severityRole, QObject* parent)
    : CellDelegate(parent)
    , m_severityRole(severityRole)
{}

void AlertSeverityDelegate::paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const
{
    const auto severity = static_cast<AlertRule::Severity>(index.data(m_severityRole).toInt());
    const QRect square = cell.markSquare();
    const QColor color = cell.tinted(severityColor(severity, cell.theme));
    const QColor ground = cell.selected ? cell.theme.accent : cell.theme.base;
    drawSeverityMark(painter, square, severity, color, ground);
    Cell words = cell;
    words.textColor = color;
    drawElided(painter, words, cell.content.adjusted(square.width() + square.width() / 2, 0, 0, 0), cell.text,
               Qt::ElideRight);
}

int AlertSeverityDelegate::extraWidth(const QStyleOptionViewItem& option) const
{
    return option.fontMetrics.height() * 2;
}

} // namespace lockscope::ui
