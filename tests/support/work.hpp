// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/seed.hpp"

#include <chrono>
#include <cstdint>
#include <thread>

namespace lockscope::test {

/// What one thread does while it has a lock. Who leaves at once meets nobody, whatever the lock is worth: so some
/// turns, at random, take one to three milliseconds.
///
///     Work work(dice.seed());
///     lock.lock();
///     work.do_some();
///     lock.unlock();
class Work
{
public:
    /// @param one_of so many turns takes time
    explicit Work(std::uint64_t seed, int one_of = 4) : m_dice(seed), m_one_of(one_of) {}
    void do_some()
    {
        if (m_dice.below(m_one_of) == 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(1 + m_dice.below(3)));
    }

private:
    Dice m_dice;
    int m_one_of;
};

} // namespace lockscope::test
