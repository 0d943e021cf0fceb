// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/trace.hpp"

#include <QString>

namespace lockscope::ui {

// What a trace's values are called in the language of the window. Bytes of the server are escaped.

/// "acquire", "acquire, refused", "renew", …; empty for roles that are not known.
[[nodiscard]] QString traceRoleText(const TraceCommand& command);
[[nodiscard]] QString traceRoleText(TraceCommand::Role role);

/// The words of it that are kept, in one line, the same in every language; those with blanks in quotation marks.
/// @param maxChars of each word; 0: as long as it is
[[nodiscard]] QString traceWordsText(const TraceCommand& command, int maxChars = 0);
/// The same, and how many more there were.
[[nodiscard]] QString traceCommandText(const TraceCommand& command, int maxChars = 0);

/// The locks, the first one and how many more.
[[nodiscard]] QString traceLocksText(const TraceCommand& command);

/// "+0.31 ms", "+12.5 ms", "+1.2 s"
[[nodiscard]] QString traceGapText(SystemTime::duration gap);

/// One sentence: how it ended. Empty while it runs.
[[nodiscard]] QString traceEndText(const TraceStatus& status);

} // namespace lockscope::ui
