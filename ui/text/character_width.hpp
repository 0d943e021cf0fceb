// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>

#include <algorithm>

namespace lockscope::ui {

/// What room is counted in. Names, ids and numbers are what most of it is for, in Chinese too; the average of a font
/// with Chinese is that of its own signs, twice as wide.
[[nodiscard]] inline int characterWidth(const QFontMetrics& metrics)
{
    return std::max(1, std::min(metrics.averageCharWidth(), metrics.horizontalAdvance(QLatin1Char('0'))));
}

} // namespace lockscope::ui
