// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client_core.hpp"
#include "locks/protocol.hpp"
#include "lockscope/error.hpp"
#include "redis/connection_pool.hpp"
#include "redis/node.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

/// ClientOptions::wait_for_replica: a replica's word for what was taken.
namespace lockscope::locks {

/// How often an acquisition is tried that no replica confirms, for somebody who waits (as Redisson: once and four
/// more).
inline constexpr int most_confirmed_tries = 5;
/// Between two of them, so that others have their turn.
inline constexpr milliseconds between_confirmed_tries{50};

/// One acquisition that a replica is to confirm, and its two connections to the master.
///
/// It goes over the connection of all commands: what was sent for its owner before, and whatever gives it back, is then
/// executed in the order in which it was sent, also where an answer never came (see redis::Connection). WAIT blocks its
/// connection, so it has one of its own, on loan. It speaks of what that one has written, and so of all that the server
/// did before: what was taken is written there once more, if it is there. I/O thread only.
class Confirmation
{
public:
    using Clock = std::chrono::steady_clock;

    /// @throws Error connection_failed if no connection becomes free until @p limit
    static boost::asio::awaitable<Confirmation> begin(detail::ClientCore& core, std::string key,
                                                      Clock::time_point limit);

    /// To take over, and to give back to the very server that gave.
    [[nodiscard]] redis::Link& link() const { return m_node->commands(); }
    /// As it has to be written for a link that knows its own server only.
    [[nodiscard]] ScriptCall adapted(ScriptCall call) const;

    /// To be called when the answer of the script that took something has come.
    void taken() { m_taken_over = m_node->commands().link_number(); }
    /// Whether link() still leads to the server, and is the very link, over which it was taken.
    [[nodiscard]] bool is_same_link() const;
    /// Whether what is sent now goes over that link, too, however soon it breaks.
    [[nodiscard]] bool sends_at_once() const { return is_same_link() && m_node->commands().sends_at_once(); }
    /// Whether the server that gave is a master still. One that was replaced refers to its successor, as does one whose
    /// slot has moved, but only the latter has handed on what was taken.
    boost::asio::awaitable<bool> is_still_master(Clock::time_point limit) const;
    /// Waits until a replica has what was taken, at most until @p limit; a master without replicas has to have it
    /// itself.
    /// @param restate writes once more what was taken, and answers 1; or 0 where it is not there
    /// @throws Error if the server refuses one of them
    boost::asio::awaitable<bool> confirm(ScriptCall restate, Clock::time_point limit);

private:
    Confirmation(detail::ClientCore& core, std::shared_ptr<redis::Node> node, redis::ConnectionPool::Loan loan);

    detail::ClientCore* m_core;
    std::shared_ptr<redis::Node> m_node;
    redis::ConnectionPool::Loan m_loan; ///< For WAIT.
    std::uint64_t m_taken_over = 0;     ///< Of link(): its number then.
};

/// A master has left the cluster with its connections, while the client goes on.
[[nodiscard]] bool is_gone(detail::ClientCore& core, const Error& error);

/// A cluster that moves a slot: counts how often its nodes have sent one acquisition elsewhere.
class Redirected
{
public:
    /// To be called with what an acquisition threw. Returns when it is worth trying again, because whoever serves the
    /// key was asked for anew. @throws Error the same, if that is no redirection, or there were too many of them.
    boost::asio::awaitable<void> after(detail::ClientCore& core, std::string key, Error error,
                                       Confirmation::Clock::time_point limit);

private:
    int m_times = 0;
};

/// "… within 1000 ms; …", what to say when it was given back.
[[nodiscard]] std::string not_confirmed(const detail::ClientCore& core);

} // namespace lockscope::locks
