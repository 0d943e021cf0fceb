// SPDX-License-Identifier: GPL-3.0-or-later
#include "delegates/text_delegate.hpp"

namespace lockscope::ui {

void TextDelegate::paintContent(QPainter& painter, const Cell& cell, const QModelIndex&) const
{
    drawElided(painter, cell, cell.content, cell.text, Qt::ElideMiddle);
}

} // namespace lockscope::ui
