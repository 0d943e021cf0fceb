// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLabel;

namespace lockscope::ui {

/// Makes the least height of words that wrap what they need at this width; layouts that scroll reckon with less.
void reserveHeight(QLabel& label, int width);

} // namespace lockscope::ui
