// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/histogram_chart.hpp"

#include "charts/axis_steps.hpp"
#include "theme/theme.hpp"

#include <QtCharts/QAreaSeries>
#include <QtCharts/QChart>
#include <QtCharts/QLineSeries>

#include <QFontMetrics>
#include <QGraphicsSimpleTextItem>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr double kMostBars = 60;
/// Where what takes no time stands on an axis that has no zero.
constexpr double kShortest = 0.5;

constexpr double kTenth = 100;
constexpr double kSecond = 1000;
constexpr double kMinute = 60 * kSecond;
constexpr double kHour = 60 * kMinute;
constexpr double kDay = 24 * kHour;
constexpr std::array kTicks{1.0,       2.0,         5.0,         10.0,         20.0,         50.0,         100.0,
                            200.0,     500.0,       kSecond,     2 * kSecond,  5 * kSecond,  10 * kSecond, 30 * kSecond,
                            kMinute,   2 * kMinute, 5 * kMinute, 10 * kMinute, 30 * kMinute, kHour,        2 * kHour,
                            6 * kHour, kDay,        7 * kDay,    30 * kDay};

/// Where there is no room for all of them, these come first.
constexpr std::array kFirstTicks{1.0, 10.0, 100.0, kSecond, 10 * kSecond, kMinute, 10 * kMinute, kHour, kDay};

double logOf(double ms)
{
    return std::log10(std::max(ms, kShortest));
}

/// Puts neighbours together until they are few enough; each covers the same stretch of the axis.
std::vector<HistogramChart::Bar> grouped(const std::vector<HistogramChart::Bar>& bars)
{
    if (bars.empty()) {
        return {};
    }
    const double first = logOf(bars.front().from);
    const double own = logOf(bars.back().to) - logOf(bars.back().from);
    const double span = logOf(bars.back().to) - first;
    const double width = own * std::max(1.0, std::ceil(span / own / kMostBars));
    std::vector<HistogramChart::Bar> groups;
    double end = first;
    for (const auto& bar : bars) {
        if (groups.empty() || logOf(bar.from) >= end - width / 1000 || bar.from == 0 || groups.back().from == 0) {
            groups.push_back(bar);
            end = logOf(bar.from) + width;
        } else {
            groups.back().to = bar.to;
            groups.back().count += bar.count;
        }
    }
    return groups;
}

enum class Short { inMilliseconds, inSeconds };

QString tickText(double ms, Short how)
{
    return ms < kSecond && how == Short::inMilliseconds
             ? HistogramChart::tr("%1 ms", "milliseconds, at an axis").arg(ms)
             : axisLabel(ms / kSecond, ms / kSecond);
}

/// Tenths of a second stand beside seconds as such; what is shorter has a short name only in its own unit.
QList<std::pair<double, QString>> marksOf(const std::vector<double>& ticks)
{
    const bool areTenths = !ticks.empty() && ticks.front() >= kTenth && ticks.back() >= kSecond;
    QList<std::pair<double, QString>> marks;
    for (const double tick : ticks) {
        marks.append({logOf(tick), tickText(tick, areTenths ? Short::inSeconds : Short::inMilliseconds)});
    }
    return marks;
}

} // namespace

// The series and items belong to the chart.
struct HistogramChart::Drawing
{
    QLineSeries* outline = nullptr;
    QAreaSeries* area = nullptr;
    std::array<QLineSeries*, markCount> marks{};
    std::array<QGraphicsSimpleTextItem*, markCount> names{};
};

HistogramChart::HistogramChart(QWidget* parent) : ChartFrame(parent), m_drawing(std::make_unique<Drawing>())
{
    m_drawing->outline = new QLineSeries(chart());
    m_drawing->area = new QAreaSeries(m_drawing->outline);
    addSeries(m_drawing->area);
    for (std::size_t i = 0; i < markCount; ++i) {
        m_drawing->marks[i] = new QLineSeries;
        addSeries(m_drawing->marks[i]);
        m_drawing->names[i] = new QGraphicsSimpleTextItem(chart());
        m_drawing->names[i]->setZValue(100);
    }
}

HistogramChart::~HistogramChart() = default;

void HistogramChart::setData(std::vector<Bar> bars, PercentileMarks marks, QColor Theme::*color)
{
    m_bars = grouped(bars);
    m_marks = std::move(marks);
    m_color = color;
    arrange();
    pointsChanged();
}

int HistogramChart::pointCount() const
{
    return static_cast<int>(m_bars.size());
}

double HistogramChart::pointX(int point) const
{
    const Bar& bar = m_bars[static_cast<std::size_t>(point)];
    return (logOf(bar.from) + logOf(bar.to)) / 2;
}

