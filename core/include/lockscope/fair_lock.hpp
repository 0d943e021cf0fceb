// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock.hpp"

namespace lockscope {

/// A reentrant lock that serves its waiters in the order of their arrival at Redis, of whatever process and language;
/// byte-compatible with Redisson's RFairLock: beside the hash, a list (`redisson_lock_queue:{name}`, head is next) and
/// a zset of deadlines (`redisson_lock_timeout:{name}`), and a channel per waiter.
///
///     auto lock = client.fair_lock("printer");
///     if (lock.try_lock_for(10s)) { … lock.unlock(); }
///
/// Every waiter has its own place in the queue. One that gives up, is cancelled or fails takes its place with it and
/// pushes nobody out. One that died is removed once the lock is free and nobody has listened on its channel for two
/// seconds, or when its deadline has passed, whichever comes first; deadlines are those of the server's clock.
///
/// try_lock() does not queue: false also while others wait. Tried again within five seconds, it gets past the dead.
class FairLock : public Lock
{
    using Lock::Lock;
};

} // namespace lockscope
