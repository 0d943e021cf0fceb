// SPDX-License-Identifier: Apache-2.0
#include "locks/line_wait.hpp"

#include "locks/departures.hpp"
#include "locks/lock_error.hpp"

#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/this_coro.hpp>

#include <algorithm>
#include <random>

namespace lockscope::locks {

namespace {

namespace asio = boost::asio;

constexpr milliseconds shortest_wait{10};       ///< However small the TTL, no busy loop.
constexpr milliseconds wait_without_end{30000}; ///< Look again so often at a lock that never expires.
constexpr std::int64_t longest_poll{128};       ///< Of a spin lock.

/// What a spin lock waits before it asks again: twice as long each time, up to a bound, and never in step with others.
class BackOff
{
public:
    milliseconds next()
    {
        const std::int64_t pause = m_pause;
        m_pause = std::min(m_pause * 2, longest_poll);
        return milliseconds(std::uniform_int_distribution<std::int64_t>(pause - pause / 4, pause)(m_random));
    }

private:
    std::int64_t m_pause = 1;
    std::minstd_rand m_random{std::random_device{}()};
};

} // namespace

milliseconds patience(milliseconds ttl, bool hears_messages)
{
    const bool ends = ttl >= milliseconds::zero() && ttl < wait_without_end;
    milliseconds wait = ends ? std::max(ttl + milliseconds(1), shortest_wait) : wait_without_end;
    if (!hears_messages)
        wait = std::min(wait, polling_wait);
    return wait;
}

void leave_if_cancelled(detail::ClientCore& core, const std::string& lock, const asio::cancellation_state& cancellation)
{
    if (core.wait_room().is_closed())
        throw make_error(core, Errc::closed, lock, "was waited for by a client that is being closed.");
    if (cancellation.cancelled() != asio::cancellation_type::none)
        throw make_error(core, Errc::cancelled, lock, "is no longer waited for: cancelled.");
}

LineId line_of(const Protocol& protocol, const std::string& lock)
{
    switch (protocol.waiting()) {
    case Waiting::polling: return {LineId::Kind::polling, lock, lock};
    case Waiting::queue: return {LineId::Kind::queue, protocol.channel(lock), lock};
    case Waiting::messages: break;
    }
    const bool reads = protocol.access() == Access::shared;
    return {reads ? LineId::Kind::readers : LineId::Kind::exclusive, protocol.channel(lock), lock};
}

void wake_lines(WaitRoom& room, const Protocol& protocol, const std::string& lock)
{
    if (room.is_empty())
        return;
    LineId line = line_of(protocol, lock);
    room.released(line);
    if (line.kind == LineId::Kind::polling || line.kind == LineId::Kind::queue)
        return;
    line.kind = line.kind == LineId::Kind::readers ? LineId::Kind::exclusive : LineId::Kind::readers;
    room.released(line);
}

namespace {

/// How long a thread of this process still holds the lock whose release will be told to those who wait.
std::optional<milliseconds> sibling_holds(detail::ClientCore& core, const HoldId& id)
{
    const Clock::time_point now = Clock::now();
    const std::optional<Hold> sibling = core.holds().find_sibling(id, now);
    if (!sibling)
        return std::nullopt;
    return std::chrono::ceil<milliseconds>(sibling->valid_until - now);
}

/// What the first of a line does. Apart from those behind it, of whom there may be thousands, and each has a frame.
asio::awaitable<bool> contend(detail::ClientCore& core, const AcquireRequest& request, Clock::time_point give_up,
                              WaitRoom::Place& place, Departures::Standing& standing)
{
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    const bool polls = request.protocol->waiting() == Waiting::polling;
    const std::string& lock = request.id.lock;
    // If a thread of this process holds the lock and its message will reach us, trying now is useless.
    const bool heard_all = place.is_listening() && !place.has_news();
    const std::optional<milliseconds> sibling = sibling_holds(core, request.id);
    bool tries = !heard_all || !sibling;
    milliseconds ttl = sibling.value_or(milliseconds(0));
    BackOff back_off;
    while (true) {
        const Clock::time_point now = Clock::now();
        if (!polls)
            co_await place.listen(std::min(give_up, now + core.options.command_timeout), now + polling_wait);
        leave_if_cancelled(core, lock, cancellation);
        if (tries) {
            if (place.is_greedy())
                co_await place.step_aside(core.servers().commands(), give_up);
            // Seen is only what an answered try came after: if this one fails, the next in line has to look.
            const std::uint64_t heard = place.heard();
            const Clock::time_point limit = std::min(give_up, Clock::now() + core.options.outage_patience);
            const Tried tried = co_await try_once(core, request, limit, {});
            place.look(heard);
            if (tried.count > 0) {
                place.granted();
                co_return true;
            }
            place.denied();
            ttl = tried.ttl;
        }
        leave_if_cancelled(core, lock, cancellation);
        if (Clock::now() >= give_up)
            co_return false;
        const milliseconds pause = polls ? back_off.next() : patience(ttl, place.is_listening());
        co_await place.until_news(std::min(give_up, Clock::now() + pause));
        co_await standing.tell();
        leave_if_cancelled(core, lock, cancellation);
        if (Clock::now() >= give_up)
            co_return false;
        tries = true;
    }
}

} // namespace

asio::awaitable<bool> wait_in_line(detail::ClientCore& core, const AcquireRequest& request, Clock::time_point give_up)
{
    const asio::cancellation_state cancellation = co_await asio::this_coro::cancellation_state;
    const std::string& lock = request.id.lock;
    const auto place = core.wait_room().enter(line_of(*request.protocol, lock));
    Departures::Standing standing(core.departures().shared_from_this(), request.id, *place);
    while (!place->is_first()) {
        leave_if_cancelled(core, lock, cancellation); // no signal comes twice
        co_await place->until_first(give_up);
        co_await standing.tell();
        leave_if_cancelled(core, lock, cancellation);
        if (!place->is_first() && Clock::now() >= give_up)
            co_return false;
    }
    co_return co_await contend(core, request, give_up, *place, standing);
}

} // namespace lockscope::locks
