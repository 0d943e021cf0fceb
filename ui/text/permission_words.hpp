// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/permissions.hpp"

#include <QString>

namespace lockscope::ui {

/// What the absence of this right costs: a sentence, as cost_of() says it in English.
[[nodiscard]] QString permissionCost(const Permission& permission);

} // namespace lockscope::ui
