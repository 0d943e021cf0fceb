// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/contention.hpp"

#include <QByteArray>
#include <QString>

#include <vector>

class QWidget;

namespace lockscope::ui {

/// Everything that the panel shows, at one moment.
struct ContentionReport
{
    SystemTime at{};
    ContentionHistory::Query query;
    ContentionSummary summary;
    ContentionSeries series;
    ContentionTimes holds, waits;
    std::vector<ContendedLock> locks;
};

// UTF-8; words are English, times UTC, names escaped as in the window, no field can be taken for a formula.

/// One record a step; of a gap there is the time only.
[[nodiscard]] QByteArray seriesToCsv(const ContentionSeries& series);
/// One record a bucket that is not empty: what, from_ms, to_ms, count.
[[nodiscard]] QByteArray timesToCsv(const ContentionReport& report);
/// One record a lock, in the order of the ranking.
[[nodiscard]] QByteArray contendedToCsv(const std::vector<ContendedLock>& locks);
/// All of it. Names that JSON cannot carry are escaped, and their bytes stand beside them in base64.
[[nodiscard]] QByteArray reportToJson(const ContentionReport& report);

/// @p widget as it looks, in twice the resolution.
[[nodiscard]] QByteArray pngOf(QWidget& widget);
/// @p widget as it looks, in lines and text.
[[nodiscard]] QByteArray svgOf(QWidget& widget, const QString& title);

} // namespace lockscope::ui
