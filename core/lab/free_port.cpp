// SPDX-License-Identifier: Apache-2.0
#include "lab/free_port.hpp"

#include "lab/file_descriptor.hpp"
#include "lockscope/error.hpp"

#include <cerrno>
#include <cstring>
#include <random>
#include <string>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

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

} // namespace

std::uint16_t free_port(Ports ports)
{
    thread_local std::minstd_rand random(std::random_device{}());
    std::uniform_int_distribution<int> any(first_port, last_port);
    for (int attempt = 0; attempt < attempts; ++attempt) {
        const int port = any(random);
        if (is_free(port) && (ports == Ports::one || is_free(port + bus_distance)))
            return static_cast<std::uint16_t>(port);
    }
    throw Error(Errc::connection_failed, "No free port for the sandbox was found between " + std::to_string(first_port)
                                             + " and " + std::to_string(last_port) + ".");
}

} // namespace lockscope::lab
