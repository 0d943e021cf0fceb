// SPDX-License-Identifier: Apache-2.0
#include "support/tls_server.hpp"

namespace lockscope::test {
namespace {

SandboxOptions options_of(const Certificates& ca, const Certificates::Files& files, TlsServer::Clients clients,
                          const std::vector<std::string>& arguments)
{
    SandboxTls tls;
    tls.certificate_file = files.certificate;
    tls.key_file = files.key;
    tls.ca_file = ca.ca_file();
    tls.asks_clients = clients == TlsServer::Clients::must_show_one;
    tls.client.ca_file = ca.ca_file();
    SandboxOptions options;
    options.tcp = true;
    options.arguments = arguments;
    options.tls = tls;
    return options;
}

/// Every sandbox has it in its folder.
Endpoint socket_of(const Sandbox& sandbox)
{
    Endpoint endpoint;
    endpoint.unix_path = (sandbox.folder() / "redis.sock").string();
    return endpoint;
}

} // namespace

TlsServer::TlsServer(Certificates& ca, const CertificateWish& wish, Clients clients,
                     const std::vector<std::string>& arguments)
    : m_files(ca.make(wish))
    , m_sandbox(options_of(ca, m_files, clients, arguments))
    , m_socket(socket_of(m_sandbox))
    , m_redis(m_socket)
{}

void TlsServer::restart()
{
    m_sandbox.restart();
    m_redis = RedisClient(m_socket);
}

} // namespace lockscope::test
