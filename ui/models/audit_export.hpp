// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/record_text.hpp"

#include "lockscope/audit_log.hpp"

#include <vector>

namespace lockscope::ui {

// Words are English as in the log itself, times UTC in ISO 8601, names escaped as in the window; in JSON nothing of a
// name is lost (see insertBytes()), in CSV no field can be taken for a formula.

[[nodiscard]] RecordText auditToCsv(std::vector<AuditEntry> entries);
[[nodiscard]] RecordText auditToJson(std::vector<AuditEntry> entries);

} // namespace lockscope::ui
