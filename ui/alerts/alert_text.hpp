// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/alerts.hpp"

#include <QString>

#include <optional>

namespace lockscope::ui {

// What rules and alerts are called in the language of the window. Bytes of the server are escaped.

[[nodiscard]] QString ruleKindText(AlertRule::Kind kind);
/// A sentence that explains when such a rule is true.
[[nodiscard]] QString ruleKindExplanation(AlertRule::Kind kind);
/// "Held for longer than 5 min · orders:*"
[[nodiscard]] QString ruleText(const AlertRule& rule);
/// One sentence; empty for `none`.
[[nodiscard]] QString ruleProblemText(AlertRuleProblem problem);

/// What is wrong, with the facts; the lock's name is not in it.
[[nodiscard]] QString alertText(const Alert& alert);
/// How many more there are by this rule than are listed; one sentence.
[[nodiscard]] QString leftOutText(const AlertRule& rule, const AlertsLeftOut& leftOut);
/// Nobody is told.
struct Muted
{
    std::optional<SystemTime> until; ///< None: until it clears.
    bool operator==(const Muted&) const = default;
};
[[nodiscard]] QString alertStateText(const Alert& alert, const std::optional<Muted>& muted);
/// "muted until 14:05:00"
[[nodiscard]] QString mutedText(const Muted& muted);

} // namespace lockscope::ui
