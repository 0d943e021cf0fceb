// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"
#include "monitor/snapshot.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockscope::monitor {

/// A semaphore or a latch as Redis answered. Its key is only a number, like any other counter: what it is shows in the
/// permits that were taken with a lease, or in those who listen on its channel. Nothing else is certain.
struct RawCounter
{
    std::string name;
    bool is_string = false;
    std::string value;                                        ///< Bounded.
    std::int64_t ttl = -2;                                    ///< PTTL of the key.
    std::vector<std::pair<std::string, std::string>> permits; ///< Id, end as Redis wrote it.
    std::size_t permits_total = 0;
    std::optional<std::int32_t> semaphore_subscribers, latch_subscribers; ///< Absent: not permitted to ask.
    std::int64_t server_time = 0;
    SteadyTime read_at{};
    bool atomic = true;
};

/// What the scripts of semaphores and latches take for a number: as INCRBY writes it, of fewer than 16 characters.
[[nodiscard]] std::optional<std::int64_t> to_count(std::string_view value);

/// nullopt: nothing says that it is a semaphore or a latch. Each permit that was taken with a lease is a holder by its
/// id (32 hexadecimal digits, as Redisson shows it); the others leave no trace but the number. Hostile data is no
/// semaphore.
[[nodiscard]] std::optional<LockState> classify_counter(const RawCounter& raw, const ReadLimits& limits = {});

/// What is left to say of a semaphore or latch of which nothing tells any more that it is one: its number, and permits
/// past their lease. nullopt: what lies there is no number. What it was only its past knows.
[[nodiscard]] std::optional<LockState> idle_counter(const RawCounter& raw, const ReadLimits& limits = {});

/// One reading of one of them: which commands to send, and what their replies mean. No I/O. What lies there must be
/// known to be small.
class CounterSnapshot
{
public:
    CounterSnapshot(std::string name, const Abilities& abilities, const ReadLimits& limits);

    [[nodiscard]] const Transaction& commands() const noexcept { return m_commands; }

    struct Result
    {
        RawCounter raw;
        std::string error; ///< Nothing is to be concluded from this reading: why.
    };
    [[nodiscard]] Result parse(std::span<const redis::Reply> replies) const;

private:
    enum class Part { time, value, ttl, permits, permits_total, subscribers, shard_subscribers };
    void add(Part part, redis::Command command);
    void take(Part part, const redis::Reply& reply, Result& result) const;

    std::string m_name;
    Transaction m_commands;
    std::vector<Part> m_parts; ///< What each command is about.
};

/// Whether it is to be shown although nobody holds it: somebody waits for it.
[[nodiscard]] bool is_waited_for(const LockState& state) noexcept;

} // namespace lockscope::monitor
