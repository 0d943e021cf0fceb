// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/ask.hpp"
#include "lab/free_port.hpp"
#include "lab/keeper.hpp"
#include "lockscope/sandbox.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::lab {

/// What one server process is to be.
struct ServerPlan
{
    enum class Role { server, cluster_node, sentinel };
    SandboxOptions options;
    Role role = Role::server;
    /// Lines of its configuration file, for secrets and for what the server itself rewrites later. A server without any
    /// has no file.
    std::string configuration;
    std::string password; ///< For the endpoint; the configuration sets it.
};

/// A word of a configuration file, whatever bytes it has.
[[nodiscard]] std::string quoted_word(std::string_view word);

/// One server (or Sentinel) in a private folder, which ends with this object and with this process. Not thread-safe.
class ServerProcess
{
public:
    /// Starts it and waits until it answers. @throws Error with a sentence if the program is missing or does not start.
    [[nodiscard]] static std::unique_ptr<ServerProcess> start(const ServerPlan& plan);
    ServerProcess(const ServerPlan& plan, std::filesystem::path folder); ///< For start(): not yet running.
    ServerProcess(const ServerProcess&) = delete;
    ServerProcess& operator=(const ServerProcess&) = delete;

    [[nodiscard]] const Endpoint& endpoint() const noexcept { return m_endpoint; }
    [[nodiscard]] const std::filesystem::path& folder() const noexcept { return m_folder; }
    [[nodiscard]] int pid() const noexcept { return m_keeper->server_pid(); }

    enum class State { running, paused, ended };
    [[nodiscard]] State state() const;
    void kill();
    void pause();
    void resume();
    void restart();

    /// Asks it through the socket in its folder, where nobody else can answer. As lab::ask.
    ///@{
    [[nodiscard]] std::vector<redis::Reply> ask(std::vector<redis::Command> commands) const;
    redis::Reply ask(redis::Command command) const;
    ///@}

private:
    void run();
    [[noreturn]] void fail(const char* what) const;

    std::filesystem::path m_folder;
    FreePort m_port;     ///< None without TCP.
    Endpoint m_endpoint; ///< For clients.
    Endpoint m_inside;   ///< For us.
    bool m_is_paused = false;
    std::optional<Keeper> m_keeper;
};

/// One that was killed or paused runs again.
void bring_back(Sandbox& server);

} // namespace lockscope::lab
