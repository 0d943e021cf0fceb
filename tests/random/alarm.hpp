// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

namespace lockscope::random {

/// From now on a crash says where it was, by the calls that led there.
void sayWhereItCrashes();

/// Watches the thread that made it: where it is when it has not come back to its event loop for longer than a person
/// would notice; and one that does not come back for so long is ended by a crash.
class HangAlarm
{
public:
    using Stall = std::function<void(std::chrono::milliseconds)>;
    /// @param tell of each time that a person would feel, once it is over
    HangAlarm(std::chrono::seconds limit, Stall tell);
    ~HangAlarm();
    /// The longest that it did not come back.
    [[nodiscard]] std::chrono::milliseconds longest() const { return m_longest; }

private:
    using Clock = std::chrono::steady_clock;
    void watch(std::chrono::seconds limit, pthread_t watched);

    QTimer m_pulse;
    std::atomic<Clock::time_point> m_last{Clock::now()};
    std::chrono::milliseconds m_longest{0};
    std::atomic<bool> m_isOver{false};
    std::thread m_thread;
};

} // namespace lockscope::random
