// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/timeline.hpp"

#include "text/character_width.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/theme.hpp"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QStyleOption>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace lockscope::ui {
namespace {

constexpr int kFrameInterval = 250;
constexpr double kZoomStep = 1.25;
constexpr double kMoveStep = 0.1; ///< Of what is in sight.
/// What is chosen from as long as nobody zoomed: the first that holds everything.
constexpr std::array kWindows{60.0, 120.0, 300.0, 600.0, 1800.0, 3600.0};

double secondsBetween(SystemTime from, SystemTime to)
{
    return std::chrono::duration<double>(to - from).count();
}

QString lengthText(const TimelineSpan& span, SystemTime now)
{
    const auto length = std::chrono::duration_cast<milliseconds>(span.to.value_or(now) - span.from);
    // What was gone after nobody had looked for a time may have ended long before that.
    const bool endSeen = !span.to || span.ended != LockEvent::Kind::ended;
    return span.exact || !endSeen ? durationText(length)
                                  : Timeline::tr("at least %1", "duration").arg(durationText(length));
}

} // namespace

Timeline::Timeline(QWidget* parent) : QWidget(parent)
{
    m_timer.setInterval(kFrameInterval);
    connect(&m_timer, &QTimer::timeout, this, qOverload<>(&QWidget::update));
    setAccessibleName(tr("Timeline of holds and waits"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::MinimumExpanding);
    setFocusPolicy(Qt::StrongFocus);
}

void Timeline::setHistory(const LockHistory& past)
{
    m_lanes.setHistory(past);
    laneChange();
}

void Timeline::addState(const LockState& state, SystemTime wall)
{
    m_type = state.type;
    m_lanes.observe(state, wall);
    laneChange();
}

void Timeline::endHold(SystemTime wall)
{
    m_lanes.end(wall);
    laneChange();
}

void Timeline::clear()
{
    m_lanes.clear();
    m_range.reset();
    m_selected.reset();
    m_frozenAt.reset();
    laneChange();
}

void Timeline::freeze(SystemTime at)
{
    if (!m_frozenAt) {
        m_frozenAt = at;
    }
}

void Timeline::unfreeze()
{
    m_frozenAt.reset();
}

SystemTime Timeline::now() const
{
    return m_frozenAt.value_or(std::chrono::system_clock::now());
}

void Timeline::laneChange()
{
    const int before = sizeHint().height();
    m_shown = m_lanes.clients();
    describeForHearing();
    if (before != sizeHint().height()) {
        updateGeometry();
    }
    update();
}

QSize Timeline::sizeHint() const
{
    return {characterWidth(fontMetrics()) * 40, TimelinePicture::heightFor(m_shown, width(), fontMetrics())};
}

QSize Timeline::minimumSizeHint() const
{
    return {characterWidth(fontMetrics()) * 24, sizeHint().height()};
}

void Timeline::measure()
{
    const SystemTime moment = now();
    double earliest = 0;
    for (const TimelineLane& lane : m_shown.lanes) {
        for (const TimelineSpan& span : lane.spans) {
            earliest = std::max(earliest, secondsBetween(span.from, moment));
        }
    }
    const auto fits = std::find_if(kWindows.begin(), kWindows.end(), [&](double window) { return window >= earliest; });
    m_range.setNatural(fits != kWindows.end() ? *fits : kWindows.back());
}

TimelinePicture Timeline::picture()
{
    measure();
    return {m_shown, m_range, now(), inSight(), size(), font(), palette()};
}

QRect Timeline::inSight() const
{
    return parentWidget() ? parentWidget()->rect().translated(-pos()).intersected(rect()) : rect();
}

QString Timeline::emptyText() const
{
    switch (m_type) {
    case LockType::latch: return tr("Nobody holds a latch: there is nothing to be shown.");
    case LockType::semaphore:
        return tr("No permit with a lease has been seen yet. Who has the others Redis does not tell.");
    default: return tr("No hold of this lock has been seen yet.");
    }
}

void Timeline::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(palette());
    painter.fillRect(rect(), theme.base);
    if (m_shown.lanes.empty()) {
        painter.setPen(theme.mutedText);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, emptyText());
    } else {
        picture().paint(painter, selectedBar(), caption().replace(QLatin1Char('\n'), QLatin1String(". ")));
    }
    if (hasFocus()) {
        QStyleOptionFocusRect frame;
        frame.initFrom(this);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &frame, &painter, this);
    }
}

