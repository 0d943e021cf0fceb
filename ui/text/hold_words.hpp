// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/own_holds.hpp"

#include <QString>

#include <string>

namespace lockscope::ui {

// What the locks that this program takes itself are called in the language of the window.

[[nodiscard]] QString holdKindText(HoldKind kind);
/// One sentence: what this kind is, and whom it keeps out.
[[nodiscard]] QString holdKindExplanation(HoldKind kind);
/// "waiting", "held", "not known since a failover", "lost: its lease ended".
[[nodiscard]] QString holdStateText(const OwnHold& hold);
/// What it means that one is in doubt; a line for each sentence.
[[nodiscard]] QString doubtText();
/// Of a lost one, as the end of a sentence: "its lease ended".
[[nodiscard]] QString lossText(const OwnHold& hold);
/// What became of giving back @p lock, which did not succeed, or is not recorded.
[[nodiscard]] QString releaseFailureText(const std::string& lock, const AdminResult& result);

} // namespace lockscope::ui
