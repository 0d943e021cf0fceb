// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client_core.hpp"
#include "locks/hold_id.hpp"
#include "locks/protocol.hpp"
#include "locks/wait_room.hpp"

#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <string_view>
#include <tuple>

namespace lockscope::locks {

/// What this client has left lately: locks, places in queues, permits. Redis replicates asynchronously, so a server
/// that takes over, or comes back from its disk, may not have heard of it, and would keep others out. It is told again,
/// once after each such change. I/O thread only.
///
/// Bounded: the newest 1,000, and nothing that is older than a minute or would have ended by itself. What its owner has
/// taken anew is not touched: that is forgotten here, and nothing is told again in the middle of one of its operations,
/// except while it waits in line: then it tells it itself, before it goes on waiting. Somebody else's hold is not
/// touched because the scripts know the owner.
class Departures : public std::enable_shared_from_this<Departures>
{
public:
    using Clock = std::chrono::steady_clock;
    /// How to leave it once more: a script to which it does not matter that there is nothing left.
    using Leave = std::function<ScriptCall(const HoldId&)>;

    explicit Departures(detail::ClientCore& core) : m_core(core) {}
    /// Begins to notice that another server answers.
    void start();

    /// @param until when it would have ended by itself
    void remember(const HoldId& id, Leave leave, Clock::time_point until);
    /// As what the lock was taken as.
    void remember(const HoldId& id, const Protocol& protocol, Clock::time_point until);
    /// It is taken anew.
    void forget(const HoldId& id);
    void close();

    /// As long as it lives, the owner stands in line for the lock, and has nothing under way itself. It refers to @p id
    /// and to @p place.
    class Standing
    {
    public:
        Standing(const std::shared_ptr<Departures>& departures, const HoldId& id, const WaitRoom::Place& place);
        ~Standing();
        Standing(const Standing&) = delete;
        Standing& operator=(const Standing&) = delete;
        /// Tells again what its owner has left of this lock, if that is due. To be called after each pause.
        boost::asio::awaitable<void> tell();

    private:
        std::weak_ptr<Departures> m_departures;
        const HoldId& m_id;
    };

private:
    /// Of which lock, and who. Views, because there may be thousands who wait.
    using Owner = std::tuple<std::string_view, std::string_view, std::int64_t>;
    static Owner owner_of(const HoldId& id) { return {id.lock, id.owner.client, id.owner.thread}; }
    struct Departure
    {
        Leave leave;
        Clock::time_point until;
        unsigned changes = 0; ///< Since it was left: so often it was to be told again.
        bool is_due = false;  ///< And somebody sees to it.
        std::list<const HoldId*>::iterator place;
    };
    void follow();
    /// What was left there; and whoever waits looks again.
    void repeat(const redis::Node& there);
    void start_workers();
    boost::asio::awaitable<void> work();
    boost::asio::awaitable<void> go_on(HoldId id);
    [[nodiscard]] bool is_settled(const HoldId& id);
    void wake_owner(const HoldId& id);
    enum class Told { yes, not_yet };
    boost::asio::awaitable<Told> tell(HoldId id, Clock::time_point gate_limit);
    boost::asio::awaitable<Told> tell_at_once(HoldId id);

    detail::ClientCore& m_core;
    std::map<HoldId, Departure> m_departures;
    std::list<const HoldId*> m_order; ///< The oldest first.
    std::map<std::shared_ptr<redis::Node>, std::shared_ptr<void>> m_links;
    std::shared_ptr<void> m_changes;
    std::deque<HoldId> m_due;
    std::map<Owner, const WaitRoom::Place*> m_waiting; ///< Who waits in line.
    int m_workers = 0;
    bool m_is_closed = false;
};

} // namespace lockscope::locks
