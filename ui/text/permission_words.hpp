// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/permissions.hpp"

#include <QString>
#include <QStringList>

namespace lockscope::ui {

/// What the absence of this right costs a feature that needs it: a sentence, as cost_of() says it in English.
[[nodiscard]] QString permissionCost(const Permission& permission, Feature feature);

/// May this user find and read locks? As long as nothing is known of its rights: yes.
[[nodiscard]] bool mayLookForLocks(const PermissionReport& permissions);

/// May it read who is in the queues of those it can see, as far as is known?
[[nodiscard]] bool maySeeQueues(const PermissionReport& permissions);

/// The rules of which only acting would tell whether the user has them.
[[nodiscard]] QStringList untriedRules(const PermissionReport& permissions);

} // namespace lockscope::ui
