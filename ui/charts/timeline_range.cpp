// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/timeline_range.hpp"

#include <algorithm>
#include <chrono>

namespace lockscope::ui {
namespace {

SystemTime::duration span(double seconds)
{
    return std::chrono::duration_cast<SystemTime::duration>(std::chrono::duration<double>(seconds));
}

} // namespace

void TimelineRange::setRight(SystemTime right, SystemTime now)
{
    const SystemTime earliest = now - span(kLongest);
    m_right = std::max(right, earliest);
    if (*m_right >= now) {
        m_right.reset();
    }
}

void TimelineRange::zoom(double factor, double anchor, SystemTime now)
{
    const double before = seconds();
    const double after = std::clamp(before * factor, kShortest, kLongest);
    const SystemTime fixed = right(now) - span(before * (1 - anchor));
    m_seconds = after;
    if (followsNow() && anchor >= 1) {
        return;
    }
    setRight(fixed + span(after * (1 - anchor)), now);
}

void TimelineRange::move(double seconds, SystemTime now)
{
    setRight(right(now) + span(seconds), now);
}

void TimelineRange::show(SystemTime moment, SystemTime now)
{
    const SystemTime last = right(now);
    if (moment > last || moment < last - span(seconds())) {
        setRight(moment + span(seconds() / 2), now);
    }
}

void TimelineRange::reset()
{
    m_seconds.reset();
    m_right.reset();
}

} // namespace lockscope::ui
