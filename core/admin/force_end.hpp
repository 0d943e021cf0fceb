// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/operator_news.hpp"
#include "lockscope/admin.hpp"
#include "redis/connection.hpp"

namespace lockscope::admin {

/// Compares the lock with @p request and, if it is the same, sets its lease to @p ttl (zero: ends it). @throws Error
/// @param news of whom and where; told to whoever watches, if it is done
[[nodiscard]] redis::asio::awaitable<AdminResult> force_end(redis::Link& connection, const AdminRequest& request,
                                                            milliseconds ttl, locks::OperatorAct news);

} // namespace lockscope::admin
