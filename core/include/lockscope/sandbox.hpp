// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"
#include "lockscope/sandbox_tls.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

namespace lab {
class ServerProcess;
} // namespace lab

struct SandboxOptions
{
    bool tcp = false;                   ///< Listen on a free port of 127.0.0.1 instead of a unix socket in the folder.
    std::vector<std::string> arguments; ///< More redis-server options, e.g. {"--appendonly", "yes"}.
    std::string executable = "redis-server";
    std::optional<SandboxTls> tls = {}; ///< With tcp: the port speaks TLS only.
};

/// A private redis-server in a temporary folder, for trying things out and for tests.
///
///     Sandbox sandbox;
///     Client client(sandbox.endpoint());
///
/// It ends, and its folder goes, with this object; and also if this process is killed (kill -9): a small keeper process
/// waits for the end of a pipe that only we hold. Not thread-safe.
class Sandbox
{
public:
    /// Starts it and waits until it answers. @throws Error with a sentence if redis-server is missing or does not
    /// start.
    explicit Sandbox(SandboxOptions options = {});
    ~Sandbox();
    Sandbox(const Sandbox&) = delete;
    Sandbox& operator=(const Sandbox&) = delete;

    [[nodiscard]] const Endpoint& endpoint() const noexcept;
    [[nodiscard]] const std::filesystem::path& folder() const noexcept;
    [[nodiscard]] int server_pid() const noexcept;

    /// Real faults, for tests and lessons.
    ///@{
    void kill_server();   ///< SIGKILL; the folder stays, restart() brings it back.
    void pause_server();  ///< SIGSTOP
    void resume_server(); ///< SIGCONT
    void restart();       ///< Starts it again at the same address.
    ///@}

    /// For the deployments of sandboxes: a server that runs already.
    explicit Sandbox(std::unique_ptr<lab::ServerProcess> process);
    [[nodiscard]] lab::ServerProcess& process() const noexcept { return *m_process; }

private:
    std::unique_ptr<lab::ServerProcess> m_process;
};

} // namespace lockscope
