// SPDX-License-Identifier: Apache-2.0
#include "monitor/permission_table.hpp"

#include "monitor/permission_probe.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace lockscope::monitor {
namespace {

constexpr const char* probe_channel_name = "redisson_lock__channel:{probe}";
constexpr const char* probe_semaphore_channel_name = "redisson_sc:{probe}";
/// No client has this id: CLIENT TRACKING is refused after the permission check, and CLIENT LIST has nobody to list.
constexpr const char* no_client = "9223372036854775807";

} // namespace

std::vector<Probe> plain_probes()
{
    using F = Feature;
    return {
        {F::find, "SCAN", "+scan", {"SCAN", "0", "MATCH", probe_key, "COUNT", "1"}},
        {F::find, "TYPE", "+type", {"TYPE", probe_key}},
        {F::find, "DBSIZE", "+dbsize", {"DBSIZE"}},
        {F::read, "HSCAN", "+hscan", {"HSCAN", probe_key, "0", "COUNT", "1"}},
        {F::read, "HLEN", "+hlen", {"HLEN", probe_key}, {F::acquire}},
        {F::read, "PTTL", "+pttl", {"PTTL", probe_key}, {F::acquire}},
        {F::read, "LRANGE", "+lrange", {"LRANGE", probe_key, "0", "0"}, {F::acquire_fair}},
        {F::read, "LLEN", "+llen", {"LLEN", probe_key}},
        {F::read, "ZRANGE", "+zrange", {"ZRANGE", probe_key, "0", "0"}, {F::acquire_fair, F::acquire_permit}},
        {F::read, "ZCARD", "+zcard", {"ZCARD", probe_key}, {F::acquire_fair, F::acquire_permit}},
        {F::read, "GET", "+get", {"GET", probe_key}, {F::acquire_fenced, F::acquire_semaphore, F::acquire_permit}},
        {F::read, "MEMORY USAGE", "+memory|usage", {"MEMORY", "USAGE", probe_key}},
        {F::atomic_read, "TIME", "+time", {"TIME"}, {F::acquire_fair, F::acquire_permit}},
        {F::atomic_read, "EXEC", "+exec", {"EXEC"}},
        {F::news, "CLIENT ID", "+client|id", {"CLIENT", "ID"}},
        {F::news, "CLIENT TRACKING", "+client|tracking", {"CLIENT", "TRACKING", "ON", "REDIRECT", no_client}},
        {F::waiting_clients, "PUBSUB CHANNELS", "+pubsub|channels", {"PUBSUB", "CHANNELS", probe_key}},
        {F::waiting_clients, "PUBSUB NUMSUB", "+pubsub|numsub", {"PUBSUB", "NUMSUB", probe_key}, {F::acquire_fair}},
        {F::client_names, "CLIENT LIST", "+client|list", {"CLIENT", "LIST", "ID", no_client}},
        {F::server_facts, "INFO", "+info", {"INFO", "server"}},
    };
}

std::vector<Probe> script_probes()
{
    using F = Feature;
    return {
        {F::admin, "EVALSHA", "+evalsha", {"EVALSHA", "0000000000000000000000000000000000000000", "-1"}, {F::acquire}},
        {F::admin, "EVAL", "+eval", {"EVAL", "return 1", "-1"}, {F::acquire}},
    };
}

std::vector<Probe> connection_probes()
{
    using F = Feature;
    return {
        {F::connection, "PING", "+ping", {"PING"}},
        {F::connection, "CLIENT SETNAME", "+client|setname", {"CLIENT", "SETNAME", "no name"}}, // a space is refused
        {F::connection, "ROLE", "+role", {"ROLE"}},
    };
}

std::vector<Probe> shard_probes()
{
    using F = Feature;
    return {
        {F::shard_messages, "PUBSUB SHARDNUMSUB", "+pubsub|shardnumsub", {"PUBSUB", "SHARDNUMSUB", probe_key}},
        {F::shard_messages, "PUBSUB SHARDCHANNELS", "+pubsub|shardchannels", {"PUBSUB", "SHARDCHANNELS", probe_key}},
    };
}

std::vector<Probe> dry_shard_probes()
{
    using F = Feature;
    return {
        {F::shard_messages, "SSUBSCRIBE", "+ssubscribe", {"SSUBSCRIBE", probe_channel_name}, {F::acquire}},
        {F::shard_messages, "SUNSUBSCRIBE", "+sunsubscribe", {"SUNSUBSCRIBE", probe_channel_name}},
        {F::admin, "SPUBLISH", "+spublish", {"SPUBLISH", probe_channel_name, "0"}, {F::acquire}},
    };
}

