// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/focus.hpp"

#include <QWidget>

namespace lockscope::ui {

void focusFirstOf(QWidget& part)
{
    const auto takesKeys = [](const QWidget& widget) {
        return widget.isEnabled() && widget.isVisible() && (widget.focusPolicy() & Qt::TabFocus) != 0;
    };
    for (QWidget* next = part.nextInFocusChain(); next != &part; next = next->nextInFocusChain()) {
        if (part.isAncestorOf(next) && takesKeys(*next)) {
            next->setFocus(Qt::ShortcutFocusReason);
            return;
        }
    }
    part.setFocus(Qt::ShortcutFocusReason);
}

} // namespace lockscope::ui
