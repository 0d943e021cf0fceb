// SPDX-License-Identifier: Apache-2.0
#include "monitor/permission_probe.hpp"

#include "client/client_core.hpp"
#include "locks/key_names.hpp"
#include "lockscope/error.hpp"
#include "monitor/ask_masters.hpp"
#include "monitor/joint_status.hpp"

#include <algorithm>
#include <iterator>

namespace lockscope::monitor {
namespace {

namespace asio = boost::asio;
using redis::Command;
using redis::Reply;

constexpr const char* probe_channel_name = "redisson_lock__channel:{probe}";
/// No client has this id: CLIENT TRACKING is refused after the permission check, and CLIENT LIST has nobody to list.
constexpr const char* no_client = "9223372036854775807";

struct Probe
{
    Feature feature;
    const char* what;
    const char* rule;
    Command command;
};

std::vector<Probe> plain_probes()
{
    using F = Feature;
    return {
        {F::find, "SCAN", "+scan", {"SCAN", "0", "MATCH", probe_key, "COUNT", "1"}},
        {F::find, "TYPE", "+type", {"TYPE", probe_key}},
        {F::find, "DBSIZE", "+dbsize", {"DBSIZE"}},
        {F::read, "HSCAN", "+hscan", {"HSCAN", probe_key, "0", "COUNT", "1"}},
        {F::read, "HLEN", "+hlen", {"HLEN", probe_key}},
        {F::read, "PTTL", "+pttl", {"PTTL", probe_key}},
        {F::read, "LRANGE", "+lrange", {"LRANGE", probe_key, "0", "0"}},
        {F::read, "LLEN", "+llen", {"LLEN", probe_key}},
        {F::read, "ZRANGE", "+zrange", {"ZRANGE", probe_key, "0", "0"}},
        {F::read, "ZCARD", "+zcard", {"ZCARD", probe_key}},
        {F::read, "GET", "+get", {"GET", probe_key}},
        {F::read, "MEMORY USAGE", "+memory|usage", {"MEMORY", "USAGE", probe_key}},
        {F::atomic_read, "TIME", "+time", {"TIME"}},
        {F::atomic_read, "EXEC", "+exec", {"EXEC"}},
        {F::news, "CLIENT ID", "+client|id", {"CLIENT", "ID"}},
        {F::news, "CLIENT TRACKING", "+client|tracking", {"CLIENT", "TRACKING", "ON", "REDIRECT", no_client}},
        {F::waiting_clients, "PUBSUB CHANNELS", "+pubsub|channels", {"PUBSUB", "CHANNELS", probe_key}},
        {F::waiting_clients, "PUBSUB NUMSUB", "+pubsub|numsub", {"PUBSUB", "NUMSUB", probe_key}},
        {F::client_names, "CLIENT LIST", "+client|list", {"CLIENT", "LIST", "ID", no_client}},
        {F::server_facts, "INFO", "+info", {"INFO", "server"}},
    };
}

/// A negative number of keys is refused before anything runs, but while writes are paused not even that is answered.
std::vector<Probe> script_probes()
{
    using F = Feature;
    return {
        {F::admin, "EVALSHA", "+evalsha", {"EVALSHA", "0000000000000000000000000000000000000000", "-1"}},
        {F::admin, "EVAL", "+eval", {"EVAL", "return 1", "-1"}},
    };
}

/// Only where messages may stay within a shard.
std::vector<Probe> shard_probes()
{
    using F = Feature;
    return {
        {F::shard_messages, "PUBSUB SHARDNUMSUB", "+pubsub|shardnumsub", {"PUBSUB", "SHARDNUMSUB", probe_key}},
        {F::shard_messages, "PUBSUB SHARDCHANNELS", "+pubsub|shardchannels", {"PUBSUB", "SHARDCHANNELS", probe_key}},
    };
}

/// The same for those whose trying would have an effect.
std::vector<Probe> dry_shard_probes()
{
    using F = Feature;
    return {
        {F::shard_messages, "SSUBSCRIBE", "+ssubscribe", {"SSUBSCRIBE", probe_channel_name}},
        {F::shard_messages, "SUNSUBSCRIBE", "+sunsubscribe", {"SUNSUBSCRIBE", probe_channel_name}},
        {F::admin, "SPUBLISH", "+spublish", {"SPUBLISH", probe_channel_name, "0"}},
    };
}

/// What a script of ours does, and a trace. Trying it would write, or make the server print what it executes, so that
/// only ACL DRYRUN can tell.
std::vector<Probe> dry_probes()
{
    using F = Feature;
    return {
        {F::admin, "DEL", "+del", {"DEL", probe_key}},
        {F::admin, "PEXPIRE", "+pexpire", {"PEXPIRE", probe_key, "1"}},
        {F::admin, "HGETALL", "+hgetall", {"HGETALL", probe_key}},
        {F::admin, "HGET", "+hget", {"HGET", probe_key, "x"}},
        {F::admin, "HSET", "+hset", {"HSET", probe_key, "x", "x"}},
        {F::admin, "HEXISTS", "+hexists", {"HEXISTS", probe_key, "x"}},
        {F::admin, "EXISTS", "+exists", {"EXISTS", probe_key}},
        {F::admin, "LINDEX", "+lindex", {"LINDEX", probe_key, "0"}},
        {F::admin, "ZSCORE", "+zscore", {"ZSCORE", probe_key, "x"}},
        {F::admin, "LREM", "+lrem", {"LREM", probe_key, "0", "x"}},
        {F::admin, "ZREM", "+zrem", {"ZREM", probe_key, "x"}},
        {F::admin, "ZADD", "+zadd", {"ZADD", probe_key, "0", "x"}},
        {F::admin, "PUBLISH", "+publish", {"PUBLISH", probe_channel_name, "0"}},
        {F::undo, "DUMP", "+dump", {"DUMP", probe_key}},
        {F::undo, "RESTORE", "+restore", {"RESTORE", probe_key, "0", ""}},
        {F::trace, "MONITOR", "+monitor", {"MONITOR"}},
    };
}

Permission to_permission(const Probe& probe)
{
    Permission permission;
    permission.feature = probe.feature;
    permission.what = probe.what;
    permission.acl_rule = probe.rule;
    return permission;
}

void judge(Permission& permission, const Reply& reply)
{
    if (!reply.is_error())
        return;
    const auto refusal = refusal_of(reply.text);
    permission.granted = refusal != Refusal::command && refusal != Refusal::unknown_command;
}

asio::awaitable<void> probe_multi(redis::Link& connection, PermissionReport& report)
{
    Permission multi;
    multi.feature = Feature::atomic_read;
    multi.what = "MULTI";
    multi.acl_rule = "+multi";
    // Without EXEC there would be no way out of the transaction, so MULTI is not tried then.
    multi.known = is_granted(report, "EXEC");
    if (multi.known) {
        std::vector<Command> commands{Command{"MULTI"}, Command{"EXEC"}};
        const auto replies = co_await connection.pipeline(std::move(commands));
        judge(multi, replies.front());
    }
    report.all.push_back(std::move(multi));
}

asio::awaitable<void> probe_dry(redis::Link& connection, std::vector<Probe> probes, PermissionReport& report)
{
    std::vector<Command> who{Command{"ACL", "WHOAMI"}};
    const auto names = co_await connection.pipeline(std::move(who));
    const bool named = names.front().is_text();
    std::vector<Command> commands;
    for (const auto& probe : probes) {
        Command dry{"ACL", "DRYRUN", named ? names.front().text : std::string()};
        for (const auto& word : probe.command.words())
            dry.arg(word);
        commands.push_back(std::move(dry));
    }
    const auto replies = co_await connection.pipeline(std::move(commands));
    for (std::size_t i = 0; i < probes.size(); ++i) {
        auto permission = to_permission(probes[i]);
        const auto& reply = replies[i];
        permission.known = named && reply.is_text();
        // DRYRUN answers with a text where the command itself would answer with an error.
        const auto refusal =
            permission.known && reply.text != "OK" ? refusal_of("NOPERM " + reply.text) : Refusal::none;
        permission.granted = refusal != Refusal::command;
        report.all.push_back(std::move(permission));
    }
}

/// What ACL DRYRUN did not tell of them.
asio::awaitable<void> try_scripts(redis::Link& connection, PermissionReport& report)
{
    std::vector<Command> commands;
    std::vector<Permission*> unknown;
    for (const auto& probe : script_probes()) {
        for (auto& permission : report.all) {
            if (permission.what != probe.what || permission.known)
                continue;
            commands.push_back(probe.command);
            unknown.push_back(&permission);
        }
    }
    if (commands.empty())
        co_return;
    const auto replies = co_await connection.pipeline(std::move(commands));
    for (std::size_t i = 0; i < unknown.size(); ++i) {
        unknown[i]->known = true;
        judge(*unknown[i], replies[i]);
    }
}

/// Servers before Redis 7 know no such messages: then there is nothing to be permitted.
asio::awaitable<void> probe_shard_messages(redis::Link& connection, PermissionReport& report)
{
    const auto probes = shard_probes();
    std::vector<Command> commands;
    for (const auto& probe : probes)
        commands.push_back(probe.command);
    const auto replies = co_await connection.pipeline(std::move(commands));
    if (replies.front().is_error() && refusal_of(replies.front().text) == Refusal::unknown_command)
        co_return;
    for (std::size_t i = 0; i < probes.size(); ++i) {
        auto permission = to_permission(probes[i]);
        judge(permission, replies[i]);
        report.all.push_back(std::move(permission));
    }
    auto dry = dry_shard_probes();
    co_await probe_dry(connection, std::move(dry), report);
}

asio::awaitable<Permission> probe_channel(redis::PubSub& pubsub, Feature feature, redis::PubSub::Kind kind,
                                          std::string name)
{
    Permission permission;
    permission.feature = feature;
    permission.what = "&" + name;
    permission.acl_rule = "&" + name;
    const auto deadline = std::chrono::steady_clock::now() + pubsub.connection().options().command_timeout;
    try {
        const auto subscription = co_await pubsub.subscribe(
            kind, name, [](const auto&) {}, deadline);
        permission.granted = static_cast<bool>(subscription);
    } catch (const Error& error) {
        if (error.errc() != Errc::no_permission && error.errc() != Errc::server)
            throw;
        permission.granted = false;
        if (refusal_of("NOPERM " + error.message()) == Refusal::command) {
            const bool pattern = kind == redis::PubSub::Kind::pattern;
            permission.what = pattern ? "PSUBSCRIBE" : "SUBSCRIBE";
            permission.acl_rule = pattern ? "+psubscribe" : "+subscribe";
        }
    }
    co_return permission;
}

} // namespace

Refusal refusal_of(std::string_view text)
{
    const auto contains = [text](std::string_view part) { return text.find(part) != std::string_view::npos; };
    if (text.starts_with("ERR unknown command") || text.starts_with("ERR unknown subcommand"))
        return Refusal::unknown_command;
    // A refused EXEC is answered as the end of the transaction that it would have ended.
    constexpr std::string_view aborted = "EXECABORT Transaction discarded because of: ";
    if (text.starts_with(aborted))
        text.remove_prefix(aborted.size());
    if (!text.starts_with("NOPERM"))
        return Refusal::none;
    if (contains("permissions to run"))
        return Refusal::command;
    if (contains("channel"))
        return Refusal::channel;
    return contains("key") ? Refusal::key : Refusal::command;
}

bool is_granted(const PermissionReport& report, std::string_view what)
{
    return std::any_of(report.all.begin(), report.all.end(), [what](const Permission& permission) {
        return permission.what == what && permission.known && permission.granted;
    });
}

Abilities abilities_of(const PermissionReport& report)
{
    Abilities abilities;
    abilities.transactions = is_granted(report, "MULTI") && is_granted(report, "EXEC");
    abilities.time = is_granted(report, "TIME");
    abilities.subscribers = is_granted(report, "PUBSUB NUMSUB");
    abilities.memory = is_granted(report, "MEMORY USAGE");
    abilities.length = is_granted(report, "HLEN");
    abilities.queue = is_granted(report, "LRANGE") && is_granted(report, "LLEN");
    abilities.deadlines = is_granted(report, "ZRANGE") && is_granted(report, "ZCARD");
    abilities.token = is_granted(report, "GET");
    return abilities;
}

asio::awaitable<PermissionReport> probe_reading(redis::Link& connection)
{
    PermissionReport report;
    auto probes = plain_probes();
    std::vector<Command> commands;
    for (const auto& probe : probes)
        commands.push_back(probe.command);
    const auto replies = co_await connection.pipeline(std::move(commands));
    for (std::size_t i = 0; i < probes.size(); ++i) {
        auto permission = to_permission(probes[i]);
        judge(permission, replies[i]);
        report.all.push_back(std::move(permission));
    }
    co_await probe_multi(connection, report);
    co_return report;
}

asio::awaitable<bool> may_count_in_shards(redis::Link& connection)
{
    std::vector<Command> commands{shard_probes().front().command};
    const auto replies = co_await connection.pipeline(std::move(commands));
    co_return !replies.front().is_error();
}

Messages messages_of(const Endpoint& endpoint, ShardedMessages wanted) noexcept
{
    return endpoint.deployment == Deployment::cluster && wanted != ShardedMessages::off ? Messages::perhaps_within_shard
                                                                                        : Messages::everywhere;
}

asio::awaitable<PermissionReport> probe(redis::Node& node, Messages messages, ScriptRight scripts)
{
    auto& connection = node.monitor();
    auto report = co_await probe_reading(connection);
    using Kind = redis::PubSub::Kind;
    auto invalidate = co_await probe_channel(node.pubsub(), Feature::news, Kind::channel, "__redis__:invalidate");
    report.all.push_back(std::move(invalidate));
    auto unlock = co_await probe_channel(node.pubsub(), Feature::unlock_messages, Kind::pattern,
                                         std::string(locks::unlock_channel_pattern));
    auto rwlock = co_await probe_channel(node.pubsub(), Feature::unlock_messages, Kind::pattern,
                                         std::string(locks::rwlock_channel_pattern));
    const bool both_say_the_same = rwlock.what == unlock.what; // PSUBSCRIBE itself is missing
    report.all.push_back(std::move(unlock));
    if (!both_say_the_same)
        report.all.push_back(std::move(rwlock));
    auto writes = script_probes();
    auto others = dry_probes();
    std::move(others.begin(), others.end(), std::back_inserter(writes));
    co_await probe_dry(connection, std::move(writes), report);
    if (scripts == ScriptRight::tried)
        co_await try_scripts(connection, report);
    if (messages == Messages::perhaps_within_shard)
        co_await probe_shard_messages(connection, report);
    std::stable_sort(report.all.begin(), report.all.end(),
                     [](const Permission& a, const Permission& b) { return a.feature < b.feature; });
    co_return report;
}

} // namespace lockscope::monitor

namespace lockscope {

namespace {

/// Keeps alive what it works on.
boost::asio::awaitable<PermissionReport> probe_all(std::shared_ptr<detail::ClientCore> core)
{
    const auto messages = monitor::messages_of(core->endpoint, core->options.sharded_messages);
    auto told = co_await monitor::ask_masters<PermissionReport>(
        core, [messages](redis::Node& master) { return monitor::probe(master, messages, ScriptRight::tried); });
    auto joint = monitor::joint_permissions(told.answers);
    joint.troubles = std::move(told.troubles);
    co_return joint;
}

} // namespace

Awaitable<PermissionReport> async_probe_permissions(Client& client)
{
    const auto& core = client.core();
    return core->on_io(probe_all(core));
}

PermissionReport probe_permissions(Client& client)
{
    return client.core()->run(probe_all(client.core()));
}

} // namespace lockscope
