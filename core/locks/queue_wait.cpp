// SPDX-License-Identifier: Apache-2.0
#include "locks/queue_wait.hpp"

#include "locks/afterwards.hpp"
#include "locks/departures.hpp"
#include "locks/key_names.hpp"
#include "locks/line_wait.hpp"
#include "locks/lock_error.hpp"

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/this_coro.hpp>

#include <algorithm>

namespace lockscope::locks {

namespace {

namespace asio = boost::asio;

constexpr milliseconds usual_wait{300000}; ///< What Redisson's clients let a deadline last who wait without end.
constexpr milliseconds watch_pause{1500};  ///< How often the first of this process looks after the queue.
constexpr milliseconds short_pause = polling_wait; ///< The same, if somebody seems dead, or nothing can be heard.
constexpr milliseconds first_deaf_pause{20};       ///< Until it tries to hear again: a lost connection is back at once.
constexpr milliseconds longest_deaf_pause{10000};
constexpr milliseconds leave_patience{40};

/// One owner's stay in the queue.
class Stay
{
public:
    Stay(detail::ClientCore& core, const AcquireRequest& request, Clock::time_point give_up)
        : m_core(core)
        , m_request(request)
        , m_give_up(give_up)
        , m_wait(std::clamp(std::chrono::ceil<milliseconds>(give_up - Clock::now()), milliseconds(1), usual_wait))
        , m_place(core.wait_room().enter(line_of(*request.protocol, request.id.lock),
                                         fair_channel(request.id.lock, request.protocol->field(request.id.owner))))
    {}

    asio::awaitable<bool> run()
    {
        const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
        while (true) {
            m_seen = m_place->news();
            const milliseconds ttl = co_await try_it();
            if (m_is_acquired)
                co_return true;
            leave_if_cancelled(m_core, m_request.id.lock, cancellation);
            if (Clock::now() >= m_give_up)
                co_return false;
            if (!m_place->is_subscribed()) {
                // Only now: most acquisitions need no message. What was published before is found by the next try.
                const Clock::time_point now = Clock::now();
                co_await m_place->listen(std::min(m_give_up, now + m_core.options.command_timeout), now + short_pause);
                leave_if_cancelled(m_core, m_request.id.lock, cancellation);
                if (m_place->is_subscribed())
                    continue;
                const milliseconds shortest = m_place->is_subscribing() ? short_pause : first_deaf_pause;
                m_deaf_pause = std::clamp(2 * m_deaf_pause, shortest, longest_deaf_pause);
            }
            co_await rest(ttl, cancellation);
            leave_if_cancelled(m_core, m_request.id.lock, cancellation);
            if (Clock::now() >= m_give_up && !has_news())
                co_return false;
        }
    }

    /// Takes the place in the queue back; goes on in the background if the server does not answer at once.
    asio::awaitable<void> leave()
    {
        const HoldId& id = m_request.id;
        m_core.departures().remember(id, *m_request.protocol, Clock::now() + usual_wait);
        ScriptCall call = m_request.protocol->give_back(id);
        bool is_done = false;
        try {
            redis::Command command = call.script->evalsha(call.keys, call.args);
            co_await m_core.servers().commands().call(std::move(command), Clock::now() + leave_patience);
            is_done = true;
        } catch (const Error& error) {
            // The text of the script may have been unknown, or the answer is late.
            const bool was_never_there = is_forbidden(error) && !m_is_queued;
            is_done = was_never_there;
        }
        if (!is_done)
            m_core.afterwards().give_back(id, std::move(call), Clock::now() + usual_wait);
    }

private:
    /// @returns how long the present hold still lives: zero if it is free, negative if it lives without end.
    asio::awaitable<milliseconds> try_it()
    {
        const std::string& lock = m_request.id.lock;
        const bool looks = m_place->is_first();
        m_looked_at = Clock::now();
        const Clock::time_point limit = std::min(m_give_up, m_looked_at + m_core.options.outage_patience);
        Queueing queueing{m_wait, suspects().dead(lock, m_looked_at), looks ? queue_look : 0};
        const Tried tried = co_await try_once(m_core, m_request, limit, std::move(queueing));
        m_is_acquired = tried.count > 0;
        // The queue has vanished: nobody will be told that it is next. Those behind us look, too, and join it anew.
        if (looks && tried.had_no_place && m_is_queued)
            m_core.wait_room().look_again([&](const std::string& key) { return key == lock; });
        m_is_queued = true;
        if (looks && !m_is_acquired)
            suspects().update(lock, tried.unheard, Clock::now());
        co_return tried.ttl;
    }

