// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/command.hpp"
#include "redis/reply.hpp"

#include <chrono>
#include <deque>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::redis {

/// The order of requests and replies on one connection, without I/O: requests in, bytes out, replies in, completions
/// out.
///
/// A completion is called exactly once. It may add further requests, but not call the other functions.
class Pipeline
{
public:
    using Clock = std::chrono::steady_clock;
    using Completion = std::function<void(std::exception_ptr, std::vector<Reply>)>;

    explicit Pipeline(std::string node) : m_node(std::move(node)) {}

    /// @param commands at least one; their replies come back together
    void add(const std::vector<Command>& commands, Clock::time_point deadline, Completion completion);

    /// Everything not sent yet, as bytes; from now on its outcome is unknown until replies come.
    [[nodiscard]] std::string take_unsent(Clock::time_point now);
    [[nodiscard]] bool has_unsent() const noexcept { return !m_unsent.empty(); }
    [[nodiscard]] bool has_unanswered() const noexcept { return !m_sent.empty(); }
    [[nodiscard]] bool is_idle() const noexcept { return m_unsent.empty() && m_sent.empty(); }

    /// @returns false if nobody waits for a reply: the server is out of step.
    [[nodiscard]] bool on_reply(Reply reply);

    /// Ends what is overdue at @p now: sent requests with timeout (their replies will be dropped), others with
    /// connection_failed, whose message ends in @p why_not_sent. What is not sent and no longer wanted ends with
    /// cancelled.
    void expire(Clock::time_point now, const std::string& why_not_sent);
    /// Something is not sent that may become unwanted: expire() should be called every now and then.
    [[nodiscard]] bool may_be_unwanted() const;
    /// The earliest deadline of anybody who still waits.
    [[nodiscard]] std::optional<Clock::time_point> next_deadline() const;
    /// Since when the oldest unanswered request is on its way.
    [[nodiscard]] std::optional<Clock::time_point> oldest_sent() const;

    /// The connection broke: ends what was sent with connection_lost. What was not sent stays.
    void lose_sent(const std::string& why);
    /// Ends what was not sent with this error.
    void fail_unsent(const Error& error);

    /// Number of commands ever sent.
    [[nodiscard]] std::uint64_t sent_commands() const noexcept { return m_sent_commands; }

private:
    struct Request
    {
        std::string bytes;
        std::size_t expected = 1;
        Clock::time_point deadline;
        Clock::time_point sent_at{};
        std::string title;     ///< For messages: the first command's name.
        Completion completion; ///< Empty once the caller has given up.
        std::vector<Reply> replies;
        std::function<bool()> wanted; ///< Asked until it is sent; empty: it is.
    };
    void finish(Request request, std::exception_ptr error);
    [[nodiscard]] Error make_error(Errc code, const std::string& sentence) const
    {
        return Error(code, sentence, m_node);
    }

    std::string m_node;
    std::deque<Request> m_unsent;
    std::deque<Request> m_sent;
    std::uint64_t m_sent_commands = 0;
};

} // namespace lockscope::redis
