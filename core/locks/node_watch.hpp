// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/watchdog.hpp"
#include "redis/servers.hpp"

#include <memory>

namespace lockscope::locks {

/// Hears at once when somebody else changes a lock on one server that we hold: client tracking on the renewal
/// connection, whose announcements come over the message connection (RESP2, REDIRECT). Our own renewals are not
/// announced (NOLOOP). Where tracking is not permitted, losses are noticed by the renewals and by the lease alone. I/O
/// thread only.
class NodeWatch : public std::enable_shared_from_this<NodeWatch>
{
public:
    NodeWatch(boost::asio::any_io_executor executor, std::shared_ptr<redis::Servers> servers,
              std::shared_ptr<redis::Node> node, std::shared_ptr<Watchdog> watchdog);
    void start();
    /// Asks for tracking if it is not on; once it is, every hold there is looked at again, so that the server knows
    /// what to announce.
    void ensure();

private:
    enum class State { off, asking, on, refused };
    boost::asio::awaitable<void> ask();
    void on_message(const redis::Message& message);
    void on_link(const redis::Connection::Event& event);

    void suspect_ours();

    boost::asio::any_io_executor m_executor;
    std::shared_ptr<redis::Servers> m_servers;
    std::shared_ptr<redis::Node> m_node;
    std::shared_ptr<Watchdog> m_watchdog;
    redis::Subscription m_subscription;
    std::shared_ptr<void> m_renewal_link;
    std::shared_ptr<void> m_message_link;
    State m_state = State::off;
    std::uint64_t m_links = 0; ///< Counts changes of the links, so that an answer of an earlier one is recognised.
};

} // namespace lockscope::locks
