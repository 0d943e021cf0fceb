// SPDX-License-Identifier: Apache-2.0
#include "lab/actors/roles.hpp"
#include "lab_scripts.hpp"
#include "locks/key_names.hpp"
#include "lockscope/fair_lock.hpp"

namespace lockscope::lab {

namespace {
constexpr milliseconds lease{20000};
constexpr auto ghost_life = "12000";
} // namespace

asio::awaitable<void> queue_up(Part& part)
{
    FairLock lock = part.player.client().fair_lock(part.lock);
    co_await pause(part.between(100, 2500));
    co_await lock.async_lock(part.owner, lease);
    co_await pause(part.between(800, 5000));
    co_await lock.async_unlock(part.owner);
}

asio::awaitable<void> die_in_the_queue(Part& part)
{
    static const redis::Script haunt(scripts::fair_haunt);
    std::vector<std::string> keys{locks::queue_key(part.lock), locks::timeout_key(part.lock)};
    std::vector<std::string> arguments{part.owner.field(), ghost_life};
    co_await part.player.eval(haunt, std::move(keys), std::move(arguments));
    co_await pause(part.between(20000, 30000));
}

} // namespace lockscope::lab
