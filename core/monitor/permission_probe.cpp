// SPDX-License-Identifier: Apache-2.0
#include "monitor/permission_probe.hpp"

#include "client/client_core.hpp"
#include "locks/key_names.hpp"
#include "lockscope/error.hpp"
#include "lockscope/lock_state.hpp"
#include "monitor/ask_masters.hpp"
#include "monitor/joint_status.hpp"
#include "monitor/permission_table.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockscope::monitor {
namespace {

namespace asio = boost::asio;
using redis::Command;
using redis::Reply;

Permission to_permission(Feature feature, std::string what, std::string rule)
{
    Permission permission;
    permission.feature = feature;
    permission.what = std::move(what);
    permission.acl_rule = std::move(rule);
    return permission;
}

Permission to_permission(const Probe& probe)
{
    auto permission = to_permission(probe.feature, probe.what, probe.rule);
    permission.also_for = probe.also_for;
    return permission;
}

/// What nobody has tried yet, or can.
Permission untried(Feature feature, std::string what, std::string rule)
{
    auto permission = to_permission(feature, std::move(what), std::move(rule));
    permission.known = false;
    return permission;
}

/// For keys and channels, the rule is all that there is to be named.
Permission untried(Feature feature, std::string_view rule)
{
    return untried(feature, std::string(rule), std::string(rule));
}

bool is_of_command(Refusal refusal)
{
    return refusal == Refusal::command || refusal == Refusal::unknown_command;
}

/// Before Redis 7 a pattern of keys cannot be for reading only.
bool has_patterns_for_reading(const Reply& info)
{
    if (info.is_error())
        return info.text.find("or its subcommand") == std::string::npos; // as Redis said it then
    const auto version = redis::info_field(info.text, "redis_version");
    return version.empty() || redis::to_integer(version.substr(0, version.find('.'))).value_or(7) >= 7;
}

void judge(Permission& permission, const Reply& reply)
{
    if (reply.is_error())
        permission.granted = !is_of_command(refusal_of(reply.text));
}

/// By a key that only a pattern of all keys allows. A command that is refused itself says nothing of the key.
void judge_keys(Permission& keys, Refusal refusal)
{
    if (is_of_command(refusal))
        return;
    keys.known = true;
    keys.granted = keys.granted && refusal != Refusal::key;
}

/// What lies beside the locks that are named alike, after the beginning of its key: as one would be given the right.
std::string names_like(std::string_view lock)
{
    const auto prefix = prefix_of_name(lock);
    const bool is_plain = std::all_of(prefix.begin(), prefix.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ':' || c == '-'
            || c == '_' || c == '.';
    });
    return prefix.empty() || !is_plain ? "*" : '{' + std::string(prefix) + '*';
}

bool hides_keys(const Reply& reply)
{
    return reply.is_error() && refusal_of(reply.text) == Refusal::key;
}

void sort_by_feature(PermissionReport& report)
{
    std::stable_sort(report.all.begin(), report.all.end(),
                     [](const Permission& a, const Permission& b) { return a.feature < b.feature; });
}

asio::awaitable<void> probe_multi(redis::Link& connection, PermissionReport& report)
{
    auto multi = to_permission(Feature::atomic_read, "MULTI", "+multi");
    // Without EXEC there would be no way out of the transaction, so MULTI is not tried then.
    multi.known = is_granted(report, "EXEC");
    if (multi.known) {
        std::vector<Command> commands{Command{"MULTI"}, Command{"EXEC"}};
        const auto replies = co_await connection.pipeline(std::move(commands));
        judge(multi, replies.front());
    }
    report.all.push_back(std::move(multi));
}

