// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/sandbox.hpp"

#include <QTemporaryDir>

#include <chrono>
#include <string>

namespace lockscope::test {

/// Servers whose wall clocks can be set, each by itself. The clocks that they wait with are left alone.
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
