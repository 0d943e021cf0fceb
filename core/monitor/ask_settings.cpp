// SPDX-License-Identifier: Apache-2.0
#include "monitor/ask_settings.hpp"

#include "client/client_core.hpp"
#include "lockscope/client.hpp"
#include "monitor/ask_masters.hpp"
#include "monitor/joint_status.hpp"
#include "redis/replication.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockscope::monitor {

namespace asio = boost::asio;

namespace {

constexpr std::size_t longest_value = 200;

/// The value of a setting: CONFIG GET's own, or, where it is refused, the line of INFO that says the same.
std::optional<std::string> value_of(const redis::Reply& config, std::string_view info, std::string_view field)
{
    if (config.is_array() && config.elements.size() == 2 && config.elements[1].is_text())
        return config.elements[1].text.substr(0, longest_value);
    std::string line = field.empty() ? std::string() : redis::info_field(info, field);
    if (line.empty())
        return std::nullopt;
    return line.substr(0, longest_value);
}

std::optional<std::int64_t> number_of(const std::optional<std::string>& text)
{
    return text ? redis::to_integer(*text) : std::nullopt;
}

} // namespace

asio::awaitable<ServerSettings> ask_settings(redis::Link& server)
{
    // One each: before Redis 7 CONFIG GET takes one name only.
    constexpr std::array<std::string_view, 7> names{
        "maxmemory-policy",        "maxmemory", "appendonly", "appendfsync", "save", "min-replicas-to-write",
        "replica-serve-stale-data"};
    std::vector<redis::Command> questions;
    for (const std::string_view name : names)
        questions.push_back(redis::Command{"CONFIG", "GET", name});
    questions.push_back(redis::Command{"INFO"});
    const std::vector<redis::Reply> replies = co_await server.pipeline(std::move(questions));
    const auto deadline = redis::Link::Clock::now() + server.options().command_timeout;
    const redis::Replication replication = co_await redis::ask_replication(server, deadline);

    const std::string_view info = replies.back().is_text() ? replies.back().text : std::string_view();
    ServerSettings settings;
    settings.eviction_policy = value_of(replies[0], info, "maxmemory_policy");
    settings.memory_limit = number_of(value_of(replies[1], info, "maxmemory"));
    settings.append_only = value_of(replies[2], info, "aof_enabled");
    if (settings.append_only == "1" || settings.append_only == "0")
        settings.append_only = settings.append_only == "1" ? "yes" : "no";
    settings.append_sync = value_of(replies[3], info, {});
    settings.snapshots = value_of(replies[4], info, {});
    settings.least_replicas = number_of(value_of(replies[5], info, {}));
    settings.serves_stale = value_of(replies[6], info, {});
    settings.used_memory = redis::to_integer(redis::info_field(info, "used_memory"));
    settings.replicas = replication.replicas;
    settings.lacks_master = replication.lacks_master;
    settings.is_replica = replication.role == redis::ServerRole::replica;
    co_return settings;
}

} // namespace lockscope::monitor

namespace lockscope {

namespace {

boost::asio::awaitable<ServerRisks> ask_risks(std::shared_ptr<detail::ClientCore> core)
{
    auto told = co_await monitor::ask_masters<ServerSettings>(
        core, [](redis::Node& master) { return monitor::ask_settings(master.monitor()); });
    ServerRisks all;
    for (auto& settings : told.answers) {
        settings.waits_for_replica = core->options.wait_for_replica;
        monitor::add_risks(all, assess_risks(settings));
    }
    all.troubles = std::move(told.troubles);
    co_return all;
}

} // namespace

ServerRisks find_risks(Client& client)
{
    return client.core()->run(ask_risks(client.core()));
}

} // namespace lockscope
