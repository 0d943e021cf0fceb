// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/operator_news.hpp"
#include "lockscope/admin.hpp"
#include "redis/connection.hpp"

namespace lockscope::admin {

/// Removes the waiter by scripts/evict_waiter.lua. The policy has been asked; the result has no state yet.
/// @throws Error
/// @param news of whom and where; told to whoever watches, if it is done
[[nodiscard]] redis::asio::awaitable<AdminResult> evict_waiter(redis::Link& connection, const EvictRequest& request,
                                                               locks::OperatorAct news);

} // namespace lockscope::admin
