// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/chart_frame.hpp"

#include "charts/axis_steps.hpp"
#include "charts/category_axis.hpp"
#include "text/character_width.hpp"
#include "text/server_text.hpp"
#include "theme/theme.hpp"

#include <QtCharts/QAbstractSeries>
#include <QtCharts/QCategoryAxis>
#include <QtCharts/QChart>
#include <QtCharts/QChartView>

#include <QEvent>
#include <QGraphicsLayout>
#include <QGraphicsLineItem>
#include <QGraphicsSimpleTextItem>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QMouseEvent>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <vector>

namespace lockscope::ui {
namespace {

constexpr double kInFront = 100; ///< Above everything that Qt Charts draws.

} // namespace

// Owned by the chart, which the view owns; here only to be reached.
struct ChartFrame::Parts
{
    struct LegendEntry
    {
        QGraphicsLineItem* line;
        QGraphicsSimpleTextItem* text;
    };
    QChartView* view = nullptr;
    QChart* chart = nullptr;
    QCategoryAxis* x = nullptr;
    QCategoryAxis* y = nullptr;
    QGraphicsLineItem* cursor = nullptr;
    std::vector<LegendEntry> legend;
};

ChartFrame::ChartFrame(QWidget* parent)
    : QWidget(parent)
    , m_parts(std::make_unique<Parts>())
    , m_note(plainLabel({}, this))
{
    auto* chart = new QChart;
    m_parts->chart = chart;
    chart->legend()->hide();
    chart->setBackgroundRoundness(0);
    chart->layout()->setContentsMargins(0, 0, 0, 0);
    chart->setAnimationOptions(QChart::NoAnimation);
    m_parts->x = new QCategoryAxis;
    m_parts->y = new QCategoryAxis;
    chart->addAxis(m_parts->x, Qt::AlignBottom);
    chart->addAxis(m_parts->y, Qt::AlignLeft);
    for (QCategoryAxis* axis : {m_parts->x, m_parts->y}) {
        axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
        axis->setTruncateLabels(false);
    }
    m_parts->x->setGridLineVisible(false);
    m_parts->cursor = new QGraphicsLineItem(chart);
    m_parts->cursor->setZValue(kInFront);
    m_parts->cursor->hide();

    m_parts->view = new QChartView(chart, this);
    m_parts->view->setRenderHint(QPainter::Antialiasing);
    m_parts->view->setFrameShape(QFrame::NoFrame);
    m_parts->view->setFocusPolicy(Qt::NoFocus);
    m_parts->view->setMinimumSize(0, 0);
    m_parts->view->viewport()->setMouseTracking(true);
    m_parts->view->viewport()->installEventFilter(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_parts->view);

    m_note->setAlignment(Qt::AlignCenter);
    m_note->setWordWrap(true);
    m_note->setTextInteractionFlags(Qt::NoTextInteraction);
    m_note->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_note->hide();
    setFocusPolicy(Qt::StrongFocus);
    connect(chart, &QChart::plotAreaChanged, this, [this] {
        placeLegend();
        placeItems();
        showCursor();
    });
    adoptTheme();
}

ChartFrame::~ChartFrame()
{
    m_parts->chart->disconnect(this);
}

void ChartFrame::setNote(const QString& note)
{
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

QString ChartFrame::note() const
{
    return m_note->text();
}

QString ChartFrame::readout() const
{
    return m_cursor && m_words ? m_words(*m_cursor) : QString();
}

QSize ChartFrame::sizeHint() const
{
    return {characterWidth(fontMetrics()) * 48, fontMetrics().height() * 11};
}

QSize ChartFrame::minimumSizeHint() const
{
    return {characterWidth(fontMetrics()) * 16, fontMetrics().height() * 6};
}

QChart* ChartFrame::chart() const
{
    return m_parts->chart;
}

const Theme& ChartFrame::theme() const
{
    return Theme::of(palette());
}

QRectF ChartFrame::plotArea() const
{
    return m_parts->chart->plotArea();
}

void ChartFrame::addSeries(QAbstractSeries* series)
{
    m_parts->chart->addSeries(series);
    series->attachAxis(m_parts->x);
    series->attachAxis(m_parts->y);
}

void ChartFrame::setX(double from, double to, const Marks& marks)
{
    m_parts->x->setRange(from, to);
    setLabels(*m_parts->x, marks);
}

void ChartFrame::setY(double to, const Marks& marks)
{
    m_parts->y->setRange(0, to);
    setLabels(*m_parts->y, marks);
}

void ChartFrame::setCountAxis(double highest, double freePart)
{
    const int most = std::clamp(height() / (fontMetrics().height() * 2) - 1, 1, 5);
    const double wanted = std::max(highest, 1.0) / (1 - freePart);
    const double step = countStep(wanted, most);
    Marks marks;
    for (int i = 0; i * step <= wanted; ++i) {
        marks.append({i * step, QLocale().toString(i * step, 'f', 0)});
    }
    setY(wanted, marks);
}

int ChartFrame::roomFor(const QString& label) const
{
    const int one = fontMetrics().horizontalAdvance(label) + characterWidth(fontMetrics()) * 3;
    return std::clamp(width() / one, 1, 12);
}

QPointF ChartFrame::positionOf(double x, double y) const
{
    const QRectF area = plotArea();
    const double across = (x - m_parts->x->min()) / std::max(m_parts->x->max() - m_parts->x->min(), 1e-9);
    const double up = (y - m_parts->y->min()) / std::max(m_parts->y->max() - m_parts->y->min(), 1e-9);
    return {area.left() + across * area.width(), area.bottom() - up * area.height()};
}

void ChartFrame::setLegend(const QList<std::pair<QString, QPen>>& entries)
{
    while (m_parts->legend.size() > static_cast<std::size_t>(entries.size())) {
        delete m_parts->legend.back().line;
        delete m_parts->legend.back().text;
        m_parts->legend.pop_back();
    }
    while (m_parts->legend.size() < static_cast<std::size_t>(entries.size())) {
        m_parts->legend.push_back({new QGraphicsLineItem(m_parts->chart), new QGraphicsSimpleTextItem(m_parts->chart)});
    }
    for (qsizetype i = 0; i < entries.size(); ++i) {
        const auto& [line, text] = m_parts->legend[static_cast<std::size_t>(i)];
        line->setPen(entries[i].second);
        text->setText(entries[i].first);
        text->setFont(font());
        text->setBrush(theme().mutedText);
    }
    const int half = fontMetrics().horizontalAdvance(nowLabel()) / 2 + 4;
    const int rows = placeLegend();
    const int top = rows == 0 ? fontMetrics().height() / 2 + 2 : fontMetrics().height() * (rows * 2 + 1) / 2;
    m_parts->chart->setMargins({2, top, half, 2});
    placeLegend();
}

/// In as many rows as it needs, which are returned.
int ChartFrame::placeLegend()
{
    const double space = characterWidth(fontMetrics());
    const double left = plotArea().left();
    double x = left;
    int rows = m_parts->legend.empty() ? 0 : 1;
    for (const auto& [line, text] : m_parts->legend) {
        const double entry = space * 5 + text->boundingRect().width();
        if (x > left && x + entry > width()) {
            x = left;
            ++rows;
        }
        const double middle = fontMetrics().height() * (rows - 0.4);
        line->setLine(x, middle, x + space * 4, middle);
        text->setPos(x + space * 5, middle - text->boundingRect().height() / 2);
        x += entry + space * 3;
    }
    return rows;
}

void ChartFrame::placeItems() {}

void ChartFrame::pointsChanged()
{
    const bool wasRead = m_cursor.has_value();
    if (m_cursor && *m_cursor >= pointCount()) {
        m_cursor = pointCount() > 0 ? std::optional(pointCount() - 1) : std::nullopt;
    }
    showCursor();
    if (wasRead) {
        emit readoutChanged(readout());
    }
}

void ChartFrame::setCursorAt(std::optional<int> point)
{
    if (point != m_cursor) {
        m_cursor = point;
        showCursor();
        emit readoutChanged(readout());
    }
}

void ChartFrame::showCursor()
{
    m_parts->cursor->setVisible(m_cursor.has_value());
    if (m_cursor) {
        const double x = positionOf(pointX(*m_cursor), 0).x();
        m_parts->cursor->setLine(x, plotArea().top(), x, plotArea().bottom());
    }
}

int ChartFrame::nearestPoint(double x) const
{
    int nearest = 0;
    for (int point = 1; point < pointCount(); ++point) {
        if (std::abs(pointX(point) - x) < std::abs(pointX(nearest) - x)) {
            nearest = point;
        }
    }
    return nearest;
}

void ChartFrame::adoptTheme()
{
    const Theme& colors = theme();
    m_parts->chart->setBackgroundBrush(colors.base);
    m_parts->chart->setBackgroundPen(hasFocus() ? QPen(colors.accent, 2) : QPen(Qt::NoPen));
    m_parts->chart->setPlotAreaBackgroundVisible(false);
    m_parts->view->setBackgroundBrush(colors.base);
    m_parts->cursor->setPen(QPen(colors.mutedText, 1));
    for (QCategoryAxis* axis : {m_parts->x, m_parts->y}) {
        axis->setLabelsFont(font());
        axis->setLabelsColor(colors.mutedText);
        axis->setGridLineColor(colors.track);
        axis->setLinePen(QPen(colors.border, 1));
    }
    QPalette words = palette();
    words.setColor(QPalette::WindowText, colors.mutedText);
    m_note->setPalette(words);
}

bool ChartFrame::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseMove && pointCount() > 0) {
        const QPointF position = static_cast<QMouseEvent*>(event)->position();
        const QRectF area = plotArea();
        if (area.contains(position) && area.width() > 0) {
            const double across = (position.x() - area.left()) / area.width();
            setCursorAt(nearestPoint(m_parts->x->min() + across * (m_parts->x->max() - m_parts->x->min())));
        } else {
            setCursorAt(std::nullopt);
        }
    } else if (event->type() == QEvent::Leave) {
        setCursorAt(std::nullopt);
    } else if (event->type() == QEvent::MouseButtonPress) {
        setFocus(Qt::MouseFocusReason);
    } else if (event->type() == QEvent::MouseButtonDblClick && m_cursor) {
        emit pointActivated(*m_cursor);
    }
    return QWidget::eventFilter(watched, event);
}