QString Timeline::describe(const TimelineSpan& span, SystemTime now) const
{
    const QString owner = ownerText(span.owner);
    const QString duration = lengthText(span, now);
    const QString from =
        span.exact ? timeText(span.from) : tr("before %1", "since when; nobody saw it begin").arg(timeText(span.from));
    if (span.kind == TimelineSpan::Kind::wait) {
        return span.to ? tr("%1 waited for %2, from %3 to %4").arg(owner, duration, from, timeText(*span.to))
                       : tr("%1 has waited for %2, since %3").arg(owner, duration, from);
    }
    QStringList sentences;
    sentences << (span.to ? tr("%1 held it for %2, from %3 to %4: %5")
                                .arg(owner, duration, from, timeText(*span.to), eventText(span.ended))
                          : tr("%1 has held it for %2, since %3").arg(owner, duration, from));
    if (span.maxCount > 1) {
        sentences << tr("Entered %n time(s)", "timeline", pluralCount(span.maxCount));
    }
    if (span.renewals > 0) {
        const int renewals = pluralCount(span.renewals);
        sentences << (span.renewalsExact ? tr("Renewed %n time(s)", "timeline", renewals)
                                         : tr("Renewed at least %Ln time(s)", "timeline", renewals));
    }
    return sentences.join(QLatin1Char('\n'));
}

std::optional<TimelineBar> Timeline::selectedBar() const
{
    if (!m_selected) {
        return std::nullopt;
    }
    for (std::size_t lane = 0; lane < m_shown.lanes.size(); ++lane) {
        const auto& spans = m_shown.lanes[lane].spans;
        for (std::size_t i = 0; i < spans.size(); ++i) {
            if (spans[i].kind == m_selected->kind && spans[i].from == m_selected->from
                && spans[i].owner == m_selected->owner) {
                return TimelineBar{lane, i};
            }
        }
    }
    return std::nullopt;
}

QString Timeline::caption() const
{
    const auto bar = selectedBar();
    return bar ? describe(m_shown.lanes[bar->lane].spans[bar->span], now()) : QString();
}

void Timeline::select(const std::optional<TimelineBar>& bar)
{
    if (bar) {
        const TimelineSpan& span = m_shown.lanes[bar->lane].spans[bar->span];
        m_selected = Selection{span.kind, span.owner, span.from};
    } else {
        m_selected.reset();
    }
    describeForHearing();
    update();
}

void Timeline::selectNext(int step)
{
    std::vector<TimelineBar> bars; // Lane by lane, as they are read.
    for (std::size_t lane = 0; lane < m_shown.lanes.size(); ++lane) {
        for (std::size_t span = 0; span < m_shown.lanes[lane].spans.size(); ++span) {
            bars.push_back({lane, span});
        }
    }
    if (bars.empty()) {
        return;
    }
    const auto selected = selectedBar();
    const auto known = selected ? std::find(bars.begin(), bars.end(), *selected) : bars.end();
    const auto last = static_cast<std::ptrdiff_t>(bars.size()) - 1;
    // Without a selection, the first bar that is asked for is the newest of the lane at the top.
    const std::ptrdiff_t next = known == bars.end()
                                  ? static_cast<std::ptrdiff_t>(m_shown.lanes.front().spans.size()) - 1
                                  : std::clamp<std::ptrdiff_t>(known - bars.begin() + step, 0, last);
    const TimelineBar bar = bars[static_cast<std::size_t>(next)];
    const TimelineSpan& span = m_shown.lanes[bar.lane].spans[bar.span];
    const SystemTime moment = now();
    const double length = secondsBetween(span.from, span.to.value_or(moment));
    m_range.show(span.from
                     + std::chrono::duration_cast<SystemTime::duration>(std::chrono::duration<double>(length / 2)),
                 moment);
    select(bar);
    const QRect place = picture().rectOf(bar).toAlignedRect();
    emit reached(place.adjusted(0, 0, 0, TimelinePicture::footerFor(m_shown, width(), fontMetrics())));
}

