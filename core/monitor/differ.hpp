// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/monitor.hpp"
#include "monitor/arrival.hpp"

#include <optional>
#include <vector>

namespace lockscope::monitor {

/// What is known about the time between two readings of a lock, beyond the readings themselves.
struct Evidence
{
    /// An unlock message came: somebody released the lock.
    bool unlock_message = false;
    /// An unlock latch was written: somebody released the lock, or one entry of it. Redisson does so from 3.24 on.
    bool unlock_latch = false;
    /// Unlock messages reach us at all; without them a release cannot be told from a deletion.
    bool messages_available = true;
    /// Another server took over since the earlier reading: what is missing was perhaps not replicated to it.
    bool failed_over = false;
    /// The same one as before, started anew.
    bool restarted = false;
    /// How we found it.
    Arrival arrival{};
    /// The earlier reading is by the clock of another server, from where the lock has moved with what was left of it.
    bool other_clock = false;
    /// Nobody listened for a time since the earlier reading: of an ending neither the moment nor the reason is known.
    bool unwatched = false;
    /// A database was emptied: what is gone was deleted with it.
    bool flushed = false;
    /// Something that is no lock lies where it was, as no release leaves it.
    bool replaced = false;
    /// An operator made its holders release it.
    bool forced = false;
    /// An operator made its lease longer.
    bool extended = false;
    /// Whom an operator gives the lock back; none: null.
    const std::vector<std::string>* restored = nullptr;
    /// Whom alone an operator made to let go; none: null.
    const std::vector<std::string>* expelled = nullptr;
    /// Whom an operator takes out of the queue; none: null.
    const std::vector<std::string>* removed = nullptr;
    /// Who the operator is; not known: null.
    const std::string* actor = nullptr;
    /// Where there is no earlier reading: the lock is known to have been free before, so this is its acquisition.
    bool was_free = false;
    /// Where there is no earlier reading: nobody listened for it a moment before, so those who wait came since.
    bool was_unheard = false;
    /// The same: since when nobody has it, while those who wait for it were not told; absent: that is not so.
    std::optional<SteadyTime> untold_since{};
    /// When the newest look at all channels began; absent: they may not be looked at. See GhostWatch.
    std::optional<SteadyTime> channels_at{};
    Moment happened{}; ///< When, as far as is known. Without a steady time: when it was read.
};

/// What happened between @p before (null: nothing known, or free) and @p after, in the order in which it must have
/// happened: endings, what changed in holds that go on, acquisitions, waiters. `held_for` is left to the caller.
[[nodiscard]] std::vector<LockEvent> diff(const LockState* before, const LockState& after, const Evidence& evidence);

[[nodiscard]] bool is_held_by(const LockState& state, std::string_view owner);

/// True if the lease that @p before showed was over when @p after was read.
[[nodiscard]] bool lease_over(const LockState& before, const LockState& after) noexcept;

/// Whose times two readings have.
enum class Clocks { same, other };
[[nodiscard]] Clocks clocks_of(const Evidence& evidence) noexcept;

/// What became of the expiry between two readings; one that appeared is earlier than none.
enum class Expiry { untouched, later, earlier };
[[nodiscard]] Expiry compare_expiry(const LockState& before, const LockState& after,
                                    Clocks clocks = Clocks::same) noexcept;

/// Was an expiry that is an earlier one in @p after set so? Not where it may merely seem to be: our clock does not know
/// when the server answered, so by that one only a step counts that no late answer explains. And not where somebody
/// left: whoever does takes its own lease along.
[[nodiscard]] bool is_shortened(const LockState& before, const LockState& after, const Evidence& evidence);

} // namespace lockscope::monitor
