// SPDX-License-Identifier: Apache-2.0
#include "support/fake_server.hpp"

#include "support/resp_split.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lockscope::test {

FakeServer::FakeServer(Answer answer) : m_answer(std::move(answer))
{
    m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (m_listener < 0 || ::bind(m_listener, generic, size) != 0 || ::listen(m_listener, 64) != 0
        || ::getsockname(m_listener, generic, &size) != 0 || ::pipe(m_wake) != 0)
        throw std::runtime_error("no listening socket");
    m_address = {"127.0.0.1", ntohs(address.sin_port)};
    m_thread = std::thread([this] { run(); });
}

FakeServer::~FakeServer()
{
    static_cast<void>(!::write(m_wake[1], "x", 1));
    m_thread.join();
    for (const int fd : {m_listener, m_wake[0], m_wake[1]})
        ::close(fd);
}

int FakeServer::accepted() const
{
    const std::scoped_lock guard(m_mutex);
    return m_accepted;
}

std::vector<FakeServer::Words> FakeServer::requests() const
{
    const std::scoped_lock guard(m_mutex);
    return m_requests;
}

void FakeServer::push(const std::string& bytes)
{
    const std::scoped_lock guard(m_mutex);
    for (const int fd : m_open)
        static_cast<void>(!::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL));
}

std::string FakeServer::array(const Words& words)
{
    std::string bytes = "*" + std::to_string(words.size()) + "\r\n";
    for (const std::string& word : words)
        bytes += "$" + std::to_string(word.size()) + "\r\n" + word + "\r\n";
    return bytes;
}

void FakeServer::run()
{
    std::map<int, std::string> pending;
    while (true) {
        std::vector<pollfd> watched{{m_wake[0], POLLIN, 0}, {m_listener, POLLIN, 0}};
        for (const auto& [fd, bytes] : pending)
            watched.push_back({fd, POLLIN, 0});
        if (::poll(watched.data(), watched.size(), -1) < 0)
            continue;
        if (watched[0].revents != 0)
            break;
        if (watched[1].revents != 0) {
            const int fd = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
            const std::scoped_lock guard(m_mutex);
            if (fd >= 0) {
                ++m_accepted;
                m_open.push_back(fd);
                pending[fd];
            }
        }
        for (std::size_t i = 2; i < watched.size(); ++i) {
            const int fd = watched[i].fd;
            if (watched[i].revents == 0 || serve(fd, pending[fd]))
                continue;
            const std::scoped_lock guard(m_mutex);
            m_open.erase(std::remove(m_open.begin(), m_open.end(), fd), m_open.end());
            pending.erase(fd);
            ::close(fd);
        }
    }
    for (const auto& [fd, bytes] : pending)
        ::close(fd);
}

/// @returns false if the connection has ended.
bool FakeServer::serve(int fd, std::string& pending)
{
    std::array<char, 4096> buffer{};
    const ssize_t got = ::recv(fd, buffer.data(), buffer.size(), 0);
    if (got <= 0)
        return false;
    pending.append(buffer.data(), static_cast<std::size_t>(got));
    while (const std::size_t length = first_value(pending)) {
        const Words words = words_of(std::string_view(pending).substr(0, length));
        pending.erase(0, length);
        {
            const std::scoped_lock guard(m_mutex);
            m_requests.push_back(words);
        }
        const std::string answer = m_answer ? m_answer(words) : std::string();
        if (!answer.empty() && ::send(fd, answer.data(), answer.size(), MSG_NOSIGNAL) < 0)
            return false;
    }
    return true;
}

} // namespace lockscope::test
