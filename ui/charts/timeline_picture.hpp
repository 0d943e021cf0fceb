// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/timeline_lanes.hpp"
#include "charts/timeline_range.hpp"

#include <QFont>
#include <QPalette>
#include <QRectF>

#include <cstddef>
#include <optional>
#include <vector>

class QPainter;

namespace lockscope::ui {

/// A bar: which lane, and which span in it.
struct TimelineBar
{
    std::size_t lane = 0;
    std::size_t span = 0;
    bool operator==(const TimelineBar&) const = default;
};

/// The timeline of one moment as it is laid out and painted, and what lies where. The axis and what is said below it
/// stay in sight while the lanes are scrolled.
class TimelinePicture
{
public:
    /// @param visible the part of the whole that is in sight
    TimelinePicture(const TimelineClients& clients, const TimelineRange& range, SystemTime now, const QRect& visible,
                    QSize size, const QFont& font, const QPalette& palette);

    /// @param selected its bar has a frame; @param caption what is said of it, below the axis
    void paint(QPainter& painter, const std::optional<TimelineBar>& selected, const QString& caption) const;

    [[nodiscard]] std::optional<TimelineBar> barAt(const QPointF& point) const;
    /// The lane whose name is there.
    [[nodiscard]] std::optional<std::size_t> labelAt(const QPointF& point) const;
    /// 0 (left edge of the bars) … 1 (right edge).
    [[nodiscard]] double fractionAt(double x) const;
    /// Seconds to a pixel.
    [[nodiscard]] double secondsPerPixel() const;
    [[nodiscard]] QRectF rectOf(const TimelineBar& bar) const;

    /// The height that all lanes need, with what is said below them.
    [[nodiscard]] static int heightFor(const TimelineClients& clients, int width, const QFontMetrics& metrics);
    /// That of the axis and of what is said.
    [[nodiscard]] static int footerFor(const TimelineClients& clients, int width, const QFontMetrics& metrics);

private:
    [[nodiscard]] double x(SystemTime moment) const;
    void paintAxis(QPainter& painter) const;
    void paintLane(QPainter& painter, std::size_t lane, const std::optional<TimelineBar>& selected) const;
    void paintRest(QPainter& painter) const;
    void paintCaption(QPainter& painter, const QString& caption) const;
    void paintKey(QPainter& painter) const;

    const std::vector<TimelineLane>& m_lanes;
    std::size_t m_more;
    bool m_areWaitersTold;
    SystemTime m_now, m_right;
    double m_window; ///< Seconds.
    bool m_follows;
    QSize m_size;
    QFont m_font;
    QPalette m_palette;
    int m_laneHeight, m_barHeight, m_chip;
    int m_from, m_to; ///< Of the bars.
    int m_top;        ///< Of the first lane.
    int m_bottom;     ///< Of what is seen of the lanes; there the axis is.
    bool m_scrolls;
};

} // namespace lockscope::ui
