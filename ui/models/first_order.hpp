// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

class QAbstractItemModel;

namespace lockscope::ui {

/// In which order somebody sees the rows who has them sorted by @p column for the first time: the same as by a click on
/// its title, of which Qt asks the model's header.
[[nodiscard]] Qt::SortOrder firstOrder(const QAbstractItemModel& model, int column);

/// Again by the same column: the other way round.
[[nodiscard]] Qt::SortOrder reversed(Qt::SortOrder order);

} // namespace lockscope::ui
