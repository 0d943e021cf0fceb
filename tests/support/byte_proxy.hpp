// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"
#include "support/io_thread.hpp"

#include <boost/asio/ip/tcp.hpp>

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

namespace lockscope::test {

/// A TCP proxy that does not know what it carries, for encrypted connections: it tears the bytes into pieces, keeps
/// what clients sent, and changes a byte on demand. Runs on a thread of its own; any thread.
class ByteProxy
{
public:
    /// @param server one that listens on a port
    /// @param piece at most so many bytes at a time, either way
    ByteProxy(const Endpoint& server, std::size_t piece);
    ~ByteProxy();

    /// As the server's, but through the proxy.
    [[nodiscard]] const Endpoint& endpoint() const noexcept { return m_endpoint; }
    [[nodiscard]] std::string sent() const; ///< Everything that clients have sent so far.
    void spoil_next_reply();                ///< One bit of the next bytes from the server.

private:
    using tcp = boost::asio::ip::tcp;
    using Socket = std::shared_ptr<tcp::socket>;
    enum class Way { to_server, to_client };
    static boost::asio::awaitable<void> accept(ByteProxy* self);
    static boost::asio::awaitable<void> carry(ByteProxy* self, Socket from, Socket to, Way way);

    Endpoint m_server;
    Endpoint m_endpoint;
    std::size_t m_piece;
    mutable std::mutex m_mutex; ///< Guards m_sent.
    std::string m_sent;
    std::atomic<bool> m_spoils = false;
    IoThread m_io;
    tcp::acceptor m_acceptor;
};

} // namespace lockscope::test
