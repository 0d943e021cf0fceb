// SPDX-License-Identifier: Apache-2.0
#include "locks/wait_room.hpp"

#include "lockscope/error.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <utility>

namespace lockscope::locks {

namespace {

constexpr int greedy_after = 6;
constexpr std::chrono::milliseconds aside{1};
constexpr std::chrono::milliseconds longest_question{50}; ///< Being fair is not worth more.

/// Not a coroutine: for thousands who wait, each frame counts.
auto sleep_until(boost::asio::steady_timer& timer, WaitRoom::Clock::time_point deadline)
{
    timer.expires_at(deadline);
    return timer.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
}

} // namespace

WaitRoom::Place::Place(std::shared_ptr<WaitRoom> room, std::shared_ptr<Line> line)
    : m_room(std::move(room))
    , m_line(std::move(line))
    , m_spot(std::make_shared<Spot>(m_room->m_executor))
{
    m_line->spots.push_back(m_spot.get());
}

WaitRoom::Place::~Place()
{
    if (m_room->m_is_closed)
        std::erase(m_line->spots, m_spot.get()); // of a line that was entered after that: it may yet be told something
    else
        m_room->leave(*m_line, *m_spot);
}

bool WaitRoom::Place::is_first() const noexcept
{
    return !m_line->spots.empty() && m_line->spots.front() == m_spot.get();
}

boost::asio::awaitable<void> WaitRoom::Place::until_first(Clock::time_point deadline)
{
    if (!is_first() && !m_room->m_is_closed)
        co_await sleep_until(m_spot->timer, deadline);
}

boost::asio::awaitable<void> WaitRoom::Place::listen(Clock::time_point deadline)
{
    if (m_line->subscription)
        co_return;
    const std::weak_ptr<Line> weak = m_line;
    const auto on_message = [weak](const redis::Message& message) {
        const auto line = weak.lock();
        // 0: one waiter of each process may try; 1: all may. For a line with one contender that is the same.
        const bool is_for_locks = message.payload == "0" || message.payload == "1";
        if (line && (message.missed || is_for_locks || line->id.kind == LineId::Kind::permits))
            notify(*line);
    };
    try {
        m_line->subscription = co_await m_room->m_pubsub.subscribe(m_line->id.channel, on_message, deadline);
    } catch (const Error& error) {
        if (!error.transient())
            throw;
    }
}

bool WaitRoom::Place::is_listening() const
{
    return m_line->subscription && m_room->m_pubsub.is_confirmed(m_line->id.channel);
}

bool WaitRoom::Place::has_news() const noexcept
{
    return m_line->messages != m_line->seen;
}

void WaitRoom::Place::look() noexcept
{
    m_line->seen = m_line->messages;
}

boost::asio::awaitable<void> WaitRoom::Place::until_news(Clock::time_point deadline)
{
    if (!has_news() && !m_room->m_is_closed)
        co_await sleep_until(m_spot->timer, deadline);
}

boost::asio::awaitable<void> WaitRoom::Place::rest(Clock::time_point deadline)
{
    if (!m_room->m_is_closed)
        co_await sleep_until(m_spot->timer, deadline);
}

void WaitRoom::Place::wake() const
{
    m_spot->timer.cancel();
}

std::function<void()> WaitRoom::Place::waker() const
{
    return [weak = std::weak_ptr<Spot>(m_spot)] {
        if (const auto spot = weak.lock())
            spot->timer.cancel();
    };
}

bool WaitRoom::Place::is_greedy() const noexcept
{
    return m_line->grants_in_a_row >= greedy_after;
}

void WaitRoom::Place::granted() noexcept
{
    ++m_line->grants_in_a_row;
}

void WaitRoom::Place::denied() noexcept
{
    m_line->grants_in_a_row = 0;
}

boost::asio::awaitable<void> WaitRoom::Place::step_aside(redis::Link& commands, Clock::time_point deadline)
{
    m_line->grants_in_a_row = 0;
    const Clock::time_point limit = std::min(deadline, Clock::now() + longest_question);
    // Subscribers other than us are other processes that wait; monitors listen by pattern and are not counted.
    try {
        redis::Command command{"PUBSUB", "NUMSUB", m_line->id.channel};
        const redis::Reply reply = co_await commands.call(std::move(command), limit);
        if (reply.elements.size() == 2 && reply.elements[1].as_integer().value_or(0) <= 1)
            co_return;
    } catch (const Error&) {
        // Not permitted to ask, or no answer: assume that somebody waits.
    }
    if (!m_room->m_is_closed)
        co_await sleep_until(m_spot->timer, Clock::now() + aside);
}

std::unique_ptr<WaitRoom::Place> WaitRoom::enter(const LineId& id)
{
    std::shared_ptr<Line>& line = m_lines[id];
    if (!line) {
        line = std::make_shared<Line>();
        line->id = id;
    }
    return std::make_unique<Place>(shared_from_this(), line);
}

void WaitRoom::released(const LineId& id)
{
    const auto line = m_lines.find(id);
    const bool hears = line != m_lines.end() && line->second->subscription && m_pubsub.is_confirmed(id.channel);
    if (line != m_lines.end() && !hears)
        notify(*line->second);
}

void WaitRoom::look_again(const std::function<bool(const std::string&)>& concerned)
{
    for (const auto& [id, line] : m_lines) {
        if (!concerned(id.key))
            continue;
        notify(*line);
        if (id.kind == LineId::Kind::queue) { // each of them asks for itself
            for (Spot* spot : line->spots)
                spot->timer.cancel();
        }
    }
}

void WaitRoom::close()
{
    m_is_closed = true;
    for (const auto& [id, line] : m_lines) {
        for (Spot* spot : line->spots)
            spot->timer.cancel();
    }
    m_lines.clear();
}

void WaitRoom::leave(Line& line, Spot& spot)
{
    const bool was_first = line.spots.front() == &spot;
    std::erase(line.spots, &spot);
    if (line.spots.empty())
        m_lines.erase(line.id); // ends the subscription
    else if (was_first)
        line.spots.front()->timer.cancel();
}

void WaitRoom::notify(Line& line)
{
    ++line.messages;
    if (!line.spots.empty())
        line.spots.front()->timer.cancel();
}

} // namespace lockscope::locks
