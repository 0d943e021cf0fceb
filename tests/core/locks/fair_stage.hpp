// SPDX-License-Identifier: Apache-2.0
// What the tests of the fair lock share: a server, a client of many owners, and a look at the queue.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_future.hpp>

#include "lockscope/fair_lock.hpp"
#include "support/lock_suite.hpp"
#include "support/timing.hpp"

#include <algorithm>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::test {

/// A dead head of a queue costs five seconds at most, and this is well beyond; who waits for its deadline waits
/// minutes.
inline constexpr milliseconds beyond_the_dead{12000};

/// What leaving takes off the deadline of somebody behind: at most the whole wait. The server cuts each of the moments
/// it compares to a millisecond.
[[nodiscard]] inline bool is_most_of(milliseconds wait, double subtracted)
{
    return subtracted > static_cast<double>(wait.count()) - 2000 && subtracted <= static_cast<double>(wait.count()) + 2;
}

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
    /// What was begun before has come to its first pause when this returns.
    void settle()
    {
        std::promise<void> done;
        boost::asio::post(m_client->executor(), [&done] { done.set_value(); });
        done.get_future().wait();
    }
    [[nodiscard]] bool is_held(std::int64_t owner) { return lock().is_held(id(owner)); }
    void close() { m_client.reset(); }

private:
    std::unique_ptr<Client> m_client;
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
        return until([&] { return redis.keys().empty(); });
    }
    /// How many scripts run per second while nothing happens.
    double scripts_per_second(milliseconds window)
    {
        const std::int64_t before = redis.scripts();
        const auto start = Clock::now();
        while (since(start) < window)
            std::this_thread::sleep_for(20ms); // the rate over this time is what is measured
        return static_cast<double>(redis.scripts() - before) * 1000 / static_cast<double>(since(start).count());
    }
};

/// What the tests of the fair lock begin with: the server, a client of many owners, and their waits.
class FairStage
{
protected:
    void open() { m_server.emplace(); }
    void close() { m_server.reset(); }
    void begin()
    {
        m_server->empty();
        m_us.emplace(m_server->endpoint());
    }
    void end()
    {
        m_us.reset();
        m_waits.clear();
    }

    [[nodiscard]] RedisClient& redis() { return m_server->redis; }
    [[nodiscard]] FairLock lock() { return m_us->lock(); }
    /// Queues these owners one after the other. Their acquisitions stay in m_waits.
    [[nodiscard]] bool queue_up(int first, int last)
    {
        Names expected = m_server->queue();
        for (int i = first; i <= last; ++i) {
            m_waits[i] = m_us->enter(i);
            expected.push_back(m_us->field(i));
            if (!until([&] { return m_server->queue() == expected; }))
                return false;
        }
        return m_server->is_queue(expected);
    }

    std::optional<FairServer> m_server;
    std::optional<FairClient> m_us;
    std::map<int, std::future<bool>> m_waits;
};

} // namespace lockscope::test
