// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "any_lock.hpp"
#include "lockscope/error.hpp"
#include "support/lock_suite.hpp"
#include "support/timing.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <future>
#include <list>
#include <mutex>
#include <string>
#include <vector>

namespace lockscope::test {

/// A few processes' worth of clients with a few threads each, taking and leaving one lock for as long as this lives.
/// If the lock has a shared side, every second turn of a thread is a shared one.
class Crowd
{
public:
    Crowd(const Endpoint& endpoint, const LockKind& kind, ClientOptions options = {}) : m_kind(kind)
    {
        options.connect_timeout = milliseconds(500);
        for (int client = 0; client < 2; ++client) {
            m_clients.emplace_back(endpoint, options);
            for (int thread = 0; thread < 3; ++thread)
                m_threads.push_back(in_thread([this, owner = &m_clients.back()] { contend(*owner); }));
        }
    }
    ~Crowd() { static_cast<void>(ends()); }

    /// True if so many more turns were taken in time: less than a lease, so that what was left behind is in the way.
    [[nodiscard]] bool goes_on(std::uint64_t turns = 30)
    {
        const std::uint64_t before = m_turns;
        return until([&] { return m_turns >= before + turns; }, std::chrono::seconds(20));
    }
    [[nodiscard]] bool ends()
    {
        m_stop = true;
        return std::all_of(m_threads.begin(), m_threads.end(), [](auto& thread) { return is_ready(thread, patience); });
    }
    /// Nobody was inside together with another, nobody lost anything, nothing went wrong.
    [[nodiscard]] bool was_perfect() const { return m_overlaps == 0 && m_losses == 0 && m_errors == 0; }
    /// Redis could not promise exclusion; then whoever was overtaken was told.
    [[nodiscard]] bool told_every_loss() const { return m_overlaps <= m_losses && m_errors == 0; }
    [[nodiscard]] std::string seen() const
    {
        const std::scoped_lock guard(m_mutex);
        return std::to_string(m_turns) + " turns, " + std::to_string(m_overlaps) + " overlaps, "
             + std::to_string(m_losses) + " losses, " + std::to_string(m_errors) + " errors " + m_first_error;
    }

private:
    void contend(Client& client)
    {
        const auto exclusive = m_kind.make(client);
        const auto shared = m_kind.make_shared ? m_kind.make_shared(client) : nullptr;
        for (int turn = 0; !m_stop; ++turn) {
            try {
                if (shared && turn % 2 == 1)
                    take_turn(*shared, 1, exclusive_weight);
                else
                    take_turn(*exclusive, exclusive_weight, 1);
            } catch (const Error& error) {
                note(error);
            }
        }
    }

    /// Readers count as one, a writer as a thousand; whoever enters looks whether those inside go with it.
    void take_turn(AnyLock& lock, int weight, int intolerable)
    {
        lock.lock();
        if (m_inside.fetch_add(weight) >= intolerable)
            ++m_overlaps;
        m_inside.fetch_sub(weight);
        ++m_turns;
        lock.release();
    }

    void note(const Error& error)
    {
        if (error.errc() == Errc::lost) {
            ++m_losses;
            return;
        }
        ++m_errors;
        const std::scoped_lock guard(m_mutex);
        if (m_first_error.empty())
            m_first_error = error.what();
    }

    static constexpr int exclusive_weight = 1000;
    const LockKind& m_kind;
    std::list<Client> m_clients;
    std::atomic<bool> m_stop{false};
    std::atomic<int> m_inside{0};
    std::atomic<std::uint64_t> m_turns{0}, m_overlaps{0}, m_losses{0}, m_errors{0};
    mutable std::mutex m_mutex;
    std::string m_first_error;
    std::vector<std::future<void>> m_threads;
};

/// What stays when everybody has left: nothing but the counter of a fenced lock.
[[nodiscard]] inline bool is_tidy(RedisClient& redis)
{
    return until([&] {
        const std::vector<std::string> keys = redis.keys();
        return keys.empty() || keys == std::vector<std::string>{"redisson_lock_token:{lock}"};
    });
}

} // namespace lockscope::test
