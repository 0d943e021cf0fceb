// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/events_model.hpp"
#include "models/record_text.hpp"

#include <vector>

namespace lockscope::ui {

/// UTF-8, one record an event: time (UTC, ISO 8601), event, lock, holder, count, held_for_ms, and the kind of an
/// alert's rule. Words are English, names escaped as in the window, no field can be taken for a formula.
[[nodiscard]] RecordText eventsToCsv(std::vector<EventRow> events);

/// An array of objects with the same members. Names that JSON cannot carry are escaped, and their bytes stand beside
/// them as "lock_base64", "holder_base64": nothing is lost.
[[nodiscard]] RecordText eventsToJson(std::vector<EventRow> events);

} // namespace lockscope::ui
