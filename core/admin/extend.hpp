// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/operator_news.hpp"
#include "lockscope/admin.hpp"
#include "redis/connection.hpp"

namespace lockscope::admin {

/// Compares the lock with @p request and, if it is the same, makes its lease at least @p ttl. @throws Error
/// @param news of whom and where; told to whoever watches, if it is done
[[nodiscard]] redis::asio::awaitable<AdminResult> extend(redis::Link& connection, const AdminRequest& request,
                                                         milliseconds ttl, locks::OperatorAct news);

} // namespace lockscope::admin
