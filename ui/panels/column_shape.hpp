// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTableView;

namespace lockscope::ui {

// What a mouse does with the header of a table, to the column in which its current cell is.

inline constexpr int kColumnStep = 2; ///< Digits by which a column becomes wider.

/// The visual index of the column that is shown before (−1) or after (1) it; −1 if there is none.
[[nodiscard]] int neighbourColumn(const QTableView& table, int step);
/// Past its neighbour.
void moveColumn(QTableView& table, int step);
/// Negative: narrower, but not so narrow that it is lost.
void widenColumn(QTableView& table, int digits);

} // namespace lockscope::ui
