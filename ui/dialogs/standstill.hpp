// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/session.hpp"

#include "lockscope/lock_state.hpp"

#include <QString>

class QLabel;
class QWidget;

namespace lockscope::ui {

// What a dialog about to change a lock says where what it shows may be old.

/// Is there a server that could be asked to act on @p lock?
[[nodiscard]] bool isInReach(const Session& session, const LockState* lock = nullptr);
/// Why what is known of @p lock, or of all locks, may be old (paused, no connection), and when it was seen. Empty: it
/// is not.
[[nodiscard]] QString standstillText(const Session& session, const LockState* lock = nullptr);
/// "Seen at 03:04:05."
[[nodiscard]] QString seenAtText(SteadyTime seen);
/// As of when to speak of @p lock: what was read after all else stood still is of now.
[[nodiscard]] Moment momentFor(const Session& session, const LockState& lock);
/// The sentence about a standstill, coloured as a warning.
[[nodiscard]] QLabel* standstillLabel(QWidget* parent);

} // namespace lockscope::ui
