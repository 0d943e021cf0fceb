// SPDX-License-Identifier: Apache-2.0
#include "locks/listening.hpp"

#include "lockscope/error.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <utility>

namespace lockscope::locks {

bool Listening::begin(const boost::asio::any_io_executor& executor, redis::Subscriber::Handler on_message,
                      std::function<void()> on_end, Clock::time_point deadline)
{
    if (is_made() || m_is_under_way)
        return false;
    const auto subscribing = [](std::weak_ptr<Listening> weak, redis::Subscriber* messages, std::string channel,
                                redis::Subscriber::Handler handler,
                                Clock::time_point limit) -> boost::asio::awaitable<void> {
        redis::Subscription made;
        std::exception_ptr failure;
        try {
            made = co_await messages->subscribe(std::move(channel), std::move(handler), limit);
        } catch (const Error& error) {
            if (!error.transient())
                failure = std::current_exception();
        }
        if (const auto self = weak.lock())
            self->end(std::move(made), std::move(failure));
    };
    m_is_under_way = true;
    m_on_end = std::move(on_end);
    boost::asio::co_spawn(executor,
                          subscribing(weak_from_this(), &m_messages, m_channel, std::move(on_message), deadline),
                          boost::asio::detached);
    return true;
}

void Listening::rethrow_failure()
{
    if (const auto failure = std::exchange(m_failure, nullptr))
        std::rethrow_exception(failure);
}

void Listening::end(redis::Subscription made, std::exception_ptr failure)
{
    m_is_under_way = false;
    m_subscription = std::move(made);
    m_failure = std::move(failure);
    if (const auto on_end = std::exchange(m_on_end, nullptr))
        on_end();
}

} // namespace lockscope::locks
