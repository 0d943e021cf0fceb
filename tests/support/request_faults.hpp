// SPDX-License-Identifier: Apache-2.0
// What can happen to one request and its reply, as the rows of a data-driven test.
#pragma once

#include "lockscope/client.hpp"
#include "support/fault_proxy.hpp"

#include <QTest>

#include <array>
#include <chrono>

Q_DECLARE_METATYPE(lockscope::test::FaultProxy::Fault)

namespace lockscope::test {

using Fault = FaultProxy::Fault;

struct RequestFault
{
    const char* name;
    Fault fault;
};

inline constexpr std::array request_faults{
    RequestFault{"request lost, connection reset", Fault::reset_before_forwarding},
    RequestFault{"reply lost, connection reset", Fault::swallow_and_reset},
    RequestFault{"reply lost in silence", Fault::swallow_and_fall_silent},
    RequestFault{"request stuck on the way", Fault::hold_requests},
};

inline void add_request_faults()
{
    QTest::addColumn<Fault>("fault");
    for (const RequestFault& each : request_faults)
        QTest::newRow(each.name) << each.fault;
}

/// A client that gives up soon on what does not answer, and goes on trying for a while.
inline ClientOptions impatient(std::chrono::milliseconds timeout)
{
    ClientOptions options;
    options.command_timeout = timeout;
    options.connect_timeout = timeout;
    options.outage_patience = std::chrono::milliseconds(8000);
    return options;
}

} // namespace lockscope::test
