// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace lockscope::test {

/// Where a random test starts: LOCKSCOPE_TEST_SEED if it is set, else something new. Printed, so that a failure can be
/// repeated. Use the numbers of std::mt19937_64 with remainders only: the standard's distributions differ between
/// libraries.
[[nodiscard]] inline std::uint64_t seed_of_this_run()
{
    const char* given = std::getenv("LOCKSCOPE_TEST_SEED");
    std::random_device device;
    const std::uint64_t seed = given != nullptr ? std::strtoull(given, nullptr, 10) : device();
    std::printf("seed %llu (LOCKSCOPE_TEST_SEED=%llu repeats it)\n", static_cast<unsigned long long>(seed),
                static_cast<unsigned long long>(seed));
    std::fflush(stdout);
    return seed;
}

/// Random numbers from a seed.
///
///     Dice dice(seed_of_this_run());
///     const auto wait = std::chrono::milliseconds(dice.below(50));
class Dice
{
public:
    explicit Dice(std::uint64_t seed) : m_engine(seed) {}
    /// 0 … @p limit − 1
    [[nodiscard]] int below(int limit) { return static_cast<int>(m_engine() % static_cast<std::uint64_t>(limit)); }
    [[nodiscard]] std::uint64_t seed() { return m_engine(); }

private:
    std::mt19937_64 m_engine;
};

} // namespace lockscope::test
