// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client_core.hpp"
#include "locks/protocol.hpp"
#include "lockscope/error.hpp"
#include "redis/connection_pool.hpp"

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

/// A connection for one acquisition. WAIT speaks only of what went over its own connection, and blocks it, so none that
/// others use can serve. I/O thread only.
class Confirmation
{
public:
    using Clock = std::chrono::steady_clock;

    /// @throws Error connection_failed if no connection becomes free until @p limit
    static boost::asio::awaitable<Confirmation> begin(detail::ClientCore& core, std::string key,
                                                      Clock::time_point limit);

    [[nodiscard]] redis::Link& link() const noexcept { return *m_loan; }
    /// As it has to be written for a link that knows its own server only.
    [[nodiscard]] ScriptCall adapted(ScriptCall call) const;

    /// To be called when the answer of the script that took something has come.
    void taken() noexcept { m_link_number = m_loan->link_number(); }
    /// Whether link() still leads to the server, and is the very link, over which it was taken.
    [[nodiscard]] bool is_same_link() const noexcept;
    /// Waits until a replica has what was taken, at most until @p limit. True at once if the master has none.
    /// @throws Error if the server refuses WAIT
    boost::asio::awaitable<bool> confirm(Clock::time_point limit);

private:
    Confirmation(detail::ClientCore& core, std::shared_ptr<redis::Node> node, redis::ConnectionPool::Loan loan);

    detail::ClientCore* m_core;
    std::shared_ptr<redis::Node> m_node;
    redis::ConnectionPool::Loan m_loan;
    std::uint64_t m_link_number = 0;
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
