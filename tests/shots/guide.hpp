// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "shot.hpp"

namespace lockscope::shots {

/// The pictures of the user guide.
std::vector<Shot> guideShots();

} // namespace lockscope::shots
