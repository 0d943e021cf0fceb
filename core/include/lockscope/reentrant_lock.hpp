// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock.hpp"

namespace lockscope {

/// The reentrant lock, byte-compatible with Redisson's RLock: a hash at the lock's name with one field
/// `<uuid>:<thread>` = reentry count, whose expiry is the lease; a release publishes "0" on
/// `redisson_lock__channel:{name}`. Waiters of one process take turns, one of them contends in Redis; between processes
/// the fastest wins.
///
///     auto lock = client.reentrant_lock("orders:42");
///     std::scoped_lock guard(lock);
///
/// - lock() when free: count 1. When the caller holds it n times: count n+1. When held by another: waits.
/// - try_lock(): the same, but false instead of waiting.
/// - release(): count n−1, and free at 0; not_held if the caller does not hold it. unlock() the same.
class ReentrantLock : public Lock
{
    using Lock::Lock;
};

} // namespace lockscope
