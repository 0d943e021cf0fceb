// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.hpp"

class QWidget;

namespace lockscope::ui {

/// Writes what @p widget says in a colour of the theme, also of one that is chosen later. Called again, in another:
/// `colorText(*m_message, &Theme::danger)`.
void colorText(QWidget& widget, QColor Theme::*color);

} // namespace lockscope::ui
