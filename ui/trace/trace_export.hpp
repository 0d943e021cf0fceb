// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/trace.hpp"

#include <QByteArray>

#include <vector>

namespace lockscope::ui {

// Words are English, times UTC in ISO 8601, bytes escaped as in the window. Passwords are not in a trace.

/// One record a command, inner commands behind their script with its number in "script".
[[nodiscard]] QByteArray traceToCsv(const std::vector<TraceCommand>& commands);
/// An array of objects; inner commands in "inner".
[[nodiscard]] QByteArray traceToJson(const std::vector<TraceCommand>& commands);
/// For reading: a line a command, inner commands indented.
[[nodiscard]] QByteArray traceToText(const std::vector<TraceCommand>& commands);

} // namespace lockscope::ui
