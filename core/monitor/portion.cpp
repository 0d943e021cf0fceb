// SPDX-License-Identifier: Apache-2.0
#include "monitor/portion.hpp"

#include <algorithm>
#include <bit>

namespace lockscope::monitor {
namespace {

using namespace std::chrono_literals;
using std::chrono::nanoseconds;

/// As a slow server needs them. Less than the shortest piece of work would be more sending and receiving than looking.
constexpr nanoseconds a_key = 1us;
/// A transaction of ten commands.
constexpr nanoseconds a_lock = 15us;
constexpr nanoseconds shortest_work = 50us;
/// The length that those who are near feel, however far away we are.
constexpr nanoseconds longest_felt = 80us;
/// A stall of a millisecond is nobody's idea of a small step.
constexpr nanoseconds longest_work = 1ms;
/// However far away it is.
constexpr unsigned most_walks = 16;
/// So many steps there are for each reading, at least.
constexpr int answers_a_reading = 10;
constexpr nanoseconds shortest_patience = 20ms;
constexpr nanoseconds longest_patience = 1s;

} // namespace

void Portion::answered(nanoseconds took, SteadyTime now) noexcept
{
    if (took <= 0ns)
        return;
    m_recent.add(took, now);
    m_fastest = m_recent.best(now).value_or(took);
}

nanoseconds Portion::work() const noexcept
{
    const nanoseconds felt = std::clamp(m_fastest / 4, shortest_work, longest_felt);
    return std::max(felt, std::min(m_fastest / 200, longest_work));
}

std::size_t Portion::keys() const noexcept
{
    return static_cast<std::size_t>(work() / a_key);
}

std::size_t Portion::locks() const noexcept
{
    return static_cast<std::size_t>(std::max(work(), m_fastest / 20) / a_lock);
}

unsigned Portion::walks() const noexcept
{
    // Half of the time is left to others.
    const auto fitting = m_fastest / (2 * work());
    return std::bit_floor(static_cast<unsigned>(std::clamp<nanoseconds::rep>(fitting, 1, most_walks)));
}

nanoseconds Portion::patience() const noexcept
{
    return std::clamp(answers_a_reading * m_fastest, shortest_patience, longest_patience);
}

} // namespace lockscope::monitor
