// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"
#include "support/certificates.hpp"

#include <atomic>
#include <list>
#include <mutex>
#include <string>
#include <thread>

struct ssl_ctx_st;
struct ssl_st;

namespace lockscope::test {

/// A TLS server before a plain Redis that does what no redis-server can be made to do: it keeps what clients said once
/// it was decrypted, and changes its keys in the middle. Threads of its own; any thread.
class TlsPeer
{
public:
    enum class Version { tls_1_2, tls_1_3 };
    enum class Surprise {
        none,
        update_keys, ///< TLS 1.3: new keys for both directions.
        renegotiate, ///< TLS 1.2: another handshake inside.
    };

    TlsPeer(const Endpoint& redis, const Certificates::Files& files, Version version);
    ~TlsPeer();
    TlsPeer(const TlsPeer&) = delete;
    TlsPeer& operator=(const TlsPeer&) = delete;

    /// rediss://localhost; whom to trust is missing.
    [[nodiscard]] const Endpoint& endpoint() const noexcept { return m_endpoint; }
    [[nodiscard]] std::string received() const;                              ///< Everything that was decrypted so far.
    [[nodiscard]] int connections() const noexcept { return m_connections; } ///< Ever.
    [[nodiscard]] int refused() const noexcept { return m_refused; }         ///< Handshakes that clients broke off.
    /// Before the next reply.
    void surprise(Surprise surprise) noexcept { m_surprise = surprise; }

private:
    void accept();
    void serve(int client);
    void carry(ssl_st* tls, int client, int server);
    bool reply(ssl_st* tls, const char* bytes, int length);

    Endpoint m_redis;
    Endpoint m_endpoint;
    ssl_ctx_st* m_context;
    int m_listener = -1;
    int m_stop[2] = {-1, -1};   ///< Readable everywhere once we end.
    mutable std::mutex m_mutex; ///< Guards m_received.
    std::string m_received;
    std::atomic<int> m_connections = 0, m_refused = 0;
    std::atomic<Surprise> m_surprise = Surprise::none;
    std::list<std::thread> m_serving;
    std::thread m_accepting;
};

} // namespace lockscope::test