/// Who may not ask beforehand learns of it when an action is refused: that alone is nothing to be missed.
asio::awaitable<void> probe_asking(redis::Link& connection, PermissionReport& report)
{
    std::vector<Command> commands{Command{"ACL", "WHOAMI"}};
    commands.push_back(Command{"ACL", "DRYRUN", "", "PING"}); // no user has this name
    const auto replies = co_await connection.pipeline(std::move(commands));
    std::vector<Permission> rights{to_permission(Feature::admin, "ACL WHOAMI", "+acl|whoami"),
                                   to_permission(Feature::admin, "ACL DRYRUN", "+acl|dryrun")};
    for (std::size_t i = 0; i < rights.size(); ++i) {
        const auto refusal = replies[i].is_error() ? refusal_of(replies[i].text) : Refusal::none;
        if (refusal == Refusal::unknown_command)
            continue;
        rights[i].known = refusal != Refusal::command;
        report.all.push_back(std::move(rights[i]));
    }
}

/// The answers of ACL DRYRUN. Whoever may not ask sends nothing: each refusal would be in the server's ACL log.
asio::awaitable<std::vector<Reply>> ask_dry(redis::Link& connection, const std::vector<Probe>& probes,
                                            const PermissionReport& report)
{
    std::vector<Reply> untold(probes.size());
    if (!is_granted(report, "ACL WHOAMI") || !is_granted(report, "ACL DRYRUN"))
        co_return untold;
    std::vector<Command> who{Command{"ACL", "WHOAMI"}};
    const auto names = co_await connection.pipeline(std::move(who));
    if (!names.front().is_text())
        co_return untold;
    std::vector<Command> commands;
    for (const auto& probe : probes) {
        Command dry{"ACL", "DRYRUN", names.front().text};
        for (const auto& word : probe.command.words())
            dry.arg(word);
        commands.push_back(std::move(dry));
    }
    auto replies = co_await connection.pipeline(std::move(commands));
    co_return replies;
}

