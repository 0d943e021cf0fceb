// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"

#include <string>

// Pictures of locks as a monitor would publish them, at moments that a test chooses.
namespace lockscope::test {

/// The time zero of a played story, by both clocks and the server's.
inline const SteadyTime start{std::chrono::hours{1000}};
inline const SystemTime wall_start{std::chrono::hours{480'000}};
inline constexpr std::int64_t server_start = 1'800'000'000'000;

using std::chrono::seconds;

inline Holder picture_of_holder(const std::string& client, std::int64_t thread, std::int64_t count = 1)
{
    Holder holder;
    holder.owner = client + ":" + std::to_string(thread);
    holder.count = count;
    return holder;
}

/// Held since time zero, read at @p at after it with @p ttl left of 30 s.
inline LockState held(milliseconds at, milliseconds ttl = seconds{30}, milliseconds lease = seconds{30})
{
    LockState state;
    state.name = "a";
    state.observed_at = start + at;
    state.server_time = server_start + at.count();
    state.ttl = ttl;
    state.lease = lease;
    state.holders = {picture_of_holder("0a0a0a0a-1111-4222-8333-444444444444", 1)};
    state.holders_total = 1;
    state.waiting_clients = 0;
    state.held_since = wall_start;
    state.held_since_exact = true;
    return state;
}

/// The same, just renewed.
inline LockState renewed(milliseconds at, milliseconds lease = seconds{30})
{
    auto state = held(at, lease, lease);
    state.renewed_at = state.observed_at;
    return state;
}

inline LockState nobody(milliseconds at)
{
    auto state = held(at);
    state.holders.clear();
    state.holders_total = 0;
    state.held_since.reset();
    state.ttl = milliseconds(-2);
    return state;
}

/// Has been free since time zero, with the same one first in its queue.
inline LockState untaken(milliseconds at)
{
    auto state = nobody(at);
    state.untaken_since = start;
    return state;
}

enum class Life { lives, dead, not_asked };

/// One more in the queue; @p seconds_left to its deadline from the picture on, absent for none.
inline void queue(LockState& state, const std::string& client, std::optional<std::int64_t> seconds_left,
                  Life life = Life::lives)
{
    Waiter waiter;
    waiter.owner = client + ":7";
    if (seconds_left)
        waiter.deadline = state.server_time + *seconds_left * 1000;
    if (life != Life::not_asked)
        waiter.subscribed = life == Life::lives;
    waiter.stale = life == Life::dead || (seconds_left && *seconds_left <= 0);
    state.type = LockType::fair;
    state.waiters.push_back(waiter);
    state.waiters_total = state.waiters.size();
}

} // namespace lockscope::test
