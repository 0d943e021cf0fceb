// SPDX-License-Identifier: Apache-2.0
#include "locks/attempts.hpp"

#include "redis/redirection.hpp"
#include "redis/retry.hpp"

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <exception>
#include <functional>

namespace lockscope::locks {

Attempts Attempts::for_caller(redis::Link& connection, Clock::time_point give_up,
                              std::chrono::milliseconds longest_grace)
{
    Attempts attempts(connection, std::max(give_up, Clock::now() + std::min(reply_grace, longest_grace)));
    attempts.m_answer_grace = longest_grace;
    return attempts;
}

boost::asio::awaitable<redis::Reply> Attempts::run(const redis::Script& script, std::vector<std::string> keys,
                                                   std::vector<std::string> args)
{
    namespace this_coro = boost::asio::this_coro;
    const boost::asio::cancellation_state cancellation = co_await this_coro::cancellation_state;
    const auto is_unwanted = [&] {
        return m_is_cancellable && cancellation.cancelled() != boost::asio::cancellation_type::none;
    };
    const std::function<bool()> wanted = m_is_cancellable ? [&] { return !is_unwanted(); } : std::function<bool()>();
    std::chrono::milliseconds pause{10};
    const Clock::time_point started = Clock::now();
    Clock::time_point limit = m_limit;
    const auto moving = m_slot_patience ? redis::Command::WhileMoving::is_told : redis::Command::WhileMoving::follows;
    while (true) {
        m_sent = Clock::now();
        const auto deadline =
            std::min(std::max(m_limit, m_sent + m_answer_grace), m_sent + m_connection.options().command_timeout);
        std::exception_ptr cause;
        bool is_final = false;
        try {
            redis::Reply reply = co_await m_connection.eval(script, keys, args, deadline, moving, wanted);
            m_sent = std::max(m_sent, reply.sent);
            co_return reply;
        } catch (const redis::HalfMoved&) {
            cause = std::current_exception();
            if (m_slot_patience)
                limit = std::min(limit, started + *m_slot_patience);
        } catch (const Error& error) {
            cause = std::current_exception();
            m_maybe_executed = m_maybe_executed || !error.state_known();
            is_final = !error.transient() || (m_is_sent_once && m_maybe_executed);
        }
        if (is_final || is_unwanted() || !redis::has_time_to_retry(pause, limit))
            std::rethrow_exception(cause);
        boost::asio::steady_timer timer(co_await this_coro::executor, pause);
        boost::system::error_code ignored;
        co_await timer.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
        if (is_unwanted())
            std::rethrow_exception(cause);
        pause = std::min(pause * 2, std::chrono::milliseconds(250));
    }
}

boost::asio::awaitable<Attempts::Answer> Attempts::answer(const redis::Script& script, std::vector<std::string> keys,
                                                          std::vector<std::string> args)
{
    Answer answer;
    try {
        answer.reply = co_await run(script, std::move(keys), std::move(args));
    } catch (const Error& error) {
        answer.failure = error;
    }
    co_return answer;
}

} // namespace lockscope::locks
