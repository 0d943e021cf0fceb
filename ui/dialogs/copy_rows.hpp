// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/record_text.hpp"

class QWidget;

namespace lockscope::ui {

/// Puts the text on the clipboard, when it is whole; see Writing. What was being copied in @p window before is given
/// up.
void copyRows(RecordText text, QWidget& window);

} // namespace lockscope::ui
