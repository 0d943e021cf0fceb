// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/holdable.hpp"
#include "lockscope/name_look.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lockscope {

/// What taking a lock of some kind would meet, as far as a look tells. It may be otherwise a moment later: only the
/// script that takes it knows.
struct HoldOutlook
{
    enum class What {
        granted,    ///< Free: had at once.
        entered,    ///< The same owner has it already: entered once more, at once.
        shared,     ///< Others read: had at once, beside them.
        waits,      ///< Somebody else has it or is before us, or there is no permit.
        refused,    ///< The same owner has it already, and cannot enter this kind twice: an error.
        for_itself, ///< The same owner reads, and as a writer would wait for itself: an error.
        foreign,    ///< A hash that is no lock lies there: not to be had as long as it does.
        wrong_type, ///< What lies there is of another kind: an error, and nothing is written.
    };
    What what = What::granted;
    std::size_t before = 0; ///< Fair kinds: living waiters whose turn comes first.
    /// Fair kinds: waiters at the head of the queue that are removed at once, also where the lock is not had: their
    /// time is over, or they have no deadline and nobody listens for them.
    std::size_t drops = 0;
    /// Fair kinds, while nobody holds the lock: the dead behind those. They have time left, so that only who waits, and
    /// hears nothing of them for two seconds, removes them.
    std::size_t outlasts = 0;
    bool passes_queue = false; ///< Living waiters of a fair lock are passed over by a kind that lines up nowhere.
    bool leaves_token = false; ///< A fenced lock is taken as another kind: its token does not grow.
    bool counts_latch = false; ///< What lies there is a latch: a permit would be taken from its count.
    bool operator==(const HoldOutlook&) const = default;
};

/// @param kind  neither multi nor red
/// @param owner who would take it: a field without ":write"
/// @param now   permits whose lease is over by then are to be had, too; left out: when it was looked
[[nodiscard]] HoldOutlook hold_outlook(HoldKind kind, const NameLook& look, std::string_view owner,
                                       SteadyTime now = {});

/// How many permits who takes one of @p kind finds free: with those past their lease only where taking one collects
/// them first. nullopt: what lies there is no number.
[[nodiscard]] std::optional<std::int64_t> permits_to_be_had(HoldKind kind, const NameLook& look, SteadyTime now = {});

} // namespace lockscope
