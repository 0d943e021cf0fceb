// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace lockscope::ui {

/// How long the computer has been running, the time in which it slept included: timers and the steady clock stand still
/// then. Without that time where the system does not tell it.
[[nodiscard]] std::chrono::milliseconds bootTime();

} // namespace lockscope::ui
