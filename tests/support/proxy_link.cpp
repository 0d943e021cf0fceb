// SPDX-License-Identifier: Apache-2.0
#include "support/proxy_link.hpp"

#include <algorithm>
#include <cerrno>

#include <sys/socket.h>
#include <unistd.h>

namespace lockscope::test {

void ProxyStream::queue(std::string_view bytes, Clock::time_point when)
{
    if (!bytes.empty())
        m_chunks.push_back({when, std::string(bytes)});
}

bool ProxyStream::send_due(int fd, Clock::time_point now, std::size_t piece)
{
    while (!m_chunks.empty() && m_chunks.front().when <= now) {
        std::string& bytes = m_chunks.front().bytes;
        const std::size_t length = piece == 0 ? bytes.size() : std::min(piece, bytes.size());
        const ssize_t sent = ::send(fd, bytes.data(), length, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0)
            return errno == EAGAIN || errno == EINTR;
        bytes.erase(0, static_cast<std::size_t>(sent));
        if (bytes.empty())
            m_chunks.pop_front();
        else if (piece == 0)
            return true;
    }
    return true;
}

void ProxyLink::close()
{
    close_client();
    if (server >= 0)
        ::close(server);
    server = -1;
    is_broken = true;
}

void ProxyLink::close_client()
{
    if (client >= 0) {
        const linger at_once{1, 0}; // a reset, not an orderly end
        ::setsockopt(client, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        ::close(client);
    }
    client = -1;
}

} // namespace lockscope::test
