// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redis/connection.hpp"
#include "redis/subscriber.hpp"

#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::redis {

/// Subscriptions of one client on one connection. The first subscriber of a channel subscribes on the server, the
/// last one to leave unsubscribes; after a reconnect all are restored, and everybody is told that messages may have
/// been missed. What the server refuses then is asked for again and again. Lives on one executor, as Connection.
class PubSub final : public Subscriber, public std::enable_shared_from_this<PubSub>
{
public:
    enum class Kind {
        channel,
        pattern,
        shard, ///< A channel by SSUBSCRIBE, on the node of its slot.
    };

    PubSub(asio::any_io_executor executor, ConnectionOptions options);
    ~PubSub() override;

    asio::awaitable<Subscription> subscribe(std::string channel, Handler handler, Clock::time_point deadline) override;
    asio::awaitable<Subscription> subscribe(Kind kind, std::string name, Handler handler, Clock::time_point deadline);
    [[nodiscard]] bool is_confirmed(const std::string& channel) const override;
    [[nodiscard]] bool is_confirmed(Kind kind, const std::string& name) const;

    /// Called with a shard channel whose subscribers the server has sent away, because its slot is served elsewhere.
    void on_eviction(std::function<void(const std::string&)> callback) { m_on_eviction = std::move(callback); }

    /// For CLIENT TRACKING … REDIRECT: the id of the open connection (opens it). 0 if CLIENT ID is not permitted.
    asio::awaitable<std::int64_t> client_id();

    [[nodiscard]] Connection& connection() noexcept { return *m_connection; }
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
    bool is_eviction(const std::string& channel);
    void deliver(Kind kind, const std::string& name, const Message& message);
    void restore();
    void restore_later();
    void leave(Kind kind, const std::string& name, std::uint64_t id);
    void unsubscribe(const Key& key);
    asio::awaitable<void> confirm(Key key, std::uint64_t number, Clock::time_point deadline);

    asio::any_io_executor m_executor;
    std::shared_ptr<Connection> m_connection;
    std::shared_ptr<void> m_listening;
    asio::steady_timer m_retry; ///< Of what the server refused to restore.
    std::chrono::milliseconds m_retry_pause{};
    std::map<Key, Entry> m_entries;
    std::map<std::string, int> m_leaving; ///< Shard channels that we have asked to leave: their farewells are replies.
    std::function<void(const std::string&)> m_on_eviction;
    std::uint64_t m_next_id = 0;
    std::uint64_t m_connected = 0; ///< Counts connections, so that a confirmation of an earlier one is recognised.
};

} // namespace lockscope::redis
