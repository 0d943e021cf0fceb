// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/holdable.hpp"

namespace lockscope::admin {

/// Does whoever wants one of this kind stand in the lock's queue, and drop the dead before it?
[[nodiscard]] constexpr bool lines_up(HoldKind kind) noexcept
{
    return kind == HoldKind::fair || kind == HoldKind::non_reentrant_fair;
}

} // namespace lockscope::admin
