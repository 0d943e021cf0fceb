// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace lockscope {

/// The renewals of one hold, from readings of its lock: is there a watchdog, how often does it renew, has it missed a
/// beat, and when is the lock lost if it stays silent?
///
///     Heartbeat heartbeat;
///     heartbeat.observe(state);              // each reading of the lock, in order
///     const auto left = heartbeat.time_to_loss(now);
///
/// A watchdog of Redisson's kind renews every third of its lease; the beat itself is recognised by the expiry that
/// jumps back while nobody entered or left (LockState::renewed_at), or, after somebody entered again and made it
/// longer, forth to where a beat sets it. Another holder starts anew, as does a reader when the others have left:
/// several renew one expiry together. A value; not synchronised.
class Heartbeat
{
public:
    enum class Kind {
        none,          ///< Nobody holds the lock.
        unknown,       ///< Held, not renewed yet, and it is too early to say that it will not be; or its writer has
                       ///< entered it more than once, so that its leases are added up.
        watchdog,      ///< It was renewed.
        fixed,         ///< is_unrenewed(): a fixed lease, or its client is dead.
        never_expires, ///< There is nothing to renew.
    };

    /// A beat, or the moment at which one should have come.
    struct Mark
    {
        enum class What { beat, missed };
        What what = What::beat;
        SteadyTime at{};
        bool operator==(const Mark&) const = default;
    };

    /// @param capacity beats that are remembered, at least 2; older ones are counted only
    explicit Heartbeat(std::size_t capacity = 64);

    /// A reading. Older ones than the last are ignored; a free lock ends the hold.
    void observe(const LockState& state);
    /// The hold is over.
    void end();

    [[nodiscard]] Kind kind(SteadyTime now) const;
    /// Is no beat seen, although a watchdog that lives would have renewed it by now?
    [[nodiscard]] bool is_unrenewed(SteadyTime now) const;
    /// Beats of this hold that were seen, also those that are no longer remembered.
    [[nodiscard]] std::size_t beats() const noexcept { return m_total; }
    /// The time from beat to beat: the median of what was seen; with one beat only a third of the lease; without any,
    /// nothing.
    [[nodiscard]] std::optional<milliseconds> period() const;
    /// How long after a beat the next one is due: period(), but with few beats not less than a third of the lease, for
    /// one or two may have come early, with those of other locks of the same client.
    [[nodiscard]] milliseconds pace() const;
    /// The longest lease that was seen.
    [[nodiscard]] milliseconds lease() const noexcept { return m_lease; }
    /// How late a beat may be before it counts as missed.
    [[nodiscard]] milliseconds margin() const;
    /// Beats that should have come since the last one. None of what comes more than ten times in a lease, as no
    /// watchdog's do.
    [[nodiscard]] std::size_t missed(SteadyTime now) const;
    /// What is remembered up to @p now, oldest first; at most twice the capacity.
    [[nodiscard]] std::vector<Mark> marks(SteadyTime now) const;
    /// When the next beat is expected; nullopt without a watchdog, and if they come more often than one's would.
    [[nodiscard]] std::optional<SteadyTime> next_due() const;
    /// When the lease ends if it is not renewed again; nullopt if nobody holds the lock or it never expires.
    [[nodiscard]] std::optional<SteadyTime> lost_at() const;
    /// The same as time from @p now, not below zero.
    [[nodiscard]] std::optional<milliseconds> time_to_loss(SteadyTime now) const;
    /// When somebody should look again, because kind() or missed() changes then without any news.
    [[nodiscard]] std::optional<SteadyTime> next_change(SteadyTime now) const;

private:
    void begin(const LockState& state);
    void await_first_beat(const LockState& state);
    void add(SteadyTime beat, milliseconds ttl);
    [[nodiscard]] bool is_set_as_ever(const LockState& state) const;
    [[nodiscard]] milliseconds expected_period() const;
    [[nodiscard]] bool has_rhythm() const;
    [[nodiscard]] SteadyTime fixed_from() const;

    [[nodiscard]] bool is_held() const noexcept { return m_hold != nobody; }

    static constexpr std::uint32_t nobody = 0;

    // There is one of these for each lock of a server, so it is kept small.
    std::vector<SteadyTime> m_beats; ///< Oldest first, at most m_capacity.
    std::uint32_t m_capacity : 31;
    bool m_adds_leases : 1 = false; ///< A writer that has entered more than once.
    std::uint32_t m_total = 0;
    std::uint32_t m_hold = nobody; ///< Hash that tells one hold from the next.
    std::uint32_t m_entries = 0;   ///< Modulo 2³²: only whether it changes counts.
    SteadyTime m_first_beat_by{};  ///< When a watchdog would have renewed for the first time, at the latest.
    SteadyTime m_last{};           ///< Last reading.
    SteadyTime m_renewed{};
    milliseconds m_ttl{0}, m_lease{0};
    milliseconds m_least_set{0}; ///< What was left when it was seen first, or less if a beat left less.
};

} // namespace lockscope
