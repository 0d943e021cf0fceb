// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockscope {

/// The first line of a file, for programs that take a password from one: their arguments can be read by every user of
/// the machine. @throws Error invalid_argument if it cannot be read, or its first line is empty or longer than 64 KB.
[[nodiscard]] std::string read_password_file(const std::string& path);

} // namespace lockscope
