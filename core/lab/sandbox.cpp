// SPDX-License-Identifier: Apache-2.0
#include "lockscope/sandbox.hpp"

#include "lab/keeper.hpp"
#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <string_view>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace lockscope {
namespace {

namespace fs = std::filesystem;
using lab::FileDescriptor;
using lab::Keeper;
using namespace std::chrono_literals;

constexpr const char* socket_name = "redis.sock";
constexpr auto start_patience = 10s; // A loaded machine, or a file to load.
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
        std::string path = parent + "/lockscope-XXXXXX";
        if (path.size() + 1 + std::strlen(socket_name) >= sizeof(sockaddr_un::sun_path))
            continue;
        if (::mkdtemp(path.data()))
            return path;
    }
    throw Error(Errc::connection_failed,
                std::string("No temporary folder for the sandbox could be made: ") + std::strerror(errno) + ".");
}

std::uint16_t free_port()
{
    const FileDescriptor probe(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (!probe || ::bind(probe.get(), generic, size) != 0 || ::getsockname(probe.get(), generic, &size) != 0)
        throw Error(Errc::connection_failed,
                    std::string("No free port for the sandbox: ") + std::strerror(errno) + ".");
    return ntohs(address.sin_port);
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

std::vector<std::string> server_command(const SandboxOptions& options, const Endpoint& endpoint)
{
    // Paths are relative to the folder, in which the keeper stands: no quoting, whatever its name.
    const std::string port = std::to_string(options.tcp ? endpoint.port : 0);
    std::vector<std::string> words{options.executable,
                                   "--port",
                                   port,
                                   "--bind",
                                   "127.0.0.1",
                                   "--unixsocket",
                                   socket_name,
                                   "--unixsocketperm",
                                   "700",
                                   "--protected-mode",
                                   "yes",
                                   "--dir",
                                   ".",
                                   "--daemonize",
                                   "no",
                                   "--save",
                                   "",
                                   "--appendonly",
                                   "no"};
    words.insert(words.end(), options.arguments.begin(), options.arguments.end());
    return words;
}

} // namespace

struct Sandbox::Impl
{
    Impl(const SandboxOptions& options, fs::path made_folder) : folder(std::move(made_folder))
    {
        if (options.tcp)
            endpoint.port = free_port();
        else
            endpoint.unix_path = (folder / socket_name).string();
        keeper.emplace(folder, server_command(options, endpoint));
    }

    void start()
    {
        keeper->start_server();
        const std::string socket_path = (folder / socket_name).string();
        const auto deadline = Keeper::Clock::now() + start_patience;
        while (!answers(socket_path)) {
            if (keeper->server_ended(step))
                fail("ended at once");
            if (Keeper::Clock::now() > deadline)
                fail("does not answer");
        }
    }

    [[noreturn]] void fail(const char* what) const
    {
        throw Error(Errc::connection_failed, std::string("The sandbox' redis-server ") + what + ": " + log_tail(folder),
                    endpoint.display());
    }

    fs::path folder;
    Endpoint endpoint;
    std::optional<Keeper> keeper;
};

Sandbox::Sandbox(SandboxOptions options)
{
    if (!is_installed(options.executable))
        throw Error(Errc::invalid_argument,
                    "The program " + escape(options.executable)
                        + " was not found; install it (Debian, Ubuntu: apt install redis-server).");
    for (int attempt = 1;; ++attempt) {
        const fs::path folder = make_folder();
        try {
            m_impl = std::make_unique<Impl>(options, folder);
            m_impl->start();
            return;
        } catch (const Error& error) {
            m_impl.reset();
            std::error_code ignored; // The keeper removes it, unless there was none yet.
            fs::remove_all(folder, ignored);
            const bool port_was_taken = options.tcp && error.message().find("in use") != std::string::npos;
            if (!port_was_taken || attempt == port_attempts)
                throw;
        }
    }
}

Sandbox::~Sandbox() = default;

const Endpoint& Sandbox::endpoint() const noexcept
{
    return m_impl->endpoint;
}

const std::filesystem::path& Sandbox::folder() const noexcept
{
    return m_impl->folder;
}

int Sandbox::server_pid() const noexcept
{
    return m_impl->keeper->server_pid();
}

void Sandbox::kill_server()
{
    m_impl->keeper->signal_server(SIGKILL);
    if (!m_impl->keeper->server_ended(start_patience))
        throw Error(Errc::connection_failed, "The sandbox' redis-server does not end.", m_impl->endpoint.display());
}

void Sandbox::pause_server()
{
    m_impl->keeper->signal_server(SIGSTOP);
}

void Sandbox::resume_server()
{
    m_impl->keeper->signal_server(SIGCONT);
}

void Sandbox::restart()
{
    kill_server();
    m_impl->start();
}

} // namespace lockscope
