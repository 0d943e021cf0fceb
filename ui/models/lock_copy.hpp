// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_filter.hpp"
#include "models/record_text.hpp"

#include <string>
#include <vector>

namespace lockscope::ui {

// Locks as text for other programs. Names and owners of a server are made harmless for each: no formula for a
// spreadsheet, no command for a shell, no control character for a terminal.

enum class CopyFormat {
    text,     ///< Aligned columns, for a message to a colleague.
    csv,      ///< RFC 4180, formula-safe, with a head line. Several holders or anomalies have blanks between them.
    json,     ///< Lossless: bytes that are no UTF-8 come as base64 beside the escaped text.
    redisCli, ///< The commands that show what Redis has; they only read.
};

/// @param redisCli how the commands begin
[[nodiscard]] RecordText copyText(std::vector<LockStatePtr> locks, CopyFormat format, const FilterMoment& moment,
                                  const std::string& redisCli);

} // namespace lockscope::ui
