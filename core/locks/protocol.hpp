// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/hold_id.hpp"
#include "redis/script.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace lockscope::locks {

using std::chrono::milliseconds;

/// A script with what it is called with.
struct ScriptCall
{
    const redis::Script* script = nullptr;
    std::vector<std::string> keys;
    std::vector<std::string> args;
};

/// What an owner asks of Redis when it takes a lock.
struct Taking
{
    const HoldId& id;
    milliseconds lease;
    int expected = 0;              ///< How often the owner believes to hold it.
    milliseconds queueing{0};      ///< Fair locks: join the queue, for so long. Zero: do not join.
    std::vector<std::string> dead; ///< Fair locks: waiters that nobody has listened for, for too long.
    int look_at = 0;               ///< Fair locks: at how many of the queue to look for somebody who listens.
    bool writes = false;           ///< Readers: whether the owner believes to hold the lock as a writer, too.
};

/// What an owner asks of Redis when it leaves a lock once.
struct Leaving
{
    const HoldId& id;
    int expected = 1;
    milliseconds lease{0}; ///< For what is left of a reentrant hold.
};

enum class Waiting {
    messages, ///< For a message on the lock's channel; one contender per process.
    polling,  ///< By asking again; one contender per process.
    queue,    ///< In the lock's queue in Redis, each waiter for itself.
};

enum class Reentry { counts, refused };

/// How one type of lock is written in Redis. The steps of acquiring, waiting and releasing are the same for all of
/// them; what differs is here. One immutable object per type; see hash_protocols.cpp, fair_protocol.cpp and
/// read_write_protocols.cpp.
///
/// Every acquire script answers {count, ttl, …}: the owner's count, or 0 and how long the present hold still lives
/// (-1: without end). Every release script answers what is left of the owner's count, or -1 if it does not hold it.
class Protocol
{
public:
    virtual ~Protocol() = default;

    [[nodiscard]] virtual Access access() const { return Access::exclusive; }
    [[nodiscard]] virtual Waiting waiting() const { return Waiting::messages; }
    [[nodiscard]] virtual Reentry reentry() const { return Reentry::counts; }

    /// The owner's field in the lock's hash.
    [[nodiscard]] virtual std::string field(const OwnerId& owner) const { return owner.field(); }
    /// Where releases are told.
    [[nodiscard]] virtual std::string channel(const std::string& lock) const = 0;
    /// For readers: what the keys of its deadlines start with, one per entry. Otherwise empty.
    [[nodiscard]] virtual std::string deadlines_prefix(const HoldId&) const { return {}; }

    [[nodiscard]] virtual ScriptCall acquire(const Taking& taking) const = 0;
    [[nodiscard]] virtual ScriptCall release(const Leaving& leaving) const = 0;
    /// Takes back whatever an acquisition of somebody who held nothing may have left: a first hold, a place in a queue.
    [[nodiscard]] virtual ScriptCall give_back(const HoldId& id) const;
    /// Writes the owner's hold once more as it is, if it is there with this count; answers 1, or 0 if not.
    [[nodiscard]] ScriptCall restate(const HoldId& id, int count) const;
    /// Ends the lock whoever holds it; answers 1, or 0 if nobody did.
    [[nodiscard]] virtual ScriptCall force(const std::string& lock) const = 0;
    /// Answers 1 if it is held in this mode.
    [[nodiscard]] virtual redis::Command is_locked(const std::string& lock) const { return {"EXISTS", lock}; }
};

/// How the reader with this field leaves once, whoever sends it. @param expected see Leaving
[[nodiscard]] ScriptCall read_release_call(const std::string& lock, const std::string& field, int expected,
                                           milliseconds lease);

/// @name One for each type of lock
///@{
const Protocol& reentrant_protocol();
const Protocol& non_reentrant_protocol();
const Protocol& spin_protocol();
const Protocol& fenced_protocol();
const Protocol& fair_protocol();
const Protocol& non_reentrant_fair_protocol();
const Protocol& read_protocol();
const Protocol& write_protocol();
///@}

} // namespace lockscope::locks
