// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fair_stage.hpp"

namespace lockscope::test {

/// A thread of a Java service at the fair lock "a": what Redisson does to it, step by step, in commands of its own. Its
/// deadlines come from its own clock, which may be wrong.
class JavaFair
{
public:
    JavaFair(FairServer& server, std::string owner, milliseconds clock_error = 0ms)
        : m_server(server)
        , m_owner(std::move(owner))
        , m_clock_error(clock_error)
    {}

    [[nodiscard]] const std::string& owner() const noexcept { return m_owner; }

    /// @returns nothing if it has the lock now, otherwise how long it would wait for a message.
    std::optional<std::int64_t> acquire(milliseconds wait = 300s, milliseconds lease = 30s)
    {
        const std::string wait_ms = std::to_string(wait.count());
        sweep();
        const Names waiting = m_server.queue();
        if (!redis().exists("a") && (waiting.empty() || waiting.front() == m_owner)) {
            const Names others = redis().list({"ZRANGE", fair_deadlines, "0", "-1"});
            redis().expect({"MULTI"}); // between two of these the next waiter would find itself first at a free lock
            redis().expect({"LPOP", fair_queue});
            redis().expect({"ZREM", fair_deadlines, m_owner});
            for (const std::string& each : others) {
                if (each != m_owner)
                    redis().expect({"ZINCRBY", fair_deadlines, '-' + wait_ms, each});
            }
            m_server.hold(lease, m_owner);
            redis().expect({"EXEC"});
            return std::nullopt;
        }
        if (redis().integer({"HEXISTS", "a", m_owner}) == 1) {
            redis().expect({"HINCRBY", "a", m_owner, "1"});
            redis().expect({"PEXPIRE", "a", std::to_string(lease.count())});
            return std::nullopt;
        }
        if (m_server.deadline(m_owner))
            return std::max<std::int64_t>(redis().pttl("a"), 0);
        const auto last =
            waiting.empty() || waiting.back() == m_owner ? std::nullopt : m_server.deadline(waiting.back());
        const std::int64_t ttl = last ? static_cast<std::int64_t>(*last) - now() : redis().pttl("a");
        if (redis().integer({"ZADD", fair_deadlines, std::to_string(ttl + wait.count() + now()), m_owner}) == 1)
            redis().expect({"RPUSH", fair_queue, m_owner});
        return ttl;
    }

    /// It gives up waiting.
    void fail(milliseconds wait)
    {
        bool is_behind = false;
        for (const std::string& each : m_server.queue()) {
            if (is_behind)
                redis().expect({"ZINCRBY", fair_deadlines, '-' + std::to_string(wait.count()), each});
            is_behind = is_behind || each == m_owner;
        }
        redis().expect({"ZREM", fair_deadlines, m_owner});
        redis().expect({"LREM", fair_queue, "0", m_owner});
    }

    void release()
    {
        sweep();
        redis().expect({"DEL", "a"});
        const Names waiting = m_server.queue();
        if (!waiting.empty())
            redis().publish(fair_channel_of(waiting.front()), "0");
    }

    void sweep()
    {
        while (true) {
            const Names waiting = m_server.queue();
            const auto deadline = waiting.empty() ? std::nullopt : m_server.deadline(waiting.front());
            if (!deadline || *deadline > static_cast<double>(now()))
                return;
            redis().expect({"ZREM", fair_deadlines, waiting.front()});
            redis().expect({"LPOP", fair_queue});
        }
    }

private:
    RedisClient& redis() { return m_server.redis; }
    std::int64_t now() { return static_cast<std::int64_t>(m_server.now()) + m_clock_error.count(); }

    FairServer& m_server;
    std::string m_owner;
    milliseconds m_clock_error;
};

} // namespace lockscope::test
