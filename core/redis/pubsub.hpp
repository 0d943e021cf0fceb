// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/connection.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::redis {

/// Subscriptions of one client on one connection. The first subscriber of a channel subscribes on the server, the
/// last one to leave unsubscribes; after a reconnect all are restored, and everybody is told that messages may have
/// been missed. Lives on one executor, as Connection.
class PubSub : public std::enable_shared_from_this<PubSub>
{
public:
    using Clock = Connection::Clock;
    enum class Kind { channel, pattern };

    /// A message, or (both texts empty, `missed` true) word that some may have been lost: look for yourself.
    /// A payload that is an array (`__redis__:invalidate`) is delivered as one message per element; its nil (FLUSHALL:
    /// every key) as `missed`.
    struct Message
    {
        std::string_view channel;
        std::string_view payload;
        bool missed = false;
    };
    using Handler = std::function<void(const Message&)>;

    PubSub(asio::any_io_executor executor, ConnectionOptions options);
    ~PubSub();

    /// Ends the subscription when destroyed. Movable; must be destroyed on the executor.
    class Subscription
    {
    public:
        Subscription() = default;
        Subscription(Subscription&& other) noexcept;
        Subscription& operator=(Subscription&& other) noexcept;
        ~Subscription();
        explicit operator bool() const noexcept { return m_id != 0; }
        void reset();

    private:
        friend class PubSub;
        std::weak_ptr<PubSub> m_pubsub;
        Kind m_kind = Kind::channel;
        std::string m_name;
        std::uint64_t m_id = 0;
    };

    /// Completes when the server has confirmed, so that nothing published afterwards is missed.
    /// @throws Error no_permission, timeout, connection_failed, …
    asio::awaitable<Subscription> subscribe(Kind kind, std::string name, Handler handler, Clock::time_point deadline);

    /// For CLIENT TRACKING … REDIRECT: the id of the open connection (opens it). 0 if CLIENT ID is not permitted.
    asio::awaitable<std::int64_t> client_id();

    [[nodiscard]] Connection& connection() noexcept { return *m_connection; }
    /// True if a message published now would reach us.
    [[nodiscard]] bool is_confirmed(Kind kind, const std::string& name) const;
    void close();

private:
    using Key = std::pair<Kind, std::string>;
    struct Entry
    {
        std::map<std::uint64_t, std::shared_ptr<Handler>> handlers;
        std::uint64_t number =
            0; ///< Another one for each entry ever made, so that a late confirmation finds its own only.
        std::uint64_t confirmed_on = 0; ///< Number of the connection on which the server confirmed it; 0: on none.
    };
    bool on_push(Reply& reply);
    void deliver(Kind kind, const std::string& name, const Message& message);
    void restore();
    void leave(Kind kind, const std::string& name, std::uint64_t id);
    void unsubscribe(const Key& key);
    asio::awaitable<void> confirm(Key key, std::uint64_t number, Clock::time_point deadline);

    asio::any_io_executor m_executor;
    std::shared_ptr<Connection> m_connection;
    std::shared_ptr<void> m_listening;
    std::map<Key, Entry> m_entries;
    std::uint64_t m_next_id = 0;
    std::uint64_t m_connected = 0; ///< Counts connections, so that a confirmation of an earlier one is recognised.
};

} // namespace lockscope::redis
