// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/client.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "support/history.hpp"
#include "support/seed.hpp"
#include "support/until.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>

namespace lockscope::test {

/// Locks that one thread of each of two processes has in turn, and how long each had to wait for the other. A message
/// has only one to wake here: whoever misses it is helped by nobody, and looks again after 30 s. Lives in shared
/// memory; all zero at first.
struct Turns
{
    static constexpr std::size_t locks = 16;

    struct Pair
    {
        std::atomic<int> last;              ///< Who had it last: 1 or 2.
        std::atomic<Instant> released_at;   ///< Guarded by the lock, as is the next.
        std::atomic<std::int64_t> worst_ns; ///< From a release to the acquisition by the other one.
    };
    std::atomic<std::uint64_t> done;
    std::atomic<bool> failed; ///< One of the processes, for which the other would wait in vain.
    std::array<Pair, locks> pairs;

    /// Takes and leaves a lock in turn with the other process, until @p target turns are done with all of them.
    void take(Client& client, int process, std::size_t lock, std::uint64_t target, Dice dice);

private:
    static constexpr std::chrono::minutes lease{10};        ///< Nobody is rescued by its end.
    static constexpr std::chrono::seconds longest_wait{60}; ///< For one that hangs, or is gone.
};

inline void Turns::take(Client& client, int process, std::size_t lock, std::uint64_t target, Dice dice)
{
    Pair& pair = pairs.at(lock);
    ReentrantLock shared = client.reentrant_lock("turns:" + std::to_string(lock));
    const auto goes_on = [this, target] { return done < target && !failed; };
    while (goes_on()) {
        if (!shared.try_lock_for(longest_wait, lease))
            throw std::runtime_error("waited in vain for " + shared.name());
        if (const Instant last = pair.released_at; last != 0)
            pair.worst_ns = std::max<std::int64_t>(pair.worst_ns, instant_now() - last);
        pair.last = process;
        // The other one comes while it is held, while it is being left, or a little later: all have to be seen.
        std::this_thread::sleep_for(std::chrono::microseconds(dice.below(3000)));
        ++done;
        pair.released_at = instant_now();
        shared.release();
        if (!until([&] { return pair.last != process || !goes_on(); }, longest_wait))
            throw std::runtime_error("the other process did not take " + shared.name());
    }
}

} // namespace lockscope::test
