// SPDX-License-Identifier: GPL-3.0-or-later
#include "delegates/state_delegate.hpp"

#include "delegates/marks.hpp"
#include "delegates/severity_delegate.hpp"
#include "theme/theme.hpp"

#include <QPainter>

namespace lockscope::ui {
namespace {

QRect besideMark(const Cell& cell)
{
    const QRect square = cell.markSquare();
    return cell.content.adjusted(square.width() + square.width() / 2, 0, 0, 0);
}

/// The square at the right end of @p room, which is left with the rest.
QRect takeWarningMark(const Cell& cell, QRect& room)
{
    QRect square = cell.markSquare();
    square.moveRight(room.right());
    room.setRight(square.left() - square.width() / 4);
    return square;
}

} // namespace

StateDelegate::StateDelegate(int conditionRole, QObject* parent) : CellDelegate(parent), m_conditionRole(conditionRole)
{}

void StateDelegate::paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const
{
    const QVariant value = index.data(m_conditionRole);
    if (!value.isValid()) {
        drawElided(painter, cell, cell.content, cell.text, Qt::ElideRight);
        return;
    }
    const auto condition = static_cast<LockCondition>(value.toInt());
    const QColor color = cell.liveColor(cell.theme.condition(condition));
    drawConditionMark(painter, cell.markSquare(), condition, color);
    Cell words = cell;
    words.textColor = color;
    QRect room = besideMark(cell);
    if (m_blockedRole >= 0 && index.data(m_blockedRole).toBool()) {
        const QRect mark = takeWarningMark(cell, room);
        drawWarningMark(painter, mark, cell.liveColor(cell.theme.danger),
                        cell.selected ? cell.theme.accent : cell.theme.base);
    }
    drawElided(painter, words, room, cell.text, Qt::ElideRight);
}

int StateDelegate::extraWidth(const QStyleOptionViewItem& option) const
{
    return option.fontMetrics.height() * 2;
}

EventDelegate::EventDelegate(int kindRole, int severityRole, QObject* parent)
    : CellDelegate(parent)
    , m_kindRole(kindRole)
    , m_severityRole(severityRole)
{}

void EventDelegate::paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const
{
    Cell words = cell;
    if (const QVariant value = index.data(m_kindRole); value.isValid()) {
        const auto kind = static_cast<LockEvent::Kind>(value.toInt());
        words.textColor = cell.tinted(eventColor(kind, cell.theme));
        drawEventMark(painter, cell.markSquare(), kind, words.textColor);
    } else {
        const auto severity = static_cast<Severity>(index.data(m_severityRole).toInt());
        const QColor hole = cell.selected ? cell.option.palette.color(QPalette::Highlight) : cell.theme.base;
        words.textColor = cell.tinted(severityColor(severity, cell.theme));
        drawSeverityMark(painter, cell.markSquare(), severity, words.textColor, hole);
    }
    drawElided(painter, words, besideMark(cell), cell.text, Qt::ElideRight);
}

int EventDelegate::extraWidth(const QStyleOptionViewItem& option) const
{
    return option.fontMetrics.height() * 2;
}

} // namespace lockscope::ui
