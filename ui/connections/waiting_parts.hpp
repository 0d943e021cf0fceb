// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/profile.hpp"

#include <QList>
#include <QString>

namespace lockscope::ui {

/// What a connection that stands cannot take over from its profile: it takes effect with the next one.
enum class WaitingPart { address, user, database, encryption, password, ownLocks };

/// What differs between a connection and its profile. Never the password: none is in a profile.
/// @param connected as the connection was made
[[nodiscard]] QList<WaitingPart> waitingParts(const ConnectionProfile& connected, const ConnectionProfile& saved);

/// "address", as it stands in a list.
[[nodiscard]] QString partName(WaitingPart part);

} // namespace lockscope::ui
