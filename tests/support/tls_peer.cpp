// SPDX-License-Identifier: Apache-2.0
#include "support/tls_peer.hpp"

#include <array>
#include <csignal>
#include <cstring>
#include <stdexcept>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace lockscope::test {
namespace {

void require(bool done, const char* what)
{
    if (!done)
        throw std::runtime_error(std::string("test TLS peer: ") + what);
}

int listen_on_loopback(Endpoint& endpoint)
{
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    require(::bind(listener, generic, size) == 0 && ::listen(listener, 16) == 0
                && ::getsockname(listener, generic, &size) == 0,
            "no port");
    endpoint.port = ntohs(address.sin_port);
    return listener;
}

int connect_to(const std::string& path)
{
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    require(::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0, "no Redis");
    return fd;
}

} // namespace

TlsPeer::TlsPeer(const Endpoint& redis, const Certificates::Files& files, Version version)
    : m_redis(redis)
    , m_context(SSL_CTX_new(TLS_server_method()))
{
    std::signal(SIGPIPE, SIG_IGN); // OpenSSL writes without MSG_NOSIGNAL
    const int number = version == Version::tls_1_2 ? TLS1_2_VERSION : TLS1_3_VERSION;
    require(SSL_CTX_set_min_proto_version(m_context, number) == 1
                && SSL_CTX_set_max_proto_version(m_context, number) == 1
                && SSL_CTX_use_certificate_chain_file(m_context, files.certificate.c_str()) == 1
                && SSL_CTX_use_PrivateKey_file(m_context, files.key.c_str(), SSL_FILETYPE_PEM) == 1,
            "no context");
    SSL_CTX_clear_mode(m_context, SSL_MODE_AUTO_RETRY); // SSL_read must not wait for more than is there
    m_endpoint.host = "localhost";
    m_endpoint.tls.enabled = true;
    m_listener = listen_on_loopback(m_endpoint);
    require(::pipe(m_stop) == 0, "no pipe");
    m_accepting = std::thread([this] { accept(); });
}

TlsPeer::~TlsPeer()
{
    ::close(m_stop[1]);
    m_accepting.join();
    for (std::thread& each : m_serving)
        each.join();
    ::close(m_stop[0]);
    ::close(m_listener);
    SSL_CTX_free(m_context);
}

std::string TlsPeer::received() const
{
    const std::scoped_lock guard(m_mutex);
    return m_received;
}

void TlsPeer::accept()
{
    for (;;) {
        std::array<pollfd, 2> wanted{pollfd{m_stop[0], POLLIN, 0}, pollfd{m_listener, POLLIN, 0}};
        ::poll(wanted.data(), wanted.size(), -1);
        if (wanted[0].revents != 0)
            return;
        const int client = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (client < 0)
            continue;
        ++m_connections;
        m_serving.emplace_back([this, client] { serve(client); });
    }
}

void TlsPeer::serve(int client)
{
    const timeval patience{10, 0}; // so that a client that says nothing does not hold up our end
    ::setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    SSL* tls = SSL_new(m_context);
    SSL_set_fd(tls, client);
    if (SSL_accept(tls) == 1) {
        const int server = connect_to(m_redis.unix_path);
        carry(tls, client, server);
        ::close(server);
    } else {
        ++m_refused;
    }
    SSL_free(tls);
    ::close(client);
}

void TlsPeer::carry(ssl_st* tls, int client, int server)
{
    std::array<char, 16384> bytes{};
    for (;;) {
        std::array<pollfd, 3> wanted{pollfd{m_stop[0], POLLIN, 0}, pollfd{client, POLLIN, 0},
                                     pollfd{server, POLLIN, 0}};
        ::poll(wanted.data(), wanted.size(), -1);
        if (wanted[0].revents != 0)
            return;
        if (wanted[1].revents != 0) {
            do {
                const int length = SSL_read(tls, bytes.data(), static_cast<int>(bytes.size()));
                if (length <= 0 && SSL_get_error(tls, length) == SSL_ERROR_WANT_READ)
                    break; // it was not for us but for TLS
                if (length <= 0)
                    return;
                const std::scoped_lock guard(m_mutex);
                m_received.append(bytes.data(), static_cast<std::size_t>(length));
                if (::send(server, bytes.data(), static_cast<std::size_t>(length), MSG_NOSIGNAL) != length)
                    return;
            } while (SSL_pending(tls) > 0);
        }
        if (wanted[2].revents != 0) {
            const auto length = ::recv(server, bytes.data(), bytes.size(), 0);
            if (length <= 0 || !reply(tls, bytes.data(), static_cast<int>(length)))
                return;
        }
    }
}

bool TlsPeer::reply(ssl_st* tls, const char* bytes, int length)
{
    switch (m_surprise.exchange(Surprise::none)) {
    case Surprise::none: break;
    case Surprise::update_keys: SSL_key_update(tls, SSL_KEY_UPDATE_REQUESTED); break;
    case Surprise::renegotiate:
        SSL_renegotiate(tls);
        SSL_do_handshake(tls);
        break;
    }
    return SSL_write(tls, bytes, length) == length;
}

} // namespace lockscope::test
