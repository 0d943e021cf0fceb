// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/sandbox.hpp"
#include "support/certificates.hpp"
#include "support/redis_client.hpp"

#include <string>
#include <vector>

namespace lockscope::test {

/// A redis-server that speaks TLS on a port of 127.0.0.1, has no plain port, and is looked at through its unix socket.
///
///     Certificates ca;
///     TlsServer server(ca);
///     Client client(server.endpoint());   // rediss://, trusting the CA
class TlsServer
{
public:
    enum class Clients { show_none, must_show_one };

    explicit TlsServer(Certificates& ca, const CertificateWish& wish = {}, Clients clients = Clients::show_none,
                       const std::vector<std::string>& arguments = {});

    [[nodiscard]] const Endpoint& endpoint() const noexcept { return m_sandbox.endpoint(); }
    [[nodiscard]] const Endpoint& socket() const noexcept { return m_socket; } ///< Not encrypted.
    [[nodiscard]] Sandbox& sandbox() noexcept { return m_sandbox; }
    [[nodiscard]] RedisClient& redis() noexcept { return m_redis; }
    [[nodiscard]] const Certificates::Files& files() const noexcept { return m_files; }
    void restart(); ///< At the same port.

private:
    Certificates::Files m_files;
    Sandbox m_sandbox;
    Endpoint m_socket;
    RedisClient m_redis;
};

} // namespace lockscope::test
