// SPDX-License-Identifier: Apache-2.0
#include "client/client_core.hpp"
#include "locks/key_names.hpp"
#include "lockscope/error.hpp"
#include "lockscope/monitor.hpp"
#include "lockscope/show_commands.hpp"
#include "monitor/fields.hpp"
#include "monitor/shell_quote.hpp"
#include "monitor/snapshot.hpp"

#include <boost/asio/detached.hpp>

#include <algorithm>

namespace lockscope {
namespace {

namespace asio = boost::asio;
using redis::Command;
using redis::Reply;

constexpr std::int64_t most_entries = 1000;
constexpr std::int64_t most_bytes = 1 << 20;
constexpr std::int64_t most_bytes_at_once = 8 << 20;
constexpr std::size_t most_keys = 1000;
constexpr std::int64_t most_holds = 64; ///< Of one reader.
/// Of their names; the lock's, which is in each, may be of megabytes.
constexpr std::size_t most_key_bytes = 8 << 20;

struct Candidate
{
    RawKey key;
    std::vector<std::string> show; ///< The command that shows it, in full.
};

/// How a key of this type is shown, and how we read a bounded part of it.
std::optional<std::pair<std::vector<std::string>, Command>> commands_for(const std::string& type,
                                                                         const std::string& key)
{
    const auto last = std::to_string(most_entries - 1);
    if (type == "hash")
        return {{{"HGETALL", key}, Command{"HSCAN", key, "0", "COUNT", std::to_string(most_entries)}}};
    if (type == "list")
        return {{{"LRANGE", key, "0", "-1"}, Command{"LRANGE", key, "0", last}}};
    if (type == "zset")
        return {{{"ZRANGE", key, "0", "-1", "WITHSCORES"}, Command{"ZRANGE", key, "0", last, "WITHSCORES"}}};
    if (type == "string")
        return {{{"GET", key}, Command{"GET", key}}};
    return std::nullopt;
}

void take_entries(RawKey& key, const Reply& reply)
{
    if (key.type == "hash" && reply.elements.size() == 2) {
        key.entries = monitor::to_fields(reply.elements[1].elements);
        key.truncated = reply.elements[0].text != "0";
    } else if (key.type == "list") {
        for (std::size_t i = 0; i < reply.elements.size(); ++i)
            key.entries.emplace_back(std::to_string(i), reply.elements[i].text);
        key.truncated = static_cast<std::int64_t>(reply.elements.size()) >= most_entries;
    } else if (key.type == "zset") {
        for (std::size_t i = 0; i + 1 < reply.elements.size(); i += 2)
            key.entries.emplace_back(reply.elements[i].text, reply.elements[i + 1].text);
        key.truncated = static_cast<std::int64_t>(key.entries.size()) >= most_entries;
    } else if (key.type == "string" && reply.is_text()) {
        key.entries.emplace_back("", reply.text);
    } else {
        key.truncated = true; // Not permitted, or of a type that no lock has: its existence is all we say.
    }
}

asio::awaitable<std::vector<RawKey>> read_keys(redis::Link& connection, std::vector<std::string> names)
{
    std::vector<Command> questions;
    for (const auto& name : names) {
        questions.push_back(Command{"TYPE", name});
        questions.push_back(Command{"PTTL", name});
        questions.push_back(Command{"MEMORY", "USAGE", name, "SAMPLES", "1000"});
    }
    const auto answers = co_await connection.pipeline(std::move(questions));
    const std::string start = redis_cli(connection.options().endpoint);
    std::vector<RawKey> keys;
    std::vector<Command> reads;
    std::vector<std::size_t> read_of;
    std::int64_t bytes_left = most_bytes_at_once;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto& type = answers[3 * i];
        if (type.is_error())
            throw redis::to_error(type, connection.node(), "TYPE");
        if (type.text == "none")
            continue;
        RawKey key;
        key.key = names[i];
        key.type = type.text;
        key.ttl = milliseconds(answers[3 * i + 1].as_integer().value_or(-1));
        const auto commands = commands_for(key.type, key.key);
        // Of a size that nobody may ask for nothing is read: it may cost the connection.
        const auto bytes = answers[3 * i + 2].as_integer();
        const bool is_small = bytes && *bytes <= std::min(most_bytes, bytes_left);
        key.truncated = !is_small || !commands;
        if (commands)
            key.command = monitor::command_line(start, commands->first);
        if (!key.truncated) {
            bytes_left -= *bytes;
            reads.push_back(commands->second);
            read_of.push_back(keys.size());
        }
        keys.push_back(std::move(key));
    }
    if (!reads.empty()) {
        const auto contents = co_await connection.pipeline(std::move(reads));
        for (std::size_t i = 0; i < contents.size(); ++i)
            take_entries(keys[read_of[i]], contents[i]);
    }
    co_return keys;
}

/// Where they are in a cluster.
void place(std::vector<RawKey>& keys, detail::ClientCore& core)
{
    if (core.endpoint.deployment != Deployment::cluster)
        return;
    for (auto& key : keys) {
        key.slot = core.servers().monitor().group_of(key.key);
        if (const auto node = core.servers().home_of(key.key))
            key.node = node->address().display();
    }
}

struct Timeouts
{
    std::vector<std::string> keys;
    bool complete = true;
};

/// The deadlines of those who read it, as far as its own fields tell and they are not too many.
Timeouts timeouts_of(const RawKey& lock)
{
    Timeouts timeouts;
    std::size_t bytes = 0;
    for (const auto& [field, value] : lock.entries) {
        const auto owner = OwnerField::parse(field);
        const auto count = redis::to_integer(value).value_or(0);
        if (!owner || owner->writer)
            continue;
        timeouts.complete &= count <= most_holds;
        for (std::int64_t hold = 1; hold <= std::min(count, most_holds); ++hold) {
            auto key = locks::reader_timeout_key(lock.key, field, hold);
            bytes += key.size();
            if (timeouts.keys.size() >= most_keys || bytes > most_key_bytes) {
                timeouts.complete = false;
                return timeouts;
            }
            timeouts.keys.push_back(std::move(key));
        }
    }
    return timeouts;
}

asio::awaitable<std::vector<RawKey>> read_all(std::shared_ptr<detail::ClientCore> core, std::string name)
{
    auto& connection = core->servers().monitor();
    std::vector<std::string> names{name, locks::queue_key(name), locks::timeout_key(name), locks::token_key(name),
                                   locks::permit_timeout_key(name)};
    auto keys = co_await read_keys(connection, std::move(names));
    if (keys.empty() || keys.front().key != name || keys.front().type != "hash") {
        place(keys, *core);
        co_return keys;
    }
    auto timeouts = timeouts_of(keys.front());
    keys.front().truncated |= !timeouts.complete;
    auto more = co_await read_keys(connection, std::move(timeouts.keys));
    keys.insert(keys.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    place(keys, *core);
    co_return keys;
}

asio::awaitable<void> read_for(std::shared_ptr<detail::ClientCore> core, std::string name,
                               std::function<void(std::vector<RawKey>, std::string error)> callback)
{
    std::vector<RawKey> keys;
    std::string sentence;
    try {
        keys = co_await read_all(core, std::move(name));
    } catch (const std::exception& error) {
        sentence = error.what();
    }
    callback(std::move(keys), std::move(sentence));
}

} // namespace

Awaitable<std::vector<RawKey>> async_raw_keys(Client& client, std::string name)
{
    const auto& core = client.core();
    return core->on_io(read_all(core, std::move(name)));
}

void raw_keys(Client& client, std::string name, std::function<void(std::vector<RawKey>, std::string error)> callback)
{
    const auto& core = client.core();
    asio::co_spawn(core->executor(), read_for(core, std::move(name), std::move(callback)), asio::detached);
}

} // namespace lockscope