void HistogramChart::arrange()
{
    setLegend({});
    m_drawing->area->setVisible(!m_bars.empty());
    double highest = 0;
    QList<QPointF> outline;
    for (const Bar& bar : m_bars) {
        const double left = logOf(bar.from);
        const double right = logOf(bar.to);
        const double gap = (right - left) * 0.06;
        const auto count = static_cast<double>(bar.count);
        highest = std::max(highest, count);
        outline << QPointF(left + gap, 0) << QPointF(left + gap, count) << QPointF(right - gap, count)
                << QPointF(right - gap, 0);
    }
    m_drawing->outline->replace(outline);
    arrangeCounts();
    arrangeTime();

    if (m_color) {
        QColor fill = theme().*m_color;
        m_drawing->area->setPen(QPen(fill, 1));
        fill.setAlphaF(theme().kind == Theme::Kind::light ? 0.35F : 0.5F);
        m_drawing->area->setBrush(fill);
    }
    constexpr std::array kPens{Qt::SolidLine, Qt::DashLine, Qt::DotLine};
    for (std::size_t i = 0; i < markCount; ++i) {
        m_drawing->marks[i]->setPen(QPen(theme().text, 1.6, kPens[i], Qt::FlatCap));
        const double x = logOf(m_marks[i].at);
        m_drawing->marks[i]->replace(m_bars.empty() ? QList<QPointF>()
                                                    : QList<QPointF>{{x, 0}, {x, std::max(highest, 1.0)}});
        m_drawing->names[i]->setText(m_bars.empty() ? QString() : m_marks[i].name);
        m_drawing->names[i]->setFont(font());
        m_drawing->names[i]->setBrush(theme().text);
    }
    placeItems();
}

/// Above the highest bar there is room for the names of the lines.
void HistogramChart::arrangeCounts()
{
    double highest = 0;
    for (const Bar& bar : m_bars) {
        highest = std::max(highest, static_cast<double>(bar.count));
    }
    const double names = m_nameLines * fontMetrics().height() / std::max(height() * 0.7, 1.0);
    setCountAxis(highest, std::clamp(names, 0.05, 0.5));
}

void HistogramChart::arrangeTime()
{
    double from = logOf(1);
    double to = logOf(kSecond);
    if (!m_bars.empty()) {
        // A little beyond the bars, and never so narrow that one bar would be a wall.
        from = logOf(m_bars.front().from) - 0.1;
        to = std::max(logOf(m_bars.back().to) + 0.1, from + 1);
        // The last of the names stands to the right of its line, as the others do.
        const double name = 2.0 * fontMetrics().horizontalAdvance(m_marks.back().name) / std::max(width() * 0.8, 1.0);
        to = std::max(to, logOf(m_marks.back().at) + name * (to - from));
    }
    std::vector<double> ticks;
    const double gap = (to - from) / roomFor(tickText(500, Short::inMilliseconds));
    const auto place = [&](double tick) {
        const double at = logOf(tick);
        const bool free =
            std::none_of(ticks.begin(), ticks.end(), [&](double other) { return std::abs(logOf(other) - at) < gap; });
        if (at >= from && at <= to && free) {
            ticks.push_back(tick);
        }
    };
    std::for_each(kFirstTicks.begin(), kFirstTicks.end(), place);
    std::for_each(kTicks.begin(), kTicks.end(), place);
    std::sort(ticks.begin(), ticks.end()); // an axis takes its labels in order
    setX(from, to, marksOf(ticks));
}

/// Each beside its line; where two would meet, the second stands below.
void HistogramChart::placeItems()
{
    const double space = fontMetrics().averageCharWidth() * 0.5;
    const double right = chart()->size().width();
    std::array<double, markCount> ends{}; // of the lines of text
    int lines = 1;
    for (std::size_t i = 0; i < markCount; ++i) {
        const double width = m_drawing->names[i]->boundingRect().width();
        const double at = positionOf(logOf(m_marks[i].at), 0).x();
        const double left = at + width + 2 * space <= right ? at + space : at - space - width;
        std::size_t line = 0;
        while (line + 1 < markCount && left < ends[line]) {
            ++line;
        }
        ends[line] = left + width + space;
        lines = std::max(lines, static_cast<int>(line) + 1);
        m_drawing->names[i]->setPos(left,
                                    plotArea().top() - space + static_cast<double>(line) * fontMetrics().height());
    }
    if (std::exchange(m_nameLines, lines) != lines) {
        arrangeCounts(); // the names stay where they are
    }
}

} // namespace lockscope::ui
