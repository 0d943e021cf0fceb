// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <memory>

namespace lockscope::monitor {

/// Lets coroutines of one executor work at the same time, or one of them alone. Who wants to be alone goes before those
/// that come later.
class Turns
{
public:
    explicit Turns(const boost::asio::any_io_executor& executor)
        : m_changes(executor, boost::asio::steady_timer::time_point::max())
    {}

    /// A turn lasts as long as this lives.
    using Turn = std::shared_ptr<void>;

    boost::asio::awaitable<Turn> together()
    {
        while (m_somebody_alone)
            co_await change();
        ++m_together;
        co_return Turn(this, [](Turns* turns) {
            --turns->m_together;
            turns->m_changes.cancel();
        });
    }

    boost::asio::awaitable<Turn> alone()
    {
        while (m_somebody_alone)
            co_await change();
        m_somebody_alone = true;
        while (m_together > 0)
            co_await change();
        co_return Turn(this, [](Turns* turns) {
            turns->m_somebody_alone = false;
            turns->m_changes.cancel();
        });
    }

private:
    boost::asio::awaitable<void> change()
    {
        boost::system::error_code ignored;
        co_await m_changes.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, ignored));
    }

    boost::asio::steady_timer m_changes; ///< Never expires; cancelled to wake whoever waits.
    int m_together = 0;
    bool m_somebody_alone = false; ///< Or waiting for it.
};

} // namespace lockscope::monitor
