// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/monitor.hpp"
#include "redis/connection.hpp"

#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace lockscope::monitor {

/// Where in which history of writes a server is. Replicas have that of their master.
struct ReplicationFacts
{
    std::string history;               ///< A name for it (master_replid). Empty: not told.
    std::string history_before;        ///< Of the master from which it took over (master_replid2).
    std::optional<double> offset;      ///< Bytes written in it so far.
    std::optional<double> promoted_at; ///< The first byte that is not of the history before; absent: there is none.
    bool operator==(const ReplicationFacts&) const = default;
};

/// The few lines of INFO that we use.
struct ServerFacts
{
    std::string version, role, eviction_policy;
    std::string product;         ///< "Redis", "Valkey", or what another one calls itself.
    std::string product_version; ///< Of it: Valkey's `version` is that of the Redis it behaves like.
    std::string run_id;          ///< Another one after each start.
    bool lacks_master = false;   ///< A replica whose link to its master is down.
    WriteObstacle obstacle = WriteObstacle::none;
    /// Its cursors are Redis's own, and go through one table, not through one for each slot: see ScanPart.
    bool has_one_table = false;
    std::vector<int> databases;  ///< Those with keys.
    bool is_as_started = false;  ///< Nothing was written since it started.
    bool loaded_nothing = false; ///< It started without data.
    ReplicationFacts replication;
    std::optional<std::chrono::seconds> uptime; ///< Rounded down.
    double used_cpu = 0;                        ///< Seconds, system and user.
    double commands = 0;                        ///< Processed since the start.
    bool operator==(const ServerFacts&) const = default;
    /// Bytes of replication, since it was a replica; absent: it never was, as far as is known.
    [[nodiscard]] std::optional<double> written_since_promotion() const;
};
[[nodiscard]] ServerFacts parse_info(std::string_view info);

/// Tells one server from the next that answers in its place.
struct ServerIdentity
{
    std::string run_id;  ///< Empty without INFO.
    std::string address; ///< "host:port"; empty: not known.
    /// Also if nothing speaks against it.
    [[nodiscard]] bool is_same_as(const ServerIdentity& other) const;
};

/// What we cost the server, from our connections' counters and, where INFO is permitted, the server's own.
class CostMeter
{
public:
    /// Call about once a second with the sums over our connections.
    void traffic(std::uint64_t commands, std::uint64_t bytes, SteadyTime now);
    /// Of one that says nothing of itself, call forget_facts() instead.
    void facts(const ServerFacts& facts, std::uint64_t own_commands, SteadyTime now);
    void forget_facts();
    [[nodiscard]] const MonitorCost& cost() const noexcept { return m_cost; }

private:
    struct Sample
    {
        std::uint64_t commands = 0, bytes = 0;
        SteadyTime at{};
    };
    void add_price(double seconds_of_cpu);

    Sample m_last;
    std::optional<ServerFacts> m_last_facts;
    std::uint64_t m_own_commands = 0;
    SteadyTime m_facts_at{};
    std::deque<double> m_prices; ///< Seconds of the server's CPU for each command, by anybody; the newest last.
    MonitorCost m_cost;
};

} // namespace lockscope::monitor
