// SPDX-License-Identifier: Apache-2.0
#include "support/partition.hpp"

#include "support/preload.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <array>

namespace lockscope::test {

namespace asio = boost::asio;

Partition::Partition(const std::vector<std::uint16_t>& ports)
{
    const asio::ip::address_v4 here(asio::ip::address_v4::loopback().to_uint() + 1);
    for (const std::uint16_t port : ports) {
        tcp::acceptor& acceptor = m_acceptors.emplace_back(m_io.executor(), tcp::endpoint(here, port));
        asio::co_spawn(m_io.executor(), accept(this, &acceptor), asio::detached);
    }
}

Partition::~Partition()
{
    m_io.join();
}

QProcessEnvironment Partition::environment()
{
    return preloaded(PARTITION_SHIM);
}

void Partition::cut(bool requests_too)
{
    m_io.call([this, requests_too] {
        m_healing.expires_at(asio::steady_timer::time_point::max());
        m_has_no_requests = requests_too;
        m_has_no_replies = true;
    });
}

void Partition::heal()
{
    m_io.call([this] {
        for (const auto& weak : m_sockets) {
            if (const Socket socket = weak.lock())
                socket->close();
        }
        m_sockets.clear();
        m_has_no_requests = m_has_no_replies = false;
        m_healing.cancel();
    });
}

asio::awaitable<void> Partition::until_whole(const bool* is_cut)
{
    boost::system::error_code ended;
    while (*is_cut)
        co_await m_healing.async_wait(asio::redirect_error(asio::use_awaitable, ended));
}

asio::awaitable<void> Partition::accept(Partition* self, tcp::acceptor* acceptor)
{
    const tcp::endpoint address(asio::ip::address_v4::loopback(), acceptor->local_endpoint().port());
    for (;;) {
        const auto client = std::make_shared<tcp::socket>(co_await acceptor->async_accept(asio::use_awaitable));
        co_await self->until_whole(&self->m_has_no_replies);
        const auto server = std::make_shared<tcp::socket>(self->m_io.executor());
        boost::system::error_code error;
        server->connect(address, error);
        if (error)
            continue; // and the client is closed
        client->set_option(tcp::no_delay(true));
        server->set_option(tcp::no_delay(true));
        self->m_sockets.insert(self->m_sockets.end(), {client, server});
        asio::co_spawn(self->m_io.executor(), carry(self, client, server, &self->m_has_no_requests), asio::detached);
        asio::co_spawn(self->m_io.executor(), carry(self, server, client, &self->m_has_no_replies), asio::detached);
    }
}

asio::awaitable<void> Partition::carry(Partition* self, Socket from, Socket to, const bool* is_cut)
{
    std::array<char, 16384> bytes{};
    try {
        for (;;) {
            const std::size_t length = co_await from->async_read_some(asio::buffer(bytes), asio::use_awaitable);
            co_await self->until_whole(is_cut);
            co_await asio::async_write(*to, asio::buffer(bytes.data(), length), asio::use_awaitable);
        }
    } catch (const boost::system::system_error&) { // One end is gone, and so must be the other.
    }
    co_await self->until_whole(is_cut);
    boost::system::error_code ignored;
    from->close(ignored);
    to->close(ignored);
}

} // namespace lockscope::test
