// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lockscope::monitor {

/// One word of a shell's command line that stands for exactly these bytes: as it is where that is safe, otherwise in
/// single quotes, and as $'…' with \xNN where it has bytes that a terminal must not see.
[[nodiscard]] std::string shell_quote(std::string_view bytes);

} // namespace lockscope::monitor
