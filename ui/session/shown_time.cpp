// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/shown_time.hpp"

#include <chrono>
#include <utility>

namespace lockscope::ui {

Moment ShownTime::present()
{
    return {std::chrono::steady_clock::now(), std::chrono::system_clock::now()};
}

void ShownTime::standStill(const Moment& at)
{
    if (!m_standstill || m_standstill->now != at.now) {
        m_standstill = at;
        emit changed();
    }
}

void ShownTime::goOn()
{
    if (std::exchange(m_standstill, std::nullopt)) {
        emit changed();
    }
}

void ShownTime::follow(const ShownTime& window, const LockState* lock)
{
    const bool isAway = lock != nullptr && lock->is_out_of_reach();
    if (isAway) {
        standStill(lock->known_at(window.now()));
    } else if (window.standstill()) {
        standStill(*window.standstill());
    } else {
        goOn();
    }
}

} // namespace lockscope::ui
