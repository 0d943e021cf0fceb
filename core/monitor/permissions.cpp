// SPDX-License-Identifier: Apache-2.0
#include "lockscope/permissions.hpp"

#include <algorithm>
#include <array>

namespace lockscope {
namespace {

struct Cost
{
    std::string_view what;
    std::string_view sentence;
};

constexpr std::string_view no_news =
    "News come from keyspace notifications if the server has them on; otherwise known locks are read in turn.";
constexpr std::string_view no_reading = "No lock can be read.";
constexpr std::string_view no_counts = "Only the holders and waiters that are read are counted.";
constexpr std::string_view no_queues = "Fair locks look like reentrant ones, and their waiters are not seen.";
constexpr std::string_view no_transaction = "Parts of a picture may be of different moments.";
constexpr std::string_view no_silence = "What was listened to is listened to until the connection ends.";
constexpr std::string_view no_action = "Nobody's lock can be acted on.";
constexpr std::string_view no_own_locks = "Only the locks of others can be acted on.";
constexpr std::string_view no_eviction = "Dead waiters stay until their deadline, and nobody can be evicted.";
constexpr std::string_view no_waking = "A release is refused, because nobody could be woken by it.";
constexpr std::string_view no_undo = "A force-release cannot be taken back.";

constexpr std::string_view no_warning = "Which right is missing is said only when an action is refused.";

constexpr std::array costs{
    Cost{"SCAN", "Nothing is found by scanning: only locks that change or that somebody waits for are seen."},
    Cost{"TYPE", "What changes or is waited for is not recognised as a lock before a scan finds it."},
    Cost{"DBSIZE", "How far a scan has come is not known."},
    Cost{"HSCAN", no_reading},
    Cost{"PTTL", no_reading},
    Cost{"HLEN", no_counts},
    Cost{"LLEN", no_counts},
    Cost{"ZCARD", no_counts},
    Cost{"LRANGE", no_queues},
    Cost{"ZRANGE", no_queues},
    Cost{"GET", "Fenced locks look like reentrant ones, and semaphores are not seen."},
    Cost{"MEMORY USAGE", "Values that are too large for a lock are read up to the limit of one reply."},
    Cost{"TIME", "Deadlines of waiters cannot be judged."},
    Cost{"MULTI", no_transaction},
    Cost{"EXEC", no_transaction},
    Cost{"PUBSUB CHANNELS", "Locks are not found by those who wait for them."},
    Cost{"PUBSUB NUMSUB", "How many clients wait is not known, and waiters are dead only after their deadline."},
    Cost{"PUBSUB SHARDNUMSUB", "Clients whose messages stay within a shard are not heard, and not counted as waiting."},
    Cost{"PUBSUB SHARDCHANNELS", "Locks are not found by those who wait for them within a shard."},
    Cost{"SSUBSCRIBE", "Waiting for a lock is refused; trying once works."},
    Cost{"SUNSUBSCRIBE", no_silence},
    Cost{"UNSUBSCRIBE", no_silence},
    Cost{"PUNSUBSCRIBE", no_silence},
    Cost{"CLIENT LIST", "Clients are known by their UUID only, without name and address."},
    Cost{"INFO", "Version, role and cost are not shown, and fewer risks of the settings."},
    Cost{"EVALSHA", no_action},
    Cost{"EVAL", no_action},
    Cost{"HGET", no_action},
    Cost{"PUBLISH", no_waking},
    Cost{"SPUBLISH", no_waking},
    Cost{"DEL", "Locks cannot be released, only expired."},
    Cost{"PEXPIRE", "Locks can be released and woken for, but not expired, extended or held."},
    Cost{"HSET", no_own_locks},
    Cost{"HEXISTS", no_own_locks},
    Cost{"EXISTS", no_own_locks},
    Cost{"LINDEX", "Only read-write locks can be ended."},
    Cost{"ZSCORE", "Fair locks cannot be ended, and nobody can be evicted."},
    Cost{"LREM", no_eviction},
    Cost{"ZREM", no_eviction},
    Cost{"ZADD", "Queues cannot be repaired."},
    Cost{"DUMP", no_undo},
    Cost{"RESTORE", no_undo},
    Cost{"ACL WHOAMI", no_warning},
    Cost{"ACL DRYRUN", no_warning},
    Cost{"%R~*", "Locks whose names the user's key patterns leave out are not seen."},
    Cost{"~*", "Locks whose names the user's key patterns leave out cannot be acted on."},
    Cost{"MONITOR", "Nothing can be traced; all else works without it."},
};

/// Features of one use.
Feature use_of(Feature feature) noexcept
{
    switch (feature) {
    case Feature::keys: return Feature::read;
    case Feature::undo: return Feature::admin;
    default: return feature;
    }
}

} // namespace

std::string_view to_string(Feature feature) noexcept
{
    switch (feature) {
    case Feature::find: return "find";
    case Feature::read: return "read";
    case Feature::keys: return "keys";
    case Feature::atomic_read: return "atomic-read";
    case Feature::news: return "news";
    case Feature::unlock_messages: return "unlock-messages";
    case Feature::waiting_clients: return "waiting-clients";
    case Feature::shard_messages: return "shard-messages";
    case Feature::client_names: return "client-names";
    case Feature::server_facts: return "server-facts";
    case Feature::admin: return "admin";
    case Feature::undo: return "undo";
    case Feature::trace: return "trace";
    }
    return "unknown";
}

std::string_view cost_of(const Permission& permission) noexcept
{
    const auto found = std::find_if(costs.begin(), costs.end(),
                                    [&permission](const Cost& cost) { return cost.what == permission.what; });
    if (found != costs.end())
        return found->sentence;
    if (permission.feature == Feature::unlock_messages)
        return "Every ending that is no expiry counts as a release.";
    return permission.feature == Feature::news ? no_news : "Some actions on locks are refused.";
}

std::vector<Permission> PermissionReport::missing() const
{
    std::vector<Permission> result;
    std::copy_if(all.begin(), all.end(), std::back_inserter(result), [](const Permission& permission) {
        return permission.known && !permission.granted && permission.feature != Feature::trace;
    });
    return result;
}

bool PermissionReport::allows(Feature feature) const
{
    return std::none_of(all.begin(), all.end(), [feature](const Permission& permission) {
        return permission.feature == feature && permission.known && !permission.granted;
    });
}

/// Whoever is given what is missing would find next that what nobody could try before is missing, too.
bool PermissionReport::is_asked_for(const Permission& permission) const
{
    if (permission.feature == Feature::trace)
        return false;
    if (permission.known)
        return !permission.granted;
    return std::any_of(all.begin(), all.end(), [&permission](const Permission& other) {
        return use_of(other.feature) == use_of(permission.feature) && other.known && !other.granted;
    });
}

std::string PermissionReport::acl_line() const
{
    std::vector<std::string> rules;
    for (const auto& permission : all) {
        if (is_asked_for(permission) && std::find(rules.begin(), rules.end(), permission.acl_rule) == rules.end())
            rules.push_back(permission.acl_rule);
    }
    if (std::find(rules.begin(), rules.end(), "~*") != rules.end())
        std::erase(rules, "%R~*"); // which is part of it
    std::string line;
    for (const auto& rule : rules)
        line += (line.empty() ? "" : " ") + rule;
    return line;
}

} // namespace lockscope
