// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "contention/contention_ranking.hpp"

#include "lockscope/contention.hpp"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <vector>

class QWidget;

namespace lockscope::ui {

/// Everything that the panel shows, at one moment.
struct ContentionReport
{
    QString server;     ///< What it is called; empty: nothing is connected.
    QStringList header; ///< Lines that say what a picture of the panel shows, the first as its title.
    SystemTime at{};
    ContentionHistory::Query query;
    ContentionSummary summary;
    ContentionSeries series;
    ContentionTimes holds, waits;
    ContentionRanking ranking;
};

// UTF-8; words are English, times UTC, numbers exact, names escaped as in the window, no field can be taken for a
// formula.

/// One record a step; of a gap there is the time only.
[[nodiscard]] QByteArray seriesToCsv(const ContentionSeries& series);
/// One record a bucket that is not empty: what, from_ms, to_ms, count.
[[nodiscard]] QByteArray timesToCsv(const ContentionReport& report);
/// One record a lock, or a prefix, in the order of the ranking. What is "at_least" may be more.
[[nodiscard]] QByteArray contendedToCsv(const std::vector<ContendedLock>& locks);
[[nodiscard]] QByteArray contendedToCsv(const std::vector<ContendedPrefix>& prefixes);
/// All of it. Names that JSON cannot carry are escaped, and their bytes stand beside them in base64.
[[nodiscard]] QByteArray reportToJson(const ContentionReport& report);

/// @p widget as it looks, below the lines of @p header, in twice the resolution.
[[nodiscard]] QByteArray pngOf(QWidget& widget, const QStringList& header);
/// The same in lines and text. @p header has a title at least.
[[nodiscard]] QByteArray svgOf(QWidget& widget, const QStringList& header);

} // namespace lockscope::ui
