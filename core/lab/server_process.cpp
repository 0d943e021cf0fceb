// SPDX-License-Identifier: Apache-2.0
#include "lab/server_process.hpp"

#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace lockscope::lab {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using Words = std::vector<std::string>;

constexpr const char* socket_name = "redis.sock";
constexpr const char* configuration_name = "redis.conf";
constexpr auto start_patience = 30s; // A loaded machine, or a file to load.
constexpr auto step = 5ms;           // There is no event for "listens now": look again so often.
constexpr int port_attempts = 10;

/// Where execvp would find it.
bool is_installed(const std::string& executable)
{
    if (executable.find('/') != std::string::npos)
        return ::access(executable.c_str(), X_OK) == 0;
    const char* path = std::getenv("PATH");
    std::string_view rest = path ? path : "/usr/local/bin:/usr/bin:/bin";
    for (;;) {
        const auto colon = rest.find(':');
        const fs::path folder = rest.substr(0, colon).empty() ? "." : std::string(rest.substr(0, colon));
        if (::access((folder / executable).c_str(), X_OK) == 0)
            return true;
        if (colon == std::string_view::npos)
            return false;
        rest.remove_prefix(colon + 1);
    }
}

/// A new folder that only we may enter, short enough for a unix socket's path.
fs::path make_folder()
{
    const char* wanted = std::getenv("TMPDIR");
    for (std::string parent : {std::string(wanted ? wanted : ""), std::string("/tmp")}) {
        if (parent.empty() || parent.front() != '/')
            continue;
        std::string path = parent + "/lockscope-XXXXXX"; // mkdtemp() puts letters for the X
        if (path.size() + 1 + std::strlen(socket_name) >= sizeof(sockaddr_un::sun_path))
            continue;
        if (::mkdtemp(path.data()))
            return path;
    }
    throw Error(Errc::connection_failed,
                std::string("No temporary folder for the sandbox could be made: ") + std::strerror(errno) + ".");
}

