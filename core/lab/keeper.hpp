// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/file_descriptor.hpp"

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

namespace lockscope::lab {

/// A shell process in a session of its own that runs one server in one folder, and that outlives us: when the pipe on
/// its standard input ends, because we let go of it or because we died, it kills the server and removes the folder.
///
/// No signal of a terminal reaches it. Two more pipes say what happens: the shell's output carries the server's process
/// id, and the server inherits the only writing end of a FIFO in the folder, so that its end is an event, whoever reaps
/// it.
class Keeper
{
public:
    using Clock = std::chrono::steady_clock;
    /// For a loaded machine, on which a shell may not be let run for a while.
    static constexpr std::chrono::milliseconds usual_patience{30000};

    /// Starts the shell, not yet the server. The folder exists; from now on it goes with the keeper.
    /// @param patience how long the shell may take to start a server, or to end it
    Keeper(std::filesystem::path folder, const std::vector<std::string>& server_command,
           std::chrono::milliseconds patience = usual_patience);
    /// Ends the server, the shell and the folder, and waits for that (bounded).
    ~Keeper();
    Keeper(const Keeper&) = delete;
    Keeper& operator=(const Keeper&) = delete;

    /// Starts the server; an earlier one must have ended. @throws Error; if it is that the keeper does not answer, it
    /// cleans up as soon as it can, and starts nothing any more.
    void start_server();
    [[nodiscard]] pid_t server_pid() const noexcept { return m_server; } ///< -1: there is none.
    /// Waits so long for the end of the server's process. @returns true if it has ended, or there is none.
    [[nodiscard]] bool server_ended(std::chrono::milliseconds wait) const;
    /// Sends a signal, unless the server has ended (its number could belong to somebody else), or there is none.
    void signal_server(int signal) const;

private:
    void open_life();
    std::filesystem::path m_folder;
    std::chrono::milliseconds m_patience;
    FileDescriptor m_orders;  ///< We write; its end is the keeper's order to clean up.
    FileDescriptor m_reports; ///< The keeper writes.
    FileDescriptor m_life;    ///< Ends with the server.
    pid_t m_keeper = -1;
    pid_t m_server = -1;
};

} // namespace lockscope::lab
