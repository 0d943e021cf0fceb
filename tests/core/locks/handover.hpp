// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/client.hpp"
#include "lockscope/error.hpp"
#include "lockscope/reentrant_lock.hpp"
#include "support/history.hpp"
#include "support/work.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

namespace lockscope::test {

/// Tells nobody. Another recorder hears of each call before and after it, with how it ended (Errc::ok: as it should).
struct NoRecorder
{
    void begins_to_acquire() {}
    void begins_to_release() {}
    void ended(Errc) {}
};

/// Writes down what one thread does with the lock.
class Recorder
{
public:
    Recorder(History& history, const Client& client, std::string lock)
        : m_history(&history)
        , m_lock(std::move(lock))
        , m_owner(client.this_thread().field())
    {}
    void begins_to_acquire() { m_call = m_history->begin(m_lock, m_owner, Kind::acquire); }
    void begins_to_release() { m_call = m_history->begin(m_lock, m_owner, Kind::release); }
    void ended(Errc how)
    {
        m_history->end(m_call, how == Errc::ok ? Outcome::ok : how == Errc::lost ? Outcome::lost : Outcome::unknown);
    }

private:
    History* m_history;
    std::string m_lock;
    std::string m_owner;
    History::Id m_call = 0;
};

/// What many threads, perhaps of several processes, do under one lock, and what they saw. Lives in shared memory; all
/// zero at first.
struct Handover
{
    std::atomic<std::uint64_t> turns;    ///< Counted up by a load and a store: exact only if nobody else is inside.
    std::atomic<std::uint64_t> entered;  ///< Counted up atomically, for comparison.
    std::atomic<std::uint64_t> overlaps; ///< Somebody else was inside.
    std::atomic<std::uint64_t> losses;   ///< Releases that found the lock lost.
    std::atomic<std::uint64_t> errors;   ///< Any other error.
    std::atomic<std::int64_t> worst_ns;  ///< From a release to the next acquisition.
    std::atomic<std::int64_t> released_at;
    std::atomic<int> inside;
    std::atomic<bool> stop;

    /// Takes and leaves the lock until @p target turns are done, or stop.
    template <typename Recorder = NoRecorder>
    void contend(Client& client, const std::string& name, std::uint64_t target, Work work, Recorder recorder = {});

private:
    static std::int64_t now() { return std::chrono::steady_clock::now().time_since_epoch().count(); }
    /// @returns false when there is nothing left to do.
    bool take_turn(std::uint64_t target, Work& work);
};

inline bool Handover::take_turn(std::uint64_t target, Work& work)
{
    constexpr auto relaxed = std::memory_order_relaxed;
    const std::uint64_t before = turns.load(relaxed);
    if (before >= target)
        return false;
    if (inside.fetch_add(1, relaxed) != 0)
        overlaps.fetch_add(1, relaxed);
    if (const std::int64_t last = released_at.load(relaxed); last != 0)
        worst_ns.store(std::max(worst_ns.load(relaxed), now() - last), relaxed);
    entered.fetch_add(1, relaxed);
    work.do_some();
    turns.store(before + 1, relaxed);
    inside.fetch_sub(1, relaxed);
    released_at.store(now(), relaxed);
    return true;
}

template <typename Recorder>
void Handover::contend(Client& client, const std::string& name, std::uint64_t target, Work work, Recorder recorder)
{
    ReentrantLock lock = client.reentrant_lock(name);
    bool goes_on = true;
    while (goes_on && !stop.load()) {
        try {
            recorder.begins_to_acquire();
            lock.lock();
            recorder.ended(Errc::ok);
            goes_on = take_turn(target, work);
            recorder.begins_to_release();
            lock.release();
            recorder.ended(Errc::ok);
        } catch (const Error& error) {
            recorder.ended(error.errc());
            ++(error.errc() == Errc::lost ? losses : errors);
        }
    }
}

} // namespace lockscope::test