asio::awaitable<void> probe_dry(redis::Link& connection, std::vector<Probe> probes, PermissionReport& report)
{
    const auto replies = co_await ask_dry(connection, probes, report);
    auto keys = untried(Feature::admin, "~*");
    for (std::size_t i = 0; i < probes.size(); ++i) {
        auto permission = to_permission(probes[i]);
        const auto& reply = replies[i];
        permission.known = reply.is_text();
        // DRYRUN answers with a text where the command itself would answer with an error.
        const auto refusal =
            permission.known && reply.text != "OK" ? refusal_of("NOPERM " + reply.text) : Refusal::none;
        permission.granted = refusal != Refusal::command;
        if (permission.known && writes(probes[i]))
            judge_keys(keys, refusal);
        report.all.push_back(std::move(permission));
    }
    if (std::any_of(probes.begin(), probes.end(), writes))
        report.all.push_back(std::move(keys));
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

asio::awaitable<std::vector<Reply>> replies_to(redis::Link& connection, const std::vector<Probe>& probes)
{
    std::vector<Command> commands;
    for (const auto& probe : probes)
        commands.push_back(probe.command);
    auto replies = co_await connection.pipeline(std::move(commands));
    co_return replies;
}

Permission judged(const Probe& probe, const Reply& reply)
{
    auto permission = to_permission(probe);
    judge(permission, reply);
    return permission;
}

asio::awaitable<void> probe_connection(redis::Link& connection, PermissionReport& report)
{
    const auto probes = connection_probes();
    const auto replies = co_await replies_to(connection, probes);
    for (std::size_t i = 0; i < probes.size(); ++i)
        report.all.push_back(judged(probes[i], replies[i]));
}

/// Servers before Redis 7 know no such messages: then there is nothing to be permitted.
asio::awaitable<void> probe_shard_messages(redis::Link& connection, PermissionReport& report)
{
    const auto probes = shard_probes();
    const auto replies = co_await replies_to(connection, probes);
    if (replies.front().is_error() && refusal_of(replies.front().text) == Refusal::unknown_command)
        co_return;
    for (std::size_t i = 0; i < probes.size(); ++i)
        report.all.push_back(judged(probes[i], replies[i]));
    auto dry = dry_shard_probes();
    co_await probe_dry(connection, std::move(dry), report);
}

/// Takes it from the server's own list of what the user may, which hardly anybody may read.
asio::awaitable<void> look_up(redis::Link& connection, std::vector<Permission>& channels)
{
    std::vector<Command> who{Command{"ACL", "WHOAMI"}};
    const auto names = co_await connection.pipeline(std::move(who));
    if (!names.front().is_text())
        co_return;
    std::vector<Command> ask{Command{"ACL", "GETUSER", names.front().text}};
    const auto replies = co_await connection.pipeline(std::move(ask));
    const auto& facts = replies.front().elements;
    for (std::size_t i = 0; i + 1 < facts.size(); i += 2) {
        if (facts[i].text != "channels" || !facts[i + 1].is_text())
            continue;
        const std::string listed = ' ' + facts[i + 1].text + ' ';
        const auto has = [&listed](const std::string& rule) { return listed.find(' ' + rule + ' ') != listed.npos; };
        for (auto& channel : channels) {
            channel.known = true;
            channel.granted = has("&*") || has(channel.acl_rule);
        }
    }
}

/// What the user is refused, in the server's words; empty: nothing.
asio::awaitable<std::string> try_to_subscribe(redis::PubSub& pubsub, redis::PubSub::Kind kind, std::string name)
{
    const auto deadline = std::chrono::steady_clock::now() + pubsub.connection().options().command_timeout;
    try {
        const auto subscription = co_await pubsub.subscribe(
            kind, std::move(name), [](const auto&) {}, deadline);
        co_return std::string();
    } catch (const Error& error) {
        if (error.errc() != Errc::no_permission && error.errc() != Errc::server)
            throw;
        co_return error.message();
    }
}

/// And announces there what others wait for.
std::vector<Feature> who_else_listens(std::string_view channels)
{
    if (channels == locks::unlock_channel_pattern)
        return {Feature::admin, Feature::acquire};
    if (channels == locks::rwlock_channel_pattern)
        return {Feature::admin, Feature::acquire_read_write};
    return {};
}

/// A command that is refused hides how it stands with its channels.
asio::awaitable<void> probe_channels(redis::Node& node, Feature feature, redis::PubSub::Kind kind,
                                     std::vector<std::string> names, PermissionReport& report)
{
    std::vector<Permission> channels;
    for (const auto& name : names) {
        channels.push_back(untried(feature, '&' + name));
        channels.back().also_for = who_else_listens(name);
    }
    std::string refusal; // of the command
    for (std::size_t i = 0; i < names.size() && refusal.empty(); ++i) {
        auto said = co_await try_to_subscribe(node.pubsub(), kind, names[i]);
        if (!said.empty() && refusal_of("NOPERM " + said) == Refusal::command) {
            refusal = std::move(said);
            continue;
        }
        channels[i].known = true;
        channels[i].granted = said.empty();
    }
    if (!refusal.empty()) {
        const bool is_pattern = kind == redis::PubSub::Kind::pattern;
        report.all.push_back(is_pattern ? to_permission(feature, "PSUBSCRIBE", "+psubscribe")
                                        : to_permission(feature, "SUBSCRIBE", "+subscribe"));
        report.all.back().granted = false;
        if (!is_pattern)
            report.all.back().also_for = {Feature::acquire};
        report.all.push_back(is_pattern ? untried(feature, "PUNSUBSCRIBE", "+punsubscribe")
                                        : untried(feature, "UNSUBSCRIBE", "+unsubscribe"));
        // Before Redis 7, which says it so, a user may use all channels unless told otherwise.
        if (refusal.find("or its subcommand") != std::string::npos)
            co_return;
        co_await look_up(node.monitor(), channels);
    }
    std::move(channels.begin(), channels.end(), std::back_inserter(report.all));
}

bool knows_rights_to_read(const PermissionReport& report)
{
    return std::any_of(report.all.begin(), report.all.end(), [](const Permission& permission) {
        return permission.feature == Feature::keys && permission.acl_rule != "~*";
    });
}

/// By ACL DRYRUN; where that does not tell, by listening for a moment, as to the channels of locks.
asio::awaitable<void> probe_semaphore_channel(redis::Node& node, ScriptRight scripts, PermissionReport& report)
{
    const auto probe = semaphore_channel_probe();
    std::vector<Probe> probes{probe};
    const auto replies = co_await ask_dry(node.monitor(), probes, report);
    std::vector<Permission> channel{to_permission(probe)};
    channel.front().known = false;
    const auto& told = replies.front();
    auto refusal = !told.is_text()   ? Refusal::command // which says nothing of the channel
                 : told.text == "OK" ? Refusal::none
                                     : refusal_of("NOPERM " + told.text);
    const bool may_subscribe = std::none_of(report.all.begin(), report.all.end(),
                                            [](const Permission& each) { return each.what == "SUBSCRIBE"; });
    if (is_of_command(refusal) && may_subscribe && scripts == ScriptRight::tried) {
        const auto said =
            co_await try_to_subscribe(node.pubsub(), redis::PubSub::Kind::channel, probe.command.words().at(1));
        refusal = said.empty() ? Refusal::none : refusal_of("NOPERM " + said);
    }
    if (!is_of_command(refusal)) {
        channel.front().known = true;
        channel.front().granted = refusal == Refusal::none;
    } else if (!knows_rights_to_read(report)) {
        co_return; // Before Redis 7 a user may use all channels unless told otherwise.
    } else if (is_granted(report, "ACL WHOAMI")) {
        co_await look_up(node.monitor(), channel);
    }
    report.all.push_back(std::move(channel.front()));
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
    const auto replies = co_await replies_to(connection, probes);
    auto keys = untried(Feature::keys, "%R~*");
    for (std::size_t i = 0; i < probes.size(); ++i) {
        auto permission = judged(probes[i], replies[i]);
        if (permission.feature == Feature::server_facts && !has_patterns_for_reading(replies[i]))
            keys.acl_rule = "~*";
        if (permission.feature == Feature::read)
            judge_keys(keys, replies[i].is_error() ? refusal_of(replies[i].text) : Refusal::none);
        report.all.push_back(std::move(permission));
    }
    report.all.push_back(std::move(keys));
    co_await probe_multi(connection, report);
    co_return report;
}

asio::awaitable<bool> probe_queue(redis::Link& connection, std::string lock, PermissionReport& report)
{
    std::vector<Command> commands{Command{"LRANGE", locks::queue_key(lock), "0", "0"},
                                  Command{"ZRANGE", locks::timeout_key(lock), "0", "0"}};
    const auto replies = co_await connection.pipeline(std::move(commands));
    const std::string how = knows_rights_to_read(report) ? "%R~" : "~";
    const std::vector<std::string> keys{"redisson_lock_queue:", "redisson_lock_timeout:"};
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (!hides_keys(replies[i]))
            continue;
        report.all.push_back(to_permission(Feature::keys, "%R~" + keys[i] + '*', how + keys[i] + names_like(lock)));
        report.all.back().granted = false;
    }
    sort_by_feature(report);
    co_return hides_keys(replies.front());
}

asio::awaitable<bool> is_queue_hidden(redis::Link& connection, std::string lock)
{
    std::vector<Command> commands{Command{"LRANGE", locks::queue_key(lock), "0", "0"}};
    const auto replies = co_await connection.pipeline(std::move(commands));
    co_return hides_keys(replies.front());
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
    std::vector<std::string> invalidation{"__redis__:invalidate"};
    std::vector<std::string> unlocks{std::string(locks::unlock_channel_pattern),
                                     std::string(locks::rwlock_channel_pattern)};
    co_await probe_channels(node, Feature::news, Kind::channel, std::move(invalidation), report);
    co_await probe_channels(node, Feature::unlock_messages, Kind::pattern, std::move(unlocks), report);
    co_await probe_connection(connection, report);
    co_await probe_asking(connection, report);
    auto acting = script_probes();
    auto others = dry_probes();
    std::move(others.begin(), others.end(), std::back_inserter(acting));
    co_await probe_dry(connection, std::move(acting), report);
    co_await probe_semaphore_channel(node, scripts, report);
    if (scripts == ScriptRight::tried)
        co_await try_scripts(connection, report);
    if (messages == Messages::perhaps_within_shard)
        co_await probe_shard_messages(connection, report);
    sort_by_feature(report);
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
