// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"
#include "lockscope/error.hpp"
#include "options.hpp"
#include "output.hpp"

#include <exception>

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

/// Where nobody could read what would happen, what is missing is plain wrong usage.
bool lacks_confirmation(const Options& options)
{
    const auto* force = std::get_if<ForceOptions>(&options.command);
    return force && !force->is_confirmed && ::isatty(STDERR_FILENO) == 0;
}

int run(const Options& options)
{
    lockscope::ClientOptions client_options;
    client_options.name = "lockctl";
    lockscope::Client client(lockscope::Endpoint::parse(options.redis), client_options);
    client.ping(); // So that a wrong address or password is said at once.
    return std::visit([&](const auto& command) { return run(command, options.format, client); }, options.command);
}

} // namespace

int main(int argc, char** argv)
{
    try {
        const ParseResult parsed = parse(argc, argv);
        if (!parsed.options)
            return parsed.exit_code;
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
