// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockscope::ui {

/// Why nothing can be changed on a server, whatever the user unlocks.
enum class Barrier {
    none,
    startedReadOnly, ///< The program was.
    replica,         ///< The server is one: it takes no changes from anybody.
};

/// A sentence for the user; empty for none.
[[nodiscard]] QString barrierText(Barrier barrier);

} // namespace lockscope::ui
