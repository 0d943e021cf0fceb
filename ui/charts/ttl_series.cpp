// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/ttl_series.hpp"

#include <algorithm>
#include <cmath>

namespace lockscope::ui {
namespace {

// A reading is as late as its reply: less than this off the line is still the same fall.
constexpr milliseconds kTolerance{250};

double seconds(SteadyTime::duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

} // namespace

milliseconds TtlSeries::Segment::at(SteadyTime moment) const
{
    return std::max(milliseconds{0}, remaining - std::chrono::duration_cast<milliseconds>(moment - from));
}

TtlSeries::TtlSeries(milliseconds window, std::size_t maxSegments) : m_window(window), m_maxSegments(maxSegments) {}

void TtlSeries::add(const LockState& state)
{
    if (!m_segments.empty() && state.observed_at < m_segments.back().until) {
        return; // An older picture than the last.
    }
    m_watchedFrom = m_watchedFrom.value_or(state.observed_at);
    if (!state.is_held()) {
        end(state.observed_at);
        return;
    }
    const std::string& owner = state.holders.front().owner;
    if (!m_open) {
        begin(state, Start::first);
    } else {
        Segment& last = m_segments.back();
        const milliseconds expected = last.at(state.observed_at);
        const bool bothNever = last.never() && state.ttl.count() < 0;
        const bool onTheLine = last.never() == (state.ttl.count() < 0)
                            && (bothNever || std::chrono::abs(state.ttl - expected) <= kTolerance);
        if (onTheLine && owner == m_owner) {
            last.until = state.observed_at;
        } else {
            begin(state, startOf(state, expected));
        }
    }
    m_owner = owner;
    dropOld(state.observed_at);
}

TtlSeries::Start TtlSeries::startOf(const LockState& state, milliseconds expected) const
{
    if (!m_gaps.empty() && m_gaps.back().until > m_segments.back().until) {
        return Start::first; // Whatever happened did so while nobody looked.
    }
    if (state.holders.front().owner != m_owner) {
        return Start::taken;
    }
    return state.ttl.count() < 0 || state.ttl > expected ? Start::renewed : Start::shortened;
}

void TtlSeries::begin(const LockState& state, Start start)
{
    SteadyTime from = state.observed_at;
    if (state.ttl.count() >= 0) {
        // The fall began before we read it: at its renewal if that was seen, or when it had its whole lease, of which
        // there was never more.
        const SteadyTime full = from - std::max(state.lease - state.ttl, milliseconds{0});
        if (state.was_renewed() && start != Start::shortened) {
            from = std::min(from, std::max(state.renewed_at, full));
        } else if (start == Start::first) {
            from = full;
        }
    }
    if (!m_segments.empty()) {
        Segment& last = m_segments.back();
        from = std::max(from, last.until);
        if (m_open) {
            last.until = from;
        }
    }
    const milliseconds since = std::chrono::duration_cast<milliseconds>(state.observed_at - from);
    m_segments.push_back(
        {from, state.observed_at, state.ttl.count() < 0 ? milliseconds{-1} : state.ttl + since, start});
    m_open = true;
    if (m_segments.size() > m_maxSegments) {
        m_segments.pop_front();
    }
}

void TtlSeries::end(SteadyTime at)
{
    if (m_open) {
        m_segments.back().until = std::max(at, m_segments.back().until);
        m_open = false;
    }
    m_owner.clear();
    dropOld(at);
}

void TtlSeries::skip(SteadyTime from, SteadyTime until)
{
    if (m_watchedFrom && *m_watchedFrom < until && from < until) {
        m_gaps.push_back({std::max(from, *m_watchedFrom), until});
        dropOld(until);
    }
}

void TtlSeries::clear()
{
    m_segments.clear();
    m_gaps.clear();
    m_watchedFrom.reset();
    m_owner.clear();
    m_open = false;
}

milliseconds TtlSeries::watched(SteadyTime now) const
{
    const auto since = std::chrono::duration_cast<milliseconds>(now - m_watchedFrom.value_or(now));
    return std::clamp(since, milliseconds{0}, m_window);
}

milliseconds TtlSeries::skipped(SteadyTime now) const
{
    double sum = 0;
    for (const auto& [from, until] : gaps(now)) {
        sum += until - from;
    }
    return milliseconds{std::llround(sum * 1000)};
}

SteadyTime TtlSeries::endOf(const Segment& segment, SteadyTime now) const
{
    const bool last = &segment == &m_segments.back();
    return last && m_open ? std::max(now, segment.until) : segment.until;
}

void TtlSeries::dropOld(SteadyTime now)
{
    while (!m_segments.empty() && endOf(m_segments.front(), now) < now - m_window) {
        m_segments.pop_front();
    }
    while (!m_gaps.empty() && (m_gaps.front().until < now - m_window || m_gaps.size() > m_maxSegments)) {
        m_gaps.pop_front();
    }
}

std::vector<TtlSeries::Point> TtlSeries::line(SteadyTime now) const
{
    std::vector<Point> points;
    const SteadyTime begin = now - m_window;
    for (const Segment& segment : m_segments) {
        const SteadyTime to = std::min(endOf(segment, now), now);
        const SteadyTime from = std::max(segment.from, begin);
        if (segment.never() || to < begin || from > now) {
            continue;
        }
        const double x = seconds(from - now);
        const bool adjoining = !points.empty() && x - points.back().x < 0.001;
        if (!adjoining) {
            if (!points.empty() && points.back().y > 0) {
                points.push_back({points.back().x, 0});
            }
            points.push_back({x, 0});
        }
        points.push_back({x, seconds(segment.at(from))});
        // Where it reaches zero before the segment ends, the line stays on the ground.
        const SteadyTime zero = segment.from + segment.remaining;
        if (zero > from && zero < to) {
            points.push_back({seconds(zero - now), 0});
        }
        points.push_back({seconds(to - now), seconds(segment.at(to))});
    }
    if (!m_open && !points.empty()) {
        if (points.back().y > 0) {
            points.push_back({points.back().x, 0});
        }
        points.push_back({0, 0});
    }
    return points;
}

std::vector<TtlSeries::Point> TtlSeries::renewals(SteadyTime now) const
{
    std::vector<Point> points;
    for (const Segment& segment : m_segments) {
        if (segment.start == Start::renewed && !segment.never() && segment.from >= now - m_window) {
            points.push_back({seconds(segment.from - now), seconds(segment.at(segment.from))});
        }
    }
    return points;
}

std::vector<std::pair<TtlSeries::Point, TtlSeries::Point>> TtlSeries::neverStretches(SteadyTime now) const
{
    std::vector<std::pair<Point, Point>> stretches;
    for (const Segment& segment : m_segments) {
        if (segment.never()) {
            const SteadyTime from = std::max(segment.from, now - m_window);
            stretches.push_back({{seconds(from - now), 0}, {seconds(std::min(endOf(segment, now), now) - now), 0}});
        }
    }
    return stretches;
}

std::vector<std::pair<double, double>> TtlSeries::gaps(SteadyTime now) const
{
    std::vector<std::pair<double, double>> gaps;
    for (const Gap& gap : m_gaps) {
        if (gap.until > now - m_window) {
            gaps.emplace_back(seconds(std::max(gap.from, now - m_window) - now), seconds(gap.until - now));
        }
    }
    return gaps;
}

std::optional<double> TtlSeries::knownFrom(SteadyTime now) const
{
    if (!m_watchedFrom) {
        return std::nullopt;
    }
    const SteadyTime from = m_segments.empty() ? *m_watchedFrom : std::min(*m_watchedFrom, m_segments.front().from);
    return from > now - m_window ? std::optional(seconds(from - now)) : std::nullopt;
}

double TtlSeries::highest(SteadyTime now) const
{
    double highest = 0;
    for (const Point& point : line(now)) {
        highest = std::max(highest, point.y);
    }
    return highest;
}

} // namespace lockscope::ui
