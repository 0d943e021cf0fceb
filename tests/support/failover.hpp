// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/sandbox_sentinel.hpp"

namespace lockscope::test {

/// The master dies when its replicas know everything; returns when one of them is the master.
inline void lose_master(SandboxSentinel& servers)
{
    servers.wait_until_synchronised();
    const Address before = servers.master_address();
    servers.kill_master();
    servers.wait_for_failover(before);
}

} // namespace lockscope::test
