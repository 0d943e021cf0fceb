// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client_core.hpp"
#include "locks/gather.hpp"
#include "locks/protocol.hpp"
#include "locks/untold_losses.hpp"
#include "lockscope/group_lock.hpp"

#include <chrono>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

namespace lockscope::locks {

/// Several locks that are held as one: who holds it, and how many members may be lost before it is. How it is acquired
/// is for those who derive from it. Its coroutines run on the I/O thread of the first member, and release() on that of
/// any; the rest is for any thread.
class Group : public std::enable_shared_from_this<Group>
{
public:
    using Clock = std::chrono::steady_clock;
    using milliseconds = std::chrono::milliseconds;

    /// @param needed how many members must be held. @throws Error invalid_argument if a member comes twice.
    Group(std::vector<Lock> members, std::size_t needed);
    virtual ~Group() = default;

    [[nodiscard]] const std::vector<Lock>& members() const noexcept { return m_members; }
    [[nodiscard]] detail::ClientCore& home() const noexcept { return *m_members.front().core(); }

    /// Where to leave the members: at home, or, where that client is closed, at one that is not.
    [[nodiscard]] detail::ClientCore& place_to_leave() const;
    /// Before a blocking call. Each member needs the I/O thread of its client: none of these may be the one that waits.
    /// @throws Error wrong_thread
    void require_other_thread() const;

    boost::asio::awaitable<bool> acquire(std::int64_t thread, Terms terms);
    boost::asio::awaitable<int> release(std::int64_t thread);
    boost::asio::awaitable<int> force_unlock();

    [[nodiscard]] int hold_count(std::int64_t thread) const; ///< 0 as soon as it is lost.
    [[nodiscard]] std::stop_token loss_token(std::int64_t thread) const;

protected:
    /// What an acquisition brought: which members are held, and until when that is good for all of them together.
    struct Taken
    {
        std::vector<std::size_t> members;
        Clock::time_point valid_until = Clock::time_point::max(); ///< max: as long as the members themselves.
        std::optional<milliseconds> validity = {}; ///< What of the lease is good for the group; nothing: no lease.
    };
    /// @returns nothing if it was not to be had in time; then no member is held, or it is being given back.
    virtual boost::asio::awaitable<std::optional<Taken>> take(std::int64_t thread, Terms terms,
                                                              Clock::time_point give_up) = 0;

    [[nodiscard]] OwnerId owner(std::size_t member, std::int64_t thread) const;
    [[nodiscard]] std::size_t needed() const noexcept { return m_needed; }
    /// Leaves these members once, all at the same time. When @p enough of them are left, those whose servers do not
    /// answer are not waited for any longer: that goes on in the background. @returns what became of each.
    boost::asio::awaitable<std::vector<Outcome<int>>> leave(std::vector<std::size_t> members, std::int64_t thread,
                                                            std::size_t enough);
    boost::asio::awaitable<void> pause(milliseconds duration);
    /// Throws Error cancelled or closed, if that is how it is.
    boost::asio::awaitable<void> leave_if_cancelled();

private:
    using LossCallback = std::stop_callback<std::function<void()>>;
    struct Entry
    {
        std::vector<std::size_t> members;
        std::optional<milliseconds> validity = {};
        std::list<LossCallback> callbacks = {};
    };
    struct Held
    {
        std::vector<Entry> entries; ///< One for each time it was entered.
        std::stop_source loss;
        bool is_lost = false;
        Clock::time_point valid_until = Clock::time_point::max();
        std::unique_ptr<boost::asio::steady_timer> end; ///< Of the validity, if that is less than the members'.
    };
    [[nodiscard]] Error no_longer_wanted() const;
    /// Gives back what is left of a hold that was lost and not released, so that a new one does not build on it.
    boost::asio::awaitable<void> clear_away_lost(std::int64_t thread);
    void record(std::int64_t thread, const Taken& taken);
    /// Until when an owner is safe who has just entered once more.
    [[nodiscard]] Clock::time_point validity(const Held& held, const Taken& taken) const;
    /// The members are kept again as those entries were that stay: from @p when on, if no entry without a lease is
    /// left.
    void go_back_to_leases(std::int64_t thread, Clock::time_point when);
    void on_member_lost(std::int64_t thread);
    void declare_lost(std::int64_t thread, const std::stop_source& which);
    [[nodiscard]] std::size_t held_members(std::int64_t thread, const Entry& entry) const;
    void arm_end(std::int64_t thread, Clock::time_point valid_until);
    void on_end(std::int64_t thread);

    const std::vector<Lock> m_members;
    const std::size_t m_needed;
    mutable std::mutex m_mutex;
    std::map<std::int64_t, Held> m_holds;
    UntoldLosses<std::int64_t> m_losses;
};

[[nodiscard]] std::shared_ptr<Group> make_multi(std::vector<Lock> members);
[[nodiscard]] std::shared_ptr<Group> make_red(std::vector<Lock> members);

} // namespace lockscope::locks
