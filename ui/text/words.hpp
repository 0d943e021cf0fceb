// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/admin.hpp"
#include "lockscope/lock_state.hpp"
#include "lockscope/monitor.hpp"
#include "lockscope/permissions.hpp"
#include "lockscope/severity.hpp"

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <chrono>
#include <concepts>
#include <cstdint>
#include <limits>
#include <utility>

namespace lockscope::ui {

// What the core's values are called in the language of the window. Evaluated at each call, so that a change of language
// shows at the next paint.

/// For tr(), which takes an int: 0…INT_MAX, what lies outside counts as the nearest of them.
template <std::integral Number>
[[nodiscard]] constexpr int pluralCount(Number number)
{
    if (std::cmp_less(number, 0)) {
        return 0;
    }
    constexpr int most = std::numeric_limits<int>::max();
    return std::cmp_greater(number, most) ? most : static_cast<int>(number);
}

/// "1,284" in the language of the window.
[[nodiscard]] QString numberText(std::int64_t number);

/// "4.2 s", "21 s", "1 m 04 s", "3 h 12 m", "2 d 05 h"; negative counts as zero.
[[nodiscard]] QString durationText(std::chrono::milliseconds duration);

/// Of a time that somebody has set: "5 s", "15 min", "1 h", "30 d"; one that is not round as durationText().
[[nodiscard]] QString limitText(std::chrono::milliseconds limit);

/// What is left of a lease, for a reading of TTL: "never" for −1, empty for −2.
[[nodiscard]] QString leaseText(std::chrono::milliseconds ttl);

/// Local time of day with milliseconds; the date in the manner of the language too, if it is not today.
[[nodiscard]] QString timeText(SystemTime at);
/// For texts that are made elsewhere.
[[nodiscard]] QDateTime localTime(SystemTime at);

/// Local date and time of day in the manner of the language, to the second.
[[nodiscard]] QString dateAndTimeText(SystemTime at);

/// Why nothing can be unlocked.
[[nodiscard]] QString startedReadOnlyText();
[[nodiscard]] QString replicaText();

/// "03:04:05"; with the date, if it is not today.
[[nodiscard]] QString timeOfDayText(SystemTime at);

[[nodiscard]] QString conditionText(LockCondition condition);
/// "reentrant", with a question mark where Redis cannot tell.
[[nodiscard]] QString typeText(const LockState& state);
[[nodiscard]] QString typeText(LockType type);
[[nodiscard]] QString modeText(LockMode mode);
/// As many characters of LockEvent::actor are shown.
inline constexpr int kLongestActor = 60;
[[nodiscard]] QString eventText(LockEvent::Kind kind);
[[nodiscard]] QString eventText(const LockEvent& event);
/// "b:2 took over from a:1: 12 locks kept, 3 lost, 1 changed holder."
[[nodiscard]] QString failoverText(const Failover& failover);
/// A sentence that says what is wrong with @p state, in which it was found.
[[nodiscard]] QString anomalyText(Anomaly anomaly, const LockState& state);
[[nodiscard]] QString severityText(Severity severity);
[[nodiscard]] QString newsSourceText(NewsSource source);
/// A sentence that says what the source can and cannot see.
[[nodiscard]] QString newsSourceExplanation(NewsSource source);
/// What does not work without it: "finding locks", "live news", …
[[nodiscard]] QString featureText(Feature feature);
/// A sentence for what became of an action.
[[nodiscard]] QString outcomeText(const AdminResult& result);
/// A sentence for AdminResult::unrecorded; empty if that is.
[[nodiscard]] QString unrecordedText(const AdminResult& result);

/// Sentences one behind the other, without the empty ones. Behind a full stop of Chinese there is no space.
[[nodiscard]] QString inARow(const QStringList& sentences);

/// Parts of one sentence: "3 locks kept, 1 lost".
[[nodiscard]] QString listText(const QStringList& parts);
/// Names, which Chinese divides by another comma than the parts of a sentence: "orders:1, orders:2".
/// Why a list without anything in it says nothing of the server; empty if it is watched as a whole.
[[nodiscard]] QString whyUnknown(const MonitorStatus& status);

[[nodiscard]] QString namesText(const QStringList& names);

} // namespace lockscope::ui
