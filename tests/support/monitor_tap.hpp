// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/endpoint.hpp"
#include "support/redis_client.hpp"

#include <string>
#include <vector>

struct redisContext;

namespace lockscope::test {

/// Listens to MONITOR: every command that the server executes from now on, those inside scripts too, in its order.
/// Single-threaded: the server keeps the lines until they are asked for.
class MonitorTap
{
public:
    /// Listening when this returns.
    explicit MonitorTap(const Endpoint& endpoint);
    ~MonitorTap();
    MonitorTap(const MonitorTap&) = delete;
    MonitorTap& operator=(const MonitorTap&) = delete;

    /// Everything up to this moment that was not returned before.
    [[nodiscard]] std::vector<std::string> lines();

private:
    [[nodiscard]] std::string next_line();

    RedisClient m_marker;
    redisContext* m_context;
    int m_marks = 0;
};

} // namespace lockscope::test
