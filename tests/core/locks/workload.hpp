// SPDX-License-Identifier: Apache-2.0
// Many owners do what comes to their minds with a few locks.
#pragma once

#include "lock_rows.hpp"
#include "support/lock_suite.hpp"
#include "support/recorded_lock.hpp"
#include "support/seed.hpp"

#include <QTest>

#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace lockscope::test {

struct Workload
{
    std::vector<std::string> locks;
    int owners = 0;
    int steps_of_each = 0;
};

/// Stops an acquisition at a moment of its own choice, unless that is over before.
class Canceller
{
public:
    Canceller(std::stop_source what, std::chrono::microseconds after)
        : m_thread([what, after](const std::stop_token& over) mutable {
            const auto end = Clock::now() + after;
            while (!over.stop_requested() && Clock::now() < end)
                std::this_thread::sleep_for(std::chrono::microseconds(100)); // the moment itself is what varies
            what.request_stop();
        })
    {}

private:
    std::jthread m_thread;
};

/// One thread and its ideas.
class Actor
{
    static constexpr int most_entries = 3;

public:
    Actor(const Workload& work, History& history, Client& client, const LockRow& row, std::uint64_t seed)
        : m_dice(seed)
        , m_steps(work.steps_of_each)
    {
        const std::string name = client.this_thread().field();
        for (const std::string& lock : work.locks) {
            RecordedLock::Token token;
            if (row.token != nullptr)
                token = [&client, &row, lock] { return row.token(client, lock); };
            m_locks.emplace_back(history, row.make(client, lock), name, RecordedLock::Side::exclusive, token);
            if (row.make_reader != nullptr)
                m_locks.emplace_back(history, row.make_reader(client, lock), name, RecordedLock::Side::shared);
        }
        m_may_force = row.make_reader == nullptr;
    }

    void play()
    {
        for (int i = 0; i < m_steps; ++i)
            step();
        for (RecordedLock& each : m_locks)
            each.release_all();
    }

private:
    void step()
    {
        RecordedLock& lock = m_locks[static_cast<std::size_t>(m_dice.below(static_cast<int>(m_locks.size())))];
        const int held = lock.count();
        const int what = m_dice.below(100);
        if (what < 2 && m_may_force)
            lock.force();
        else if (held >= most_entries || (held > 0 && what < 70))
            leave(lock);
        else if (held == 0 && what < 5)
            static_cast<void>(lock.release()); // nothing to release
        else
            enter(lock);
    }

    void leave(RecordedLock& lock)
    {
        if (m_dice.below(3) == 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(m_dice.below(8))); // works under the lock
        static_cast<void>(lock.release());
    }

    void enter(RecordedLock& lock)
    {
        Terms terms;
        // Nobody waits without end: whoever holds one lock may wait for another, in any order.
        terms.wait = m_dice.below(3) == 0 ? 0ms : milliseconds(1 + m_dice.below(30));
        if (m_dice.below(3) == 0)
            terms.lease = milliseconds(15 + m_dice.below(40));
        if (m_dice.below(16) != 0) {
            static_cast<void>(lock.acquire(terms));
            return;
        }
        std::stop_source stop;
        terms.stop = stop.get_token();
        const Canceller canceller(stop, std::chrono::microseconds(m_dice.below(4000)));
        static_cast<void>(lock.acquire(terms));
    }

    Dice m_dice;
    int m_steps;
    std::vector<RecordedLock> m_locks;
    bool m_may_force = false;
};

/// All owners at the same time, threads of two clients; returns when all have released what they held. What they have
/// cancelled the clients may still be giving back then.
inline void play(const Workload& work, const LockRow& row, History& history, Client& first, Client& second, Dice& seeds)
{
    std::vector<std::future<void>> threads;
    for (int n = 0; n < work.owners; ++n) {
        threads.push_back(in_thread(
            [&, n, seed = seeds.seed()] { Actor(work, history, n % 2 == 0 ? first : second, row, seed).play(); }));
    }
    for (auto& each : threads)
        each.get();
}

/// Many answers that were not waited for can be put into too many orders to try all of them. So after a run that could
/// not be decided comes a shorter one, of which more are tried. On a busy machine, where many answers are late, several
/// of the shortest may be needed.
inline constexpr int most_runs = 10;
inline void shorten(Workload& work)
{
    constexpr int fewest_steps = 12;
    work.steps_of_each = std::max(fewest_steps, work.steps_of_each / 2);
}

/// So that a history that is not legal can be looked at.
inline std::string saved(const History& history)
{
    const std::string path = QTest::currentTestFunction() + std::string("-") + QTest::currentDataTag() + ".history";
    std::ofstream file(path);
    history.write(file);
    return "The whole history: " + path;
}
inline void describe_run(const std::vector<Operation>& operations, milliseconds playing, milliseconds checking)
{
    std::map<Outcome, int> outcomes;
    int reentries = 0;
    for (const Operation& each : operations) {
        ++outcomes[each.outcome];
        reentries += each.kind == Kind::acquire && each.count.value_or(0) > 1 ? 1 : 0;
    }
    qInfo(
        "%zu operations in %lld ms: %d ok (%d re-entries), %d refused, %d gave up, %d lost, %d unknown; checked in %lld ms",
        operations.size(), static_cast<long long>(playing.count()), outcomes[Outcome::ok], reentries,
        outcomes[Outcome::failed], outcomes[Outcome::gave_up], outcomes[Outcome::lost], outcomes[Outcome::unknown],
        static_cast<long long>(checking.count()));
}

} // namespace lockscope::test
