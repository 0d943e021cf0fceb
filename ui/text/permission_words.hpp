// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/permissions.hpp"

#include <QString>

namespace lockscope::ui {

/// What the absence of this right costs: a sentence, as cost_of() says it in English.
[[nodiscard]] QString permissionCost(const Permission& permission);

/// May this user find and read locks? As long as nothing is known of its rights: yes.
[[nodiscard]] bool mayLookForLocks(const PermissionReport& permissions);

} // namespace lockscope::ui
