// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"
#include "lockscope/monitor.hpp"

#include <memory>
#include <string>
#include <vector>

namespace lockscope::test {

inline const std::string alice = "9f45aaaa-0000-4000-8000-0000000000e1";
inline const std::string bob = "77c0bbbb-0000-4000-8000-0000000000b2";

/// A free lock.
inline LockState example(std::string name)
{
    LockState state;
    state.name = std::move(name);
    state.observed_at = std::chrono::steady_clock::now();
    return state;
}

/// Held once by @p client's thread 57 since just now, with 30 s to go.
inline LockState heldExample(std::string name, const std::string& client = alice, std::int64_t count = 1)
{
    LockState state = example(std::move(name));
    state.ttl = milliseconds(30'000);
    state.lease = milliseconds(30'000);
    Holder holder;
    holder.owner = client + ":57";
    holder.count = count;
    state.holders = {holder};
    state.holders_total = 1;
    state.waiting_clients = 0;
    state.held_since = std::chrono::system_clock::now();
    state.held_since_exact = true;
    return state;
}

/// One that does not begin to expire while a model's tester compares thousands of rows.
inline LockState longHeldExample(std::string name)
{
    LockState state = heldExample(std::move(name));
    state.ttl = std::chrono::minutes(10);
    state.lease = std::chrono::minutes(10);
    return state;
}

inline LockChange changeOf(LockChange::Kind kind, LockState state)
{
    return {kind, std::make_shared<const LockState>(std::move(state))};
}

inline LockChange added(LockState state)
{
    return changeOf(LockChange::Kind::added, std::move(state));
}

inline LockChange changed(LockState state)
{
    return changeOf(LockChange::Kind::changed, std::move(state));
}

inline LockChange removed(std::string name)
{
    return changeOf(LockChange::Kind::removed, example(std::move(name)));
}

} // namespace lockscope::test
