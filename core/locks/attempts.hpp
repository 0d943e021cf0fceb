// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/connection.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::locks {

/// Beyond the caller's wait, however short: so long an answer may take that comes from the other side of the world, or
/// to a busy machine. A server that answers as fast as it can is not one whose answer was lost.
inline constexpr std::chrono::milliseconds reply_grace{300};

/// Runs one script over the troubles of a connection: again and again, until it is answered or the limit is reached.
/// For scripts that recognise their own earlier work, but for end_when_unknown(). I/O thread only.
class Attempts
{
public:
    using Clock = std::chrono::steady_clock;

    /// @param limit when to stop trying, and to wait for an answer
    Attempts(redis::Link& connection, Clock::time_point limit) : m_connection(connection), m_limit(limit) {}
    /// For somebody who waits until @p give_up, maybe not at all: tries for reply_grace more, and waits up to a second
    /// for the answer to what was sent, because a late "no" is better than an unknown outcome. Neither for longer than
    /// @p longest_grace.
    static Attempts for_caller(redis::Link& connection, Clock::time_point give_up,
                               std::chrono::milliseconds longest_grace = std::chrono::seconds(1));

    /// For what its caller may no longer want: once the coroutine that runs it is cancelled, nothing more is sent.
    void end_when_cancelled() { m_is_cancellable = true; }

    /// For a script that does not recognise its own work: what may have been executed is not sent again.
    void end_when_unknown() { m_is_sent_once = true; }

    /// While the slot of its keys is on its way through a cluster, and they are not all in one place: no longer than
    /// this. Otherwise until the limit, as with every trouble.
    void wait_for_slot(std::chrono::milliseconds longest) { m_slot_patience = longest; }

    /// @throws Error of the last attempt.
    boost::asio::awaitable<redis::Reply> run(const redis::Script& script, std::vector<std::string> keys,
                                             std::vector<std::string> args);

    /// What became of it: the reply, or why there is none.
    struct Answer
    {
        redis::Reply reply;
        std::optional<Error> failure;
    };
    /// The same for whoever has something to await where it fails, which a coroutine cannot while it catches.
    boost::asio::awaitable<Answer> answer(const redis::Script& script, std::vector<std::string> keys,
                                          std::vector<std::string> args);

    /// When the attempt that was answered left for the server that answered it, by its clock at the earliest; a lease
    /// counts from there.
    [[nodiscard]] Clock::time_point sent() const noexcept { return m_sent - redis::clock_grain; }
    /// Some attempt may have been executed without its reply reaching us.
    [[nodiscard]] bool maybe_executed() const noexcept { return m_maybe_executed; }

private:
    redis::Link& m_connection;
    Clock::time_point m_limit;
    std::chrono::milliseconds m_answer_grace{0}; ///< So long an answer is waited for whatever the limit.
    std::optional<std::chrono::milliseconds> m_slot_patience;
    Clock::time_point m_sent{};
    bool m_is_cancellable = false;
    bool m_is_sent_once = false;
    bool m_maybe_executed = false;
};

} // namespace lockscope::locks
