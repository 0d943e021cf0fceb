// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/admin.hpp"
#include "redis/connection.hpp"

#include <string>
#include <vector>

namespace lockscope::admin {

/// What scripts/force_end.lua did.
struct Ending
{
    bool done = false;
    std::string woken;                ///< First waiter of a fair lock that lives.
    std::vector<std::string> removed; ///< Waiters that stood in the way.
    std::string found;                ///< If not done: what is there instead, for people.
};

/// Compares the lock with @p request and, if it is the same, sets its lease to @p ttl (zero: ends it). @throws Error
[[nodiscard]] redis::asio::awaitable<Ending> force_end(redis::Connection& connection, const AdminRequest& request,
                                                       milliseconds ttl);

} // namespace lockscope::admin
