// SPDX-License-Identifier: Apache-2.0
#include "lockscope/sandbox_replication.hpp"

#include "lab/replica_group.hpp"

namespace lockscope {

SandboxReplication::SandboxReplication(SandboxReplicationOptions options)
    : m_group(std::make_unique<lab::ReplicaGroup>(options))
    , m_endpoint(m_group->at(0).endpoint())
{
    m_endpoint.deployment = Deployment::replicated;
    for (int i = 1; i < m_group->size(); ++i)
        m_endpoint.more.push_back(m_group->at(i).endpoint().addresses().front());
}

SandboxReplication::~SandboxReplication() = default;

const Endpoint& SandboxReplication::endpoint() const noexcept
{
    return m_endpoint;
}

Sandbox& SandboxReplication::master()
{
    return m_group->at(m_master);
}

int SandboxReplication::replicas() const noexcept
{
    return m_group->size() - 1;
}

Sandbox& SandboxReplication::replica(int index)
{
    return m_group->at(server_of(index));
}

void SandboxReplication::wait_until_synchronised()
{
    m_group->wait_until_synchronised(m_master);
}

void SandboxReplication::cut_replication(int replica)
{
    m_group->cut(server_of(replica));
}

void SandboxReplication::mend_replication(int replica)
{
    m_group->mend(server_of(replica));
}

void SandboxReplication::promote(int replica)
{
    const int server = server_of(replica);
    m_group->promote(server);
    m_master = server;
}

int SandboxReplication::server_of(int replica) const noexcept
{
    return replica < m_master ? replica : replica + 1;
}

} // namespace lockscope
