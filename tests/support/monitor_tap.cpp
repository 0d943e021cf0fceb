// SPDX-License-Identifier: Apache-2.0
#include "support/monitor_tap.hpp"

#include <hiredis/hiredis.h>

#include <memory>
#include <stdexcept>

namespace lockscope::test {

MonitorTap::MonitorTap(const Endpoint& endpoint) : m_marker(endpoint), m_context(detail::connect(endpoint))
{
    void* reply = redisCommand(m_context, "MONITOR");
    if (reply == nullptr) {
        redisFree(m_context);
        throw std::runtime_error("test monitor: cannot listen");
    }
    freeReplyObject(reply);
}

MonitorTap::~MonitorTap()
{
    redisFree(m_context);
}

std::string MonitorTap::next_line()
{
    void* reply = nullptr;
    if (redisGetReply(m_context, &reply) != REDIS_OK)
        throw std::runtime_error(std::string("test monitor: ") + m_context->errstr);
    const std::unique_ptr<void, void (*)(void*)> owner(reply, freeReplyObject);
    return detail::convert(reply).text;
}

std::vector<std::string> MonitorTap::lines()
{
    const std::string mark = "mark " + std::to_string(++m_marks) + " of the test's monitor";
    m_marker.expect({"ECHO", mark});
    std::vector<std::string> all;
    while (true) {
        std::string line = next_line();
        if (line.find(mark) != std::string::npos)
            return all;
        all.push_back(std::move(line));
    }
}

} // namespace lockscope::test
