// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/monitor.hpp"

#include <QString>

namespace lockscope::ui {

/// Why nothing can be changed on a server, whatever the user unlocks.
enum class Barrier {
    none,
    startedReadOnly, ///< The program was.
    replica,         ///< The server is one: it takes no changes from anybody.
};

/// Does the server say that it is one? Redis and Valkey have different words for it.
[[nodiscard]] bool isReplica(const MonitorStatus& status);

/// A sentence for the user; empty for none.
[[nodiscard]] QString barrierText(Barrier barrier);

} // namespace lockscope::ui
