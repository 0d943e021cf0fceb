// SPDX-License-Identifier: Apache-2.0
// The types of locks that exist on both sides, and what a test must know of each.
#pragma once

#include "lockscope/client.hpp"
#include "lockscope/fair_lock.hpp"
#include "lockscope/fenced_lock.hpp"
#include "lockscope/non_reentrant_lock.hpp"
#include "lockscope/read_write_lock.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "lockscope/spin_lock.hpp"

#include <functional>
#include <string>
#include <vector>

namespace lockscope::test {

/// What can be locked, and what it looks like in Redis.
struct LockSide
{
    std::string java; ///< As java/…/Locks.java names it.
    std::function<Lock(Client&, const std::string& name)> ours;
    /// Where one who waits for it listens; none if it polls.
    std::function<std::string(const std::string& name, const std::string& owner)> channel;
    std::string field_end; ///< What its field in the hash has behind the owner.
};

enum class Reentry { counted, refused };

struct LockKind
{
    LockSide held;
    LockSide rival;          ///< What is locked by one who must wait for it: the same, but a writer for readers.
    std::string since = "0"; ///< The first Redisson that has it.
    Reentry reentry = Reentry::counted;
    std::string sees_expiry_since = "0"; ///< The first Redisson whose waiters notice every lease that just ends.
};

namespace detail {

inline std::string lock_channel(const std::string& name, const std::string& /*owner*/)
{
    return "redisson_lock__channel:{" + name + "}";
}
inline std::string fair_channel(const std::string& name, const std::string& owner)
{
    return "redisson_lock__channel:{" + name + "}:" + owner;
}
inline std::string read_write_channel(const std::string& name, const std::string& /*owner*/)
{
    return "redisson_rwlock:{" + name + "}";
}

} // namespace detail

inline LockKind reentrant_kind()
{
    const LockSide side{"reentrant",
                        [](Client& client, const std::string& name) -> Lock { return client.reentrant_lock(name); },
                        detail::lock_channel, ""};
    return {side, side};
}

inline LockKind fair_kind()
{
    const LockSide side{"fair", [](Client& client, const std::string& name) -> Lock { return client.fair_lock(name); },
                        detail::fair_channel, ""};
    // Before, a waiter that asked again was told how long its first look had promised to take, which becomes negative
    // when the lease was renewed meanwhile; then it slept until a message came, and the dead send none.
    return {side, side, "0", Reentry::counted, "3.32.0"};
}

inline LockSide read_side()
{
    return {"read", [](Client& client, const std::string& name) -> Lock { return client.read_write_lock(name).read(); },
            detail::read_write_channel, ""};
}

inline LockSide write_side()
{
    return {"write",
            [](Client& client, const std::string& name) -> Lock { return client.read_write_lock(name).write(); },
            detail::read_write_channel, ":write"};
}

inline LockKind read_kind()
{
    return {read_side(), write_side()};
}

inline LockKind write_kind()
{
    return {write_side(), write_side()};
}

inline LockKind fenced_kind()
{
    const LockSide side{"fenced",
                        [](Client& client, const std::string& name) -> Lock { return client.fenced_lock(name); },
                        detail::lock_channel, ""};
    return {side, side, "3.19.0"};
}

inline LockKind spin_kind()
{
    const LockSide side{
        "spin", [](Client& client, const std::string& name) -> Lock { return client.spin_lock(name); }, {}, ""};
    return {side, side};
}

inline LockKind non_reentrant_kind()
{
    const LockSide side{"non-reentrant",
                        [](Client& client, const std::string& name) -> Lock { return client.non_reentrant_lock(name); },
                        detail::lock_channel, ""};
    return {side, side, "4.4.0", Reentry::refused};
}

inline LockKind non_reentrant_fair_kind()
{
    const LockSide side{
        "non-reentrant-fair",
        [](Client& client, const std::string& name) -> Lock { return client.non_reentrant_fair_lock(name); },
        detail::fair_channel, ""};
    return {side, side, "4.4.0", Reentry::refused};
}

inline std::vector<LockKind> all_kinds()
{
    return {reentrant_kind(), fair_kind(), read_kind(),          write_kind(),
            fenced_kind(),    spin_kind(), non_reentrant_kind(), non_reentrant_fair_kind()};
}

} // namespace lockscope::test
