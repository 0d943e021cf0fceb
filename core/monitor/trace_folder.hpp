// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/trace.hpp"
#include "monitor/trace_line.hpp"
#include "monitor/trace_roles.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace lockscope::monitor {

/// Lines of MONITOR in, commands about locks out, each script with what it executed. No I/O, no clock of its own.
///
/// Redis executes one script at a time and prints its line before its inner commands, so these belong to the script
/// line before them. A script is handed out when the next line of somebody shows that it is over, or by settle().
class TraceFolder
{
public:
    explicit TraceFolder(const TraceOptions& options);

    /// Whatever the bytes are.
    void add(std::string_view line, SteadyTime now);
    /// Hands out a script for which nothing has come for a while.
    void settle(SteadyTime now);
    /// Hands out the script that is open, and forgets it: the next inner command is not its own.
    void close();

    [[nodiscard]] std::vector<TraceCommand> take_commands();
    [[nodiscard]] std::vector<IdentityHint> take_identities();

    [[nodiscard]] std::uint64_t lines() const noexcept { return m_lines; }
    [[nodiscard]] std::uint64_t kept() const noexcept { return m_kept; }
    [[nodiscard]] std::uint64_t dropped() const noexcept { return m_dropped; }
    [[nodiscard]] std::uint64_t malformed() const noexcept { return m_malformed; }

private:
    void add_inner(const TraceLine& line);
    void add_command(TraceLine line, SteadyTime now);
    void learn(const TraceCommand& command);
    void hand_out(TraceCommand command);

    TraceOptions m_options;
    KnownLocks m_known;
    /// The script whose inner commands come now; without words if it is none of ours.
    struct OpenScript
    {
        TraceLine line;
        TraceCommand command;
        enum class Interest { none, some } interest = Interest::none;
        SteadyTime since{};
    };
    std::optional<OpenScript> m_open;
    std::vector<TraceCommand> m_commands;
    std::size_t m_bytes = 0;
    std::vector<IdentityHint> m_identities;
    std::unordered_set<std::string> m_told; ///< uuid and address of identities told already.
    std::uint64_t m_lines = 0, m_kept = 0, m_dropped = 0, m_malformed = 0;
};

} // namespace lockscope::monitor
