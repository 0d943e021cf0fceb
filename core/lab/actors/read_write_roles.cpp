// SPDX-License-Identifier: Apache-2.0
#include "lab/actors/roles.hpp"
#include "lockscope/read_write_lock.hpp"

namespace lockscope::lab {

asio::awaitable<void> read(Part& part)
{
    ReadLock lock = part.player.client().read_write_lock(part.lock).read();
    co_await pause(part.between(500, 6000));
    // Every hold has a lease of its own, so that the readers' countdowns differ.
    co_await lock.async_lock(part.owner, part.between(12000, 30000));
    co_await pause(part.between(1500, 6000));
    co_await lock.async_unlock(part.owner);
}

asio::awaitable<void> read_twice(Part& part)
{
    ReadLock lock = part.player.client().read_write_lock(part.lock).read();
    co_await pause(part.between(500, 4000));
    co_await lock.async_lock(part.owner, part.between(12000, 30000));
    co_await pause(part.between(500, 2000));
    const bool entered = co_await lock.async_try_lock(part.owner, part.between(12000, 30000));
    co_await pause(part.between(1500, 5000));
    if (entered)
        co_await lock.async_unlock(part.owner);
    co_await lock.async_unlock(part.owner);
}

asio::awaitable<void> write(Part& part)
{
    WriteLock lock = part.player.client().read_write_lock(part.lock).write();
    co_await pause(part.between(4000, 12000));
    co_await lock.async_lock(part.owner);
    co_await pause(part.between(800, 3000));
    co_await lock.async_unlock(part.owner);
}

asio::awaitable<void> write_for_long(Part& part)
{
    WriteLock lock = part.player.client().read_write_lock(part.lock).write();
    co_await lock.async_lock(part.owner);
    co_await pause(part.between(10000, 18000));
    co_await lock.async_unlock(part.owner);
    co_await pause(part.between(2000, 6000));
}

} // namespace lockscope::lab
