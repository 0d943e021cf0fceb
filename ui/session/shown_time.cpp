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

} // namespace lockscope::ui
