// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_frame.hpp"

#include "lockscope/lock_state.hpp"

#include <QColor>
#include <QList>

#include <memory>
#include <optional>
#include <vector>

namespace lockscope::ui {

/// Values over the time up to now or to a moment in the past, as lines that can be told apart without colour. Where
/// nothing is known, the line is broken and the ground is hatched.
class TimeChart : public ChartFrame
{
    Q_OBJECT

public:
    enum class Look { area, solid, dashed, dotted };
    struct Line
    {
        QString name; ///< For the legend.
        Look look = Look::solid;
        QColor Theme::*color = nullptr;
        std::vector<std::optional<double>> values; ///< One a step, the oldest first; absent: not known.
    };

    explicit TimeChart(QWidget* parent = nullptr);
    ~TimeChart() override;

    struct Span
    {
        double range = 60; ///< Of the axis.
        double step = 1;   ///< The last one ends about now, or exactly where the axis ends.
        double begun = 0;  ///< So long before the end of the axis the lines begin: what lies before is no gap.
        std::optional<SystemTime> end = std::nullopt; ///< Of the axis, which then has times of day; absent: now.
    };
    /// @param span in seconds
    void setData(Span span, std::vector<Line> lines);
    /// How many series are drawn, for a look from outside: one for each unbroken piece.
    [[nodiscard]] int pieceCount() const;
    [[nodiscard]] int gapCount() const;

protected:
    [[nodiscard]] int pointCount() const override;
    [[nodiscard]] double pointX(int point) const override;
    void arrange() override;
    void placeItems() override;

private:
    struct Drawing;
    [[nodiscard]] Marks timeMarks() const;
    void drawLine(std::size_t index);
    void markGaps();
    [[nodiscard]] QPen penOf(const Line& line) const;

    Span m_span;
    std::vector<Line> m_lines;
    QList<std::pair<double, double>> m_gaps;
    std::unique_ptr<Drawing> m_drawing;
};

} // namespace lockscope::ui
