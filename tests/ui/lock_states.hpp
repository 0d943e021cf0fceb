// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"
#include "lockscope/monitor.hpp"

#include <memory>
#include <string>

// Pictures of locks, written by hand, in the fewest words.
namespace lockscope::testing {

inline const std::string kAlice = "9f45a0aa-0b6c-4f0e-9d4c-3b1f5f0a11e1";
inline const std::string kBob = "c0de1234-7777-4abc-8def-00112233aabb";
inline const std::string kCarol = "5ca1ab1e-1111-4222-8333-444455556666";

inline Holder holder(const std::string& client, std::int64_t thread, std::int64_t count = 1)
{
    Holder holder;
    holder.owner = client + ":" + std::to_string(thread);
    holder.count = count;
    return holder;
}

inline Waiter waiter(const std::string& client, std::int64_t thread, std::optional<std::int64_t> deadline)
{
    Waiter waiter;
    waiter.owner = client + ":" + std::to_string(thread);
    waiter.deadline = deadline;
    waiter.subscribed = true;
    return waiter;
}

/// Read just now.
inline LockState freeLock(const std::string& name)
{
    LockState state;
    state.name = name;
    state.observed_at = std::chrono::steady_clock::now();
    state.server_time = 1'800'000'000'000;
    return state;
}

inline LockState heldLock(const std::string& name, const Holder& holder, milliseconds ttl = milliseconds{21'000},
                          milliseconds lease = milliseconds{30'000})
{
    LockState state = freeLock(name);
    state.holders = {holder};
    state.holders_total = 1;
    state.ttl = ttl;
    state.lease = lease;
    state.held_since = std::chrono::system_clock::now() - std::chrono::seconds{64};
    state.held_since_exact = true;
    return state;
}

inline LockState fairLock(const std::string& name)
{
    LockState state = heldLock(name, holder(kAlice, 57, 2));
    state.type = LockType::fair;
    state.renewed_at = state.observed_at - std::chrono::seconds{9};
    state.waiters = {waiter(kBob, 3, state.server_time + 300'000), waiter(kCarol, 12, state.server_time + 600'000),
                     waiter(kAlice, 60, state.server_time - 5'000)};
    state.waiters.back().stale = true;
    state.waiters.back().subscribed = false;
    state.waiters_total = 3;
    return state;
}

/// Bob reads with a lease, Carol without one.
inline LockState readLock(const std::string& name)
{
    LockState state = heldLock(name, holder(kBob, 3), milliseconds{-1}, milliseconds{0});
    state.type = LockType::read_write;
    state.mode = LockMode::read;
    state.holders.front().ttl = milliseconds{21'000};
    state.holders.push_back(holder(kCarol, 12, 3));
    state.holders.back().ttl = milliseconds{-1};
    state.holders_total = 2;
    state.waiting_clients = 1;
    return state;
}

inline LockStatePtr shared(const LockState& state)
{
    return std::make_shared<const LockState>(state);
}

inline LockEvent lockEvent(LockEvent::Kind kind, const std::string& lock, const std::string& owner = kAlice + ":57")
{
    LockEvent event;
    event.kind = kind;
    event.lock = lock;
    event.owner = owner;
    event.count = 1;
    event.at = SystemTime{std::chrono::milliseconds{1'800'000'000'123}};
    return event;
}

} // namespace lockscope::testing
