// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "any_lock.hpp"
#include "lockscope/error.hpp"
#include "room.hpp"
#include "support/fencing.hpp"
#include "support/lock_suite.hpp"
#include "support/seed.hpp"
#include "support/timing.hpp"
#include "support/work.hpp"

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
        Dice seeds(seed_of_this_run());
        for (int client = 0; client < 2; ++client) {
            m_clients.emplace_back(endpoint, options);
            for (int thread = 0; thread < 3; ++thread) {
                m_threads.push_back(
                    in_thread([this, owner = &m_clients.back(), seed = seeds.seed()] { contend(*owner, Work(seed)); }));
            }
        }
    }
    ~Crowd() { static_cast<void>(ends()); }

    /// True if so many more turns were taken in time: less than a lease, so that what was left behind is in the way.
    [[nodiscard]] bool goes_on(std::uint64_t turns = 30)
    {
        const std::uint64_t before = m_turns;
        return until([&] { return m_turns >= before + turns; }, std::chrono::seconds(20));
    }
    /// One stays inside from now on until it is told that it has lost the lock: for a fault that takes it away.
    [[nodiscard]] bool lets_one_stay()
    {
        m_one_is_to_stay = true;
        return until([&] { return !m_one_is_to_stay; });
    }
    [[nodiscard]] bool ends()
    {
        m_stop = true;
        return std::all_of(m_threads.begin(), m_threads.end(), [](auto& thread) { return is_ready(thread, patience); });
    }
    /// Nobody was inside together with another, nobody lost anything, nothing went wrong; and each token was new.
    [[nodiscard]] bool was_perfect() const
    {
        return m_room.overlaps() == 0 && m_stale == 0 && m_losses == 0 && m_errors == 0;
    }
    /// Redis could not promise exclusion; then of two who were inside together one was told, and soon.
    [[nodiscard]] bool told_every_loss() const { return m_room.untold() == 0 && m_errors == 0; }
    [[nodiscard]] std::string seen() const
    {
        const std::scoped_lock guard(m_mutex);
        return std::to_string(m_turns) + " turns, " + std::to_string(m_room.overlaps()) + " overlaps, "
             + std::to_string(m_room.untold()) + " untold, " + std::to_string(m_stale) + " stale tokens, "
             + std::to_string(m_losses) + " losses, " + std::to_string(m_errors) + " errors " + m_first_error;
    }

private:
    void contend(Client& client, Work work)
    {
        const auto exclusive = m_kind.make(client);
        const auto shared = m_kind.make_shared ? m_kind.make_shared(client) : nullptr;
        for (int turn = 0; !m_stop; ++turn) {
            try {
                if (shared && turn % 2 == 1)
                    take_turn(*shared, Room::Side::shared, work);
                else
                    take_turn(*exclusive, Room::Side::exclusive, work);
            } catch (const Error& error) {
                note(error);
            }
        }
    }

    void take_turn(AnyLock& lock, Room::Side side, Work& work)
    {
        lock.lock();
        Room::Guest guest{side, lock.loss_token(), {}};
        m_room.enter(guest);
        m_stale += m_resource.lets_in(lock.token()) ? 0 : 1;
        work.do_some();
        if (m_one_is_to_stay.exchange(false))
            static_cast<void>(until([&] { return guest.is_told() || m_stop; }));
        ++m_turns;
        m_room.leave(guest);
        lock.release();
    }

    void note(const Error& error)
    {
        if (error.errc() == Errc::lost) {
            ++m_losses;
            return;
        }
        if (error.errc() == Errc::not_replicated)
            return; // as asked for: while no replica follows, nothing is had
        ++m_errors;
        const std::scoped_lock guard(m_mutex);
        if (m_first_error.empty())
            m_first_error = error.what();
    }

    const LockKind& m_kind;
    std::list<Client> m_clients;
    std::atomic<bool> m_stop{false}, m_one_is_to_stay{false};
    Room m_room;
    FencedResource m_resource;
    std::atomic<std::uint64_t> m_turns{0}, m_stale{0}, m_losses{0}, m_errors{0};
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