void Timeline::describeForHearing()
{
    const QString clients = tr("%Ln client(s)", "timeline", pluralCount(m_shown.lanes.size() + m_shown.more));
    const QString selected = caption();
    setAccessibleDescription(selected.isEmpty() ? clients : selected);
}

void Timeline::showNewRange()
{
    QToolTip::hideText();
    update();
}

void Timeline::keyPressEvent(QKeyEvent* event)
{
    const SystemTime moment = now();
    measure();
    const double step = m_range.seconds() * kMoveStep;
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: m_range.zoom(1 / kZoomStep, m_range.followsNow() ? 1 : 0.5, moment); break;
    case Qt::Key_Minus: m_range.zoom(kZoomStep, m_range.followsNow() ? 1 : 0.5, moment); break;
    case Qt::Key_Left: m_range.move(-step, moment); break;
    case Qt::Key_Right: m_range.move(step, moment); break;
    case Qt::Key_Up: selectNext(-1); break;
    case Qt::Key_Down: selectNext(1); break;
    case Qt::Key_Home: m_range.reset(); break;
    case Qt::Key_Escape:
        if (m_selected) {
            select(std::nullopt);
            break;
        }
        [[fallthrough]];
    default: QWidget::keyPressEvent(event); return;
    }
    showNewRange();
}

void Timeline::wheelEvent(QWheelEvent* event)
{
    const TimelinePicture shown = picture();
    const SystemTime moment = now();
    const QPoint turned = event->angleDelta();
    const bool scrolls = inSight().height() < height();
    if (scrolls && event->modifiers() == Qt::NoModifier && turned.x() == 0) {
        event->ignore(); // to whom it scrolls
        return;
    }
    const bool moves = event->modifiers().testFlag(Qt::ShiftModifier) || std::abs(turned.x()) > std::abs(turned.y());
    if (moves) {
        const int delta = turned.x() != 0 ? turned.x() : turned.y();
        m_range.move(-delta / 120.0 * kMoveStep * m_range.seconds(), moment);
    } else {
        m_range.zoom(std::pow(kZoomStep, -turned.y() / 120.0), shown.fractionAt(event->position().x()), moment);
    }
    event->accept();
    showNewRange();
}

void Timeline::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        m_dragFrom = event->position().x();
        m_dragged = false;
    }
}

void Timeline::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_dragFrom) {
        return;
    }
    const double distance = event->position().x() - *m_dragFrom;
    if (!m_dragged && std::abs(distance) < QApplication::startDragDistance()) {
        return;
    }
    m_dragged = true;
    setCursor(Qt::ClosedHandCursor);
    m_range.move(-distance * picture().secondsPerPixel(), now());
    m_dragFrom = event->position().x();
    showNewRange();
}

void Timeline::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_dragFrom) {
        return;
    }
    m_dragFrom.reset();
    unsetCursor();
    if (!m_dragged) {
        select(picture().barAt(event->position()));
    }
}

void Timeline::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && !picture().barAt(event->position())) {
        m_range.reset();
        showNewRange();
    }
}

bool Timeline::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const TimelinePicture shown = picture();
    if (const auto bar = shown.barAt(help->pos())) {
        const QString text = describe(m_shown.lanes[bar->lane].spans[bar->span], now());
        QToolTip::showText(help->globalPos(), toolTipText(text), this, shown.rectOf(*bar).toAlignedRect());
        return true;
    }
    if (const auto lane = shown.labelAt(help->pos())) {
        QToolTip::showText(help->globalPos(), toolTipText(m_shown.lanes[*lane].client), this);
        return true;
    }
    QToolTip::hideText();
    event->ignore();
    return true;
}

void Timeline::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        setAccessibleName(tr("Timeline of holds and waits"));
        laneChange();
        updateGeometry();
    } else if (event->type() == QEvent::FontChange) {
        updateGeometry();
    }
}

void Timeline::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != width()) {
        updateGeometry(); // words that wrap
    }
}

/// Scrolled: what stays in sight has another place.
void Timeline::moveEvent(QMoveEvent* event)
{
    QWidget::moveEvent(event);
    update();
}

void Timeline::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_timer.start();
}

void Timeline::hideEvent(QHideEvent* event)
{
    m_timer.stop();
    QWidget::hideEvent(event);
}

} // namespace lockscope::ui
