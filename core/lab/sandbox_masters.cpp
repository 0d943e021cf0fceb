// SPDX-License-Identifier: Apache-2.0
#include "lockscope/sandbox_masters.hpp"

namespace lockscope {

SandboxMasters::SandboxMasters(SandboxMastersOptions options)
{
    const SandboxOptions one{
        .tcp = true, .arguments = options.arguments, .executable = options.executable, .tls = options.tls};
    for (int i = 0; i < options.count; ++i)
        m_servers.push_back(std::make_unique<Sandbox>(one));
}

SandboxMasters::~SandboxMasters() = default;

int SandboxMasters::size() const noexcept
{
    return static_cast<int>(m_servers.size());
}

Sandbox& SandboxMasters::server(int index)
{
    return *m_servers.at(static_cast<std::size_t>(index));
}

std::vector<Endpoint> SandboxMasters::endpoints() const
{
    std::vector<Endpoint> all;
    for (const auto& server : m_servers)
        all.push_back(server->endpoint());
    return all;
}

} // namespace lockscope
