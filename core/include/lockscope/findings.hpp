// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/heartbeat.hpp"
#include "lockscope/lock_state.hpp"
#include "lockscope/monitor.hpp"
#include "lockscope/queue_forecast.hpp"
#include "lockscope/severity.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope {

/// Something about a lock that an operator should know. Says what it rests on; words for people are made elsewhere.
struct Finding
{
    enum class Kind {
        ghost_waiter,         ///< A dead waiter in a fair queue; the others wait for its deadline once it is first.
        late_waiter,          ///< A living waiter whose deadline has passed: the next who tries pushes it out.
        head_without_score,   ///< The first entry has no deadline: if its client is dead, the lock is blocked for ever.
        entry_without_score,  ///< The same further back, where it does no harm yet.
        score_without_entry,  ///< A deadline of nobody in the queue.
        queue_without_holder, ///< Free for seconds, and living waiters do not take it.
        untold_waiters,       ///< Free for seconds without a message, and clients listen for one.
        leftover_keys,        ///< Nobody holds it, and its queue has only the dead left, each with a deadline.
        never_expires,        ///< Held with TTL −1.
        missed_heartbeat,     ///< It was renewed regularly, and the next renewal did not come.
        renewed_without_end,  ///< Renewed for far longer than its holds last: perhaps nobody works any more.
        lease_ending,         ///< Never renewed, and little of the lease is left.
        long_hold,            ///< Held for longer than the threshold.
        crowd,                ///< More wait for it than the threshold.
        mixed_types,          ///< Fields of two lock types lie under one name.
        self_deadlock,        ///< A reader that waits to write the same lock waits for itself.
        deadlock,             ///< Its holder waits for another lock, and so on in a ring that leads back to it.
        clock_skew,           ///< The clock of a client is off; fair queues go by the clocks of their clients.
        dead_reader,          ///< A reader whose own deadlines are all gone still blocks writers.
        foreign_queue,        ///< A key of another type has the name of the queue or its deadlines.
    };
    using Severity = lockscope::Severity;
    /// Is it so, or is it only what the data hints at?
    enum class Certainty { certain, possible };
    /// What may safely be offered: each compares the lock with what was seen and is recorded.
    enum class Repair { none, evict_waiter, repair_queue, wake_next, force_release, force_expire };

    Kind kind = Kind::long_hold;
    Severity severity = Severity::info;
    Certainty certainty = Certainty::certain;
    Repair repair = Repair::none;
    std::string lock;
    std::string subject; ///< The owner or client that it is about; empty if it is about the lock.
    std::string other;   ///< Of a deadlock: the lock that the subject waits for.
    /// There is no repair because the queue is_mapped().
    bool is_mapped = false;

    // The facts, as far as they apply to the kind.
    /// What it costs those who wait, or how far a clock is off (negative: behind).
    std::optional<milliseconds> cost;
    std::optional<SteadyTime> until;   ///< When it ends by itself: a deadline passes, a lease is over.
    std::optional<SystemTime> since;   ///< Since when the lock is held.
    bool since_exact = false;          ///< Otherwise it may be held for longer.
    std::optional<milliseconds> usual; ///< What would be usual: a hold, the time between two renewals.
    std::optional<std::int64_t> count; ///< Place in the queue, waiters, renewals, locks of a ring: see the kind.
    /// Where `count` is how many wait for it: how many more entries of its queue are dead, of those that were read.
    std::size_t dead = 0;
    /// How many wait for the lock, whatever `count` is; the dead left out.
    std::int64_t waiting = 0;
    /// Of the last of FindingLimits::most_of_a_kind: how many more there are in what was read of the lock.
    std::size_t more = 0;

    bool operator==(const Finding&) const = default;

    /// The same for the same kind, lock and subject, whatever the facts are.
    [[nodiscard]] std::string id() const;
    /// What it still costs at @p now: `cost`, or the time to `until`; nullopt where that is not known.
    [[nodiscard]] std::optional<milliseconds> cost_at(SteadyTime now) const;
};
/// "ghost-waiter", "head-without-score", …: for JSON and CSV.
[[nodiscard]] std::string_view to_string(Finding::Kind kind) noexcept;
[[nodiscard]] std::string_view to_string(Finding::Certainty certainty) noexcept;
[[nodiscard]] std::string_view to_string(Finding::Repair repair) noexcept;

/// From when on something is worth a word.
struct FindingLimits
{
    Thresholds thresholds;
    std::int64_t crowd = 10;                           ///< Waiters.
    milliseconds free_queue_after = longest_hand_over; ///< Counts from look to look: see is_untaken().
    milliseconds shortest_lease_ending{5000};          ///< Shorter leases end too often to speak of it.
    double far_longer = 10;                            ///< Times the usual hold.
    milliseconds clock_tolerance{60'000};
    milliseconds default_wait{300'000}; ///< Redisson's fairLockWaitTimeout: how far ahead a deadline is set.
    std::size_t most_of_a_kind = 16;    ///< Of one kind for one lock.
};

/// A lock's place in a ring of waits: see WaitCycle.
struct RingPlace
{
    std::string holder;    ///< The thread that holds it, "uuid:thread", or the bytes of a foreign owner.
    std::string wants;     ///< The lock that this one waits for.
    std::size_t locks = 0; ///< Of the whole ring.
    Finding::Certainty certainty = Finding::Certainty::possible;

    bool operator==(const RingPlace&) const = default;
};

/// What is known of a lock beyond its newest picture.
struct LockPast
{
    const Heartbeat* heartbeat = nullptr; ///< Null: nothing was seen.
    UsualHold usual;
    std::vector<std::string> born_late;   ///< Waiters whose deadline had passed already when they joined the queue.
    const RingPlace* ring = nullptr;      ///< Null: it is part of none.
    NewsSource source = NewsSource::none; ///< While polling, a renewal may have been overlooked.
    milliseconds behind{0};               ///< MonitorStatus::behind: what happened since then may not be known yet.
};

struct Diagnosis
{
    std::vector<Finding> findings;
    /// When the same data must be looked at again, because time alone adds or changes a finding.
    std::optional<SteadyTime> look_again;
};

/// Everything that is to say about one lock. Says only what the data supports; what is a guess is "possible".
/// Pure; any thread. To follow a whole server, see FindingsBook.
[[nodiscard]] Diagnosis diagnose(const LockState& state, const LockPast& past, const FindingLimits& limits,
                                 const Moment& moment);

} // namespace lockscope
