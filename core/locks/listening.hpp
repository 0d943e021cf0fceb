// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/subscriber.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <string>

namespace lockscope::locks {

/// A subscription that is made beside whoever wants it: a server that is silent about it keeps nobody from looking at
/// the lock meanwhile. It ends with its last owner. I/O thread only.
class Listening : public std::enable_shared_from_this<Listening>
{
public:
    using Clock = std::chrono::steady_clock;

    Listening(redis::Subscriber& messages, std::string channel) : m_messages(messages), m_channel(std::move(channel)) {}

    /// Starts to subscribe, unless that is done or under way.
    /// @param on_message called for each message from then on
    /// @param on_end called when the subscription is made or was refused, unless *this is gone by then
    /// @returns whether it was started
    bool begin(const boost::asio::any_io_executor& executor, redis::Subscriber::Handler on_message,
               std::function<void()> on_end, Clock::time_point deadline);

    [[nodiscard]] bool is_under_way() const noexcept { return m_is_under_way; }
    /// Then it goes on over reconnects; whether it hears just now is another question.
    [[nodiscard]] bool is_made() const noexcept { return static_cast<bool>(m_subscription); }
    /// A message published now would reach us.
    [[nodiscard]] bool hears() const { return is_made() && m_messages.is_confirmed(m_channel); }
    /// Throws what ended the last attempt, once, if another one is useless: that it is not permitted, …
    void rethrow_failure();

private:
    void end(redis::Subscription made, std::exception_ptr failure);

    redis::Subscriber& m_messages;
    std::string m_channel;
    redis::Subscription m_subscription;
    std::function<void()> m_on_end;
    std::exception_ptr m_failure;
    bool m_is_under_way = false;
};

} // namespace lockscope::locks
