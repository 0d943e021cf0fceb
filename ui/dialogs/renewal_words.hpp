// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"

#include <QString>

namespace lockscope::ui {

/// Within how long the holder, if it lives and has a watchdog, renews: a third of the lease, and a little more, because
/// renewals may be spread. Of one that was not seen to renew, Redisson's usual lease of 30 s is supposed.
[[nodiscard]] milliseconds renewalWithin(const LockState& lock);

/// What to offer where a lease is to be made longer than @p left: five minutes, or twice what there is, in whole
/// minutes, or hours if it is long.
[[nodiscard]] milliseconds extensionFor(milliseconds left);

/// What becomes of a living holder's lock that is to end after @p left, where renewals come within @p within.
[[nodiscard]] QString renewalText(milliseconds left, milliseconds within);

} // namespace lockscope::ui
