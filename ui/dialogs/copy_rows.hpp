// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/record_text.hpp"

#include <functional>

class QWidget;

namespace lockscope::ui {

/// Puts the text on the clipboard, when it is made; see Writing. What was being copied in @p window before is given up,
/// and so is this where something else is copied meanwhile, by whom ever.
/// @param isWhole null, or asked in the end: where something is missing, the clipboard stays as it was
void copyRows(RecordText text, QWidget& window, const std::function<bool()>& isWhole = {});

} // namespace lockscope::ui
