// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/admin.hpp"
#include "lockscope/client.hpp"
#include "options.hpp"

#include <functional>
#include <optional>
#include <string>

namespace lockctl {

/// What is there now. If some waiters may be dead, it is looked at once more two seconds later: who was silent both
/// times is marked as stale. (A waiter is queued before it listens, so one silent moment says nothing.)
[[nodiscard]] std::optional<lockscope::LockState> look_for_ghosts(lockscope::Client& client, const std::string& name);

/// Who may act, and where it is recorded.
[[nodiscard]] lockscope::Admin operator_on(lockscope::Client& client);

/// Prints what became of an action, and what was found instead. @returns the exit code
int tell(const lockscope::AdminResult& result, Format format);

/// Does it, tells what became of it, and only then lets a signal end the program. @returns the exit code
int carry_out(const std::function<lockscope::AdminResult()>& action, Format format);

} // namespace lockctl
