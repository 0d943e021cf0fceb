// SPDX-License-Identifier: Apache-2.0
#include "locks/group.hpp"

#include "base/durations.hpp"
#include "locks/hold_table.hpp"
#include "locks/steps.hpp"
#include "locks/wait_room.hpp"
#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"

#include <boost/asio/cancellation_state.hpp>

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

namespace lockscope::locks {

namespace {

namespace asio = boost::asio;

/// What a server that may be gone gets beyond the others to answer a release.
constexpr milliseconds release_grace{500};
/// Before a group is taken again that was lost while it was being taken.
constexpr milliseconds after_a_loss{10};

asio::awaitable<int> leave_member(const Lock& lock, OwnerId owner)
{
    HoldId id{lock.name(), std::move(owner), lock.protocol().access()};
    return lock.core()->on_io(release_or_let_go(*lock.core(), std::move(id)));
}

Error group_error(Errc code, const std::vector<Lock>& members, const std::string& sentence)
{
    return Error(code, "The group of " + std::to_string(members.size()) + " locks from "
                           + escape(members.front().name()) + " " + sentence);
}

} // namespace

Group::Group(std::vector<Lock> members, std::size_t needed) : m_members(std::move(members)), m_needed(needed)
{
    std::set<std::tuple<std::string, std::string, Access>> seen;
    for (const Lock& lock : m_members) {
        // Two clients of one server are two owners: the second would wait for the first for ever.
        const std::string server = lock.core()->endpoint.display();
        if (!seen.emplace(server, lock.name(), lock.protocol().access()).second)
            throw Error(Errc::invalid_argument,
                        "The lock " + escape(lock.name()) + " on " + server + " is in the group twice.");
    }
}

OwnerId Group::owner(std::size_t member, std::int64_t thread) const
{
    return {m_members[member].core()->id, thread};
}

detail::ClientCore& Group::place_to_leave() const
{
    const auto open =
        std::find_if(m_members.begin(), m_members.end(), [](const Lock& lock) { return !lock.core()->is_stopping(); });
    return open == m_members.end() ? home() : *open->core();
}

void Group::require_other_thread() const
{
    for (const Lock& lock : m_members)
        lock.core()->require_other_thread();
}

asio::awaitable<bool> Group::acquire(std::int64_t thread, Terms terms)
{
    co_await asio::this_coro::throw_if_cancelled(false);
    const auto self = shared_from_this();
    const auto under_way = home().under_way();
    const milliseconds wait = std::clamp(terms.wait.value_or(longest_wait), milliseconds::zero(), longest_wait);
    co_await clear_away_lost(thread);
    co_await leave_if_cancelled();
    const Clock::time_point give_up = Clock::now() + wait;
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    while (true) {
        const std::optional<Taken> taken = co_await take(thread, terms, give_up);
        if (!taken)
            co_return false;
        record(thread, *taken);
        const bool is_wanted = cancellation.cancelled() == asio::cancellation_type::none;
        if (is_wanted && hold_count(thread) > 0)
            co_return true;
        // Cancelled, or lost already, before anybody could be told.
        try {
            co_await release(thread);
        } catch (const Error&) {
            // It goes on in the background, or is gone already.
        }
        if (!is_wanted)
            throw no_longer_wanted();
        co_await clear_away_lost(thread); // what this thread had entered before went the same way
        if (Clock::now() >= give_up)
            co_return false;
        co_await pause(after_a_loss);
        co_await leave_if_cancelled();
    }
}

asio::awaitable<void> Group::clear_away_lost(std::int64_t thread)
{
    if (hold_count(thread) > 0)
        co_return;
    std::vector<Entry> entries;
    std::stop_source loss{std::nostopstate};
    {
        const std::scoped_lock guard(m_mutex);
        const auto held = m_holds.find(thread);
        if (held == m_holds.end())
            co_return;
        entries = std::move(held->second.entries);
        loss = held->second.loss;
        m_losses.add(thread, static_cast<int>(entries.size()));
        m_holds.erase(held);
    }
    loss.request_stop(); // unless that has been done
    for (Entry& entry : entries) {
        entry.callbacks.clear();
        co_await leave(std::move(entry.members), thread, 0);
    }
}

void Group::record(std::int64_t thread, const Taken& taken)
{
    Clock::time_point valid_until;
    {
        const std::scoped_lock guard(m_mutex);
        Held& held = m_holds[thread];
        valid_until = held.valid_until = validity(held, taken);
        held.entries.push_back({.members = taken.members, .validity = taken.validity});
    }
    // Outside of the mutex: a callback whose member is lost already runs here and now.
    std::list<LossCallback> callbacks;
    for (const std::size_t member : taken.members) {
        const auto tell = [weak = weak_from_this(), thread] {
            if (const auto self = weak.lock())
                self->on_member_lost(thread);
        };
        const std::stop_token token = m_members[member].loss_token(owner(member, thread));
        callbacks.emplace_back(token, std::function<void()>(tell));
        if (!token.stop_possible())
            tell(); // gone before we could listen
    }
    {
        const std::scoped_lock guard(m_mutex);
        std::list<LossCallback>& kept = m_holds[thread].entries.back().callbacks;
        kept.splice(kept.begin(), callbacks);
    }
    if (valid_until != Clock::time_point::max())
        arm_end(thread, valid_until);
}

Clock::time_point Group::validity(const Held& held, const Taken& taken) const
{
    if (held.entries.empty())
        return taken.valid_until;
    // The leases of members only grow when they are entered again. Those of the first entry say whether the group is
    // held; it is for longer if enough of them got a longer one.
    const std::vector<std::size_t>& first = held.entries.front().members;
    const auto entered_again = std::count_if(first.begin(), first.end(), [&](std::size_t member) {
        return std::find(taken.members.begin(), taken.members.end(), member) != taken.members.end();
    });
    const bool is_enough = static_cast<std::size_t>(entered_again) >= m_needed;
    return is_enough ? std::max(held.valid_until, taken.valid_until) : held.valid_until;
}

void Group::arm_end(std::int64_t thread, Clock::time_point valid_until)
{
    auto timer = std::make_unique<asio::steady_timer>(home().executor(), valid_until);
    // Must not keep the group: it keeps the client whose timer this is.
    timer->async_wait([weak = weak_from_this(), thread](boost::system::error_code error) {
        const auto self = weak.lock();
        if (!error && self)
            self->on_end(thread);
    });
    const std::scoped_lock guard(m_mutex);
    const auto held = m_holds.find(thread);
    if (held != m_holds.end())
        held->second.end = std::move(timer);
}

void Group::on_end(std::int64_t thread)
{
    std::stop_source which{std::nostopstate};
    {
        const std::scoped_lock guard(m_mutex);
        const auto held = m_holds.find(thread);
        if (held == m_holds.end() || held->second.valid_until > Clock::now())
            return;
        which = held->second.loss;
    }
    declare_lost(thread, which);
}

std::size_t Group::held_members(std::int64_t thread, const Entry& entry) const
{
    return static_cast<std::size_t>(std::count_if(entry.members.begin(), entry.members.end(), [&](std::size_t member) {
        return m_members[member].is_held(owner(member, thread));
    }));
}

void Group::on_member_lost(std::int64_t thread)
{
    std::stop_source which{std::nostopstate};
    {
        const std::scoped_lock guard(m_mutex);
        const auto held = m_holds.find(thread);
        if (held == m_holds.end() || held->second.entries.empty()
            || held_members(thread, held->second.entries.front()) >= m_needed)
            return;
        which = held->second.loss;
    }
    declare_lost(thread, which);
}

void Group::declare_lost(std::int64_t thread, const std::stop_source& which)
{
    {
        const std::scoped_lock guard(m_mutex);
        const auto held = m_holds.find(thread);
        if (held == m_holds.end() || held->second.loss != which || std::exchange(held->second.is_lost, true))
            return;
    }
    std::stop_source(which).request_stop(); // runs the owner's own code: never under the mutex
}

int Group::hold_count(std::int64_t thread) const
{
    const std::scoped_lock guard(m_mutex);
    const auto held = m_holds.find(thread);
    if (held == m_holds.end() || held->second.is_lost || held->second.entries.empty()
        || Clock::now() >= held->second.valid_until || held_members(thread, held->second.entries.front()) < m_needed)
        return 0;
    return static_cast<int>(held->second.entries.size());
}

std::stop_token Group::loss_token(std::int64_t thread) const
{
    const std::scoped_lock guard(m_mutex);
    const auto held = m_holds.find(thread);
    return held == m_holds.end() ? std::stop_token() : held->second.loss.get_token();
}

asio::awaitable<int> Group::release(std::int64_t thread)
{
    co_await asio::this_coro::throw_if_cancelled(false);
    const auto self = shared_from_this();
    const bool was_held = hold_count(thread) > 0;
    Entry entry;
    int left = 0;
    {
        const std::scoped_lock guard(m_mutex);
        const auto held = m_holds.find(thread);
        if (held == m_holds.end() && m_losses.take(thread))
            throw group_error(Errc::lost, m_members, "was lost before it was released.");
        if (held == m_holds.end())
            throw group_error(Errc::not_held, m_members, "is not held by its caller, so it cannot be released.");
        entry = std::move(held->second.entries.back());
        held->second.entries.pop_back();
        left = static_cast<int>(held->second.entries.size());
        if (left == 0)
            m_holds.erase(held);
    }
    entry.callbacks.clear(); // what is lost from now on is our own doing
    const Clock::time_point begun = Clock::now();
    const std::vector<Outcome<int>> outcomes = co_await leave(entry.members, thread, m_needed);
    std::size_t released = 0;
    std::exception_ptr failure;
    for (const Outcome<int>& outcome : outcomes) {
        released += outcome.value ? 1 : 0;
        failure = failure ? failure : outcome.error;
    }
    if (!was_held)
        throw group_error(Errc::lost, m_members, "was lost before it was released.");
    if (left > 0) {
        go_back_to_leases(thread, begun);
        on_member_lost(thread); // one that only the entry that has left had taken anew
    }
    if (released < m_needed && failure)
        std::rethrow_exception(failure);
    co_return left;
}

void Group::go_back_to_leases(std::int64_t thread, Clock::time_point when)
{
    Clock::time_point valid_until;
    {
        const std::scoped_lock guard(m_mutex);
        const auto held = m_holds.find(thread);
        if (held == m_holds.end() || held->second.valid_until != Clock::time_point::max())
            return;
        milliseconds longest{0};
        for (const Entry& entry : held->second.entries) {
            if (!entry.validity)
                return;
            longest = std::max(longest, *entry.validity);
        }
        valid_until = held->second.valid_until = when + longest;
    }
    arm_end(thread, valid_until);
}

asio::awaitable<std::vector<Outcome<int>>> Group::leave(std::vector<std::size_t> members, std::int64_t thread,
                                                        std::size_t enough)
{
    std::vector<asio::awaitable<int>> works;
    for (const std::size_t member : members)
        works.push_back(leave_member(m_members[member], owner(member, thread)));
    const Enough limit{enough, release_grace};
    co_return co_await gather(std::move(works), std::optional(limit));
}

asio::awaitable<int> Group::force_unlock()
{
    co_await asio::this_coro::throw_if_cancelled(false);
    const auto self = shared_from_this();
    std::vector<asio::awaitable<bool>> works;
    for (Lock lock : m_members)
        works.push_back(lock.async_force_unlock());
    const std::vector<Outcome<bool>> outcomes = co_await gather(std::move(works));
    int ended = 0;
    for (const Outcome<bool>& outcome : outcomes) {
        if (outcome.error)
            std::rethrow_exception(outcome.error);
        ended += *outcome.value ? 1 : 0;
    }
    co_return ended;
}

asio::awaitable<void> Group::pause(milliseconds duration)
{
    asio::steady_timer timer(home().executor(), duration);
    boost::system::error_code woken;
    co_await timer.async_wait(asio::redirect_error(asio::use_awaitable, woken));
}

/// Of one whose home is closed, too: then it is cancelled by that.
Error Group::no_longer_wanted() const
{
    return home().wait_room().is_closed()
             ? group_error(Errc::closed, m_members, "was asked for from a client that is being closed.")
             : group_error(Errc::cancelled, m_members, "is no longer wanted: cancelled.");
}

asio::awaitable<void> Group::leave_if_cancelled()
{
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    if (cancellation.cancelled() != asio::cancellation_type::none)
        throw no_longer_wanted();
}

} // namespace lockscope::locks
