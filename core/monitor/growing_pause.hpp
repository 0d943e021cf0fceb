// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"

#include <algorithm>

namespace lockscope::monitor {

/// Between two tries of what costs a connection when it fails: @p first, then twice as long each time, up to an hour.
/// @param last the pause before; 0: there was none
[[nodiscard]] inline milliseconds growing_pause(milliseconds last, milliseconds first) noexcept
{
    constexpr milliseconds longest{60 * 60'000};
    return last == milliseconds(0) ? first : std::min(last * 2, longest);
}

} // namespace lockscope::monitor