    asio::awaitable<void> rest(milliseconds ttl, const asio::cancellation_state& cancellation)
    {
        const auto is_over = [&](Clock::time_point end) {
            return has_news() || Clock::now() >= end || m_core.wait_room().is_closed()
                || cancellation.cancelled() != asio::cancellation_type::none;
        };
        bool was_first = m_place->is_first();
        Clock::time_point end = std::min(m_give_up, was_first ? end_for_first(m_looked_at, ttl) : end_for_others());
        while (!is_over(end)) {
            co_await m_place->rest(end);
            if (!was_first && m_place->is_first()) {
                was_first = true;
                end = std::min(end, first_look());
            }
        }
    }

    /// It is told that it is next, it can be told only now, or another server answers.
    [[nodiscard]] bool has_news() const { return m_place->news() != m_seen; }

    /// The first of this process looks after the queue, and after a hold that ends without a message.
    [[nodiscard]] Clock::time_point end_for_first(Clock::time_point start, milliseconds ttl) const
    {
        const bool hears = m_place->is_listening();
        if (!hears)
            return start + (m_place->is_subscribed() ? short_pause : std::min(short_pause, m_deaf_pause));
        if (ttl == milliseconds::zero()) // free, and somebody else is next: its own affair, unless it is dead
            return start + (suspects().is_empty(m_request.id.lock) ? watch_pause : short_pause);
        return start + std::min(watch_pause, patience(ttl, hears));
    }

    [[nodiscard]] SuspectsByLock& suspects() const { return m_core.wait_room().suspects(); }

    /// The others only keep their deadlines, which last for as long as they wait, or for what is usual.
    [[nodiscard]] Clock::time_point end_for_others() const
    {
        return m_place->is_subscribed() ? m_looked_at + usual_wait / 3 : Clock::now() + m_deaf_pause;
    }

    /// Whoever was first before us has left, most often with the lock: then we know how long it is held.
    [[nodiscard]] Clock::time_point first_look() const
    {
        const Clock::time_point now = Clock::now();
        const std::optional<Hold> sibling = m_core.holds().find_sibling(m_request.id, now);
        return sibling ? end_for_first(now, std::chrono::ceil<milliseconds>(sibling->valid_until - now)) : now;
    }

    detail::ClientCore& m_core;
    const AcquireRequest& m_request;
    Clock::time_point m_give_up;
    Clock::time_point m_looked_at;
    milliseconds m_wait;
    std::unique_ptr<WaitRoom::Place> m_place;
    milliseconds m_deaf_pause{0};
    std::uint64_t m_seen = 0; ///< Of the news.
    bool m_is_acquired = false;
    bool m_is_queued = false; ///< It has been put into the queue once.
};

} // namespace

asio::awaitable<bool> wait_in_queue(detail::ClientCore& core, const AcquireRequest& request, Clock::time_point give_up)
{
    Stay stay(core, request, give_up);
    bool acquired = false;
    std::exception_ptr failure;
    try {
        acquired = co_await stay.run();
    } catch (const Error&) {
        failure = std::current_exception();
    }
    if (!acquired)
        co_await stay.leave();
    if (failure)
        std::rethrow_exception(failure);
    co_return acquired;
}

} // namespace lockscope::locks
