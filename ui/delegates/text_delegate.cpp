// SPDX-License-Identifier: GPL-3.0-or-later
#include "delegates/text_delegate.hpp"

namespace lockscope::ui {

void TextDelegate::paintContent(QPainter& painter, const Cell& cell, const QModelIndex&) const
{
    // A duration without its middle looks like a shorter one.
    const bool isNumber = cell.option.displayAlignment.testFlag(Qt::AlignRight);
    drawElided(painter, cell, cell.content, cell.text, isNumber ? Qt::ElideRight : Qt::ElideMiddle);
}

} // namespace lockscope::ui
