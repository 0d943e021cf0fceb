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
constexpr std::string_view no_deadlines = "Deadlines of waiters cannot be judged.";
constexpr std::string_view no_transaction = "Parts of a picture may be of different moments.";
constexpr std::string_view no_silence = "What was listened to is listened to until the connection ends.";
constexpr std::string_view no_action = "Nobody's lock can be acted on.";
constexpr std::string_view no_own_locks = "Only the locks of others can be acted on.";
constexpr std::string_view no_eviction = "Dead waiters stay until their deadline, and nobody can be evicted.";
constexpr std::string_view no_single_reader = "One reader of several cannot be removed.";
constexpr std::string_view no_single_permit = "A permit of somebody else cannot be given back.";
constexpr std::string_view no_waking = "A release is refused, because nobody could be woken by it.";
constexpr std::string_view no_undo = "A force-release cannot be taken back.";
constexpr std::string_view no_lock = "No lock can be acquired.";
constexpr std::string_view no_acquiring = "Locks of this type cannot be acquired.";
constexpr std::string_view no_wait = "Waiting for a lock is refused; trying once works.";
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
    Cost{"TIME", no_deadlines},
    Cost{"MULTI", no_transaction},
    Cost{"EXEC", no_transaction},
    Cost{"PUBSUB CHANNELS", "Locks are not found by those who wait for them."},
    Cost{"PUBSUB NUMSUB", "How many clients wait is not known, and waiters are dead only after their deadline."},
    Cost{"PUBSUB SHARDNUMSUB", "Clients whose messages stay within a shard are not heard, and not counted as waiting."},
    Cost{"PUBSUB SHARDCHANNELS", "Locks are not found by those who wait for them within a shard."},
    Cost{"SSUBSCRIBE", no_wait},
    Cost{"SUNSUBSCRIBE", no_silence},
    Cost{"UNSUBSCRIBE", no_silence},
    Cost{"PUNSUBSCRIBE", no_silence},
    Cost{"CLIENT LIST", "Clients are known by their UUID only, without name and address."},
    Cost{"INFO", "Version, role and cost are not shown, and fewer risks of the settings."},
    Cost{"PING", "Whether a silent server still lives is asked in another way."},
    Cost{"CLIENT SETNAME", "The connections of this program have no name in the server's list."},
    Cost{"ROLE", "Whether a server is a master is asked of INFO."},
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
    Cost{"LPOS", "Whether somebody stands in a queue is known by the deadline alone."},
    Cost{"DUMP", no_undo},
    Cost{"RESTORE", no_undo},
    Cost{"ACL WHOAMI", no_warning},
    Cost{"ACL DRYRUN", no_warning},
    Cost{"%R~*", "Locks whose names the user's key patterns leave out are not seen."},
    Cost{"%R~redisson_lock_queue:*", no_queues},
    Cost{"%R~redisson_lock_timeout:*", no_deadlines},
    Cost{"~*", "Locks whose names the user's key patterns leave out cannot be acted on."},
    Cost{"MONITOR", "Nothing can be traced; all else works without it."},
};

struct OtherCost
{
    std::string_view what;
    Feature feature;
    std::string_view sentence;
};

/// Where it costs something else than what it is needed for in the first place.
constexpr std::array other_costs{
    OtherCost{"SUBSCRIBE", Feature::acquire, no_wait},
    OtherCost{"DEL", Feature::acquire, "Locks cannot be released, only expired."},
    OtherCost{"PUBLISH", Feature::acquire, no_waking},
    OtherCost{"SPUBLISH", Feature::acquire, no_waking},
    OtherCost{"SSUBSCRIBE", Feature::acquire, no_wait},
    OtherCost{"&redisson_lock__channel:*", Feature::acquire, no_waking},
    OtherCost{"&redisson_lock__channel:*", Feature::admin, no_waking},
    OtherCost{"&redisson_rwlock:*", Feature::admin, no_waking},
    OtherCost{"HDEL", Feature::admin, no_single_reader},
    OtherCost{"INCRBY", Feature::admin, no_single_permit},
    OtherCost{"&redisson_sc:*", Feature::admin, no_single_permit},
    OtherCost{"PUBSUB NUMSUB", Feature::acquire_fair,
              "Dead waiters are removed from a queue only after their deadline."},
};

bool is_for_acquiring(Feature feature) noexcept
{
    return feature >= Feature::acquire && feature <= Feature::acquire_permit;
}

