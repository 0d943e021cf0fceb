// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lockscope::monitor {

/// Redis' own glob, as SCAN MATCH understands it: `*`, `?`, `[a-z]`, `[^x]`, and `\` before a special character.
/// Takes time proportional to the lengths' product at worst, whatever the pattern.
[[nodiscard]] bool glob_match(std::string_view pattern, std::string_view text) noexcept;

/// What every match starts with: the part of the pattern before its first special character.
[[nodiscard]] std::string glob_prefix(std::string_view pattern);

} // namespace lockscope::monitor
