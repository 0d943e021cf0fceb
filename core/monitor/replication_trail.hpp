// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/lock_state.hpp"
#include "monitor/server_facts.hpp"

#include <deque>
#include <optional>

namespace lockscope::monitor {

/// Where the data of a server that took over part from those of the one before.
struct Parting
{
    /// What had been written before, by our clock, is there. Absent: not known of anything.
    std::optional<SystemTime> has_until{};
    /// What was written after it is not there. Absent: not known of anything.
    std::optional<SystemTime> lacks_since{};
};

/// How far a server's data had come at which time: its replication offsets, as INFO tells them. Who takes over from it
/// tells the offset at which it did (second_repl_offset), and so until when it has what was written here. No I/O and no
/// clock of its own.
class ReplicationTrail
{
public:
    /// @param asked, answered of one INFO; in between, at some moment, it was so
    void add(const ReplicationFacts& facts, SystemTime asked, SystemTime answered);

    /// Of one whose facts these are. Nothing is known if it took over from another one, or did not say.
    [[nodiscard]] Parting parting_from(const ReplicationFacts& successor) const;

private:
    struct Step
    {
        double offset = 0;
        SystemTime first_answered{}, last_asked{}; ///< Of all answers with this offset.
    };
    std::string m_history; ///< Whose offsets they are.
    std::deque<Step> m_steps;
};

/// Was a hold that its state shows begun after the parting? Then whoever took over never had it.
[[nodiscard]] bool was_left_behind(const LockState& before, const Parting& parting) noexcept;

/// Was it begun before? Then, if it is missing, it ended there.
[[nodiscard]] bool came_along(const LockState& before, const Parting& parting) noexcept;

} // namespace lockscope::monitor
