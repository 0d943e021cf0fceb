// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/admin.hpp"
#include "lockscope/lock_state.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace lockscope::ui {

// What the window says about a lock beyond what Redis says.

/// May more wait than living_waiters() says? A client that waits subscribes once, however many of its threads wait;
/// only a queue names each of them. Behind the dead, those that were not read may live.
[[nodiscard]] inline bool mayMoreWait(const LockState& state)
{
    const std::optional<std::int64_t> waiters = living_waiters(state);
    if (!waiters || *waiters == 0) {
        return !waiters || state.waiters_total > state.waiters.size();
    }
    return state.type != LockType::fair && state.waiters.empty();
}

/// Does it have a queue with somebody in it, dead or alive?
[[nodiscard]] inline bool hasQueue(const LockState& state)
{
    return state.waiters_total > 0 || !state.waiters.empty();
}

/// Who is first in the queue once @p without is not in it, if that one is dead and lets nobody pass yet: its deadline
/// is still to come, or absent. Null: nobody.
[[nodiscard]] inline const Waiter* deadInFront(const LockState& state, const std::string& without = {})
{
    const auto first = std::find_if(state.waiters.begin(), state.waiters.end(),
                                    [&](const Waiter& each) { return each.owner != without; });
    if (first == state.waiters.end() || !is_dead(*first)) {
        return nullptr;
    }
    const bool isOver = first->deadline && *first->deadline <= state.server_time;
    return isOver ? nullptr : &*first;
}

/// Has a semaphore, beside a permit that never ends, others that do? The lease of the whole is then no one's.
[[nodiscard]] inline bool onlySomeEnd(const LockState& state)
{
    return state.type == LockType::semaphore && state.ttl.count() == -1
        && std::any_of(state.holders.begin(), state.holders.end(),
                       [](const Holder& holder) { return holder.ttl && holder.ttl->count() >= 0; });
}

/// Entries of all holders: the reentry count of an exclusive lock, the number of entries of all readers together.
[[nodiscard]] inline std::int64_t entryCount(const LockState& state)
{
    std::int64_t entries = 0;
    for (const Holder& holder : state.holders) {
        entries += holder.count;
    }
    return entries;
}

/// May @p now be the hold that was seen as @p then? The same holders, entered as often, and nothing says that they let
/// go in between.
[[nodiscard]] inline bool isSameHold(const LockState& then, const LockState& now)
{
    if (expectation_of(then) != expectation_of(now) || then.fencing_token != now.fencing_token) {
        return false;
    }
    const bool isLater = then.held_since && now.held_since && *now.held_since > *then.held_since;
    return !(now.held_since_exact && isLater);
}

/// A single reading, with what only time tells and was known @p before: who has been silent for long, and who goes by
/// another name.
[[nodiscard]] inline LockState withMemory(LockState now, const LockState& before)
{
    for (Waiter& waiter : now.waiters) {
        const auto known = std::find_if(before.waiters.begin(), before.waiters.end(),
                                        [&](const Waiter& each) { return each.owner == waiter.owner; });
        if (known != before.waiters.end()) {
            waiter.mapped = waiter.mapped || known->mapped;
            waiter.stale = waiter.stale || (known->stale && waiter.subscribed == false);
        }
    }
    return now;
}

/// The same of what was found instead, or right after it.
[[nodiscard]] inline AdminResult withMemory(AdminResult result, const LockState& before)
{
    if (result.state) {
        result.state = withMemory(*std::move(result.state), before);
    }
    return result;
}

[[nodiscard]] inline std::optional<milliseconds> heldFor(const LockState& state, SystemTime now)
{
    if (!state.is_held() || !state.held_since) {
        return std::nullopt;
    }
    return std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(now - *state.held_since));
}

/// How long ago its lease was renewed in this hold; nullopt: of a fixed lease, or not seen yet.
[[nodiscard]] inline std::optional<milliseconds> renewedAgo(const LockState& state, SteadyTime now)
{
    if (!state.is_held() || !state.was_renewed()) {
        return std::nullopt;
    }
    return std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(now - state.renewed_at));
}

} // namespace lockscope::ui
