// SPDX-License-Identifier: Apache-2.0
#include "lab/free_port.hpp"

#include "lockscope/error.hpp"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <random>
#include <string>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace lockscope::lab {
namespace {

// Both ranges, this one and the one of the buses, end below 32768, where Linux begins with outgoing connections.
constexpr int first_port = 10001;
constexpr int last_port = 21999;
constexpr int attempts = 200;

bool is_free(int port)
{
    const FileDescriptor probe(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!probe)
        throw Error(Errc::connection_failed, std::string("No socket for the sandbox: ") + std::strerror(errno) + ".");
    const int on = 1; // As the server does: what a connection left behind does not matter.
    ::setsockopt(probe.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    return ::bind(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

/// Held by whoever has bound the name; nothing is left of it if the process dies. A port itself cannot be held: the
/// server could not listen on it, and what is bound without listening does not keep others from binding it as servers
/// do.
/// @returns nothing if another sandbox has it
FileDescriptor claim(int port)
{
    FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
#ifdef __linux__
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string name = "lockscope-sandbox-port-" + std::to_string(port);
    name.copy(address.sun_path + 1, sizeof address.sun_path - 2); // behind a NUL: a name, not a file
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
    if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), length) != 0)
        return {};
#endif
    return socket;
}

} // namespace

FreePort FreePort::take(Ports ports)
{
    thread_local std::minstd_rand random(std::random_device{}());
    std::uniform_int_distribution<int> any(first_port, last_port);
    for (int attempt = 0; attempt < attempts; ++attempt) {
        const int number = any(random);
        FreePort port;
        port.m_number = static_cast<std::uint16_t>(number);
        for (int i = 0; i <= (ports == Ports::one ? 0 : 1); ++i) {
            const int one = number + i * bus_distance;
            if (FileDescriptor claimed = claim(one); claimed && is_free(one))
                port.m_claims.push_back(std::move(claimed));
            else
                port.m_number = 0;
        }
        if (port.m_number != 0)
            return port;
    }
    throw Error(Errc::connection_failed, "No free port for the sandbox was found between " + std::to_string(first_port)
                                             + " and " + std::to_string(last_port) + ".");
}

} // namespace lockscope::lab
