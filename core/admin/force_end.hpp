// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/admin.hpp"
#include "redis/connection.hpp"

namespace lockscope::admin {

/// Compares the lock with @p request and, if it is the same, sets its lease to @p ttl (zero: ends it). @throws Error
[[nodiscard]] redis::asio::awaitable<AdminResult> force_end(redis::Link& connection, const AdminRequest& request,
                                                            milliseconds ttl);

} // namespace lockscope::admin
