// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QString>

namespace lockscope::ui {

/// For text that ticks: an unchanged label is not laid out again; one with nothing to say takes no room.
inline void showText(QLabel& label, const QString& text)
{
    if (label.text() != text) {
        label.setText(text);
    }
    if (label.isHidden() != text.isEmpty()) {
        label.setHidden(text.isEmpty());
    }
}

} // namespace lockscope::ui
