// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QLabel;
class QTableView;
class QWidget;

namespace lockscope::ui {

/// Says in whole what the columns of a table may have to cut off: its current row, or the first one as long as there is
/// none. For tables in which somebody has to read everything before they go on.
/// @param table has its model already, and keeps it
[[nodiscard]] QLabel* wholeRowLabel(const QTableView& table, QWidget* parent);

} // namespace lockscope::ui
