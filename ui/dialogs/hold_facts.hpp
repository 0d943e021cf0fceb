// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/client_namer.hpp"

#include "lockscope/lock_state.hpp"

#include <QString>
#include <QStringList>

/// The facts of a lock in words, for every dialog that is about to change it.
namespace lockscope::ui::facts {

/// "orders:1, orders:2, orders:3 and 5 more"
[[nodiscard]] QString firstOf(const QStringList& names);
/// "held by 9f45…e1:57 (entered 2 times) for 1 m 04 s"
[[nodiscard]] QString heldBy(const LockState& lock, SystemTime now, const ClientNamer& namer);
[[nodiscard]] QString waiters(const LockState& lock, const ClientNamer& namer);
/// When it was renewed the last time: then its process was alive. Empty: that was not seen.
[[nodiscard]] QString renewal(const LockState& lock, SteadyTime now);
/// How many of its waiters are dead and would go with a release; empty: none that is known.
[[nodiscard]] QString ghosts(const LockState& lock);
/// How many of its readers are past their own deadlines; empty: none that is known.
[[nodiscard]] QString lateReaders(const LockState& lock);
/// What it means for each of several readers that the lock is to end earlier; empty: it has one holder.
[[nodiscard]] QString readersCut(const LockState& lock);
/// What else its holder's client holds or waits for; empty: nothing that is known, or it has several holders.
[[nodiscard]] QString otherStakes(const LockState& lock, const ClientStakes& stakesOf);

} // namespace lockscope::ui::facts
