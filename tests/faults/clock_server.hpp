// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/clocks.hpp"
#include "support/lock_suite.hpp"
#include "support/timing.hpp"

namespace lockscope::test {

/// A server whose wall clock can be set. The clocks that this process waits with are left alone.
class ClockServer
{
public:
    /// From now on its clock is off by so much.
    void set(milliseconds offset) { m_clocks.set(m_server.sandbox, offset); }
    Server* operator->() { return &m_server; }

private:
    Clocks m_clocks;
    Server m_server{SandboxOptions{.arguments = {}, .executable = m_clocks.executable()}};
};

} // namespace lockscope::test
