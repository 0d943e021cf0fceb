// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/hold_id.hpp"
#include "locks/protocol.hpp"
#include "redis/link.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <map>
#include <memory>

namespace lockscope::locks {

/// Gives back what nobody wants any more but Redis may still have: an acquisition whose caller gave up before its
/// outcome was known, a place in a queue, a release that could not be delivered. Goes on until it is answered, its time
/// is over, or the owner starts something new with this lock. I/O thread only.
class Afterwards : public std::enable_shared_from_this<Afterwards>
{
public:
    using Clock = std::chrono::steady_clock;
    Afterwards(boost::asio::any_io_executor executor, redis::Link& commands)
        : m_executor(std::move(executor))
        , m_commands(commands)
    {}

    void give_back(const HoldId& id, ScriptCall call, Clock::time_point until);
    void supersede(const HoldId& id);
    void close() { m_open.clear(); }

private:
    struct Work
    {
        HoldId id;
        ScriptCall call;
        Clock::time_point until;
        std::uint64_t number;
    };
    boost::asio::awaitable<void> work(Work what);
    boost::asio::any_io_executor m_executor;
    redis::Link& m_commands;
    std::map<HoldId, std::uint64_t> m_open;
    std::uint64_t m_numbers = 0;
};

} // namespace lockscope::locks
