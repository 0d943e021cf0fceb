// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/client_namer.hpp"

#include "lockscope/findings.hpp"

#include <QString>

namespace lockscope::ui {

// What the findings are called in the language of the window. Evaluated at each call: what ticks is asked for again.

/// "critical", "warning", "info".

/// "Dead waiter", "Lease about to end": a heading.
[[nodiscard]] QString findingTitle(Finding::Kind kind);

/// Whom it is about: "9f45…e1:57 (billing-2)"; empty if it is about the lock.
[[nodiscard]] QString findingSubject(const Finding& finding, const ClientNamer& namer);

/// What is wrong, in one sentence with the facts. Says where it is only possible.
[[nodiscard]] QString findingSentence(const Finding& finding, const Moment& moment, const ClientNamer& namer);

/// What it means and how it comes about.
[[nodiscard]] QString findingMeaning(const Finding& finding);
/// What it costs whom.
[[nodiscard]] QString findingCost(const Finding& finding, const Moment& moment);
/// What is safe to do about it.
[[nodiscard]] QString findingAdvice(const Finding& finding);

/// For a button: "Evict waiter…"; empty for none.
[[nodiscard]] QString repairText(Finding::Repair repair);

} // namespace lockscope::ui
