// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock.hpp"

#include <cstdint>

namespace lockscope {

/// A reentrant lock that hands out a fencing token with every acquisition (re-entries too): a number that only ever
/// grows, so that whatever the lock protects can refuse a holder who was paused beyond its lease. Byte-compatible with
/// Redisson's RFencedLock: the counter is the key `redisson_lock_token:{name}`, which stays when the lock is free.
/// (An owner whose lease has run out, and who takes the lock again before Redis has noticed and anybody else could, may
/// get its own last token again.)
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

    /// The newest token that was ever handed out, to anybody; 0 if none was. Asks Redis.
    [[nodiscard]] std::int64_t newest_token();
    [[nodiscard]] Awaitable<std::int64_t> async_newest_token();

private:
    using Lock::Lock;
};

} // namespace lockscope
