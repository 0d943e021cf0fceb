// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/server_risks.hpp"
#include "redis/link.hpp"

namespace lockscope::monitor {

/// By CONFIG GET, ROLE and INFO; what none of them tells stays unknown.
/// @throws Error only if there was no answer.
redis::asio::awaitable<ServerSettings> ask_settings(redis::Link& server);

} // namespace lockscope::monitor
