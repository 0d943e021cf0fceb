// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"

#include <QList>
#include <QString>

#include <utility>

namespace lockscope::ui {

/// The distance between marks, in seconds, of an axis over @p span seconds with at most @p most marks: one that people
/// count in (1, 2, 5, 10, 15, 30 s, 1, 2, 5 … min, hours, days).
[[nodiscard]] double niceStep(double span, int most);

/// "20 s", "5 min", "3 h", "2 d" at an axis whose marks are @p step seconds apart: all in the largest unit in which
/// none of them has a fraction.
[[nodiscard]] QString axisLabel(double seconds, double step);

[[nodiscard]] QString nowLabel();
/// As axisLabel() before now: "−2 min", and nowLabel() for zero.
[[nodiscard]] QString agoLabel(double seconds, double step);

/// The local time of day at an axis whose marks are @p step seconds apart: with seconds, and parts of them, where these
/// differ.
[[nodiscard]] QString clockLabel(SystemTime at, double step);
/// The multiples of @p step of local time in the @p span seconds up to @p end: seconds after it (so not above zero),
/// and their labels.
[[nodiscard]] QList<std::pair<double, QString>> clockMarks(SystemTime end, double span, double step);

} // namespace lockscope::ui
