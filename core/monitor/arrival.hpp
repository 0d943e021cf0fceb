// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"
#include "monitor/replication_trail.hpp"
#include "monitor/server_facts.hpp"

#include <optional>

namespace lockscope::monitor {

/// How we found the server that answers in place of the one before: what can have become of the locks until then.
struct Arrival
{
    /// Others may have given locks back there before we listened: that one is missing proves no loss.
    bool may_be_released = false;
    /// It came up without data: whatever it has now began since.
    bool came_empty = false;
    /// For so long, at least, nobody could renew anything.
    struct Outage
    {
        SteadyTime from{}, to{};
    };
    std::optional<Outage> down{}; ///< Absent: not known.
    Parting parting{};            ///< From the data of the one before.
};

/// What we know of it ourselves.
struct Meeting
{
    bool is_restart = false; ///< It is at the address of the one before.
    double greetings = 0;    ///< So many bytes say nothing of locks: sentinels greet each other through it.
    SteadyTime asked_at{};   ///< For its facts.
    std::optional<SteadyTime> ended_at{}; ///< When the one before cut the connection; absent: it may have gone on.
};

[[nodiscard]] Arrival arrival_of(const ServerFacts& facts, const Meeting& meeting);

/// What became of a hold that is missing there.
enum class Fate {
    ended,   ///< Given back there, or its lease was over.
    lost,    ///< Its lease was over, or it was lost.
    unclear, ///< One or the other.
};
[[nodiscard]] Fate fate_of(const LockState& before, const Arrival& arrival) noexcept;

/// Has whoever holds it now certainly taken it since, even who held it before?
[[nodiscard]] bool begins_anew(const LockState& before, const Arrival& arrival) noexcept;

} // namespace lockscope::monitor
