// SPDX-License-Identifier: Apache-2.0
#pragma once

// Boost.Asio before Qt, whose keyword "emit" is a function there.
#include "support/cancellable.hpp"

#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>

#include "support/lock_suite.hpp"
#include "support/request_faults.hpp"
#include "support/seed.hpp"
#include "support/work.hpp"

#include <QTest>

#undef emit

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace lockscope::test {

using Message = std::pair<std::string, std::string>;
using Messages = std::vector<Message>;

/// A server, a client, and a look at whoever waits for "a": what all tests of what is counted begin with.
class CountingStage
{
protected:
    explicit CountingStage(std::string the_channel) : channel(std::move(the_channel)) {}

    void open() { m_server.emplace(); }
    void close() { m_server.reset(); }
    void begin()
    {
        m_server->empty();
        m_client.emplace(m_server->endpoint());
    }
    void end() { m_client.reset(); }

    [[nodiscard]] RedisClient& redis() { return m_server->redis; }
    /// The number at "a".
    [[nodiscard]] std::string value() { return redis().text({"GET", "a"}); }
    [[nodiscard]] bool has_waiters(std::int64_t processes = 1)
    {
        return until([&] { return redis().subscribers(channel) == processes; });
    }

    const std::string channel;
    std::optional<Server> m_server;
    std::optional<Client> m_client;
};

/// How many are inside at the same time, and were at most.
class Inside
{
public:
    void enter(int count = 1)
    {
        const int now = m_now += count;
        for (int seen = m_most; now > seen && !m_most.compare_exchange_weak(seen, now);) {}
    }
    void leave(int count = 1) { m_now -= count; }
    [[nodiscard]] int most() const { return m_most; }

private:
    std::atomic<int> m_now{0};
    std::atomic<int> m_most{0};
};

/// So many threads of four clients take ten turns each: turn(client, work, thread, round). @returns false if one hangs
template <typename Turn>
[[nodiscard]] bool take_turns(const Endpoint& endpoint, int threads, Turn turn)
{
    std::vector<std::unique_ptr<Client>> clients;
    for (int i = 0; i < 4; ++i)
        clients.push_back(std::make_unique<Client>(endpoint));
    Dice seeds(seed_of_this_run());
    std::vector<std::future<void>> working;
    for (int thread = 0; thread < threads; ++thread) {
        Client& client = *clients[static_cast<std::size_t>(thread % 4)];
        working.push_back(in_thread([&turn, &client, thread, work = Work(seeds.seed())]() mutable {
            for (int round = 0; round < 10; ++round)
                turn(client, work, thread, round);
        }));
    }
    return std::all_of(working.begin(), working.end(),
                       [](auto& each) { return is_ready(each, std::chrono::seconds(60)); });
}

/// What was asked of this executor before has been begun when this returns.
inline void settle(const boost::asio::any_io_executor& executor)
{
    std::promise<void> done;
    boost::asio::post(executor, [&done] { done.set_value(); });
    done.get_future().wait();
}

/// The only waiter of the client has tried, has subscribed, has tried again, and got an answer. The server must have
/// known the script, and the counts must have been reset before it began.
[[nodiscard]] inline bool rests(Client& client, RedisClient& redis)
{
    const bool has_tried = until([&] { return redis.scripts() >= 2; });
    client.ping(); // answered after that
    return has_tried;
}

/// Keys that are no number, as the commands that make them.
inline void foreign_keys()
{
    QTest::addColumn<QStringList>("command");
    QTest::newRow("a lock") << QStringList{"HSET", "a", "0f3c2d1e-8b7a-4c6d-9e5f-112233445566:87", "1"};
    QTest::newRow("a list") << QStringList{"RPUSH", "a", "1"};
    QTest::newRow("a text") << QStringList{"SET", "a", "five"};
    QTest::newRow("an empty text") << QStringList{"SET", "a", ""};
    QTest::newRow("a fraction") << QStringList{"SET", "a", "1.5"};
    QTest::newRow("an exponent") << QStringList{"SET", "a", "1e17"};
    QTest::newRow("a space") << QStringList{"SET", "a", " 5"};
    QTest::newRow("a line break") << QStringList{"SET", "a", "5\n"};
    QTest::newRow("more digits than count") << QStringList{"SET", "a", "99999999999999999999"};
}

inline void make_key(RedisClient& redis, const QStringList& command)
{
    std::vector<std::string> words;
    for (const QString& word : command)
        words.push_back(word.toStdString());
    redis.expect(words);
}

/// What nobody should send on such a channel.
inline std::vector<std::string> odd_messages()
{
    return {"0",
            "1",
            "-1",
            "",
            "7",
            "garbage",
            std::string("\0\xff\r\n", 4),
            "99999999999999999999",
            std::string(1 << 20, 'x')};
}

} // namespace lockscope::test
