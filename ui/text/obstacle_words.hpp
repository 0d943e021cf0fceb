// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/monitor.hpp"

#include <QString>

#include <string>

namespace lockscope::ui {

/// Why a server refuses to write, and what that means for locks, in a few words; empty for `none`.
/// @param master where, if there are several; may be empty
[[nodiscard]] QString obstacleNote(WriteObstacle obstacle, const std::string& master);
/// The same as a sentence or two.
[[nodiscard]] QString obstacleText(WriteObstacle obstacle, const std::string& master);

} // namespace lockscope::ui
