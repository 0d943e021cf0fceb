// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/group_lock.hpp"

namespace lockscope {

/// One lock on the majority of several independent servers (RedLock): it survives the loss of a minority of them.
///
///     RedLock lock({a.reentrant_lock("x"), b.reentrant_lock("x"), c.reentrant_lock("x")});
///     if (lock.try_lock_for(2s, 10s)) { … }
///
/// All servers are asked at once, and when a majority has answered, the others are waited for no longer than a
/// twentieth of the lease (20 to 500 ms; for a single try 100 ms at most). It is acquired if more than half of them
/// granted it and time is left: the lease, less what asking took, less what clocks may drift (1 % and 2 ms). Otherwise
/// it is given back everywhere, also where no answer came, and tried again after a random pause. What it protects
/// against and what not: it relies on clocks that run at about the same speed and on servers that do not come back
/// without their data within a lease; whoever needs more lets the protected resource check fencing tokens.
///
/// A majority that refuses (no_permission, wrong_type, …) is an error at once; one that is out of reach is an error
/// when the wait is over, or the first member's ClientOptions::outage_patience. So is a lease of which five times
/// nothing was left when a majority had granted it: Error lost. A release returns half a second after a majority has
/// answered at the latest; where a server is gone, it goes on in the background.
///
/// Each member is renewed by the watchdog of its client (or ends with the lease); the lock is lost, and the holder
/// told, as soon as less than a majority is left, and for a lease when the validity is over. Algorithm:
/// https://redis.io/docs/latest/develop/use/patterns/distributed-locks/
class RedLock : public GroupLock
{
public:
    /// @throws Error invalid_argument for fewer than three members, or the same lock of one server twice (servers are
    /// told apart by their addresses as they are written).
    explicit RedLock(std::vector<Lock> members);
};

} // namespace lockscope
