// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/admin.hpp"
#include "redis/connection.hpp"

namespace lockscope::admin {

/// Removes the waiter by scripts/evict_waiter.lua. The policy has been asked; the result has no state yet.
/// @throws Error
[[nodiscard]] redis::asio::awaitable<AdminResult> evict_waiter(redis::Link& connection, const EvictRequest& request);

} // namespace lockscope::admin
