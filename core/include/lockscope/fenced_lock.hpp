// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock.hpp"

#include <cstdint>

namespace lockscope {

/// A reentrant lock that hands out a fencing token with every acquisition (re-entries too): a number that grows, so
/// that whatever the lock protects can refuse a holder who was paused beyond its lease. Byte-compatible with Redisson's
/// RFencedLock: the counter is the key `redisson_lock_token:{name}`, which stays when the lock is free. Numbers may be
/// left out.
///
/// The counter is as safe as the data of that Redis. After a restart without its data, a FLUSHALL, or a failover to a
/// replica that had not heard of the last acquisitions, it goes on from a smaller number, or begins anew: a token may
/// then come a second time, and the protected resource refuses new holders until it has passed the highest it has seen.
///
///     auto lock = client.fenced_lock("orders:42");
///     std::scoped_lock guard(lock);
///     storage.write(data, *lock.token());   // the storage refuses tokens below the highest it has seen
class FencedLock : public Lock
{
public:
    /// The token of the latest acquisition of the calling thread (or of @p owner); nullopt if it holds nothing. No I/O.
    [[nodiscard]] std::optional<std::int64_t> token() const;
    [[nodiscard]] std::optional<std::int64_t> token(const OwnerId& owner) const;

    /// The newest token that was handed out, to anybody, as far as Redis knows; 0 if none was. Asks Redis (one
    /// command).
    [[nodiscard]] std::int64_t newest_token();
    [[nodiscard]] Awaitable<std::int64_t> async_newest_token();

private:
    using Lock::Lock;
};

} // namespace lockscope