void ChartFrame::keyPressEvent(QKeyEvent* event)
{
    const int last = pointCount() - 1;
    const int here = m_cursor.value_or(last + 1);
    switch (event->key()) {
    case Qt::Key_Left: setCursorAt(last < 0 ? std::nullopt : std::optional(std::max(here - 1, 0))); return;
    case Qt::Key_Right: setCursorAt(last < 0 ? std::nullopt : std::optional(std::min(here + 1, last))); return;
    case Qt::Key_Home: setCursorAt(last < 0 ? std::nullopt : std::optional(0)); return;
    case Qt::Key_End: setCursorAt(last < 0 ? std::nullopt : std::optional(last)); return;
    case Qt::Key_Escape:
        if (m_cursor) {
            setCursorAt(std::nullopt);
            return;
        }
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_cursor) {
            emit pointActivated(*m_cursor);
            return;
        }
        break;
    default: break;
    }
    QWidget::keyPressEvent(event);
}

void ChartFrame::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    adoptTheme();
}

void ChartFrame::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    adoptTheme();
    setCursorAt(std::nullopt);
}

void ChartFrame::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    switch (event->type()) {
    case QEvent::PaletteChange:
    case QEvent::FontChange:
    case QEvent::StyleChange:
    case QEvent::LanguageChange:
        adoptTheme();
        arrange();
        break;
    default: break;
    }
}

void ChartFrame::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_note->setGeometry(rect().adjusted(width() / 8, height() / 8, -width() / 8, -height() / 4));
    m_note->raise();
    arrange();
}

} // namespace lockscope::ui
