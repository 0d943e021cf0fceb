// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace lockscope::monitor {

/// A shell's command line of one that begins like @p start, and of these words.
[[nodiscard]] std::string command_line(std::string start, const std::vector<std::string>& words);

} // namespace lockscope::monitor
