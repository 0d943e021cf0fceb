// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lockscope::redis {

struct FilledValue
{
    std::string text;
    bool by_default = false; ///< A default stood in for a variable.
    bool by_nothing = false; ///< A variable had none.
};

/// Replaces ${NAME:-value} and ${NAME:value} by the value, ${NAME} by nothing.
[[nodiscard]] FilledValue filled(std::string_view text);

} // namespace lockscope::redis
