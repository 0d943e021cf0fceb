// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/letter_button.hpp"

#include "text/letter_room.hpp"

namespace lockscope::ui {

QSize LetterButton::sizeHint() const
{
    return QToolButton::sizeHint() + QSize(letterRoom(fontMetrics(), text()), 0);
}

} // namespace lockscope::ui
