// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/time_chart.hpp"

#include "charts/axis_steps.hpp"
#include "theme/theme.hpp"

#include <QtCharts/QAreaSeries>
#include <QtCharts/QChart>
#include <QtCharts/QLineSeries>

#include <QFontMetrics>
#include <QGraphicsRectItem>

#include <algorithm>

namespace lockscope::ui {
namespace {

/// More pieces than these are joined: a line that is broken so often says nothing any more.
constexpr qsizetype kMostPieces = 32;
/// More would come in steps that nobody counts in.
constexpr int kMostLabels = 6;

using Pieces = QList<QList<QPointF>>;

Pieces piecesOf(const TimeChart::Line& line, double step)
{
    Pieces pieces;
    bool inside = false;
    const auto count = static_cast<double>(line.values.size());
    for (std::size_t i = 0; i < line.values.size(); ++i) {
        if (!line.values[i]) {
            inside = false;
            continue;
        }
        if (!inside && (pieces.isEmpty() || pieces.size() < kMostPieces)) {
            pieces.append(QList<QPointF>());
        }
        inside = true;
        pieces.back().append({(static_cast<double>(i) - count + 0.5) * step, *line.values[i]});
    }
    for (QList<QPointF>& piece : pieces) {
        if (piece.size() == 1) { // a point alone would not be drawn
            const QPointF point = piece.front();
            piece = {{point.x() - step / 2, point.y()}, {point.x() + step / 2, point.y()}};
        }
    }
    return pieces;
}

} // namespace

// The series and items belong to the chart.
struct TimeChart::Drawing
{
    struct Piece
    {
        QLineSeries* line;
        QAreaSeries* area; ///< Null where there is none.
    };
    std::vector<std::vector<Piece>> lines;
    QList<QGraphicsRectItem*> gaps;
};

TimeChart::TimeChart(QWidget* parent) : ChartFrame(parent), m_drawing(std::make_unique<Drawing>()) {}

TimeChart::~TimeChart() = default;

void TimeChart::setData(Span span, std::vector<Line> lines)
{
    m_span = span;
    m_lines = std::move(lines);
    arrange();
    pointsChanged();
}

int TimeChart::pointCount() const
{
    return m_lines.empty() ? 0 : static_cast<int>(m_lines.front().values.size());
}

double TimeChart::pointX(int point) const
{
    return std::clamp((point - pointCount() + 0.5) * m_span.step, -m_span.range, 0.0);
}

QPen TimeChart::penOf(const Line& line) const
{
    const QColor color = theme().*line.color;
    switch (line.look) {
    case Look::area:
    case Look::solid: return {color, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin};
    case Look::dashed: return {color, 1.8, Qt::DashLine, Qt::FlatCap, Qt::RoundJoin};
    case Look::dotted: break;
    }
    return {color, 2.2, Qt::DotLine, Qt::FlatCap, Qt::RoundJoin};
}

void TimeChart::arrange()
{
    double highest = 0;
    for (const Line& line : m_lines) {
        for (const auto& value : line.values) {
            highest = std::max(highest, value.value_or(0));
        }
    }
    setCountAxis(highest);
    setX(-m_span.range, 0, timeMarks());

    QList<std::pair<QString, QPen>> legend;
    for (const Line& line : m_lines) {
        legend.append({line.name, penOf(line)});
    }
    setLegend(legend);
    m_drawing->lines.resize(std::max(m_drawing->lines.size(), m_lines.size()));
    for (std::size_t i = 0; i < m_drawing->lines.size(); ++i) {
        drawLine(i);
    }
    markGaps();
}

ChartFrame::Marks TimeChart::timeMarks() const
{
    const QString widest =
        m_span.end ? clockLabel(*m_span.end, 1) : agoLabel(m_span.range, niceStep(m_span.range, kMostLabels));
    const double step = niceStep(m_span.range, std::min(roomFor(widest), kMostLabels));
    if (m_span.end) {
        return clockMarks(*m_span.end, m_span.range, step);
    }
    Marks marks;
    for (double ago = step * static_cast<int>(m_span.range / step); ago > -step / 2; ago -= step) {
        marks.append({-ago, agoLabel(std::max(ago, 0.0), step)});
    }
    return marks;
}

void TimeChart::drawLine(std::size_t index)
{
    const bool known = index < m_lines.size();
    const Pieces pieces = known ? piecesOf(m_lines[index], m_span.step) : Pieces();
    auto& drawn = m_drawing->lines[index];
    while (drawn.size() < static_cast<std::size_t>(pieces.size())) {
        Drawing::Piece piece{new QLineSeries(chart()), nullptr};
        if (m_lines[index].look == Look::area) {
            piece.area = new QAreaSeries(piece.line);
            addSeries(piece.area);
        } else {
            addSeries(piece.line);
        }
        drawn.push_back(piece);
    }
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const bool used = i < static_cast<std::size_t>(pieces.size());
        drawn[i].line->replace(used ? pieces[static_cast<qsizetype>(i)] : QList<QPointF>());
        if (known) {
            drawn[i].line->setPen(penOf(m_lines[index]));
        }
        if (drawn[i].area) {
            QColor fill = theme().*m_lines[index].color;
            fill.setAlphaF(theme().kind == Theme::Kind::light ? 0.14F : 0.22F);
            drawn[i].area->setBrush(fill);
            drawn[i].area->setPen(penOf(m_lines[index]));
            drawn[i].area->setVisible(used);
        }
    }
}

void TimeChart::markGaps()
{
    m_gaps.clear();
    if (!m_lines.empty()) {
        const auto& values = m_lines.front().values;
        const auto count = static_cast<double>(values.size());
        // The newest step up to now is not over yet: that nothing is known of it is no gap.
        const std::size_t over = values.size() - (m_span.end || values.empty() ? 0 : 1);
        for (std::size_t i = 0; i < over; ++i) {
            if (values[i]) {
                continue;
            }
            const double from = (static_cast<double>(i) - count) * m_span.step;
            if (from < -m_span.begun) {
                continue;
            }
            if (!m_gaps.isEmpty() && m_gaps.back().second >= from - m_span.step / 1000) {
                m_gaps.back().second = from + m_span.step;
            } else {
                m_gaps.append({from, from + m_span.step});
            }
        }
    }
    placeItems();
}

void TimeChart::placeItems()
{
    auto& items = m_drawing->gaps;
    while (items.size() < m_gaps.size()) {
        auto* item = new QGraphicsRectItem(chart());
        item->setPen(Qt::NoPen);
        item->setZValue(0);
        items.append(item);
    }
    for (qsizetype i = 0; i < items.size(); ++i) {
        items[i]->setVisible(i < m_gaps.size());
        if (i < m_gaps.size()) {
            const double left = positionOf(std::max(m_gaps[i].first, -m_span.range), 0).x();
            const double right = positionOf(std::min(m_gaps[i].second, 0.0), 0).x();
            items[i]->setRect(left, plotArea().top(), std::max(right - left, 0.0), plotArea().height());
            items[i]->setBrush(QBrush(theme().border, Qt::BDiagPattern));
        }
    }
}

int TimeChart::pieceCount() const
{
    int pieces = 0;
    for (const auto& line : m_drawing->lines) {
        pieces += static_cast<int>(
            std::count_if(line.begin(), line.end(), [](const auto& piece) { return piece.line->count() > 0; }));
    }
    return pieces;
}

int TimeChart::gapCount() const
{
    return static_cast<int>(m_gaps.size());
}

} // namespace lockscope::ui
