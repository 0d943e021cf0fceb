// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/ttl_chart.hpp"

#include "charts/axis_steps.hpp"
#include "charts/category_axis.hpp"
#include "models/lock_facts.hpp"
#include "text/character_width.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/color_math.hpp"
#include "theme/theme.hpp"

#include <QtCharts/QAreaSeries>
#include <QtCharts/QCategoryAxis>
#include <QtCharts/QChart>
#include <QtCharts/QChartView>
#include <QtCharts/QLineSeries>
#include <QtCharts/QScatterSeries>

#include <QEvent>
#include <QGraphicsLayout>
#include <QGraphicsRectItem>
#include <QLabel>
#include <QVBoxLayout>

#include <chrono>
#include <cmath>
#include <utility>

namespace lockscope::ui {
namespace {

constexpr int kFrameInterval = 100;
constexpr double kAboveTheLines = 50;

QList<QPointF> toPoints(const std::vector<TtlSeries::Point>& points)
{
    QList<QPointF> list;
    list.reserve(static_cast<qsizetype>(points.size()));
    for (const auto& point : points) {
        list.append({point.x, point.y});
    }
    return list;
}

} // namespace

// Owned by the chart, which the view owns; here only to be reached.
struct TtlChart::Parts
{
    QChartView* view = nullptr;
    QLineSeries* line = nullptr;
    QAreaSeries* area = nullptr;
    QScatterSeries* renewals = nullptr;
    QLineSeries* never = nullptr;
    QCategoryAxis* time = nullptr;
    QCategoryAxis* lease = nullptr;
    QList<QGraphicsRectItem*> gaps;
};

TtlChart::TtlChart(QWidget* parent) : QWidget(parent), m_parts(std::make_unique<Parts>()), m_note(plainLabel({}, this))
{
    auto* chart = new QChart;
    chart->legend()->hide();
    chart->setBackgroundRoundness(0);
    chart->setMargins({});
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->setAnimationOptions(QChart::NoAnimation);

    m_parts->line = new QLineSeries(chart);
    m_parts->area = new QAreaSeries(m_parts->line);
    m_parts->renewals = new QScatterSeries;
    m_parts->never = new QLineSeries;
    m_parts->time = new QCategoryAxis;
    m_parts->lease = new QCategoryAxis;
    chart->addAxis(m_parts->time, Qt::AlignBottom);
    chart->addAxis(m_parts->lease, Qt::AlignLeft);
    for (QAbstractSeries* series :
         std::initializer_list<QAbstractSeries*>{m_parts->area, m_parts->renewals, m_parts->never}) {
        chart->addSeries(series);
        series->attachAxis(m_parts->time);
        series->attachAxis(m_parts->lease);
    }
    for (QCategoryAxis* axis : {m_parts->time, m_parts->lease}) {
        axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
        axis->setTruncateLabels(false);
    }

    m_parts->view = new QChartView(chart, this);
    m_parts->view->setRenderHint(QPainter::Antialiasing);
    m_parts->view->setFrameShape(QFrame::NoFrame);
    m_parts->view->setFocusPolicy(Qt::NoFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_parts->view);

    m_note->setAlignment(Qt::AlignCenter);
    m_note->setWordWrap(true);
    m_note->setTextInteractionFlags(Qt::NoTextInteraction);
    m_note->setAttribute(Qt::WA_TransparentForMouseEvents);

    m_timer.setInterval(kFrameInterval);
    connect(&m_timer, &QTimer::timeout, this, &TtlChart::redraw);
    setAccessibleName(tr("Lease over time"));
    adoptTheme();
}

TtlChart::~TtlChart() = default;

void TtlChart::addState(const LockState& state)
{
    m_series.add(state);
    m_type = state.type;
    m_onlySomeEnd = onlySomeEnd(state);
    redraw();
}

void TtlChart::endHold(SteadyTime at)
{
    m_series.end(at);
    redraw();
}

void TtlChart::clear()
{
    m_series.clear();
    m_type = LockType::reentrant;
    m_onlySomeEnd = false;
    m_frozenAt.reset();
    redraw();
}

void TtlChart::freeze(SteadyTime at)
{
    if (!m_frozenAt) {
        m_frozenAt = at;
    }
}

void TtlChart::unfreeze()
{
    if (const auto from = std::exchange(m_frozenAt, std::nullopt)) {
        m_series.skip(*from, std::chrono::steady_clock::now());
        redraw();
    }
}

QSize TtlChart::sizeHint() const
{
    return {characterWidth(fontMetrics()) * 48, fontMetrics().height() * 11};
}

QSize TtlChart::minimumSizeHint() const
{
    return {characterWidth(fontMetrics()) * 24, fontMetrics().height() * 7};
}

void TtlChart::redraw()
{
    if (!isVisible()) {
        return; // it is drawn when somebody sees it
    }
    const SteadyTime now = m_frozenAt.value_or(std::chrono::steady_clock::now());
    const double highest = m_series.highest(now);
    setAxes(highest);
    m_parts->lease->setLabelsVisible(highest > 0);
    m_parts->lease->setGridLineVisible(highest > 0);
    const QList<QPointF> line = toPoints(m_series.line(now));
    m_parts->area->setVisible(!line.isEmpty()); // An area without points would still draw its edge.
    m_parts->line->replace(line);
    m_parts->renewals->replace(toPoints(m_series.renewals(now)));

    const auto stretches = m_series.neverStretches(now);
    QList<QPointF> never;
    if (!stretches.empty()) { // Of several, the latest.
        never = {{stretches.back().first.x, m_top * 0.9}, {stretches.back().second.x, m_top * 0.9}};
    }
    m_parts->never->replace(never);
    coverGaps(now);

    const QString words = sentence(now);
    setAccessibleDescription(words);
    m_note->setText(isBare() ? words : QString());
    m_note->setVisible(isBare());
}

/// Covers what the line says of the time in which nobody looked, also before the lock was chosen.
void TtlChart::coverGaps(SteadyTime now)
{
    QChart* chart = m_parts->view->chart();
    const Theme& theme = Theme::of(palette());
    auto gaps = m_series.gaps(now);
    if (const auto known = m_series.knownFrom(now); known && !isBare()) {
        gaps.insert(gaps.begin(), {-std::chrono::duration<double>(m_series.window()).count(), *known});
    }
    auto& items = m_parts->gaps;
    while (items.size() < 2 * static_cast<qsizetype>(gaps.size())) {
        auto* item = new QGraphicsRectItem(chart);
        item->setPen(Qt::NoPen);
        item->setZValue(kAboveTheLines);
        items.append(item);
    }
    const QRectF area = chart->plotArea();
    const QColor hatch = theme.contrast == Theme::Contrast::high ? theme.border : mixed(theme.base, theme.border, 0.5);
    for (qsizetype i = 0; i < items.size(); ++i) {
        const auto gap = static_cast<std::size_t>(i / 2);
        items[i]->setVisible(gap < gaps.size());
        if (gap < gaps.size()) {
            const double left = chart->mapToPosition({gaps[gap].first, 0}, m_parts->area).x();
            const double right = chart->mapToPosition({gaps[gap].second, 0}, m_parts->area).x();
            items[i]->setRect(left, area.top(), right - left, area.height() - 1); // the axis stays
            items[i]->setBrush(i % 2 == 0 ? QBrush(theme.base) : QBrush(hatch, Qt::BDiagPattern));
        }
    }
}

bool TtlChart::isBare() const
{
    return m_series.isEmpty() || (m_series.isOpen() && m_series.segments().back().never());
}

QString TtlChart::sentence(SteadyTime moment) const
{
    if (is_counter(m_type) && m_series.isEmpty()) {
        return withoutLease();
    }
    // In whole seconds: who listens need not hear each tenth.
    const auto inSeconds = [](milliseconds duration) {
        return durationText(std::chrono::floor<std::chrono::seconds>(duration));
    };
    const bool saysAll = m_series.watched(moment) >= m_series.window();
    const QString watched = inSeconds(m_series.watched(moment));
    const milliseconds skipped = m_series.skipped(moment);
    const QString unseen = skipped >= std::chrono::seconds{1}
                             ? tr("For %1 of that nobody looked.", "a duration").arg(inSeconds(skipped))
                             : QString();
    if (m_series.isEmpty()) {
        return inARow({saysAll
                           ? tr("Nobody has held this lock in the last two minutes.")
                           : tr("Nobody has held this lock in the %1 since it is shown.", "a duration").arg(watched),
                       unseen});
    }
    if (isBare()) {
        return m_onlySomeEnd ? tr("One of its permits never ends. What is left of the others stands in the list.")
                             : tr("It never expires: there is no lease that could run out.");
    }
    const QString lease =
        m_series.isOpen()
            ? tr("%1 of the lease are left.", "a duration").arg(inSeconds(m_series.segments().back().at(moment)))
        : is_counter(m_type) ? withoutLease()
                             : tr("Nobody holds it now.");
    const int renewals = pluralCount(m_series.renewals(moment).size());
    const QString renewed =
        renewals > 0 ? saysAll
                         ? tr("Renewed %Ln time(s) in the last two minutes.", nullptr, renewals)
                         : tr("Renewed %Ln time(s) in the %1 since it is shown.", "a duration", renewals).arg(watched)
        : saysAll ? tr("Not renewed in the last two minutes.")
                     : tr("Not renewed in the %1 since it is shown.", "a duration").arg(watched);
    return inARow({lease, renewed, unseen});
}

QString TtlChart::withoutLease() const
{
    return m_type == LockType::latch
             ? tr("A latch has no lease.")
             : tr("No permit is known that has a lease. Who has the others Redis does not tell.");
}

void TtlChart::setAxes(double highest)
{
    const double step = niceStep(std::max(highest * 1.05, 1.0), 4);
    const double top = step * std::ceil(std::max(highest * 1.05, 1.0) / step);
    if (top == m_top) {
        return;
    }
    m_top = top;
    m_parts->lease->setRange(0, top);
    QList<std::pair<double, QString>> labels;
    for (int i = 0; i * step <= top + step / 2; ++i) {
        labels.append({i * step, i == 0 ? QStringLiteral("0") : axisLabel(i * step, step)});
    }
    setLabels(*m_parts->lease, labels);

    m_timeSteps = 0;
    labelTime();
}

/// As many labels as there is room for.
void TtlChart::labelTime()
{
    const double window = std::chrono::duration<double>(m_series.window()).count();
    const int room = width() / std::max(1, fontMetrics().horizontalAdvance(agoLabel(window, window / 4)) * 3 / 2);
    const int steps = room > 5 ? 4 : room > 3 ? 2 : 1;
    if (steps == m_timeSteps) {
        return;
    }
    m_timeSteps = steps;
    m_parts->time->setRange(-window, 0);
    QList<std::pair<double, QString>> labels;
    for (int i = steps; i >= 0; --i) {
        labels.append({-window * i / steps, agoLabel(window * i / steps, window / steps)});
    }
    setLabels(*m_parts->time, labels);
}

void TtlChart::adoptTheme()
{
    const Theme& theme = Theme::of(palette());
    QChart* chart = m_parts->view->chart();
    chart->setBackgroundBrush(theme.base);
    chart->setBackgroundPen(Qt::NoPen);
    chart->setPlotAreaBackgroundVisible(false);
    // Half of the last label of each axis stands beyond its end.
    const int half = fontMetrics().horizontalAdvance(nowLabel()) / 2 + 4;
    chart->setMargins({2, fontMetrics().height() / 2 + 2, half, 2});
    m_parts->view->setBackgroundBrush(theme.base);

    QColor fill = theme.held;
    fill.setAlphaF(theme.kind == Theme::Kind::light ? 0.14F : 0.22F);
    m_parts->area->setBrush(fill);
    m_parts->area->setPen(QPen(theme.held, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    m_parts->renewals->setMarkerSize(fontMetrics().height() * 0.42);
    m_parts->renewals->setColor(theme.held);
    m_parts->renewals->setBorderColor(theme.base);
    m_parts->never->setPen(QPen(theme.stuck, 2.2, Qt::DashLine, Qt::FlatCap));

    for (QCategoryAxis* axis : {m_parts->time, m_parts->lease}) {
        axis->setLabelsFont(font());
        axis->setLabelsColor(theme.mutedText);
        axis->setGridLineColor(theme.track);
        axis->setLinePen(QPen(theme.border, 1));
    }
    m_parts->time->setGridLineVisible(false);
    QPalette notePalette = palette();
    notePalette.setColor(QPalette::WindowText, theme.mutedText);
    m_note->setPalette(notePalette);
}

void TtlChart::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    switch (event->type()) {
    case QEvent::PaletteChange:
    case QEvent::FontChange:
    case QEvent::StyleChange: adoptTheme(); break;
    case QEvent::LanguageChange:
        setAccessibleName(tr("Lease over time"));
        m_top = -1; // Labels are words too.
        redraw();
        break;
    default: break;
    }
}

void TtlChart::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    redraw();
    m_timer.start();
}

void TtlChart::hideEvent(QHideEvent* event)
{
    m_timer.stop();
    QWidget::hideEvent(event);
}

void TtlChart::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_timeSteps > 0) {
        labelTime();
    }
    m_note->setGeometry(rect().adjusted(width() / 6, 0, -width() / 12, -height() / 8));
    m_note->raise();
}

} // namespace lockscope::ui
