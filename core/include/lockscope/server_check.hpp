// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/encryption.hpp"
#include "lockscope/permissions.hpp"
#include "lockscope/server_risks.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

class Client;

/// What somebody who sets up a connection wants to know about a server.
struct ServerCheck
{
    std::size_t masters = 1;
    /// Masters that could not be asked, a sentence each. The rest is of those that could.
    std::vector<std::string> troubles;
    /// Bytes of the server, bounded; of several, where they differ, with commas in between. Empty without INFO.
    std::string version;
    std::string role; ///< "master", "slave"; empty without INFO.
    /// Median of the way there and back of a few commands, in microseconds; of several masters the longest.
    std::chrono::microseconds latency{0};
    PermissionReport permissions;
    std::string eviction_policy;          ///< Not "noeviction": lock keys may be evicted. Empty without INFO.
    ServerRisks risks;                    ///< How its settings can lose locks.
    std::optional<Encryption> encryption; ///< Absent: it is not encrypted.
};

/// Connects, measures and tries every command that the monitor needs, harmlessly (nothing is read whole, nothing
/// written). Blocks for as long as the client's time limits allow; destroying the client does not interrupt it.
/// Any thread but the client's I/O thread.
/// @throws Error connection_failed, authentication, timeout, … with a sentence
[[nodiscard]] ServerCheck check_server(Client& client);

} // namespace lockscope
