// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockctl {

/// Asks on the terminal, even where standard input is something else, and shows nothing of what is typed. A signal
/// that ends the program leaves the terminal as it was.
/// @throws lockscope::Error invalid_argument without a terminal, or if nothing was typed
[[nodiscard]] std::string ask_password(const std::string& prompt);

} // namespace lockctl
