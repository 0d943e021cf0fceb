// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"
#include "lockscope/error.hpp"
#include "options.hpp"
#include "output.hpp"
#include "server.hpp"

#include <exception>
#include <list>

#include <unistd.h>

using namespace lockctl;

namespace {

int exit_code_of(const lockscope::Error& error)
{
    switch (error.errc()) {
    case lockscope::Errc::invalid_argument:
    case lockscope::Errc::already_held: return exit_usage; // --times of a lock that is not reentrant
    case lockscope::Errc::lost:
    case lockscope::Errc::not_held: return exit_lost;
    default: return exit_server;
    }
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
    const Server server = servers_of(options).front();
    lockscope::Client client(server.endpoint, server.client);
    // What check finds is its own report, and a master that does not answer is a part of it.
    if (!std::holds_alternative<CheckOptions>(options.command)) {
        client.ping(); // So that a wrong address or password is said at once.
        say_concerns(client);
    }
    const auto run_over_it = [&](const auto& command) {
        if constexpr (requires { run(command, options.format, client); })
            return run(command, options.format, client);
        else
            return run(command, options.format);
    };
    return std::visit(run_over_it, options.command);
}

/// A RedLock: a minority of its servers may be gone.
int run_on_many(const HoldOptions& hold, const Options& options)
{
    std::list<lockscope::Client> clients;
    for (const Server& server : servers_of(options))
        clients.emplace_back(server.endpoint, server.client);
    for (const lockscope::Client& client : clients) {
        const lockscope::TlsOptions& tls = client.endpoint().tls;
        if (tls.enabled && !tls.verify)
            complain(client.endpoint().display() + ": " + not_verified);
    }
    return run(hold, options.format, clients);
}

int run(const Options& options)
{
    if (const auto* demo = std::get_if<DemoOptions>(&options.command))
        return run(*demo, options.format);
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
        return run(*parsed.options);
    } catch (const lockscope::Error& error) {
        complain(error.message());
        return exit_code_of(error);
    } catch (const std::exception& error) {
        complain(error.what());
        return exit_server;
    }
}
