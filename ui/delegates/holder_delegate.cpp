// SPDX-License-Identifier: GPL-3.0-or-later
#include "delegates/holder_delegate.hpp"

#include "models/lock_roles.hpp"
#include "text/server_text.hpp"
#include "theme/theme.hpp"

#include <QPainter>

namespace lockscope::ui {
namespace {

/// Ids are short already: one that was cut in its middle once more would look like another one.
constexpr Qt::TextElideMode kElide = Qt::ElideRight;

/// None if @p value is a client.
LockStatePtr lockIn(const QVariant& value)
{
    return value.metaType() == QMetaType::fromType<LockStatePtr>() ? value.value<LockStatePtr>() : LockStatePtr();
}

std::string clientOf(const QVariant& value)
{
    if (value.metaType() == QMetaType::fromType<LockStatePtr>()) {
        const LockStatePtr state = lockIn(value);
        return state && state->is_held() ? std::string(state->holders.front().client()) : std::string();
    }
    return value.toByteArray().toStdString();
}

} // namespace

HolderDelegate::HolderDelegate(int clientRole, QObject* parent) : CellDelegate(parent), m_clientRole(clientRole) {}

void HolderDelegate::paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const
{
    painter.setFont(monospaceLike(cell.option.font));
    const QVariant value = index.data(m_clientRole);
    const LockStatePtr lock = lockIn(value);
    const QString others = lock ? otherHolders(*lock) : QString(); // without these, two would look like one
    const std::string client = clientOf(value);
    if (client.empty()) {
        drawElided(painter, cell, cell.content, cell.text, kElide, others);
        return;
    }
    const QRect square = cell.markSquare().adjusted(1, 1, 0, 0);
    painter.setRenderHint(QPainter::Antialiasing);
    // On the selection the chip keeps its colour, for it is the only place where it shows; a rim sets it off.
    painter.setPen(cell.selected ? QPen(cell.textColor, 1.5) : QPen(Qt::NoPen));
    painter.setBrush(clientColor(client, cell.theme));
    painter.drawRoundedRect(square, 3, 3);
    drawElided(painter, cell, cell.content.adjusted(square.width() * 3 / 2 + 1, 0, 0, 0), cell.text, kElide, others);
}

int HolderDelegate::extraWidth(const QStyleOptionViewItem& option) const
{
    return option.fontMetrics.height() * 2
         + option.fontMetrics.averageCharWidth() * 3; // Monospace runs wider than what the base class measures.
}

} // namespace lockscope::ui