std::vector<Probe> dry_probes()
{
    using F = Feature;
    return {
        {F::admin, "DEL", "+del", {"DEL", probe_key}, {F::acquire}},
        {F::admin, "PEXPIRE", "+pexpire", {"PEXPIRE", probe_key, "1"}, {F::acquire}},
        {F::admin, "HGETALL", "+hgetall", {"HGETALL", probe_key}, {F::acquire_read_write}},
        {F::admin, "HGET", "+hget", {"HGET", probe_key, "x"}, {F::acquire}},
        {F::admin, "LINDEX", "+lindex", {"LINDEX", probe_key, "0"}, {F::acquire_fair}},
        {F::admin, "ZSCORE", "+zscore", {"ZSCORE", probe_key, "x"}, {F::acquire_fair, F::acquire_permit}},
        {F::admin, "LREM", "+lrem", {"LREM", probe_key, "0", "x"}, {F::acquire_fair}},
        {F::admin, "ZREM", "+zrem", {"ZREM", probe_key, "x"}, {F::acquire_fair, F::acquire_permit}},
        {F::admin, "ZADD", "+zadd", {"ZADD", probe_key, "0", "x"}, {F::acquire_fair, F::acquire_permit}},
        {F::admin, "PUBLISH", "+publish", {"PUBLISH", probe_channel_name, "0"}, {F::acquire}},
        {F::acquire, "HSET", "+hset", {"HSET", probe_key, "x", "x"}},
        {F::acquire, "HEXISTS", "+hexists", {"HEXISTS", probe_key, "x"}},
        {F::acquire, "EXISTS", "+exists", {"EXISTS", probe_key}},
        {F::acquire_fair, "LPOP", "+lpop", {"LPOP", probe_key}},
        {F::acquire_fair, "LPOS", "+lpos", {"LPOS", probe_key, "x"}},
        {F::acquire_fair, "RPUSH", "+rpush", {"RPUSH", probe_key, "x"}},
        {F::acquire_fair, "ZINCRBY", "+zincrby", {"ZINCRBY", probe_key, "1", "x"}},
        {F::acquire_fair, "ZRANK", "+zrank", {"ZRANK", probe_key, "x"}},
        {F::acquire_read_write, "HDEL", "+hdel", {"HDEL", probe_key, "x"}, {F::admin}},
        {F::acquire_read_write, "SET", "+set", {"SET", probe_key, "x"}, {F::acquire_semaphore, F::acquire_permit}},
        {F::acquire_fenced, "INCR", "+incr", {"INCR", probe_key}},
        {F::acquire_fenced, "PERSIST", "+persist", {"PERSIST", probe_key}},
        {F::acquire_semaphore, "INCRBY", "+incrby", {"INCRBY", probe_key, "1"}, {F::acquire_permit, F::admin}},
        {F::acquire_semaphore, "DECRBY", "+decrby", {"DECRBY", probe_key, "1"}, {F::acquire_permit}},
        {F::acquire_permit, "ZCOUNT", "+zcount", {"ZCOUNT", probe_key, "0", "0"}},
        {F::acquire_permit, "ZREMRANGEBYRANK", "+zremrangebyrank", {"ZREMRANGEBYRANK", probe_key, "0", "0"}},
        {F::undo, "DUMP", "+dump", {"DUMP", probe_key}},
        {F::undo, "RESTORE", "+restore", {"RESTORE", probe_key, "0", ""}},
        {F::trace, "MONITOR", "+monitor", {"MONITOR"}},
    };
}

Probe semaphore_channel_probe()
{
    return {Feature::acquire_semaphore,
            "&redisson_sc:*",
            "&redisson_sc:*",
            {"SUBSCRIBE", probe_semaphore_channel_name},
            {Feature::acquire_permit, Feature::admin}};
}

bool writes(const Probe& probe)
{
    static constexpr std::array<std::string_view, 7> verbs{"DEL", "PEXPIRE", "HSET", "LREM", "ZREM", "ZADD", "RESTORE"};
    return std::find(verbs.begin(), verbs.end(), probe.what) != verbs.end();
}

} // namespace lockscope::monitor
