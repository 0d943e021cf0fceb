// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/encryption.hpp"
#include "lockscope/endpoint.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::redis {

namespace asio = boost::asio;

/// The bytes to and from one server, over TCP or a unix socket, encrypted or not. For one connection: there is another
/// one for the next. Lives on one executor; whoever awaits it keeps it, and what is under way keeps it, too, so that
/// nothing pending outlives its buffers.
class Wire : public std::enable_shared_from_this<Wire>
{
public:
    /// @param written called when everything given to write() is on its way; not after close()
    Wire(asio::any_io_executor executor, std::function<void()> written);
    ~Wire();

    /// Tries every address of the host. One that does not answer leaves the others their share of the time.
    /// @param end when the caller calls close(), who limits it all. @throws boost::system::system_error
    asio::awaitable<void> connect(Address address, asio::steady_timer::time_point end);
    asio::awaitable<void> connect(std::string unix_path);

    /// The handshake, with the certificate of the server checked. @throws Error tls with a sentence, or
    /// connection_failed if the server just closed.
    /// @param host whom the certificate must name, unless the options say another name
    asio::awaitable<void> encrypt(TlsOptions options, std::string host);
    [[nodiscard]] bool is_encrypted() const noexcept { return m_tls != nullptr; }
    [[nodiscard]] const std::optional<Encryption>& encryption() const noexcept { return m_encryption; }

    /// What has come, at most @p buffer; one at a time.
    asio::awaitable<std::size_t> read_some(asio::mutable_buffer buffer, boost::system::error_code& error);

    /// In the order of the calls. On errors reading ends with one, too, and nothing more is written: the server would
    /// take it for the rest of what broke off.
    void write(std::string bytes);
    [[nodiscard]] bool is_writing() const noexcept { return m_is_writing; }

    /// At once, without taking leave of the server.
    void close();

private:
    using Socket = asio::generic::stream_protocol::socket;
    struct Tls;
    asio::awaitable<std::vector<asio::ip::tcp::endpoint>> endpoints_of(Address address);
    asio::awaitable<boost::system::error_code> try_to_connect(asio::ip::tcp::endpoint candidate);
    void give_up_candidate_at(asio::steady_timer::time_point when);
    void on_written(const boost::system::error_code& error);

    asio::any_io_executor m_executor;
    std::function<void()> m_written;
    Socket m_socket;
    asio::steady_timer m_connecting; ///< The name is being looked up, or one of several addresses is tried.
    int m_tried = 0;                 ///< Addresses that are done with, also the one that answered.
    std::unique_ptr<Tls> m_tls;
    std::optional<Encryption> m_encryption;
    std::string m_writing, m_waiting;
    bool m_is_writing = false;
    bool m_is_closed = false;
};

} // namespace lockscope::redis
