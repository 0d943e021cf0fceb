// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/operator_news.hpp"
#include "lockscope/admin.hpp"
#include "redis/connection.hpp"

namespace lockscope::admin {

/// Compares the one hold with @p request and, if it is the same, ends it as its owner would. The policy has been asked;
/// the result has no state yet. @throws Error
/// @param news of whom and where; told to whoever watches, if it is done
[[nodiscard]] redis::asio::awaitable<AdminResult> release_one(redis::Link& connection, const ReleaseOneRequest& request,
                                                              locks::OperatorAct news);

} // namespace lockscope::admin
