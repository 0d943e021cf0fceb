// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/sandbox.hpp"

#include <QProcessEnvironment>
#include <QTemporaryDir>

#include <chrono>
#include <filesystem>
#include <string>

namespace lockscope::test {

/// The wall clock of one program, right until it is set. The clocks that the program waits with are left alone.
class WallClock
{
public:
    /// @param file where it is; made if it is not there
    explicit WallClock(std::filesystem::path file);

    /// What the program has to be started with.
    [[nodiscard]] QProcessEnvironment environment() const;
    /// From now on it is off by so much.
    void set(std::chrono::milliseconds offset) const;

private:
    std::filesystem::path m_file;
};

/// Servers whose wall clocks can be set, each by itself.
///
///     Clocks clocks;
///     SandboxMasters servers({.arguments = {}, .executable = clocks.executable()});
///     clocks.set(servers.server(2), -1h);
///
/// Must outlive the servers.
class Clocks
{
public:
    explicit Clocks(const std::string& server = "redis-server");

    /// Given to a sandbox of any kind: a server whose clock is right, until it is set.
    [[nodiscard]] const std::string& executable() const noexcept { return m_executable; }
    /// From now on, also after a restart, the clock of this server is off by so much.
    void set(const Sandbox& server, std::chrono::milliseconds offset) const;

private:
    QTemporaryDir m_folder;
    std::string m_executable;
};

} // namespace lockscope::test
