// SPDX-License-Identifier: Apache-2.0
#include "locks/attempts.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <optional>

namespace lockscope::locks {

boost::asio::awaitable<redis::Reply> Attempts::run(const redis::Script& script, std::vector<std::string> keys,
                                                   std::vector<std::string> args)
{
    std::chrono::milliseconds pause{10};
    while (true) {
        m_sent = Clock::now();
        const auto deadline = std::min(m_limit, m_sent + m_connection.options().command_timeout);
        std::optional<Error> failure;
        try {
            redis::Reply reply = co_await m_connection.eval(script, keys, args, deadline);
            co_return reply;
        } catch (const Error& error) {
            failure = error;
        }
        m_maybe_executed = m_maybe_executed || !failure->state_known();
        if (!failure->transient() || Clock::now() + pause >= m_limit)
            throw *failure;
        boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor, pause);
        boost::system::error_code ignored;
        co_await timer.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
        pause = std::min(pause * 2, std::chrono::milliseconds(250));
    }
}

} // namespace lockscope::locks
