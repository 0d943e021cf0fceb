// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lockscope::monitor {

/// The other lock that has the same queue, deadlines, token and channels: `{a}` for `a`, and `a` for `{a}`. Their main
/// keys differ, and whose the others are is told by which of the two exists. Nothing for a name with braces elsewhere.
[[nodiscard]] std::optional<std::string> namesake_of(std::string_view raw);

} // namespace lockscope::monitor
