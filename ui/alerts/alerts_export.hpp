// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "alerts/alerts_model.hpp"
#include "models/record_text.hpp"

#include <vector>

namespace lockscope::ui {

// Words are English, times UTC in ISO 8601, names escaped as in the window; in JSON nothing of a name is lost (see
// insertBytes()), in CSV no field can be taken for a formula. `amount_ms` is how long a lock was held, at least where
// it is not `amount_exact`, or what was left of its lease; muted without a time is muted until it clears.

[[nodiscard]] RecordText alertsToCsv(std::vector<AlertRow> rows);
[[nodiscard]] RecordText alertsToJson(std::vector<AlertRow> rows);

} // namespace lockscope::ui
