// SPDX-License-Identifier: Apache-2.0
#include "lab/actors/roles.hpp"
#include "lab_scripts.hpp"
#include "locks/key_names.hpp"

#include <algorithm>

namespace lockscope::lab {

namespace {

using namespace std::chrono_literals;

std::string prefix_of(const Part& part)
{
    return locks::reader_timeout_prefix(part.lock, part.owner.field());
}

std::string writer_of(const Part& part)
{
    return part.owner.field() + ":write";
}

asio::awaitable<std::int64_t> try_to_read(Part& part)
{
    static const redis::Script script(scripts::read_acquire);
    std::vector<std::string> keys{part.lock, prefix_of(part)};
    // Every hold has a lease of its own, so that the readers' countdowns differ.
    std::vector<std::string> arguments{part.owner.field(), std::to_string(part.between(12000, 30000).count())};
    co_return co_await part.player.eval(script, std::move(keys), std::move(arguments));
}

asio::awaitable<std::int64_t> try_to_write(Part& part)
{
    static const redis::Script script(scripts::write_acquire);
    std::vector<std::string> keys{part.lock};
    std::vector<std::string> arguments{writer_of(part), "30000"};
    co_return co_await part.player.eval(script, std::move(keys), std::move(arguments));
}

asio::awaitable<void> stop_reading(Part& part)
{
    static const redis::Script script(scripts::read_release);
    std::vector<std::string> keys{part.lock, prefix_of(part)};
    std::vector<std::string> arguments{part.owner.field(), locks::rwlock_channel(part.lock)};
    co_await part.player.eval(script, std::move(keys), std::move(arguments));
}

asio::awaitable<void> stop_writing(Part& part)
{
    static const redis::Script script(scripts::write_release);
    std::vector<std::string> keys{part.lock};
    std::vector<std::string> arguments{writer_of(part), locks::rwlock_channel(part.lock)};
    co_await part.player.eval(script, std::move(keys), std::move(arguments));
}

using Attempt = asio::awaitable<std::int64_t> (*)(Part&);

asio::awaitable<void> acquire(Part& part, Attempt attempt)
{
    const std::int64_t at_once = co_await attempt(part);
    if (at_once < 0)
        co_return;
    WakeUp wake_up(part.player.client().executor());
    co_await wake_up.listen(part.player, locks::rwlock_channel(part.lock));
    for (;;) {
        const std::int64_t left = co_await attempt(part);
        if (left < 0)
            co_return;
        co_await wake_up.wait(std::clamp(milliseconds(left), 100ms, 5000ms));
    }
}

} // namespace

asio::awaitable<void> read(Part& part)
{
    co_await pause(part.between(500, 6000));
    co_await acquire(part, &try_to_read);
    co_await pause(part.between(1500, 6000));
    co_await stop_reading(part);
}

asio::awaitable<void> read_twice(Part& part)
{
    co_await pause(part.between(500, 4000));
    co_await acquire(part, &try_to_read);
    co_await pause(part.between(500, 2000));
    const std::int64_t again = co_await try_to_read(part);
    co_await pause(part.between(1500, 5000));
    if (again < 0)
        co_await stop_reading(part);
    co_await stop_reading(part);
}

asio::awaitable<void> write(Part& part)
{
    co_await pause(part.between(4000, 12000));
    co_await acquire(part, &try_to_write);
    co_await pause(part.between(800, 3000));
    co_await stop_writing(part);
}

asio::awaitable<void> write_for_long(Part& part)
{
    co_await acquire(part, &try_to_write);
    co_await pause(part.between(10000, 18000));
    co_await stop_writing(part);
    co_await pause(part.between(2000, 6000));
}

} // namespace lockscope::lab
