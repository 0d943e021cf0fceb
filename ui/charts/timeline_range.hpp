// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"

#include <optional>

namespace lockscope::ui {

/// The stretch of time that a timeline shows. Follows now and shows everything until it is zoomed or moved; once moved
/// it stands still, so that it can be read, until it meets now again. A value.
class TimelineRange
{
public:
    static constexpr double kShortest = 0.5; ///< Seconds.
    static constexpr double kLongest = 24 * 3600;

    /// Seconds that have to fit as long as nobody zoomed.
    void setNatural(double seconds) { m_natural = seconds; }

    [[nodiscard]] double seconds() const { return m_seconds.value_or(m_natural); }
    [[nodiscard]] SystemTime right(SystemTime now) const { return m_right.value_or(now); }
    [[nodiscard]] bool followsNow() const { return !m_right; }
    [[nodiscard]] bool isNatural() const { return !m_right && !m_seconds; }

    /// @param factor below 1 shows less time; @param anchor what stays where it is, 0 (left edge) … 1 (right edge)
    void zoom(double factor, double anchor, SystemTime now);
    /// @param seconds later (positive) or earlier
    void move(double seconds, SystemTime now);
    /// So that this moment is in sight.
    void show(SystemTime moment, SystemTime now);
    void reset();

private:
    void setRight(SystemTime right, SystemTime now);

    double m_natural = 60;
    std::optional<double> m_seconds;
    std::optional<SystemTime> m_right;
};

} // namespace lockscope::ui
