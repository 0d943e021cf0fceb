// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/owner.hpp"
#include "redis/node.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace lockscope::locks {

/// Gives back what nobody wants any more but Redis may still have: an acquisition whose caller gave up before its
/// outcome was known, a release that could not be delivered. Goes on until it is answered, its lease is over, or the
/// owner starts something new with this lock. I/O thread only.
class Afterwards : public std::enable_shared_from_this<Afterwards>
{
public:
    using Clock = std::chrono::steady_clock;
    Afterwards(boost::asio::any_io_executor executor, redis::Node& node) : m_executor(std::move(executor)), m_node(node)
    {}

    void give_back(const std::string& lock, const OwnerId& owner, Clock::time_point until);
    void supersede(const std::string& lock, const OwnerId& owner);
    void close() { m_open.clear(); }

private:
    using Key = std::pair<std::string, std::string>;
    boost::asio::awaitable<void> work(Key key, std::uint64_t number, Clock::time_point until);
    boost::asio::any_io_executor m_executor;
    redis::Node& m_node;
    std::map<Key, std::uint64_t> m_open;
    std::uint64_t m_numbers = 0;
};

} // namespace lockscope::locks
