// SPDX-License-Identifier: Apache-2.0
#include "held_signals.hpp"

#include <atomic>

namespace lockctl {
namespace {

constexpr int insistent = 3;

// Any thread may be the one that is interrupted.
std::atomic<int> came{0};
std::atomic<int> times{0};
static_assert(std::atomic<int>::is_always_lock_free);

void note(int number)
{
    came = number;
    if (++times < insistent)
        return;
    ::signal(number, SIG_DFL);
    ::raise(number);
}

} // namespace

// Not a mask: the client's threads were there before, and each would need it.
HeldSignals::HeldSignals()
{
    came = 0;
    times = 0;
    struct sigaction noting
    {};
    noting.sa_handler = note;
    noting.sa_flags = SA_RESTART;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (::sigaction(numbers[i], nullptr, &m_before[i]) == 0 && m_before[i].sa_handler != SIG_IGN)
            ::sigaction(numbers[i], &noting, nullptr);
    }
}

HeldSignals::~HeldSignals()
{
    for (std::size_t i = 0; i < numbers.size(); ++i)
        ::sigaction(numbers[i], &m_before[i], nullptr);
    if (came != 0)
        ::raise(came);
}

} // namespace lockctl
