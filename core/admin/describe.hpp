// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/admin.hpp"

#include <string>

namespace lockscope::admin {

/// "owner=count, owner=count", or "nobody"; escaped, for logs and messages.
[[nodiscard]] std::string describe(const Expectation& holders);
/// The same with what is left of the lease: "owner=1 (12000 ms left)".
[[nodiscard]] std::string describe(const LockState& state);

} // namespace lockscope::admin
