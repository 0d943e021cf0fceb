// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "monitor/differ.hpp"
#include "monitor/ghosts.hpp"
#include "monitor/history.hpp"
#include "monitor/raw_lock.hpp"

#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockscope::monitor {

class Station;

/// One lock in the monitor's table: its newest state, and what can only be known from having watched it.
class TrackedLock
{
public:
    explicit TrackedLock(std::string name);

    [[nodiscard]] const std::string& name() const noexcept { return m_state->name; }
    [[nodiscard]] const LockStatePtr& state() const noexcept { return m_state; }
    /// False until the first reading came.
    [[nodiscard]] bool seen() const noexcept { return m_state->observed_at != SteadyTime{}; }

    /// Takes a new reading; returns the events since the last one and files ended holds and waits in
    /// @p history.
    std::vector<LockEvent> advance(LockState next, const Evidence& evidence, History& history);

    /// @param since when its master was last heard
    /// @returns false if it was marked before.
    bool mark_out_of_reach(SteadyTime since);
    /// Its type is known for sure. @returns false if it was before.
    bool mark_certain();
    /// Whoever waits for it was told that it is free. @returns false if nobody waited in vain.
    bool mark_told();

    /// The holds that go on now.
    [[nodiscard]] std::vector<HoldRecord> open_holds() const;

    /// When a fresh look is due even if no news come: a lease or a reader's deadline ends, a silent waiter becomes a
    /// ghost, a waiter's deadline passes, the free lock was not taken by the next in its queue, waiters are to be asked
    /// for whether they live. nullopt: never.
    [[nodiscard]] std::optional<SteadyTime> next_check() const;
    /// Does a look at all channels that began then make a fresh look due? See GhostWatch::is_due().
    [[nodiscard]] bool awaits_channels(SteadyTime channels_at) const noexcept
    {
        return m_ghosts && m_ghosts->is_due(channels_at);
    }

    /// What the last reading left out.
    [[nodiscard]] Oversize oversize() const noexcept { return {fat_token, fat_queue, fat_namesake}; }
    void set_oversize(const Oversize& oversize) noexcept;

    // What the monitor notes beside it. Plain data.
    const Station* home = nullptr; ///< Who reads it.
    std::uint32_t number = 0;      ///< Its place in the table.
    bool published = false;        ///< The sink knows of it.
    std::uint8_t messages = 0;     ///< So many unlock messages are not yet accounted for; no more are counted.
    // In two bytes, because a lock is kept small.
    bool dirty : 1 = false;        ///< Waits to be read again.
    bool moved : 1 = false;        ///< It came from another home since it was read.
    bool in_flight : 1 = false;    ///< Is being read.
    bool changed : 1 = false;      ///< Listed for the next batch.
    bool suspect : 1 = false;      ///< A reply to its reading may have been too large: see ReadRequest.
    bool alone : 1 = false;        ///< The same: see ReadRequest.
    bool shelved : 1 = false;      ///< Its reading takes too long: not to be read until the second try.
    bool sees_channels : 1 = true; ///< Who listens is told by looks at all channels.
    bool is_latch : 1 = false;     ///< At message_at it was only the news of an unlock latch.
    bool owes_message : 1 = false; ///< Its release was told by a latch: the message of it is still to come.
    bool force_begun : 1 = false;  ///< An operator's action on it has no result yet.
    bool fat_token : 1 = false, fat_queue : 1 = false, fat_namesake : 1 = false; ///< See oversize().
    SteadyTime forced_until{};               ///< An operator acts on it; an ending until then is his.
    SteadyTime message_at{};                 ///< Arrival of the last unlock message not yet accounted for.
    SteadyTime read_at{};                    ///< Start of the last reading.
    SteadyTime news_at{};                    ///< Since when it is dirty.
    SteadyTime free_since{};                 ///< For the linger.
    SteadyTime scheduled{SteadyTime::max()}; ///< When the schedule looks at it next.

private:
    /// Parallel to the state's holders; no owner in it, to keep a lock small.
    struct OpenHold
    {
        SystemTime from{};
        std::int64_t max_count = 1;
        std::uint32_t renewals = 0;
        bool exact = false;
        bool seen_throughout = true;
    };
    using OpenHolds = std::unordered_map<std::string_view, const OpenHold*>; ///< By owner.
    [[nodiscard]] OpenHolds by_owner() const;
    [[nodiscard]] SystemTime held_until(const LockEvent& event, const LockState& next, const Evidence& evidence) const;
    void file(LockEvent& event, const OpenHolds& holds, SystemTime until, History& history) const;
    void file_waits(const std::vector<LockEvent>& events, History& history) const;
    void carry_over(LockState& next, const OpenHolds& holds, const std::vector<LockEvent>& events,
                    const Evidence& evidence);
    void carry_over_waits(LockState& next, const Evidence& evidence) const;
    [[nodiscard]] SteadyTime untaken_since(const LockState& next, const std::vector<LockEvent>& events,
                                           const Evidence& evidence) const;
    void note_sleepers(LockState& next) const;
    [[nodiscard]] bool knows_who_waited(const Evidence& evidence) const;

    LockStatePtr m_state;
    std::vector<OpenHold> m_open;
    std::unique_ptr<GhostWatch> m_ghosts; ///< Fair locks with silent waiters only.
};

} // namespace lockscope::monitor