bool is_of_a_type(Feature feature) noexcept
{
    return is_for_acquiring(feature) && feature != Feature::acquire;
}

/// Features of one use.
Feature use_of(Feature feature) noexcept
{
    if (is_for_acting(feature))
        return Feature::admin;
    return feature == Feature::keys ? Feature::read : feature;
}

bool is_of_use(Feature feature, Purpose purpose) noexcept
{
    return feature != Feature::trace && (purpose == Purpose::acting || !is_for_acting(feature));
}

bool is_missing(const Permission& permission) noexcept
{
    return permission.known && !permission.granted;
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
    case Feature::connection: return "connection";
    case Feature::admin: return "admin";
    case Feature::undo: return "undo";
    case Feature::acquire: return "acquire";
    case Feature::acquire_fair: return "acquire-fair";
    case Feature::acquire_read_write: return "acquire-read-write";
    case Feature::acquire_fenced: return "acquire-fenced";
    case Feature::acquire_semaphore: return "acquire-semaphore";
    case Feature::acquire_permit: return "acquire-permit";
    case Feature::trace: return "trace";
    }
    return "unknown";
}

bool is_for_acting(Feature feature) noexcept
{
    return feature == Feature::admin || feature == Feature::undo || is_for_acquiring(feature);
}

bool Permission::is_for(Feature wanted) const
{
    return feature == wanted || std::find(also_for.begin(), also_for.end(), wanted) != also_for.end();
}

std::string_view cost_of(const Permission& permission) noexcept
{
    const auto found = std::find_if(costs.begin(), costs.end(),
                                    [&permission](const Cost& cost) { return cost.what == permission.what; });
    if (found != costs.end())
        return found->sentence;
    if (permission.feature == Feature::unlock_messages)
        return "Every ending that is no expiry counts as a release.";
    if (is_for_acquiring(permission.feature))
        return no_acquiring;
    return permission.feature == Feature::news ? no_news : "Some actions on locks are refused.";
}

std::string_view cost_of(const Permission& permission, Feature feature) noexcept
{
    const auto found = std::find_if(other_costs.begin(), other_costs.end(), [&](const OtherCost& cost) {
        return cost.what == permission.what && cost.feature == feature;
    });
    if (found != other_costs.end())
        return found->sentence;
    if (feature == permission.feature || !is_for_acquiring(feature))
        return cost_of(permission);
    return is_of_a_type(feature) ? no_acquiring : no_lock;
}

std::vector<Permission> PermissionReport::missing(Purpose purpose) const
{
    std::vector<Permission> result;
    std::copy_if(all.begin(), all.end(), std::back_inserter(result), [purpose](const Permission& permission) {
        return is_missing(permission) && is_of_use(permission.feature, purpose);
    });
    return result;
}

std::vector<Feature> PermissionReport::features() const
{
    std::vector<Feature> result;
    for (const auto& permission : all) {
        result.push_back(permission.feature);
        result.insert(result.end(), permission.also_for.begin(), permission.also_for.end());
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

std::vector<Permission> PermissionReport::missing_for(Feature feature) const
{
    std::vector<Permission> result;
    std::copy_if(all.begin(), all.end(), std::back_inserter(result), [feature](const Permission& permission) {
        return permission.is_for(feature) && is_missing(permission);
    });
    return result;
}

/// Every type takes what all take.
bool PermissionReport::allows(Feature feature) const
{
    return missing_for(feature).empty() && (!is_of_a_type(feature) || allows(Feature::acquire));
}

bool PermissionReport::knows(Feature feature) const
{
    if (is_of_a_type(feature) && !knows(Feature::acquire))
        return false;
    return std::none_of(all.begin(), all.end(), [feature](const Permission& permission) {
        return permission.is_for(feature) && !permission.known;
    });
}

/// Whoever is given what is missing would find next that what nobody could try before is missing, too.
bool PermissionReport::is_asked_for(const Permission& permission) const
{
    if (permission.known)
        return !permission.granted;
    return std::any_of(all.begin(), all.end(), [&permission](const Permission& other) {
        return use_of(other.feature) == use_of(permission.feature) && is_missing(other);
    });
}

std::string PermissionReport::acl_line(Purpose purpose) const
{
    std::vector<std::string> rules;
    for (const auto& permission : all) {
        if (is_of_use(permission.feature, purpose) && is_asked_for(permission)
            && std::find(rules.begin(), rules.end(), permission.acl_rule) == rules.end())
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
