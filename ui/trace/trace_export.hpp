// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/record_text.hpp"

#include "lockscope/trace.hpp"

#include <vector>

namespace lockscope::ui {

// Words are English, times UTC in ISO 8601, bytes escaped as in the window. Passwords are not in a trace.

/// One record a command, inner commands behind their script with its number in "script".
[[nodiscard]] RecordText traceToCsv(std::vector<TraceCommand> commands);
/// An array of objects; inner commands in "inner".
[[nodiscard]] RecordText traceToJson(std::vector<TraceCommand> commands);
/// For reading: a line a command, inner commands indented.
[[nodiscard]] RecordText traceToText(std::vector<TraceCommand> commands);

} // namespace lockscope::ui
