// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace lockctl {

/// A command that runs with our terminal and streams, with fresh signals.
class ChildProcess
{
public:
    /// Whom signals reach: with a group of its own, what the command has started, too. But only ours may read from the
    /// terminal while we are in its foreground.
    enum class Group { ours, own };

    /// Starts it; like a shell, a command that cannot be started counts as ended with 127 (not found) or 126.
    ChildProcess(const std::vector<std::string>& command, Group group);

    /// The exit code, as a shell gives it (128 + signal for a violent end), once it has ended. Asks without waiting.
    [[nodiscard]] std::optional<int> exit_code();
    void signal(int number);
    [[nodiscard]] Group group() const noexcept { return m_group; }

private:
    pid_t m_pid = -1;
    Group m_group;
    std::optional<int> m_exit_code;
};

} // namespace lockctl
