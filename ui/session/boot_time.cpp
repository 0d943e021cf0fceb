// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/boot_time.hpp"

#include <ctime>

namespace lockscope::ui {

std::chrono::milliseconds bootTime()
{
    using namespace std::chrono;
#ifdef CLOCK_BOOTTIME
    timespec now{};
    if (clock_gettime(CLOCK_BOOTTIME, &now) == 0) {
        return duration_cast<milliseconds>(seconds(now.tv_sec) + nanoseconds(now.tv_nsec));
    }
#endif
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch());
}

} // namespace lockscope::ui
