// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/client_namer.hpp"

#include "lockscope/lock_state.hpp"
#include "lockscope/monitor.hpp"
#include "lockscope/severity.hpp"

#include <QString>

namespace lockscope::ui {

// What the detail panel says about a lock, in words. Nothing is said that Redis does not tell.

/// "fair", "read-write, held for reading"; where Redis cannot tell, what else it could be.
[[nodiscard]] QString typeSentence(const LockState& state);

/// "21 s of 30 s, renewed 9 s ago", "never expires", "—".
[[nodiscard]] QString leaseSentence(const LockState& state, SteadyTime now);

/// "1 m 04 s", "at least 1 m 04 s" where the beginning was not seen.
[[nodiscard]] QString heldSentence(const LockState& state, SystemTime now);

/// "3 in the queue", "2 client processes listen", "unknown: …".
[[nodiscard]] QString waitingSentence(const LockState& state);

/// "Free for at least 3 m 00 s, yet 15 waiters do not take it.": of one that is_untaken(), or without a queue, "but
/// nobody has told the 2 clients that wait for it.".
[[nodiscard]] QString untakenSentence(const LockState& state, SteadyTime now);

/// "Its client lost 6 locks, the newest jobs:7, 12 s ago, …. It has not been seen since 22:31:05. It is probably
/// dead.": of a lock with one holder. Empty: nothing that is known speaks for its death.
[[nodiscard]] QString deathSignsSentence(const LockState& state, const ClientRecords& records, SystemTime now);

/// How bad it is: as the finding about the same.
[[nodiscard]] Severity severityOf(Anomaly anomaly, const LockState& state, SteadyTime now,
                                  const Thresholds& thresholds);

/// For a lock that is no longer there: "Released 3 s ago."
/// @param actor as LockEvent::actor
[[nodiscard]] QString endSentence(LockEvent::Kind ended, milliseconds ago, const std::string& actor = {});

/// For a semaphore or latch that nobody waits for any more, which is seen only as long as somebody does.
[[nodiscard]] QString unfollowedSentence(milliseconds since);

/// The free permits of a semaphore, or what is left of a latch to count down; empty if that is not known.
[[nodiscard]] QString countSentence(const LockState& state, SteadyTime now);

/// Above the list of holders; empty if there is nothing to say.
[[nodiscard]] QString holdersNote(const LockState& state);
/// Above the queue.
[[nodiscard]] QString queueNote(const LockState& state);

} // namespace lockscope::ui
