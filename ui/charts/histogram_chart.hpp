// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_frame.hpp"

#include <QColor>
#include <QString>

#include <array>
#include <memory>
#include <vector>

namespace lockscope::ui {

/// How often durations of each length came, on a logarithmic axis of time, with lines at three percentiles.
class HistogramChart : public ChartFrame
{
    Q_OBJECT

public:
    struct Bar
    {
        double from = 0; ///< Milliseconds; 0 for the first one.
        double to = 0;
        qint64 count = 0;
    };
    /// Where a line stands, in milliseconds, and its short name.
    struct Mark
    {
        double at = 0;
        QString name;
    };
    static constexpr std::size_t markCount = 3;
    using PercentileMarks = std::array<Mark, markCount>;

    explicit HistogramChart(QWidget* parent = nullptr);
    ~HistogramChart() override;

    /// @param bars ascending; neighbours are put together where there are more than the eye keeps apart
    void setData(std::vector<Bar> bars, PercentileMarks marks, QColor Theme::*color);
    /// As they are drawn; the points of the cursor.
    [[nodiscard]] const std::vector<Bar>& bars() const { return m_bars; }

protected:
    [[nodiscard]] int pointCount() const override;
    [[nodiscard]] double pointX(int point) const override;
    void arrange() override;
    void placeItems() override;

private:
    struct Drawing;
    void arrangeTime();
    void arrangeCounts();

    std::vector<Bar> m_bars;
    PercentileMarks m_marks;
    QColor Theme::*m_color = nullptr;
    int m_nameLines = 1; ///< That the names of the lines take: each stands beside its own.
    std::unique_ptr<Drawing> m_drawing;
};

} // namespace lockscope::ui
