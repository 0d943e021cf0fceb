// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLabel;

namespace lockscope::ui {

/// Makes the least height of words that wrap what they need at this width; layouts that scroll reckon with less.
void reserveHeight(QLabel& label, int width);
/// It has its room also while it is hidden, at least a line: nothing moves when it has something to say.
void keepRoom(QLabel& label);
/// The same with all the room that it takes now. Before its text changes, and only while it is in sight.
void keepTakenRoom(QLabel& label);

} // namespace lockscope::ui
