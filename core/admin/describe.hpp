// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/admin.hpp"

#include <string>

namespace lockscope::admin {

/// Of holders and waiters, in a sentence or a line of the log: enough to see what it was about.
inline constexpr std::size_t most_entries = 50;

/// "owner=count, owner=count", or "nobody"; escaped, for logs and messages.
[[nodiscard]] std::string describe(const Expectation& holders);
/// The same with what is left of the lease: "owner=1 (12000 ms left)".
[[nodiscard]] std::string describe(const LockState& state);

/// "owner until 1700000000000, owner without deadline", or "nobody": the first of a long queue.
[[nodiscard]] std::string describe(const QueueView& queue);
/// The lock's name for a message.
[[nodiscard]] std::string in_quotes(const std::string& name);

} // namespace lockscope::admin
