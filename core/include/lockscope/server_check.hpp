// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/encryption.hpp"
#include "lockscope/permissions.hpp"
#include "lockscope/server_risks.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

class Client;

/// One master, as it answered. Texts are its bytes, bounded.
struct CheckedNode
{
    std::string address;                  ///< "host:port" or a path, escaped.
    std::string product;                  ///< "Redis", "Valkey"; empty without INFO.
    std::string version;                  ///< Of the product; empty without INFO.
    std::string role;                     ///< "master", "slave"; without INFO only if ROLE says that it is a replica.
    std::optional<std::int64_t> replicas; ///< Connected to it now; absent: it did not say.
    std::chrono::microseconds latency{0};
    std::string trouble; ///< Why it could not be asked, a sentence; the rest is empty then.
};

/// What somebody who sets up a connection wants to know about a server.
struct ServerCheck
{
    std::vector<CheckedNode> nodes; ///< Every master.
    std::size_t masters = 1;
    /// Masters that could not be asked, a sentence each. The rest is of those that could.
    std::vector<std::string> troubles;
    /// Bytes of the server, bounded; of several, where they differ, with commas in between. Empty without INFO.
    std::string product, version;
    std::string role; ///< "master", "slave"; without INFO only if ROLE says that it is a replica.
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
[[nodiscard]] ServerCheck check_server(Client& client, ScriptRight scripts = ScriptRight::tried);

} // namespace lockscope
