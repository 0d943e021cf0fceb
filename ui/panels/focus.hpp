// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace lockscope::ui {

/// Brings the keys into what @p part is made of, which takes none itself: to the first that takes them.
void focusFirstOf(QWidget& part);

} // namespace lockscope::ui
