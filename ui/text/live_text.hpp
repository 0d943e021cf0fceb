// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace lockscope::ui {

/// A text in the language of the moment, as tr() gives it.
using Text = std::function<QString()>;

/// Writes the texts of something now, and again each time the language changes, as long as @p widget lives.
void keepTranslated(QWidget& widget, std::function<void()> write);

} // namespace lockscope::ui
