// SPDX-License-Identifier: Apache-2.0
#include "lockscope/striped_lock.hpp"

#include "base/durations.hpp"
#include "client/client_core.hpp"
#include "locks/lock_error.hpp"
#include "locks/steps.hpp"
#include "lockscope/client.hpp"
#include "lockscope/error.hpp"
#include "lockscope/escape.hpp"

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <exception>
#include <memory>
#include <random>

namespace lockscope {

namespace {

namespace asio = boost::asio;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

/// So long one of the stripes is listened to; then another may have become free. Longer each time, up to a bound: every
/// look at all of them costs a script for each.
constexpr milliseconds shortest_slice{50};
constexpr milliseconds longest_slice{400};

std::size_t anywhere(std::size_t count)
{
    thread_local std::minstd_rand random(std::random_device{}());
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
}

asio::awaitable<void> leave_if_cancelled(const std::string& name)
{
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    if (cancellation.cancelled() != asio::cancellation_type::none)
        throw Error(Errc::cancelled, "A stripe like " + escape(name) + " is no longer waited for: cancelled.");
}

/// What one round over all stripes brought.
struct Round
{
    std::optional<std::size_t> taken;
    std::optional<std::size_t> busy; ///< One that somebody else holds.
};

/// The first that is free, beginning anywhere; if none is, the first of those that others hold, if it becomes free
/// within @p slice. @p terms: their wait is not looked at.
asio::awaitable<Round> take_round(std::vector<ReentrantLock>& stripes, const OwnerId& owner, Terms terms,
                                  milliseconds slice)
{
    Round round;
    terms.wait = milliseconds::zero();
    const std::size_t first = anywhere(stripes.size());
    for (std::size_t i = 0; i < stripes.size(); ++i) {
        const std::size_t index = (first + i) % stripes.size();
        ReentrantLock& lock = stripes[index];
        // One that this owner holds already is not free: entering it again would not be another one.
        if (lock.is_held(owner))
            continue;
        co_await leave_if_cancelled(lock.name());
        const bool is_taken = co_await lock.async_acquire(owner, terms);
        if (is_taken) {
            round.taken = index;
            co_return round;
        }
        round.busy = round.busy.value_or(index);
    }
    if (!round.busy || slice <= milliseconds::zero())
        co_return round;
    ReentrantLock& lock = stripes[*round.busy];
    co_await leave_if_cancelled(lock.name());
    terms.wait = slice;
    const bool is_taken = co_await lock.async_acquire(owner, terms);
    if (is_taken)
        round.taken = round.busy;
    co_return round;
}

/// Round after round, until one is taken. @returns nothing if none was to be had in time, or the owner holds all.
asio::awaitable<std::optional<int>> take_any(std::vector<ReentrantLock> stripes, OwnerId owner, Terms terms)
{
    // We look at the state ourselves: what was acquired meanwhile must not get lost by an exception.
    co_await asio::this_coro::throw_if_cancelled(false);
    const milliseconds outage_patience = stripes.front().core()->options.outage_patience;
    const milliseconds wait = std::clamp(terms.wait.value_or(longest_wait), milliseconds::zero(), longest_wait);
    const Clock::time_point give_up = Clock::now() + wait;
    Clock::time_point patience_ends = Clock::now() + outage_patience;
    for (milliseconds slice = shortest_slice;; slice = std::min(2 * slice, longest_slice)) {
        const auto left = std::chrono::ceil<milliseconds>(give_up - Clock::now());
        Round round;
        std::optional<Error> failure;
        try {
            round = co_await take_round(stripes, owner, terms, std::min(left, slice));
            patience_ends = Clock::now() + outage_patience;
        } catch (const Error& error) {
            failure = error;
        }
        if (round.taken)
            co_return static_cast<int>(*round.taken);
        // A server that is gone for a while is waited for, as by a single lock; a slice was just shorter than that.
        if (failure && (!locks::may_pass(*failure) || Clock::now() >= std::min(give_up, patience_ends)))
            throw *failure;
        const bool holds_all = !failure && !round.busy;
        if (holds_all || Clock::now() >= give_up)
            co_return std::nullopt;
    }
}

/// As a coroutine of its own, on the I/O thread: how it treats cancellation is not the business of its caller.
asio::awaitable<std::optional<int>> take_any_apart(std::vector<ReentrantLock> stripes, OwnerId owner, Terms terms)
{
    const std::shared_ptr<detail::ClientCore> core = stripes.front().core();
    return core->on_io(take_any(std::move(stripes), std::move(owner), std::move(terms)));
}

} // namespace

StripedLock::StripedLock(Client& client, const std::string& name, int stripes)
{
    if (name.empty())
        throw Error(Errc::invalid_argument, "A lock needs a name.");
    if (stripes < 1 || stripes > 1024)
        throw Error(Errc::invalid_argument, "A striped lock has between 1 and 1,024 stripes.");
    m_stripes.reserve(static_cast<std::size_t>(stripes));
    for (int i = 0; i < stripes; ++i)
        m_stripes.push_back(client.reentrant_lock(name + ":" + std::to_string(i)));
}

StripedLock::Stripe::~Stripe()
{
    if (m_stripe < 0)
        return;
    try {
        detail::ClientCore& core = *m_lock.core();
        asio::awaitable<int> work = locks::release(core, {m_lock.name(), m_owner, m_lock.protocol().access()});
        if (core.on_io_thread())
            asio::co_spawn(core.executor(), std::move(work), [](std::exception_ptr, int) {});
        else
            core.run(std::move(work));
    } catch (...) {
        // Released by hand already, lost, or it goes on in the background: a guard's end is no place to learn of it.
    }
}

StripedLock::Stripe StripedLock::take_one()
{
    std::optional<Stripe> stripe = try_take_one(milliseconds::max());
    if (!stripe)
        throw Error(Errc::would_deadlock, "All " + std::to_string(size()) + " stripes from "
                                              + escape(m_stripes.front().name())
                                              + " on are held by the thread that asks for one more: it would wait for "
                                                "itself. Release one first.");
    return *std::move(stripe);
}

std::optional<StripedLock::Stripe> StripedLock::try_take_one(milliseconds wait)
{
    Terms terms;
    if (wait != milliseconds::max())
        terms.wait = wait;
    return acquire_one(terms);
}

std::optional<StripedLock::Stripe> StripedLock::acquire_one(const Terms& terms)
{
    const ReentrantLock& any = m_stripes.front();
    const std::optional<int> taken = any.core()->run(take_any(m_stripes, any.this_thread(), terms), terms.stop);
    if (!taken)
        return std::nullopt;
    return std::optional<Stripe>(std::in_place, stripe(*taken), *taken);
}

Awaitable<std::optional<int>> StripedLock::async_take_one(OwnerId owner, Terms terms)
{
    return take_any_apart(m_stripes, std::move(owner), std::move(terms));
}

MultiLock StripedLock::all() const
{
    return MultiLock({m_stripes.begin(), m_stripes.end()});
}

} // namespace lockscope
