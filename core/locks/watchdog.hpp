// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "locks/hold_table.hpp"
#include "locks/renewing.hpp"
#include "redis/link.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace lockscope::locks {

/// Keeps what this client holds: renews every third of a lease, in batches and in the order of the deadlines, notices
/// holds that were taken away, and declares lost whatever could not be confirmed until its last valid moment. I/O
/// thread only.
class Watchdog : public std::enable_shared_from_this<Watchdog>
{
public:
    Watchdog(boost::asio::any_io_executor executor, redis::Link& renewals, HoldTable& holds);

    /// A hold began or was entered again.
    void keep(const Hold& hold);
    /// It was released, dropped or lost: never touched again.
    void forget(const HoldId& id);
    /// Do not renew it any more, because its owner is releasing it.
    void suspend(const HoldId& id);
    /// Something happened to this lock: see at once whether it is still ours.
    void suspect(const std::string& lock);
    /// See after all of these, because word of changes may have been missed.
    void suspect_where(const std::function<bool(const std::string& lock)>& concerns);
    /// Called before holds are looked at: they are old enough to be worth watching for changes by others.
    void before_look(std::function<void()> callback) { m_before_look = std::move(callback); }
    /// Called for a hold that was taken away, or could not be confirmed in time, instead of HoldTable::lost.
    using OnLost = std::function<void(const HoldId&, LossNotice::Reason)>;
    void on_lost(OnLost callback) { m_on_lost = std::move(callback); }
    void close();

private:
    struct Entry
    {
        std::uint64_t generation = 0;
        std::string field;            ///< In the lock's hash.
        std::string deadlines_prefix; ///< Readers only.
        int count = 1;
        milliseconds lease{0};
        bool watched = false;
        bool is_settled = false; ///< Looked at on the renewal connection, so that tracking tells of changes.
        bool is_under_way = false;
        bool is_suspected = false; ///< Word of a change came while a look was under way: it may have looked too early.
        bool is_suspended = false;
        int slow_looks = 0;         ///< In a row, whose answers may only seem to say that the lease became shorter.
        Clock::time_point kept_at;  ///< When the owner last acquired or extended it, by our clock.
        Clock::time_point renew_at; ///< Next renewal; never if nobody asked for one.
        Clock::time_point look_at;  ///< Next time to look or to renew.
        Clock::time_point valid_until;
        Clock::time_point granted_until; ///< What was asked for and given, whatever was made of it since.
        Clock::time_point due;           ///< Its place in m_schedule.
    };
    struct Item
    {
        HoldId id;
        std::uint64_t generation;
        bool renews;
    };

    void schedule(const HoldId& id, Entry& entry);
    void try_again(const HoldId& id, Entry& entry); ///< After a pause; it is not scheduled now.
    void wait_for_link(const HoldId& id, Entry& entry, Clock::time_point now); ///< Likewise.
    void unschedule(const HoldId& id, const Entry& entry);
    void arm();
    void on_timer();
    void declare_lost(const HoldId& id, LossNotice::Reason reason);
    boost::asio::awaitable<void> look(std::vector<Item> items, std::vector<Renewing> holds, Clock::time_point deadline);
    void on_answer(const Item& item, std::int64_t left, Clock::time_point sent);
    [[nodiscard]] Clock::time_point next_renewal(const Entry& entry, Clock::time_point now);
    [[nodiscard]] static Clock::time_point next_look(const Entry& entry, Clock::time_point now);

    boost::asio::any_io_executor m_executor;
    redis::Link& m_renewals;
    HoldTable& m_holds;
    boost::asio::steady_timer m_timer;
    Clock::time_point m_armed_for = Clock::time_point::max();
    std::map<HoldId, Entry> m_entries;
    std::set<std::pair<Clock::time_point, HoldId>> m_schedule;
    std::function<void()> m_before_look;
    OnLost m_on_lost;
    std::minstd_rand m_random;
};

} // namespace lockscope::locks
