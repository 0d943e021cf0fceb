// SPDX-License-Identifier: Apache-2.0
#include "lockscope/show_commands.hpp"

#include "locks/key_names.hpp"
#include "monitor/shell_quote.hpp"

#include <initializer_list>

namespace lockscope {
namespace {

void add_server(std::vector<std::string>& options, const Endpoint& endpoint)
{
    const auto add = [&options](std::initializer_list<std::string> words) { options.insert(options.end(), words); };
    switch (endpoint.deployment) {
    case Deployment::single:
        if (!endpoint.unix_path.empty())
            add({"-s", endpoint.unix_path});
        else
            add({"-h", endpoint.host, "-p", std::to_string(endpoint.port)});
        break;
    case Deployment::cluster: add({"-c", "-h", endpoint.host, "-p", std::to_string(endpoint.port)}); break;
    // No host is called so: better no answer than that of whatever listens on this machine.
    case Deployment::sentinel: add({"-h", "<master of " + endpoint.service + ">"}); break;
    case Deployment::replicated: add({"-h", "<the master>"}); break;
    }
}

void add_encryption(std::vector<std::string>& options, const TlsOptions& tls)
{
    if (!tls.enabled)
        return;
    options.emplace_back("--tls");
    const auto add = [&options](const char* option, const std::string& value) {
        if (!value.empty())
            options.insert(options.end(), {option, value});
    };
    add("--sni", tls.server_name);
    add("--cacert", tls.ca_file);
    add("--cacertdir", tls.ca_directory);
    add("--cert", tls.certificate_file);
    add("--key", tls.key_file);
    if (!tls.verify)
        options.emplace_back("--insecure");
}

} // namespace

std::string redis_cli(const Endpoint& endpoint)
{
    std::vector<std::string> options;
    add_server(options, endpoint);
    if (endpoint.database != 0)
        options.insert(options.end(), {"-n", std::to_string(endpoint.database)});
    add_encryption(options, endpoint.tls);
    if (!endpoint.user.empty())
        options.insert(options.end(), {"--user", endpoint.user});
    if (!endpoint.password.empty())
        options.emplace_back("--askpass");
    return monitor::command_line("redis-cli", options);
}

std::vector<std::string> show_commands(const LockState& state, const std::string& redis_cli)
{
    const auto line = [&redis_cli](const std::vector<std::string>& words) {
        return monitor::command_line(redis_cli, words);
    };
    const auto& name = state.name;
    const bool number = state.type == LockType::semaphore || state.type == LockType::latch;
    std::vector<std::string> commands{line({number ? "GET" : "HGETALL", name}), line({"PTTL", name})};
    if (state.type == LockType::fair || !state.waiters.empty()) {
        commands.push_back(line({"LRANGE", locks::queue_key(name), "0", "-1"}));
        commands.push_back(line({"ZRANGE", locks::timeout_key(name), "0", "-1", "WITHSCORES"}));
    }
    if (state.fencing_token)
        commands.push_back(line({"GET", locks::token_key(name)}));
    return commands;
}

} // namespace lockscope
