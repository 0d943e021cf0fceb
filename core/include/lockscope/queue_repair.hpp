// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope {

/// A fair lock's queue as an operator saw it, to be compared before anything is mended.
struct QueueView
{
    struct Entry
    {
        std::string owner;
        std::optional<std::int64_t> deadline; ///< Epoch ms; absent: no score, one that is no time, or not known.
        bool operator==(const Entry&) const = default;
    };
    std::vector<Entry> entries; ///< Head first.
    std::vector<Entry> strays;  ///< Deadlines that belong to nobody in the queue.
    bool complete = true;       ///< False: there is more than was, or may be, read, so that it is no whole.
    /// Not complete because it is longer than queue_limit, but its first entries can be compared, and mended, as they
    /// are. What stands behind them is neither looked at nor changed.
    bool front = false;
    bool deadlines_known = true; ///< False: an absent deadline is not known, and is not compared.
    bool cut = false;            ///< Not complete because an entry is longer than is read.
    bool operator==(const QueueView&) const = default;
};
[[nodiscard]] QueueView queue_of(const LockState& state);

/// One thing that is done to a queue.
struct QueueMend
{
    enum class What {
        evicted,          ///< An operator removed this waiter.
        without_deadline, ///< Removed: it had no deadline, and nobody listened for it.
        expired,          ///< Removed: its deadline had passed, and nobody listened for it, as far as may be asked.
        silent,           ///< Removed: nobody has listened for it for two seconds.
        duplicate,        ///< Its further entries were removed; it keeps its first place.
        stray,            ///< A deadline that belonged to nobody in the queue was removed.
        given_deadline,   ///< It waits without a valid deadline: it got a new one, and keeps its place.
    };
    What what = What::evicted;
    std::string owner;
    bool operator==(const QueueMend&) const = default;
};
/// "evicted", "without-deadline", "expired", …: the names of the command line and of JSON.
[[nodiscard]] std::string_view to_string(QueueMend::What what) noexcept;

/// Some of its waiters listen under another name (Waiter::mapped), and it may be held under that. What asks under this
/// one who lives would throw out the living.
[[nodiscard]] bool is_mapped(const LockState& state) noexcept;

/// What repairing this queue would do, in its order; empty if there is nothing to mend, or if it is_mapped(). Of a
/// queue that is too long to be read, only what is wrong with its first entries, each taken by itself.
[[nodiscard]] std::vector<QueueMend> plan_repair(const LockState& state);

/// What was done to a fair lock's queue.
struct QueueWork
{
    std::vector<QueueMend> mends;
    std::string told;              ///< The waiter that was asked to try; empty if none was.
    std::optional<bool> was_alive; ///< Eviction: somebody listened for the waiter; absent: could not be asked.
    bool operator==(const QueueWork&) const = default;
};

/// Of longer queues only so many are compared, the first ones, and further back nobody is looked for.
inline constexpr std::size_t queue_limit = 1000;
/// Longer entries are cut where they are read: no client writes such.
inline constexpr std::size_t owner_bytes_limit = 1024;

/// Why neither this queue nor its front can be compared, and therefore not be repaired, as a sentence; nullopt if one
/// can.
[[nodiscard]] std::optional<std::string> why_not_compared(const QueueView& queue);

struct EvictRequest
{
    /// A waiter that is alive does not notice; at its next try it queues again, at the end.
    enum class Liveness { must_be_dead, may_be_alive };

    std::string lock;
    std::string owner;                    ///< The waiter, as it stands in the queue.
    std::optional<std::int64_t> deadline; ///< As it was seen; absent: not compared.
    Liveness liveness = Liveness::must_be_dead;
    std::string reason;
    std::string typed_name; ///< Production only: must equal the lock's name (escaped form).
};

struct RepairRequest
{
    std::string lock;
    QueueView expected;
    std::vector<std::string> ghosts; ///< Waiters known to be dead; removed if still nobody listens for them.
    std::string reason;
    std::string typed_name; ///< Production only: must equal the lock's name (escaped form).
};
/// To mend this queue as plan_repair() says; the reason and the typed name are still to be filled in.
[[nodiscard]] RepairRequest repair_request(const LockState& state);

} // namespace lockscope
