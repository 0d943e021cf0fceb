// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::ui {

/// How a lock's lease went over the last minutes, from readings that come only when something changes.
///
/// Between readings a lease falls second by second, so a straight fall is kept as one segment however often it is read;
/// a reading that does not lie on the line begins a new one: that is a renewal, a new holder, or a lease cut short.
class TtlSeries
{
public:
    /// How a segment began.
    enum class Start { first, renewed, taken, shortened };
    /// A straight fall. A lease without end does not fall.
    struct Segment
    {
        SteadyTime from{};
        SteadyTime until{}; ///< Last moment at which it is known to have gone on; for the last one, see isOpen().
        milliseconds remaining{0}; ///< At `from`; −1 never expires.
        Start start = Start::first;

        [[nodiscard]] bool never() const { return remaining.count() < 0; }
        /// What is left at @p moment, never below zero.
        [[nodiscard]] milliseconds at(SteadyTime moment) const;
    };
    /// Seconds before now (negative), seconds left.
    struct Point
    {
        double x = 0;
        double y = 0;
        bool operator==(const Point&) const = default;
    };

    explicit TtlSeries(milliseconds window = std::chrono::minutes{2}, std::size_t maxSegments = 500);

    void add(const LockState& state);
    /// The lock is gone since @p at.
    void end(SteadyTime at);
    /// Nobody looked from @p from until @p until: what the line says of that time is no more than a guess, and a
    /// renewal that came meanwhile was not seen.
    void skip(SteadyTime from, SteadyTime until);
    void clear();

    [[nodiscard]] milliseconds window() const { return m_window; }
    /// How much of the window before @p now was seen: what is before the first reading was not.
    [[nodiscard]] milliseconds watched(SteadyTime now) const;
    [[nodiscard]] bool isEmpty() const { return m_segments.empty(); }
    /// How much of what watched() is nobody looked for.
    [[nodiscard]] milliseconds skipped(SteadyTime now) const;
    /// The last segment still goes on.
    [[nodiscard]] bool isOpen() const { return m_open; }
    [[nodiscard]] const std::deque<Segment>& segments() const { return m_segments; }

    /// The whole as one line of the window up to @p now, at zero where nobody holds the lock.
    [[nodiscard]] std::vector<Point> line(SteadyTime now) const;
    /// Where it was seen to be renewed.
    [[nodiscard]] std::vector<Point> renewals(SteadyTime now) const;
    /// Begin and end of the stretches without end; y is zero.
    [[nodiscard]] std::vector<std::pair<Point, Point>> neverStretches(SteadyTime now) const;
    /// Begin and end of the stretches of the window in which nobody looked, in seconds.
    [[nodiscard]] std::vector<std::pair<double, double>> gaps(SteadyTime now) const;
    /// Where in the window what is known of the lock begins, in seconds; nullopt: before it, or nothing is known.
    [[nodiscard]] std::optional<double> knownFrom(SteadyTime now) const;
    /// The largest value that line() has, in seconds.
    [[nodiscard]] double highest(SteadyTime now) const;

private:
    struct Gap
    {
        SteadyTime from{};
        SteadyTime until{};
    };
    void begin(const LockState& state, Start start);
    [[nodiscard]] Start startOf(const LockState& state, milliseconds expected) const;
    [[nodiscard]] SteadyTime endOf(const Segment& segment, SteadyTime now) const;
    void dropOld(SteadyTime now);

    milliseconds m_window;
    std::size_t m_maxSegments;
    std::deque<Segment> m_segments;
    std::deque<Gap> m_gaps;
    std::optional<SteadyTime> m_watchedFrom; ///< First reading.
    std::string m_owner;                     ///< First holder of the last segment.
    bool m_open = false;
};

} // namespace lockscope::ui
