// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/contention.hpp"

#include <QString>

namespace lockscope::ui {

// The figures of contention as people say them. Evaluated at each call, so that a change of language shows at the next
// one.

/// "below 1 ms", "12 ms", "850 ms", "1.2 s", "1 m 04 s".
[[nodiscard]] QString shortDuration(double milliseconds);
/// "14:03:21", with the date if it is not today.
[[nodiscard]] QString clockText(SystemTime at);
/// "2026-11-23 14:03:21 CET": for what is read elsewhere, another day.
[[nodiscard]] QString dateAndClockText(SystemTime at);
/// With as many decimals as say something: "0.4", "3.7", "41".
[[nodiscard]] QString quantityText(double value);

/// The line above the charts: "now 41 clients wait · most 57 at 14:03:21 · …", or "03:00:00 to 04:00:00 · most …".
/// @param known of those who wait: all, or only some, because queues are not read whole or nobody may be asked
enum class Waiting { all, some };
[[nodiscard]] QString summaryText(const ContentionSummary& summary, const ContentionHistory::Query& query,
                                  SystemTime now, Waiting known);
/// What stands at a point of the charts over time.
[[nodiscard]] QString waitingText(const ContentionPoint& point);
[[nodiscard]] QString ratesText(const ContentionPoint& point, milliseconds step);

enum class TimesOf { holds, waits };
/// "1,204 holds: half within 12 ms, 90 % within 40 ms, 99 % within 1.2 s, the longest 3 s."
[[nodiscard]] QString timesText(const ContentionTimes& times, TimesOf what);
/// Says what is not measured but follows from what is; empty if everything was measured.
[[nodiscard]] QString certaintyText(const ContentionTimes& times, TimesOf what);
/// "12 holds of 10 ms to 20 ms"
[[nodiscard]] QString barText(double from, double to, qint64 count, TimesOf what);

} // namespace lockscope::ui
