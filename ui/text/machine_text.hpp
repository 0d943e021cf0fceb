// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"

#include <QString>

#include <optional>
#include <string_view>

namespace lockscope::ui {

// What programs read: the same in every language.

/// A name that to_string() gives.
[[nodiscard]] QString machineWord(std::string_view name);

/// "2027-01-15T08:00:00.123Z"
[[nodiscard]] QString isoTime(SystemTime at);
/// Empty if it is absent.
[[nodiscard]] QString isoTime(const std::optional<SystemTime>& at);
/// "2027-01-15T08:00:00.123456Z": microseconds tell the order inside of a script.
[[nodiscard]] QString isoTimeMicros(SystemTime at);

} // namespace lockscope::ui
