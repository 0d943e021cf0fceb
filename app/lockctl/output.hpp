// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lockctl {

/// One line (or block) on standard output, there at once. @returns false if nobody reads any more.
bool print(const std::string& text);

/// One sentence on standard error: "lockctl: …".
void complain(const std::string& sentence);

} // namespace lockctl
