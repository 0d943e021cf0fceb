// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <chrono>
#include <utility>

namespace lockscope::monitor {

/// A rest that somebody may end early. For one waiter, on one executor.
class Alarm
{
public:
    explicit Alarm(const boost::asio::any_io_executor& executor) : m_timer(executor) {}

    /// Comes back when the time is over, or at once if ring() was called since the last rest.
    boost::asio::awaitable<void> rest(std::chrono::nanoseconds time)
    {
        if (!std::exchange(m_rung, false)) {
            m_timer.expires_after(time);
            boost::system::error_code ignored;
            co_await m_timer.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
            m_rung = false;
        }
    }
    void ring()
    {
        m_rung = true;
        m_timer.cancel();
    }

private:
    boost::asio::steady_timer m_timer;
    bool m_rung = false;
};

} // namespace lockscope::monitor
