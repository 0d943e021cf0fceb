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

/// What the table counts: queue entries of a fair lock, dead ones too, otherwise client processes; nullopt where it
/// cannot be known.
[[nodiscard]] inline std::optional<std::int64_t> waiterCount(const LockState& state)
{
    const auto queued = static_cast<std::int64_t>(std::max<std::size_t>(state.waiters_total, state.waiters.size()));
    if (state.type == LockType::fair || queued > 0) {
        return queued;
    }
    return state.waiting_clients;
}

/// May more wait than waiterCount() says? A client that waits subscribes once, however many of its threads wait; only
/// a queue names each of them.
[[nodiscard]] inline bool mayMoreWait(const LockState& state)
{
    const std::optional<std::int64_t> waiters = waiterCount(state);
    return !waiters || (*waiters > 0 && state.type != LockType::fair && state.waiters.empty());
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

/// Entries of all holders: the reentry count of an exclusive lock, the number of entries of all readers together.
[[nodiscard]] inline std::int64_t entryCount(const LockState& state)
{
    std::int64_t entries = 0;
    for (const Holder& holder : state.holders) {
        entries += holder.count;
    }
    return entries;
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
