// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/record_text.hpp"

#include "lockscope/trace.hpp"

#include <vector>

namespace lockscope::ui {

// Words are English, times UTC in ISO 8601, bytes escaped as in the window; in JSON nothing of them is lost (see
// insertBytes()). "node" is the master of a cluster that executed it. Passwords are not in a trace.

/// One record a command, inner commands behind their script with its number in "script". "words_left_out" and
/// "inner_left_out": how many words of the command, and commands of the script, were not kept.
[[nodiscard]] RecordText traceToCsv(std::vector<TraceCommand> commands);
/// An array of objects; inner commands in "inner". What does not apply is left out.
[[nodiscard]] RecordText traceToJson(std::vector<TraceCommand> commands);
/// For reading: a line a command, inner commands indented. "[database client on node]" says from where to where.
[[nodiscard]] RecordText traceToText(std::vector<TraceCommand> commands);

} // namespace lockscope::ui
