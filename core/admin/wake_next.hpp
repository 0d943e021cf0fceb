// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/admin.hpp"
#include "redis/connection.hpp"

namespace lockscope::admin {

/// Compares the lock's holders with @p request and, if they are the same, tells who waits to look again. @throws Error
[[nodiscard]] redis::asio::awaitable<AdminResult> wake_next(redis::Link& connection, const WakeRequest& request);

} // namespace lockscope::admin
