// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock.hpp"

namespace lockscope {

/// A lock that its holder cannot enter again: that throws Error already_held instead of counting, so that a mistake
/// shows. On the wire a reentrant lock whose count is always 1, as Redisson's non-reentrant lock.
class NonReentrantLock : public Lock
{
    using Lock::Lock;
};

/// The same with the queue of FairLock.
class NonReentrantFairLock : public Lock
{
    using Lock::Lock;
};

} // namespace lockscope
