// SPDX-License-Identifier: Apache-2.0
// What the tests of the fair lock share: a server, a client of many owners, and a look at the queue.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_future.hpp>

#include "lockscope/fair_lock.hpp"
#include "support/lock_suite.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#undef emit // Qt's keyword; Asio has a function of this name

namespace lockscope::test {

using Names = std::vector<std::string>;

inline const std::string fair_queue = "redisson_lock_queue:{a}";
inline const std::string fair_deadlines = "redisson_lock_timeout:{a}";
inline std::string fair_channel_of(const std::string& owner)
{
    return "redisson_lock__channel:{a}:" + owner;
}

/// Owners of one client who want the lock "a".
class FairClient
{
public:
    explicit FairClient(const Endpoint& endpoint, ClientOptions options = {})
        : m_client(std::make_unique<Client>(endpoint, std::move(options)))
    {}

    [[nodiscard]] Client& client() { return *m_client; }
    [[nodiscard]] FairLock lock() { return m_client->fair_lock("a"); }
    [[nodiscard]] OwnerId id(std::int64_t owner) { return {m_client->id(), 1000 + owner}; } // not that of a thread
    [[nodiscard]] std::string field(std::int64_t owner) { return id(owner).field(); }

    [[nodiscard]] std::future<bool> enter(std::int64_t owner, const Terms& terms = {})
    {
        return boost::asio::co_spawn(m_client->executor(), lock().async_acquire(id(owner), terms),
                                     boost::asio::use_future);
    }
    int leave(std::int64_t owner)
    {
        return boost::asio::co_spawn(m_client->executor(), lock().async_unlock(id(owner)), boost::asio::use_future)
            .get();
    }
    [[nodiscard]] bool is_held(std::int64_t owner) { return lock().is_held(id(owner)); }
    void close() { m_client.reset(); }

private:
    std::unique_ptr<Client> m_client;
};

/// An acquisition that can be cancelled from the test's thread.
class Cancellable
{
public:
    Cancellable(FairClient& client, std::int64_t owner) : m_executor(client.client().executor())
    {
        auto result = std::make_shared<std::promise<bool>>();
        future = result->get_future();
        boost::asio::co_spawn(
            m_executor, client.lock().async_acquire(client.id(owner), {}),
            boost::asio::bind_cancellation_slot(m_signal->slot(), [result](std::exception_ptr error, bool acquired) {
                if (error)
                    result->set_exception(error);
                else
                    result->set_value(acquired);
            }));
    }
    void cancel()
    {
        boost::asio::post(m_executor, [signal = m_signal] { signal->emit(boost::asio::cancellation_type::terminal); });
    }
    std::future<bool> future;

private:
    boost::asio::any_io_executor m_executor;
    std::shared_ptr<boost::asio::cancellation_signal> m_signal = std::make_shared<boost::asio::cancellation_signal>();
};

/// The server, and the queue of "a" on it.
class FairServer : public Server
{
public:
    using Server::Server;

    Names queue() { return redis.list({"LRANGE", fair_queue, "0", "-1"}); }
    std::optional<double> deadline(const std::string& owner)
    {
        const Value score = redis.expect({"ZSCORE", fair_deadlines, owner});
        return score.kind == Value::Kind::text ? std::optional(std::stod(score.text)) : std::nullopt;
    }
    /// Its clock, in milliseconds.
    double now()
    {
        const Names time = redis.list({"TIME"});
        return std::stod(time[0]) * 1000 + std::stod(time[1]) / 1000;
    }
    /// Somebody else holds the lock; 0: without end.
    void hold(milliseconds lease = 60s, const std::string& owner = java_owner)
    {
        redis.expect({"HSET", "a", owner, "1"});
        if (lease > 0ms)
            redis.expect({"PEXPIRE", "a", std::to_string(lease.count())});
    }
    /// A waiter's entry, written by hand; its deadline is in @p left from now.
    void queue_up(const std::string& owner, milliseconds left = 300s)
    {
        redis.expect({"RPUSH", fair_queue, owner});
        redis.expect({"ZADD", fair_deadlines, std::to_string(static_cast<std::int64_t>(now()) + left.count()), owner});
    }
    [[nodiscard]] bool hears(const std::string& owner) { return redis.subscribers(fair_channel_of(owner)) > 0; }
    /// Waits until this is the queue, and all of it listens.
    [[nodiscard]] bool is_queue(const Names& owners)
    {
        return until([&] {
            return queue() == owners
                && std::all_of(owners.begin(), owners.end(), [&](const std::string& owner) { return hears(owner); });
        });
    }
    [[nodiscard]] bool is_clean()
    {
        return until([&] { return redis.keys().empty(); }, 5s);
    }
    std::int64_t scripts() { return redis.calls("evalsha") + redis.calls("eval"); }
    /// How many scripts run per second while nothing happens.
    double scripts_per_second(milliseconds window)
    {
        const std::int64_t before = scripts();
        const auto start = Clock::now();
        while (since(start) < window)
            std::this_thread::sleep_for(20ms); // the rate over this time is what is measured
        return static_cast<double>(scripts() - before) * 1000 / static_cast<double>(since(start).count());
    }
};

} // namespace lockscope::test
