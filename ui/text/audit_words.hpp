// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>
#include <string_view>

namespace lockscope::ui {

// What stands in the audit log, in the language of the window. What the log of another version says in other words
// stays as it is, escaped. The log itself, and what is exported of it, is the same in every language.

/// What a field says in which the core has escaped the names of a server already: before, after, outcome and server of
/// an AuditEntry, holders of an UndoTicket. To be escaped where it is shown, and so only once.
[[nodiscard]] std::string auditBytes(std::string_view field);
[[nodiscard]] QString auditActionText(const std::string& action);
/// @param action what was to be done: of one that acquires, "changed" means that it was not to be had
[[nodiscard]] QString auditOutcomeText(const std::string& outcome, const std::string& action);
/// Of the holders or the queue before and after: "9f45…:57=1 (12 s left)", "9f45…:57 until 14:03:05.120", "nobody".
[[nodiscard]] QString auditStateText(const std::string& state, int maxChars = 200);

} // namespace lockscope::ui
