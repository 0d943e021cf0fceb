// SPDX-License-Identifier: Apache-2.0
#include "lockscope/server_risks.hpp"

#include "lockscope/escape.hpp"

#include <algorithm>
#include <string_view>

namespace lockscope {

namespace {

using RiskKind = ServerRisk::Kind;

class Assessment
{
public:
    explicit Assessment(const ServerSettings& settings) : m_settings(settings) {}

    ServerRisks run()
    {
        eviction();
        persistence();
        replication();
        std::stable_sort(m_risks.all.begin(), m_risks.all.end(),
                         [](const ServerRisk& one, const ServerRisk& other) { return one.severity > other.severity; });
        return std::move(m_risks);
    }

private:
    void add(RiskKind kind, Severity severity, std::string setting, std::string sentence)
    {
        m_risks.all.push_back({kind, severity, std::move(setting), std::move(sentence)});
    }

    template <typename T>
    bool knows(const std::optional<T>& setting, const char* name)
    {
        if (!setting)
            m_risks.unknown.emplace_back(name);
        return setting.has_value();
    }

    void eviction()
    {
        const bool knows_limit = knows(m_settings.memory_limit, "maxmemory");
        if (!knows(m_settings.eviction_policy, "maxmemory-policy"))
            return;
        if (m_settings.eviction_policy == "noeviction") {
            fullness();
            return;
        }
        if (knows_limit && m_settings.memory_limit == 0)
            return; // nothing is ever evicted
        const std::string policy = "maxmemory-policy " + escape(*m_settings.eviction_policy);
        if (m_settings.eviction_policy->starts_with("volatile-"))
            add(RiskKind::evicts_locks, Severity::critical, policy,
                "When memory is full Redis deletes keys that have a lease first, and that is every lock: it is free "
                "then although its holder goes on. Set maxmemory-policy to noeviction.");
        else
            add(RiskKind::may_evict_locks, Severity::warning, policy,
                "When memory is full Redis may delete any key, also a lock: it is free then although its holder goes "
                "on. Set maxmemory-policy to noeviction.");
    }

    void fullness()
    {
        const std::int64_t limit = m_settings.memory_limit.value_or(0);
        if (limit > 0 && m_settings.used_memory.value_or(0) >= limit)
            add(RiskKind::lacks_memory, Severity::critical, "maxmemory " + std::to_string(limit),
                "Memory is full, and Redis refuses what needs more of it: no lock can be taken, though those that are "
                "held can be renewed and released. Make room, or raise maxmemory.");
    }

    void persistence()
    {
        const bool knows_file = knows(m_settings.append_only, "appendonly");
        if (knows_file && m_settings.append_only == "yes") {
            if (knows(m_settings.append_sync, "appendfsync") && m_settings.append_sync != "always")
                add(RiskKind::late_sync, Severity::info, "appendfsync " + escape(*m_settings.append_sync),
                    "If the machine crashes, the locks of the last second or of longer are forgotten: they are free "
                    "then although their holders go on. Only appendfsync always prevents that.");
            return;
        }
        if (!knows(m_settings.snapshots, "save") || !knows_file)
            return;
        if (m_settings.snapshots->empty())
            add(RiskKind::no_persistence, Severity::warning, "appendonly no, save \"\"",
                "Nothing is written to disk: when Redis starts anew every lock is free although its holder goes on. "
                "Set appendonly to yes.");
        else
            add(RiskKind::snapshots_only, Severity::warning, "appendonly no",
                "Only snapshots are written to disk: a crash forgets the locks taken since the last one, and knows "
                "those again that were released since. Set appendonly to yes.");
    }

    void replication()
    {
        if (m_settings.is_replica) {
            if (m_settings.lacks_master)
                add(RiskKind::lost_master, Severity::critical, "master_link_status down",
                    "This replica has lost its master: what it says of locks may be long over.");
            else if (knows(m_settings.serves_stale, "replica-serve-stale-data") && m_settings.serves_stale != "no")
                add(RiskKind::stale_replica, Severity::info, "replica-serve-stale-data yes",
                    "This replica answers also when it has lost its master: what it says of locks may be long over.");
            return;
        }
        if (!knows(m_settings.replicas, "connected_slaves") || *m_settings.replicas <= 0)
            return;
        const std::string count = "connected_slaves " + std::to_string(*m_settings.replicas);
        if (!m_settings.waits_for_replica)
            add(RiskKind::unconfirmed_replicas, Severity::warning, count,
                "Replicas follow their master a little later: a lock taken just before a failover may be unknown to "
                "the new master, so that two hold it. Waiting for a replica after each acquisition makes that less "
                "likely; fencing tokens make it harmless.");
        if (knows(m_settings.least_replicas, "min-replicas-to-write") && m_settings.least_replicas == 0)
            add(RiskKind::lone_master, Severity::info, "min-replicas-to-write 0",
                "A master that is cut off from its replicas goes on giving locks while one of them takes its place, so "
                "that two may hold a lock. Set min-replicas-to-write to 1.");
    }

    const ServerSettings& m_settings;
    ServerRisks m_risks;
};

} // namespace

ServerRisks assess_risks(const ServerSettings& settings)
{
    return Assessment(settings).run();
}

} // namespace lockscope
