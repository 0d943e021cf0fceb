// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock.hpp"

namespace lockscope {

/// A reentrant lock without messages, byte-compatible with Redisson's RSpinLock: who waits asks again, after 1 ms at
/// first and up to 128 ms later, one asker per process. For servers where publish and subscribe cost too much (every
/// message goes to all nodes of a cluster). A release wakes the waiters of this process, but nobody elsewhere.
///
///     auto lock = client.spin_lock("counter");
///     std::scoped_lock guard(lock);
class SpinLock : public Lock
{
    using Lock::Lock;
};

} // namespace lockscope
