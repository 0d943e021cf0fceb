// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/record_text.hpp"

#include "lockscope/findings_book.hpp"

#include <vector>

namespace lockscope::ui {

/// UTF-8, one record a finding: found (UTC, ISO 8601), severity, kind, certainty, lock, about, count, cost_ms,
/// usual_ms, repair. Words are English, names escaped as in the window, no field can be taken for a formula.
[[nodiscard]] RecordText findingsToCsv(std::vector<FindingsBook::Row> rows, SteadyTime now);

/// An array of objects with the same members. Names that JSON cannot carry are escaped, and their bytes stand beside
/// them as "lock_base64", "about_base64".
[[nodiscard]] RecordText findingsToJson(std::vector<FindingsBook::Row> rows, SteadyTime now);

} // namespace lockscope::ui
