// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace lockscope::redis {

/// Ends a subscription when destroyed. Movable; must be destroyed on the executor.
class Subscription
{
public:
    Subscription() = default;
    explicit Subscription(std::function<void()> leave) : m_leave(std::move(leave)) {}
    Subscription(Subscription&& other) noexcept : m_leave(std::exchange(other.m_leave, nullptr)) {}
    Subscription& operator=(Subscription&& other) noexcept
    {
        if (this != &other) {
            reset();
            m_leave = std::exchange(other.m_leave, nullptr);
        }
        return *this;
    }
    ~Subscription() { reset(); }
    explicit operator bool() const noexcept { return static_cast<bool>(m_leave); }
    void reset()
    {
        if (const auto leave = std::exchange(m_leave, nullptr))
            leave();
    }

private:
    std::function<void()> m_leave;
};

/// A message, or (both texts empty, `missed` true) word that some may have been lost: look for yourself.
/// A payload that is an array (`__redis__:invalidate`) is delivered as one message per element; its nil (FLUSHALL:
/// every key) as `missed`, with the channel.
struct Message
{
    std::string_view channel;
    std::string_view payload;
    bool missed = false;
};

/// Messages of channels, however Redis is deployed. Lives on one executor; every member must be called there.
class Subscriber
{
public:
    using Clock = std::chrono::steady_clock;
    using Handler = std::function<void(const Message&)>;

    virtual ~Subscriber() = default;

    /// Completes when the server has confirmed, so that nothing published afterwards is missed. Goes on over
    /// reconnects and changes of the deployment: then the handler hears that messages may have been missed.
    /// @throws Error no_permission, timeout, connection_failed, …
    virtual boost::asio::awaitable<Subscription> subscribe(std::string channel, Handler handler,
                                                           Clock::time_point deadline) = 0;

    /// True if a message published now would reach us.
    [[nodiscard]] virtual bool is_confirmed(const std::string& channel) const = 0;
};

} // namespace lockscope::redis
