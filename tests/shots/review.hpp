// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "shot.hpp"

namespace lockscope::shots {

/// Everything that there is to look at: each panel with something and without, each tab of the detail for each kind of
/// lock, menus, what happens when a server stops or forbids, every dialog. For people who judge how it looks; no tests.
std::vector<Shot> reviewShots();

} // namespace lockscope::shots
