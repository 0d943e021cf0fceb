// SPDX-License-Identifier: Apache-2.0
#include "lockscope/queue_forecast.hpp"

#include "monitor/deadlines.hpp"

#include <algorithm>

namespace lockscope {
namespace {

using Place = QueueForecast::Place;
using Sense = QueueForecast::Sense;

/// What waiter @p place waits at most, as its neighbours' deadlines show; 0 if they do not.
std::int64_t wait_of(const LockState& state, std::size_t place)
{
    const auto gap = [&](std::size_t later) -> std::int64_t {
        if (later == 0 || later >= state.waiters.size())
            return 0;
        const auto& before = state.waiters[later - 1].deadline;
        const auto& after = state.waiters[later].deadline;
        return before && after ? std::max<std::int64_t>(monitor::bounded_distance(*before, *after), 0) : 0;
    };
    const auto own = gap(place);
    return own > 0 ? own : gap(place + 1);
}

/// The clock of the forecast: how long from now until the waiter that is looked at is first and the lock is free.
class Walk
{
public:
    Walk(const LockState& state, const QueueForecast& forecast, SteadyTime now, Sense sense)
        : m_state(state)
        , m_forecast(forecast)
        , m_now(now)
        , m_sense(sense)
    {
        m_place.holds_before = state.is_held() ? 1 : 0;
        m_from_now = forecast.rest.value_or(milliseconds(0));
    }

    Place pass(std::size_t index)
    {
        const auto& waiter = m_state.waiters[index];
        auto place = m_place;
        place.owner = waiter.owner;
        if (m_sense == Sense::blocked) {
            place.sense = Sense::blocked;
        } else if (is_dead(waiter) || (lacks_deadline(waiter) && !waiter.subscribed.value_or(false))) {
            place.sense = Sense::ghost;
            pass_ghost(waiter);
        } else {
            if (m_sense == Sense::about && is_left_lying())
                m_sense = Sense::untaken;
            place.sense = m_sense;
            if (m_sense == Sense::about || m_sense == Sense::at_least)
                place.at = m_now + m_from_now;
            pass_living(index);
        }
        return place;
    }

private:
    [[nodiscard]] bool lacks_deadline(const Waiter& waiter) const
    {
        return !waiter.deadline && m_state.deadlines_known;
    }

    /// It is this one's turn, and has been for longer than it takes.
    [[nodiscard]] bool is_left_lying() const
    {
        const bool is_first = m_place.holds_before == 0 && m_from_now == milliseconds(0);
        return is_first && is_untaken(m_state, longest_hand_over);
    }

    void pass_ghost(const Waiter& waiter)
    {
        if (lacks_deadline(waiter)) {
            // At its turn the others find no deadline that could pass, and wait for ever. (If it lived, it would
            // take its turn all the same.)
            m_sense = Sense::blocked;
            return;
        }
        ++m_place.ghosts_before;
        if (m_state.server_time <= 0 || !waiter.deadline) {
            m_sense = Sense::no_clock;
            return;
        }
        const auto passed = std::chrono::duration_cast<milliseconds>(m_now - m_state.observed_at).count();
        const auto left = monitor::bounded_distance(m_state.server_time, *waiter.deadline) - passed - m_moved;
        const auto wait = std::max(milliseconds(left) - m_from_now, milliseconds(0));
        m_place.ghost_cost += wait;
        m_from_now += wait;
    }

    void pass_living(std::size_t index)
    {
        ++m_place.holds_before;
        m_moved += wait_of(m_state, index);
        if (m_sense != Sense::about && m_sense != Sense::at_least)
            return;
        if (m_forecast.usual.median)
            m_from_now += *m_forecast.usual.median;
        else
            m_sense = Sense::no_history;
    }

    const LockState& m_state;
    const QueueForecast& m_forecast;
    SteadyTime m_now;
    Sense m_sense;
    Place m_place;
    milliseconds m_from_now{0};
    std::int64_t m_moved = 0; ///< By so much the deadlines will have come nearer.
};

} // namespace

UsualHold usual_hold(std::vector<milliseconds> durations)
{
    UsualHold usual;
    usual.samples = durations.size();
    if (durations.size() < enough_holds)
        return usual;
    const auto middle = durations.begin() + static_cast<std::ptrdiff_t>(durations.size() / 2);
    std::nth_element(durations.begin(), middle, durations.end());
    usual.median = *middle;
    return usual;
}

UsualHold usual_hold(const std::vector<HoldRecord>& holds)
{
    std::vector<milliseconds> durations;
    durations.reserve(holds.size());
    for (const auto& hold : holds) {
        const bool by_itself = hold.ended == LockEvent::Kind::released || hold.ended == LockEvent::Kind::gone
                            || hold.ended == LockEvent::Kind::expired;
        if (hold.to && by_itself)
            durations.push_back(
                std::max(std::chrono::duration_cast<milliseconds>(*hold.to - hold.from), milliseconds(0)));
    }
    return usual_hold(std::move(durations));
}

QueueForecast forecast_queue(const LockState& state, const UsualHold& usual, SteadyTime now, SystemTime wall)
{
    QueueForecast forecast;
    forecast.usual = usual;
    auto sense = Sense::about;
    if (!state.is_held()) {
        forecast.rest = milliseconds(0);
    } else if (!usual.median || !state.held_since) {
        sense = Sense::no_history;
    } else {
        const auto held = std::chrono::duration_cast<milliseconds>(wall - *state.held_since);
        forecast.rest = std::max(*usual.median - held, milliseconds(0));
        if (held > *usual.median)
            sense = Sense::at_least;
    }
    Walk walk(state, forecast, now, sense);
    forecast.places.reserve(state.waiters.size());
    for (std::size_t i = 0; i < state.waiters.size(); ++i)
        forecast.places.push_back(walk.pass(i));
    return forecast;
}

} // namespace lockscope
