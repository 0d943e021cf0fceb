// SPDX-License-Identifier: Apache-2.0
#include "lab/actors/roles.hpp"
#include "lockscope/fenced_lock.hpp"
#include "lockscope/reentrant_lock.hpp"

namespace lockscope::lab {

namespace {

using namespace std::chrono_literals;

asio::awaitable<void> leave_completely(ReentrantLock lock, OwnerId owner)
{
    int left = 1;
    while (left > 0)
        left = co_await lock.async_unlock(owner);
}

} // namespace

asio::awaitable<void> work_shortly(Part& part)
{
    ReentrantLock lock = part.player.client().reentrant_lock(part.lock);
    co_await pause(part.between(500, 9000));
    const bool acquired = co_await lock.async_try_lock_for(part.owner, 5000ms);
    if (!acquired)
        co_return;
    co_await pause(part.between(200, 2500));
    if (part.happens_once_in(3)) {
        const bool entered = co_await lock.async_try_lock(part.owner);
        co_await pause(entered ? part.between(300, 1500) : 0ms);
    }
    co_await leave_completely(lock, part.owner);
}

asio::awaitable<void> work_at_hot_spot(Part& part)
{
    ReentrantLock lock = part.player.client().reentrant_lock(part.lock);
    co_await pause(part.between(50, 400));
    co_await lock.async_lock(part.owner);
    co_await pause(part.between(150, 1200));
    co_await leave_completely(lock, part.owner);
}

asio::awaitable<void> run_long_job(Part& part)
{
    ReentrantLock lock = part.player.client().reentrant_lock(part.lock);
    co_await lock.async_lock(part.owner);
    co_await lock.async_lock(part.owner);
    co_await pause(part.between(2000, 4000));
    co_await lock.async_lock(part.owner);
    co_await pause(part.between(25000, 45000));
    co_await leave_completely(lock, part.owner);
    co_await pause(part.between(2000, 5000));
}

asio::awaitable<void> never_finish(Part& part)
{
    ReentrantLock lock = part.player.client().reentrant_lock(part.lock);
    co_await lock.async_lock(part.owner);
    // An operator may free it; then it is taken again a while later.
    while (lock.is_held(part.owner))
        co_await pause(1000ms);
    co_await pause(15000ms);
}

asio::awaitable<void> let_it_expire(Part& part)
{
    ReentrantLock lock = part.player.client().reentrant_lock(part.lock);
    const auto lease = part.between(8000, 20000);
    const bool acquired = co_await lock.async_try_lock(part.owner, lease);
    co_await pause(acquired ? lease + part.between(1500, 4000) : 1000ms);
}

asio::awaitable<void> post_with_token(Part& part)
{
    FencedLock lock = part.player.client().fenced_lock(part.lock);
    co_await lock.async_lock(part.owner);
    co_await pause(part.between(1000, 6000));
    co_await lock.async_unlock(part.owner);
    co_await pause(part.between(300, 2000));
}

asio::awaitable<void> forget_the_lease(Part& part)
{
    redis::Command hold{"HSETNX", part.lock, part.owner.field(), "1"};
    co_await part.player.servers().commands().call(std::move(hold));
    co_await pause(30000ms); // Comes back if an operator freed it.
}

} // namespace lockscope::lab
