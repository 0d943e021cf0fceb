// SPDX-License-Identifier: Apache-2.0
#include "lab/actors/roles.hpp"
#include "lab_scripts.hpp"
#include "locks/key_names.hpp"

#include <algorithm>

namespace lockscope::lab {

namespace {

using namespace std::chrono_literals;

constexpr auto lease = "20000";
constexpr auto longest_wait = "15000";
constexpr auto ghost_life = "12000";

const redis::Script& acquire_script()
{
    static const redis::Script script(scripts::fair_acquire);
    return script;
}

asio::awaitable<std::int64_t> try_acquire(Part& part)
{
    std::vector<std::string> keys{part.lock, locks::queue_key(part.lock), locks::timeout_key(part.lock)};
    std::vector<std::string> arguments{part.owner.field(), lease, longest_wait};
    co_return co_await part.player.eval(acquire_script(), std::move(keys), std::move(arguments));
}

asio::awaitable<void> wait_in_the_queue(Part& part)
{
    WakeUp wake_up(part.player.client().executor());
    co_await wake_up.listen(part.player, locks::fair_channel(part.lock, part.owner.field()));
    for (;;) {
        const std::int64_t left = co_await try_acquire(part);
        if (left < 0)
            co_return;
        co_await wake_up.wait(std::clamp(milliseconds(left), 500ms, 4000ms));
    }
}

} // namespace

asio::awaitable<void> queue_up(Part& part)
{
    static const redis::Script release(scripts::fair_release);
    co_await pause(part.between(100, 2500));
    const std::int64_t left = co_await try_acquire(part);
    if (left >= 0)
        co_await wait_in_the_queue(part);
    co_await pause(part.between(800, 5000));
    std::vector<std::string> keys{part.lock, locks::queue_key(part.lock)};
    std::vector<std::string> arguments{part.owner.field(), locks::unlock_channel(part.lock)};
    co_await part.player.eval(release, std::move(keys), std::move(arguments));
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
