// SPDX-License-Identifier: Apache-2.0
#include "support/tls_server.hpp"

#include "lockscope/error.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

namespace lockscope::test {
namespace {

constexpr int port_attempts = 10;

std::uint16_t free_port()
{
    using boost::asio::ip::tcp;
    boost::asio::io_context context;
    const tcp::acceptor probe(context, tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0));
    return probe.local_endpoint().port();
}

const char* word(TlsServer::Clients clients)
{
    switch (clients) {
    case TlsServer::Clients::show_none: return "no";
    case TlsServer::Clients::may_show_one: return "optional";
    case TlsServer::Clients::must_show_one: return "yes";
    }
    return "yes";
}

} // namespace

TlsServer::TlsServer(Certificates& ca, const CertificateWish& wish, Clients clients, std::vector<std::string> arguments)
    : m_files(ca.make(wish))
{
    m_endpoint.tls.enabled = true;
    m_endpoint.tls.ca_file = ca.ca_file();
    for (int attempt = 1; !m_sandbox; ++attempt) {
        m_endpoint.port = free_port();
        SandboxOptions options;
        options.arguments = {"--tls-port",         std::to_string(m_endpoint.port),
                             "--tls-cert-file",    m_files.certificate,
                             "--tls-key-file",     m_files.key,
                             "--tls-ca-cert-file", ca.ca_file(),
                             "--tls-auth-clients", word(clients)};
        options.arguments.insert(options.arguments.end(), arguments.begin(), arguments.end());
        try {
            m_sandbox.emplace(std::move(options));
        } catch (const Error& error) {
            // Another program may have taken the port just now.
            if (error.message().find("in use") == std::string::npos || attempt == port_attempts)
                throw;
        }
    }
    m_redis.emplace(m_sandbox->endpoint());
}

void TlsServer::restart()
{
    m_sandbox->restart();
    m_redis.emplace(m_sandbox->endpoint());
}

} // namespace lockscope::test
