// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/operator_news.hpp"
#include "lockscope/admin.hpp"
#include "redis/connection.hpp"

namespace lockscope::admin {

/// Mends the queue by scripts/repair_queue.lua. The policy has been asked; the result has no state yet.
/// @throws Error
/// @param news of whom and where; told to whoever watches, if it is done
[[nodiscard]] redis::asio::awaitable<AdminResult> repair_queue(redis::Link& connection, const RepairRequest& request,
                                                               locks::OperatorAct news);

} // namespace lockscope::admin
