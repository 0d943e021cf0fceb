// SPDX-License-Identifier: Apache-2.0
#include "support/byte_proxy.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <stdexcept>

namespace lockscope::test {

namespace asio = boost::asio;

ByteProxy::ByteProxy(const Endpoint& server, std::size_t piece)
    : m_server(server)
    , m_endpoint(server)
    , m_piece(piece)
    , m_acceptor(m_io.executor(), tcp::endpoint(asio::ip::address_v4::loopback(), 0))
{
    if (!server.unix_path.empty())
        throw std::invalid_argument("byte proxy: the server has no port"); // its clients would go there directly
    m_endpoint.port = m_acceptor.local_endpoint().port();
    asio::co_spawn(m_io.executor(), accept(this), asio::detached);
}

ByteProxy::~ByteProxy()
{
    m_io.join();
}

std::string ByteProxy::sent() const
{
    const std::scoped_lock guard(m_mutex);
    return m_sent;
}

void ByteProxy::spoil_next_reply()
{
    m_spoils = true;
}

asio::awaitable<void> ByteProxy::accept(ByteProxy* self)
{
    for (;;) {
        auto client = std::make_shared<tcp::socket>(co_await self->m_acceptor.async_accept(asio::use_awaitable));
        auto server = std::make_shared<tcp::socket>(self->m_io.executor());
        boost::system::error_code error;
        const tcp::endpoint address(asio::ip::address_v4::loopback(), self->m_server.port);
        server->connect(address, error);
        if (error)
            continue; // and the client is closed
        client->set_option(tcp::no_delay(true));
        server->set_option(tcp::no_delay(true));
        asio::co_spawn(self->m_io.executor(), carry(self, client, server, Way::to_server), asio::detached);
        asio::co_spawn(self->m_io.executor(), carry(self, server, client, Way::to_client), asio::detached);
    }
}

asio::awaitable<void> ByteProxy::carry(ByteProxy* self, Socket from, Socket to, Way way)
{
    std::array<char, 16384> bytes{};
    try {
        for (;;) {
            const auto room = asio::buffer(bytes, self->m_piece);
            const std::size_t length = co_await from->async_read_some(room, asio::use_awaitable);
            if (way == Way::to_server) {
                const std::scoped_lock guard(self->m_mutex);
                self->m_sent.append(bytes.data(), length);
            } else if (self->m_spoils.exchange(false)) {
                bytes[length - 1] = static_cast<char>(bytes[length - 1] ^ 1);
            }
            co_await asio::async_write(*to, asio::buffer(bytes.data(), length), asio::use_awaitable);
        }
    } catch (const boost::system::system_error&) {
        boost::system::error_code ignored;
        from->close(ignored);
        to->close(ignored);
    }
}

} // namespace lockscope::test