/// Through the socket in the folder also where TCP is asked for: there nobody but our server can answer, while the port
/// could have been taken by another program just now. Redis opens it after its port.
FileDescriptor connect_to(const std::string& path)
{
    FileDescriptor fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    if (!fd || ::connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        return {};
    return fd;
}

/// True if it answers with anything but "still loading": a password may be set by an option of the caller.
bool answers(const std::string& socket_path)
{
    const FileDescriptor fd = connect_to(socket_path);
    if (!fd)
        return false;
    constexpr std::string_view ping = "PING\r\n";
    if (::send(fd.get(), ping.data(), ping.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(ping.size()))
        return false;
    pollfd state{fd.get(), POLLIN, 0};
    std::array<char, 64> reply{};
    if (::poll(&state, 1, 1000) != 1)
        return false;
    const auto got = ::recv(fd.get(), reply.data(), reply.size(), 0);
    if (got <= 0)
        return false;
    return !std::string_view(reply.data(), static_cast<std::size_t>(got)).starts_with("-LOADING");
}

/// The last lines of the server's log, as one line for a message.
std::string log_tail(const fs::path& folder)
{
    std::ifstream file(folder / "server.log", std::ios::binary | std::ios::ate);
    if (!file)
        return {};
    const auto size = static_cast<std::streamoff>(file.tellg());
    constexpr std::streamoff most = 600;
    file.seekg(std::max<std::streamoff>(0, size - most));
    std::string text(static_cast<std::size_t>(std::min(size, most)), '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(file.gcount()));
    while (!text.empty() && text.back() == '\n')
        text.pop_back();
    std::string line;
    for (const char c : text)
        line += c == '\n' ? std::string(" | ") : std::string(1, c);
    return escape(line);
}

void append(Words& words, std::initializer_list<std::string> more)
{
    words.insert(words.end(), more);
}

Words port_words(const SandboxOptions& options, const Endpoint& endpoint)
{
    const std::string port = std::to_string(endpoint.unix_path.empty() ? endpoint.port : 0);
    if (!options.tls)
        return {"--port", port};
    const SandboxTls& tls = *options.tls;
    return {"--port",
            "0",
            "--tls-port",
            port,
            "--tls-cert-file",
            tls.certificate_file,
            "--tls-key-file",
            tls.key_file,
            "--tls-ca-cert-file",
            tls.ca_file,
            "--tls-auth-clients",
            tls.asks_clients ? "yes" : "no",
            "--tls-replication",
            "yes"};
}

Words server_command(const ServerPlan& plan, const Endpoint& endpoint)
{
    // Paths are relative to the folder, in which the keeper stands: no quoting, whatever its name.
    Words words{plan.options.executable};
    if (!plan.configuration.empty())
        words.emplace_back(configuration_name);
    const Words ports = port_words(plan.options, endpoint);
    words.insert(words.end(), ports.begin(), ports.end());
    append(words, {"--bind", "127.0.0.1", "--unixsocket", socket_name, "--unixsocketperm", "700", "--protected-mode",
                   "yes", "--dir", ".", "--daemonize", "no"});
    if (plan.role != ServerPlan::Role::sentinel)
        append(words, {"--save", "", "--appendonly", "no"});
    if (plan.role == ServerPlan::Role::cluster_node)
        append(words, {"--cluster-enabled", "yes", "--cluster-announce-ip", "127.0.0.1"});
    if (plan.role == ServerPlan::Role::cluster_node && plan.options.tls)
        append(words, {"--tls-cluster", "yes"});
    words.insert(words.end(), plan.options.arguments.begin(), plan.options.arguments.end());
    if (plan.role == ServerPlan::Role::sentinel)
        words.emplace_back("--sentinel");
    return words;
}

void require_program(const std::string& executable)
{
    if (!is_installed(executable))
        throw Error(Errc::invalid_argument,
                    "The program " + escape(executable)
                        + " was not found; install it (Debian, Ubuntu: apt install redis-server).");
}

} // namespace

std::string quoted_word(std::string_view word)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text = "\"";
    for (const char c : word) {
        const auto byte = static_cast<unsigned char>(c);
        text += "\\x";
        text += digits[byte >> 4];
        text += digits[byte & 15U];
    }
    return text + '"';
}

std::unique_ptr<ServerProcess> ServerProcess::start(const ServerPlan& plan)
{
    require_program(plan.options.executable);
    for (int attempt = 1;; ++attempt) {
        const fs::path folder = make_folder();
        std::unique_ptr<ServerProcess> process;
        try {
            process = std::make_unique<ServerProcess>(plan, folder);
            process->run();
            return process;
        } catch (const Error& error) {
            process.reset();
            std::error_code ignored; // The keeper removes it, unless there was none yet.
            fs::remove_all(folder, ignored);
            const bool port_was_taken = plan.options.tcp && error.message().find("in use") != std::string::npos;
            if (!port_was_taken || attempt == port_attempts)
                throw;
        }
    }
}

ServerProcess::ServerProcess(const ServerPlan& plan, fs::path folder) : m_folder(std::move(folder))
{
    m_endpoint.password = plan.password;
    m_inside = m_endpoint;
    m_inside.unix_path = (m_folder / socket_name).string();
    if (plan.options.tcp)
        m_port = FreePort::take(plan.role == ServerPlan::Role::cluster_node ? Ports::with_cluster_bus : Ports::one);
    if (plan.options.tcp)
        m_endpoint.port = m_port.number();
    else
        m_endpoint.unix_path = m_inside.unix_path;
    if (plan.options.tcp && plan.options.tls) {
        m_endpoint.tls = plan.options.tls->client;
        m_endpoint.tls.enabled = true;
    }
    if (!plan.configuration.empty())
        std::ofstream(m_folder / configuration_name, std::ios::binary) << plan.configuration;
    m_keeper.emplace(m_folder, server_command(plan, m_endpoint));
}

void ServerProcess::run()
{
    m_keeper->start_server();
    const auto deadline = Keeper::Clock::now() + start_patience;
    while (!answers(m_inside.unix_path)) {
        if (m_keeper->server_ended(step))
            fail("ended at once");
        if (Keeper::Clock::now() > deadline)
            fail("does not answer");
    }
}

void ServerProcess::fail(const char* what) const
{
    throw Error(Errc::connection_failed, std::string("The sandbox' redis-server ") + what + ": " + log_tail(m_folder),
                m_endpoint.display());
}

ServerProcess::State ServerProcess::state() const
{
    if (m_keeper->server_ended(0ms))
        return State::ended;
    return m_is_paused ? State::paused : State::running;
}

void ServerProcess::kill()
{
    m_keeper->signal_server(SIGKILL);
    if (!m_keeper->server_ended(start_patience))
        throw Error(Errc::connection_failed, "The sandbox' redis-server does not end.", m_endpoint.display());
}

void ServerProcess::pause()
{
    m_keeper->signal_server(SIGSTOP);
    m_is_paused = true;
}

void ServerProcess::resume()
{
    m_keeper->signal_server(SIGCONT);
    m_is_paused = false;
}

void ServerProcess::restart()
{
    kill();
    m_is_paused = false;
    run();
}

void bring_back(Sandbox& server)
{
    const ServerProcess::State state = server.process().state();
    if (state == ServerProcess::State::ended)
        server.restart();
    else if (state == ServerProcess::State::paused)
        server.resume_server();
}

std::vector<redis::Reply> ServerProcess::ask(std::vector<redis::Command> commands) const
{
    return lab::ask(m_inside, std::move(commands));
}

redis::Reply ServerProcess::ask(redis::Command command) const
{
    return lab::ask(m_inside, std::move(command));
}

} // namespace lockscope::lab
