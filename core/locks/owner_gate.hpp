// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lockscope/owner.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::locks {

/// Lets one operation of an owner on a lock run at a time: each starts from the count that the one before left.
/// I/O thread only.
class OwnerGate : public std::enable_shared_from_this<OwnerGate>
{
public:
    using Clock = std::chrono::steady_clock;
    using Key = std::pair<std::string, std::pair<std::string, std::int64_t>>;

    explicit OwnerGate(boost::asio::any_io_executor executor) : m_executor(std::move(executor)) {}

    /// While it lives, nobody else of this owner passes.
    class Pass
    {
    public:
        Pass() = default;
        Pass(std::shared_ptr<OwnerGate> gate, Key key) : m_gate(std::move(gate)), m_key(std::move(key)) {}
        Pass(Pass&& other) noexcept = default;
        Pass& operator=(Pass&&) = delete;
        ~Pass();
        explicit operator bool() const noexcept { return m_gate != nullptr; }

    private:
        std::shared_ptr<OwnerGate> m_gate;
        Key m_key;
    };

    /// An empty pass if the deadline came first, or the wait was cancelled.
    boost::asio::awaitable<Pass> enter(std::string lock, OwnerId owner, Clock::time_point deadline);

    /// The client ends: whoever waits leaves with an empty pass.
    void close();

private:
    struct Ticket
    {
        explicit Ticket(const boost::asio::any_io_executor& executor) : timer(executor) {}
        boost::asio::steady_timer timer;
        bool is_called = false;
    };
    /// Waits for its turn. @returns false if the deadline came first, or the wait was cancelled
    boost::asio::awaitable<bool> be_called(const Key& key, Clock::time_point deadline);
    void leave(const Key& key);
    boost::asio::any_io_executor m_executor;
    /// Present while somebody is inside; those who wait. Most often nobody, and an empty deque would take half a
    /// kilobyte.
    std::map<Key, std::vector<Ticket*>> m_queues;
};

} // namespace lockscope::locks
