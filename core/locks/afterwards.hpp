// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/hold_id.hpp"
#include "locks/protocol.hpp"
#include "redis/link.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <map>
#include <memory>

namespace lockscope::locks {

/// Gives back what nobody wants any more but Redis may still have: an acquisition whose caller gave up before its
/// outcome was known, a place in a queue, a release that could not be delivered, or was not permitted. Goes on until it
/// is answered, its time is over, or the owner has taken the lock anew. Waits for a server that cannot be reached,
/// because much may be left there, and what is held of the others comes first. I/O thread only.
class Afterwards : public std::enable_shared_from_this<Afterwards>
{
public:
    using Clock = std::chrono::steady_clock;
    Afterwards(boost::asio::any_io_executor executor, redis::Link& commands)
        : m_executor(std::move(executor))
        , m_commands(commands)
    {}

    void give_back(const HoldId& id, ScriptCall call, Clock::time_point until);
    [[nodiscard]] bool is_empty() const noexcept { return m_open.empty(); }
    void close();

private:
    /// Asked very often while a server is silent, hence no search.
    using Turn = std::shared_ptr<const int>;
    struct Work
    {
        ScriptCall call;
        Clock::time_point until;
        Turn turn;                                             ///< Gone once it is somebody else's turn.
        std::unique_ptr<boost::asio::steady_timer> pause = {}; ///< Ends with it: a client that ends need not wait.
    };
    using Open = std::map<HoldId, Work>;

public:
    /// While it lives, nothing is given back behind the back of an owner who begins something new with this lock. Then
    /// it goes on, because it may still be there, unless the owner has the lock now.
    class Interruption
    {
    public:
        Interruption(Afterwards& afterwards, const HoldId& id);
        ~Interruption();
        Interruption(const Interruption&) = delete;
        Interruption& operator=(const Interruption&) = delete;
        /// The owner has taken the lock, and will release it.
        void taken() noexcept { m_interrupted = {}; }

    private:
        std::shared_ptr<Afterwards> m_afterwards;
        Open::node_type m_interrupted; ///< Most often nothing, and then it takes no room in a waiter.
    };

private:
    boost::asio::awaitable<void> work(HoldId id, std::weak_ptr<const int> turn);
    boost::asio::any_io_executor m_executor;
    redis::Link& m_commands;
    Open m_open;
    bool m_is_closed = false;
};

} // namespace lockscope::locks
