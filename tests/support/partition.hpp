// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/io_thread.hpp"

#include <QProcessEnvironment>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include <cstdint>
#include <list>
#include <memory>
#include <vector>

namespace lockscope::test {

/// A network that falls apart: one program on one side, servers on the other. However they are deployed, and encrypted
/// or not: the program finds the servers where they say that they are, but what it sends goes through here.
///
///     Partition network(server.ports());
///     LockctlProcess holder(server.endpoint(), "fair", {}, network.environment());
///     network.cut();
///
/// Any thread.
class Partition
{
public:
    /// @param ports on which servers listen, on 127.0.0.1; the same ones of 127.0.0.2 are listened on here.
    explicit Partition(const std::vector<std::uint16_t>& ports);
    ~Partition();
    Partition(const Partition&) = delete;
    Partition& operator=(const Partition&) = delete;

    /// What the program has to be started with.
    [[nodiscard]] static QProcessEnvironment environment();

    /// From now on nothing comes through, and nobody is told so.
    void cut() { cut(true); }
    /// What the program sends still arrives, but no answer to it.
    void cut_replies() { cut(false); }
    /// New connections come through again. What was on its way is lost with its connection.
    void heal();

private:
    using tcp = boost::asio::ip::tcp;
    using Socket = std::shared_ptr<tcp::socket>;
    static boost::asio::awaitable<void> accept(Partition* self, tcp::acceptor* acceptor);
    static boost::asio::awaitable<void> carry(Partition* self, Socket from, Socket to, const bool* is_cut);
    void cut(bool requests_too);
    boost::asio::awaitable<void> until_whole(const bool* is_cut);

    // All of it belongs to the thread.
    IoThread m_io;
    std::list<tcp::acceptor> m_acceptors;
    std::vector<std::weak_ptr<tcp::socket>> m_sockets;
    boost::asio::steady_timer m_healing{m_io.executor()}; ///< Ends when it is over.
    bool m_has_no_requests = false;
    bool m_has_no_replies = false;
};

} // namespace lockscope::test
