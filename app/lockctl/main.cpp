// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"
#include "lockscope/error.hpp"
#include "lockscope/password_file.hpp"
#include "lockscope/redisson_yaml.hpp"
#include "options.hpp"
#include "output.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <list>

#include <unistd.h>

using namespace lockctl;

namespace {

int exit_code_of(const lockscope::Error& error)
{
    switch (error.errc()) {
    case lockscope::Errc::invalid_argument: return exit_usage;
    case lockscope::Errc::lost:
    case lockscope::Errc::not_held: return exit_lost;
    default: return exit_server;
    }
}

bool is_redisson_file(const std::string& text)
{
    return text.find("://") == std::string::npos && (text.ends_with(".yaml") || text.ends_with(".yml"));
}

/// The server of a Redisson configuration. What was not taken from it is said, but for what concerns Redisson alone.
lockscope::Endpoint server_of_redisson(const std::string& path)
{
    const lockscope::RedissonConfig config = lockscope::read_redisson_yaml_file(path);
    std::string sentences;
    for (const lockscope::RedissonRemark& remark : config.remarks)
        if (remark.kind != lockscope::RedissonRemark::Kind::only_tuning)
            sentences += (sentences.empty() ? "" : " ") + to_sentence(remark);
    if (!config.endpoint)
        throw lockscope::Error(lockscope::Errc::invalid_argument, sentences);
    if (!sentences.empty())
        std::fprintf(stderr, "lockctl: %s\n", sentences.c_str());
    return *config.endpoint;
}

/// The server of a URI, with the password from wherever it is.
lockscope::Endpoint server(const std::string& uri, const Options& options)
{
    auto endpoint = is_redisson_file(uri) ? server_of_redisson(uri) : lockscope::Endpoint::parse(uri);
    if (!options.password_file.empty())
        endpoint.password = lockscope::read_password_file(options.password_file);
    else if (const char* password = std::getenv("LOCKSCOPE_PASSWORD"); password && endpoint.password.empty())
        endpoint.password = password;
    return endpoint;
}

/// Where nobody could read what would happen, what is missing is plain wrong usage.
bool lacks_confirmation(const Options& options)
{
    const auto* force = std::get_if<ForceOptions>(&options.command);
    return force && !force->is_confirmed && ::isatty(STDERR_FILENO) == 0;
}

lockscope::ClientOptions client_options()
{
    lockscope::ClientOptions options;
    options.name = "lockctl";
    return options;
}

void say_concerns(lockscope::Client& client)
{
    for (const std::string& sentence : concerns(lockscope::encryption_of(client)))
        complain(sentence);
}

int run_on_one(const Options& options)
{
    if (!options.more_redis.empty())
        throw lockscope::Error(lockscope::Errc::invalid_argument, "Only hold --type red takes more than one server.");
    lockscope::Client client(server(options.redis, options), client_options());
    client.ping(); // So that a wrong address or password is said at once.
    say_concerns(client);
    return std::visit([&](const auto& command) { return run(command, options.format, client); }, options.command);
}

/// A RedLock: a minority of its servers may be gone.
int run_on_many(const HoldOptions& hold, const Options& options)
{
    std::list<lockscope::Client> clients;
    clients.emplace_back(server(options.redis, options), client_options());
    for (const std::string& uri : options.more_redis)
        clients.emplace_back(server(uri, options), client_options());
    for (const lockscope::Client& client : clients) {
        const lockscope::TlsOptions& tls = client.endpoint().tls;
        if (tls.enabled && !tls.verify)
            complain(client.endpoint().display() + ": " + not_verified);
    }
    return run(hold, options.format, clients);
}

int run(const Options& options)
{
    const auto* hold = std::get_if<HoldOptions>(&options.command);
    return hold && hold->type == "red" ? run_on_many(*hold, options) : run_on_one(options);
}

} // namespace

int main(int argc, char** argv)
{
    try {
        const ParseResult parsed = parse(argc, argv);
        if (!parsed.options)
            return parsed.exit_code;
        if (parsed.options->has_password_in_arguments && ::isatty(STDERR_FILENO) != 0)
            complain("Every user of this machine can read the password in the arguments; --help names better places.");
        if (lacks_confirmation(*parsed.options)) {
            complain("--yes is required.");
            return exit_usage;
        }
        return run(*parsed.options);
    } catch (const lockscope::Error& error) {
        complain(error.message());
        return exit_code_of(error);
    } catch (const std::exception& error) {
        complain(error.what());
        return exit_server;
    }
}
