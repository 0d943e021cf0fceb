// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/link.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lockscope::redis {

enum class ServerRole { master, replica, sentinel, unknown };

/// What a server says of itself.
struct Replication
{
    ServerRole role = ServerRole::unknown;
    std::optional<std::int64_t> replicas; ///< Of a master: how many are connected to it.
    bool lacks_master = false;            ///< A replica whose link to its master is down.
};

/// The answers of ROLE and of INFO replication; unknown for anything else.
[[nodiscard]] Replication parse_role(const Reply& reply);
[[nodiscard]] Replication parse_replication(std::string_view info);

/// ROLE, or INFO where that is not permitted; unknown if neither is.
/// @throws Error only if there was no answer.
asio::awaitable<Replication> ask_replication(Link& server, Link::Clock::time_point deadline);

} // namespace lockscope::redis
