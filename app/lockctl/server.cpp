// SPDX-License-Identifier: Apache-2.0
#include "server.hpp"

#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"
#include "lockscope/redisson_yaml.hpp"
#include "output.hpp"
#include "terminal_password.hpp"

#include <cerrno>
#include <cstring>

#include <unistd.h>

namespace lockctl {
namespace {

bool is_redisson_file(const std::string& text)
{
    return text.find("://") == std::string::npos && (text.ends_with(".yaml") || text.ends_with(".yml"));
}

/// What was not taken from a Redisson configuration is said, but for what concerns Redisson alone.
Server server_of_redisson(const std::string& path)
{
    const lockscope::RedissonConfig config = lockscope::read_redisson_yaml_file(path);
    std::string sentences;
    for (const lockscope::RedissonRemark& remark : config.remarks)
        if (remark.kind != lockscope::RedissonRemark::Kind::only_tuning)
            sentences += (sentences.empty() ? "" : " ") + to_sentence(remark);
    if (!config.endpoint)
        throw lockscope::Error(lockscope::Errc::invalid_argument, sentences);
    if (!sentences.empty())
        complain(sentences);
    Server server{*config.endpoint, {}};
    server.client.wait_for_replica = config.wait_for_replica;
    server.client.replica_timeout = config.replica_timeout;
    server.client.watchdog_lease = config.watchdog_lease;
    server.client.sharded_messages = config.sharded_messages;
    return server;
}

/// Before anything is connected: a file that is not there is a mistake in the address, no trouble with the server.
void require_readable(const char* what, const std::string& path)
{
    if (!path.empty() && ::access(path.c_str(), R_OK) != 0)
        throw lockscope::Error(lockscope::Errc::invalid_argument, std::string(what) + " \"" + lockscope::escape(path)
                                                                      + "\" cannot be read: " + std::strerror(errno)
                                                                      + '.');
}

void require_readable(const lockscope::TlsOptions& tls)
{
    if (!tls.enabled)
        return;
    require_readable("The CA file", tls.ca_file);
    require_readable("The CA directory", tls.ca_directory);
    require_readable("The certificate", tls.certificate_file);
    require_readable("The key", tls.key_file);
}

Server server_of(const std::string& uri, const Options& options)
{
    Server server = is_redisson_file(uri) ? server_of_redisson(uri) : Server{lockscope::Endpoint::parse(uri), {}};
    require_readable(server.endpoint.tls);
    server.client.name = "lockctl";
    server.client.wait_for_replica = options.wait_for_replica.value_or(server.client.wait_for_replica);
    server.client.replica_timeout = options.replica_timeout.value_or(server.client.replica_timeout);
    server.client.sharded_messages = options.sharded_messages.value_or(server.client.sharded_messages);
    return server;
}

std::string prompt_for(const lockscope::Endpoint& endpoint)
{
    const std::string who = endpoint.user.empty() ? "the default user" : lockscope::escape(endpoint.user);
    return "Password of " + who + " at " + endpoint.display() + ": ";
}

} // namespace

std::list<Server> servers_of(const Options& options)
{
    std::list<Server> servers{server_of(options.redis, options)};
    for (const std::string& uri : options.more_redis)
        servers.push_back(server_of(uri, options));
    std::string password;
    if (options.asks_password)
        password = ask_password(prompt_for(servers.front().endpoint));
    for (Server& server : servers) {
        if (!password.empty())
            server.endpoint.password = password;
        add_secrets(server.endpoint, options.secret_files);
    }
    return servers;
}

} // namespace lockctl
