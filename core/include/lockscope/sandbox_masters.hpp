// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/sandbox.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope {

struct SandboxMastersOptions
{
    int count = 5;
    std::vector<std::string> arguments; ///< More options of every server.
    std::string executable = "redis-server";
    std::optional<SandboxTls> tls = {};
};

/// Private servers on ports of 127.0.0.1 that know nothing of each other, as a RedLock needs them. They end as a
/// Sandbox does. Not thread-safe.
///
///     SandboxMasters servers;
///     std::list<Client> clients;
///     for (const Endpoint& endpoint : servers.endpoints())
///         clients.emplace_back(endpoint);
class SandboxMasters
{
public:
    /// @throws Error
    explicit SandboxMasters(SandboxMastersOptions options = {});
    ~SandboxMasters();
    SandboxMasters(const SandboxMasters&) = delete;
    SandboxMasters& operator=(const SandboxMasters&) = delete;

    [[nodiscard]] int size() const noexcept;
    [[nodiscard]] Sandbox& server(int index);
    [[nodiscard]] std::vector<Endpoint> endpoints() const;

private:
    std::vector<std::unique_ptr<Sandbox>> m_servers;
};

} // namespace lockscope
