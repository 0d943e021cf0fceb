// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/show_commands.hpp"

#include <string>
#include <vector>

namespace lockscope::monitor {

/// A shell's command line by which redis-cli gives the command of these words in @p place.
[[nodiscard]] std::string redis_cli(const std::vector<std::string>& words, const RedisCliPlace& place);

} // namespace lockscope::monitor
