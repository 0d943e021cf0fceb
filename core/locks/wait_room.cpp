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

bool makes_way(LineId::Kind kind)
{
    return kind != LineId::Kind::latch && kind != LineId::Kind::polling;
}

bool hears_numbers(LineId::Kind kind)
{
    return kind == LineId::Kind::permits || kind == LineId::Kind::latch;
}

/// Not a coroutine: for thousands who wait, each frame counts.
auto sleep_until(boost::asio::steady_timer& timer, WaitRoom::Clock::time_point deadline)
{
    timer.expires_at(deadline);
    return timer.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
}

} // namespace

WaitRoom::Place::Place(std::shared_ptr<WaitRoom> room, std::shared_ptr<Line> line, std::string own_channel)
    : m_room(std::move(room))
    , m_line(std::move(line))
    , m_spot(std::make_shared<Spot>(m_room->m_executor))
{
    if (!own_channel.empty())
        m_spot->ear = std::make_shared<Listening>(m_room->m_pubsub, std::move(own_channel));
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

boost::asio::awaitable<void> WaitRoom::Place::listen(Clock::time_point deadline, Clock::time_point patience)
{
    ear().rethrow_failure();
    const bool has_begun = m_spot->ear ? listen_alone(m_spot, m_room->m_executor, deadline)
                                       : listen_together(m_line, m_room->m_executor, deadline);
    if (has_begun && is_subscribing() && !m_room->m_is_closed)
        co_await sleep_until(m_spot->timer, std::min(deadline, patience));
    ear().rethrow_failure();
}

bool WaitRoom::Place::has_news() const noexcept
{
    return m_line->messages != m_line->seen;
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

bool WaitRoom::Place::is_greedy() const noexcept
{
    return m_line->grants_in_a_row >= greedy_after;
}

void WaitRoom::Place::granted() noexcept
{
    if (makes_way(m_line->id.kind))
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

std::unique_ptr<WaitRoom::Place> WaitRoom::enter(const LineId& id, std::string own_channel)
{
    std::shared_ptr<Line>& line = m_lines[id];
    if (!line) {
        line = std::make_shared<Line>();
        line->id = id;
        if (id.kind != LineId::Kind::queue)
            line->ear = std::make_shared<Listening>(m_pubsub, id.channel);
    }
    return std::make_unique<Place>(shared_from_this(), line, std::move(own_channel));
}

bool WaitRoom::listen_together(const std::shared_ptr<Line>& line, const boost::asio::any_io_executor& executor,
                               Clock::time_point deadline)
{
    const auto on_message = [weak = std::weak_ptr<Line>(line)](const redis::Message& message) {
        const auto self = weak.lock();
        // 0: one waiter of each process may try; 1: all may. For a line with one contender that is the same.
        const bool is_for_locks = message.payload == "0" || message.payload == "1";
        if (self && (message.missed || is_for_locks || hears_numbers(self->id.kind)))
            notify(*self);
    };
    const auto on_end = [weak = std::weak_ptr<Line>(line)] {
        if (const auto self = weak.lock())
            notify(*self);
    };
    return line->ear->begin(executor, on_message, on_end, deadline);
}

bool WaitRoom::listen_alone(const std::shared_ptr<Spot>& spot, const boost::asio::any_io_executor& executor,
                            Clock::time_point deadline)
{
    const auto hear = [weak = std::weak_ptr<Spot>(spot)] {
        if (const auto self = weak.lock()) {
            ++self->messages;
            self->timer.cancel();
        }
    };
    const auto on_end = [weak = std::weak_ptr<Spot>(spot)] {
        if (const auto self = weak.lock()) {
            self->messages += self->ear->is_made() ? 1 : 0;
            self->timer.cancel();
        }
    };
    return spot->ear->begin(
        executor, [hear](const redis::Message&) { hear(); }, on_end, deadline);
}

void WaitRoom::released(const LineId& id)
{
    const auto found = m_lines.find(id);
    if (found == m_lines.end())
        return;
    Line& line = *found->second;
    if (id.kind != LineId::Kind::queue) {
        if (!line.ear->hears())
            notify(line);
        return;
    }
    for (Spot* spot : line.spots) { // whose turn it is the queue says, and only who can hear is told
        if (!spot->ear->hears()) {
            ++spot->messages;
            spot->timer.cancel();
        }
    }
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
