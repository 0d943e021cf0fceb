// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/severity.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

class Client;

/// What of a server's settings matters to locks; nullopt where the server did not say. Texts are its bytes, bounded.
struct ServerSettings
{
    std::optional<std::string> eviction_policy; ///< maxmemory-policy
    std::optional<std::int64_t> memory_limit;   ///< maxmemory, in bytes; 0: none.
    std::optional<std::string> append_only;     ///< appendonly: "yes", "no"
    std::optional<std::string> append_sync;     ///< appendfsync: "always", "everysec", "no"
    std::optional<std::string> snapshots;       ///< save; empty: never.
    std::optional<std::int64_t> least_replicas; ///< min-replicas-to-write
    std::optional<std::string> serves_stale;    ///< replica-serve-stale-data: "yes", "no"
    std::optional<std::int64_t> replicas;       ///< Connected to it now.
    std::optional<std::int64_t> used_memory;    ///< In bytes, now.
    bool is_replica = false;
    bool lacks_master = false;      ///< A replica whose link to its master is down.
    bool waits_for_replica = false; ///< Ours: ClientOptions::wait_for_replica.
};

/// How a server's settings, or its state, can make two hold one lock, or nobody the lock that somebody believes to
/// hold, or that nobody can have a lock.
struct ServerRisk
{
    enum class Kind {
        evicts_locks,         ///< volatile-*: keys with a lease go first, and every lock has one.
        may_evict_locks,      ///< allkeys-*
        no_persistence,       ///< A restart forgets every lock.
        snapshots_only,       ///< A crash forgets the locks since the last snapshot.
        late_sync,            ///< A crash of the machine forgets those of the last second, or of longer.
        unconfirmed_replicas, ///< A failover forgets the locks that no replica had yet.
        lone_master,          ///< One that is cut off goes on giving locks, while another is made the master.
        stale_replica,        ///< What is read from this replica may be long over.
        lost_master,          ///< It is: its link to its master is down.
        lacks_memory,         ///< It is used up, and nothing is evicted: no lock can be taken.
    };
    Kind kind = Kind::evicts_locks;
    Severity severity = Severity::info;
    std::string setting;  ///< The settings it comes from, as "maxmemory-policy volatile-lru"; escaped.
    std::string sentence; ///< What it means for locks, and what to do; English, for terminals and logs.
    bool operator==(const ServerRisk&) const = default;
};

struct ServerRisks
{
    std::vector<ServerRisk> all;      ///< The worst first.
    std::vector<std::string> unknown; ///< Settings that the server did not tell, by their names in Redis.
    /// Why some of several masters could not be asked, a sentence each: their risks are not among these.
    std::vector<std::string> troubles{};
    bool operator==(const ServerRisks&) const = default;
};

/// No I/O.
[[nodiscard]] ServerRisks assess_risks(const ServerSettings& settings);

/// Asks the server by CONFIG GET, ROLE and INFO, as far as it permits. Blocks; any thread but the client's I/O thread.
/// @throws Error connection_failed, timeout, …
[[nodiscard]] ServerRisks find_risks(Client& client);

} // namespace lockscope
