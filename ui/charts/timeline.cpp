// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/timeline.hpp"

#include "charts/axis_steps.hpp"
#include "delegates/cell_delegate.hpp"
#include "delegates/marks.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/color_math.hpp"
#include "theme/theme.hpp"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>

namespace lockscope::ui {
namespace {

constexpr int kFrameInterval = 250;
constexpr std::array kWindows{60.0, 120.0, 300.0, 600.0, 1800.0, 3600.0};

double secondsBetween(SystemTime from, SystemTime to)
{
    return std::chrono::duration<double>(to - from).count();
}

bool endedBadly(const TimelineSpan& span)
{
    return span.kind == TimelineSpan::Kind::hold && span.to && span.ended != LockEvent::Kind::released;
}

} // namespace

/// Where things are, for one moment.
struct Timeline::Geometry
{
    int laneHeight;
    int barHeight;
    int left, right; ///< Of the bars.
    int top;         ///< Of the first lane.
    double window;   ///< Seconds that fit.

    [[nodiscard]] double x(double secondsAgo) const { return right - (right - left) * secondsAgo / window; }
    [[nodiscard]] QRectF bar(const TimelineSpan& span, std::size_t lane, SystemTime now) const
    {
        const double from = std::max<double>(left, x(secondsBetween(span.from, now)));
        const double to = std::max(x(secondsBetween(span.to.value_or(now), now)), from + 2);
        const double height = span.kind == TimelineSpan::Kind::hold ? barHeight : barHeight * 0.6;
        const double middle = top + laneHeight * (static_cast<double>(lane) + 0.5);
        return {from, middle - height / 2, to - from, height};
    }
};

Timeline::Timeline(QWidget* parent) : QWidget(parent)
{
    m_timer.setInterval(kFrameInterval);
    connect(&m_timer, &QTimer::timeout, this, qOverload<>(&QWidget::update));
    setAccessibleName(tr("Timeline of holds and waits"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::MinimumExpanding);
}

void Timeline::setHistory(const std::vector<HoldRecord>& holds)
{
    m_lanes.setHistory(holds);
    laneChange();
}

void Timeline::addState(const LockState& state, SystemTime wall)
{
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
    m_frozenAt.reset();
    laneChange();
}

void Timeline::freeze()
{
    if (!m_frozenAt) {
        m_frozenAt = std::chrono::system_clock::now();
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
    const std::size_t before = m_shown.size();
    m_shown = m_lanes.lanes();
    setAccessibleDescription(tr("%n client(s)", "timeline", static_cast<int>(m_shown.size())));
    if (before != m_shown.size()) {
        updateGeometry();
    }
    update();
}

QSize Timeline::sizeHint() const
{
    const int laneHeight = fontMetrics().height() * 3 / 2;
    return {fontMetrics().averageCharWidth() * 40,
            laneHeight * static_cast<int>(std::max<std::size_t>(m_shown.size(), 2)) + fontMetrics().height() * 4};
}

QSize Timeline::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 24, sizeHint().height()};
}

Timeline::Geometry Timeline::geometry(SystemTime now) const
{
    double earliest = 0;
    for (const TimelineLane& lane : m_shown) {
        for (const TimelineSpan& span : lane.spans) {
            earliest = std::max(earliest, secondsBetween(span.from, now));
        }
    }
    double window = kWindows.back();
    for (auto candidate = kWindows.rbegin(); candidate != kWindows.rend() && *candidate >= earliest; ++candidate) {
        window = *candidate;
    }
    const int margin = fontMetrics().height() / 2;
    const int labels =
        QFontMetrics(monospaceLike(font())).horizontalAdvance(QStringLiteral("0000…00")) + fontMetrics().height() * 2;
    return {fontMetrics().height() * 3 / 2,
            fontMetrics().height() * 4 / 5,
            std::min(margin + labels, width() / 2),
            width() - fontMetrics().horizontalAdvance(agoLabel(0)) / 2 - margin,
            margin,
            window};
}

void Timeline::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::of(palette());
    painter.fillRect(rect(), theme.base);
    if (m_shown.empty()) {
        painter.setPen(theme.mutedText);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, tr("No hold of this lock has been seen yet."));
        return;
    }

    const SystemTime moment = now();
    const Geometry place = geometry(moment);
    const int bottom = place.top + place.laneHeight * static_cast<int>(m_shown.size());

    const double step = niceStep(place.window, 4);
    painter.setFont(font());
    for (double ago = 0; ago <= place.window + 0.001; ago += step) {
        const int x = qRound(place.x(ago));
        painter.setPen(theme.track);
        painter.drawLine(x, place.top, x, bottom);
        painter.setPen(theme.mutedText);
        const int half = fontMetrics().averageCharWidth() * 6;
        painter.drawText(QRect(x - half, bottom, 2 * half, fontMetrics().height() * 3 / 2), Qt::AlignCenter,
                         agoLabel(ago));
    }

    painter.setRenderHint(QPainter::Antialiasing);
    const int chip = fontMetrics().ascent() * 4 / 5;
    for (std::size_t i = 0; i < m_shown.size(); ++i) {
        const TimelineLane& lane = m_shown[i];
        const QColor color = clientColor(lane.client, theme);
        const int middle = place.top + place.laneHeight * static_cast<int>(i) + place.laneHeight / 2;
        const int margin = fontMetrics().height() / 2;
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawRoundedRect(QRect(margin, middle - chip / 2, chip, chip), 3, 3);
        painter.setPen(theme.text);
        painter.setFont(monospaceLike(font()));
        const QRect label(margin + chip * 3 / 2, middle - place.laneHeight / 2,
                          place.left - margin - chip * 3 / 2 - margin / 2, place.laneHeight);
        painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         painter.fontMetrics().elidedText(shortClient(lane.client), Qt::ElideMiddle, label.width()));

        for (const TimelineSpan& span : lane.spans) {
            if (secondsBetween(span.to.value_or(moment), moment) > place.window) {
                continue;
            }
            const QRectF bar = place.bar(span, i, moment);
            const bool holds = span.kind == TimelineSpan::Kind::hold;
            painter.setPen(holds ? QPen(Qt::NoPen) : QPen(color, 1.5));
            painter.setBrush(holds ? QBrush(color) : QBrush(mixed(theme.base, color, 0.12)));
            painter.drawRoundedRect(holds ? bar : bar.adjusted(0.75, 0.75, -0.75, -0.75), 2, 2);
            if (endedBadly(span)) {
                const double side = place.barHeight * 0.9;
                const QRectF square(bar.right() + 2, bar.center().y() - side / 2, side, side);
                painter.setPen(Qt::NoPen);
                painter.setBrush(theme.base);
                painter.drawEllipse(square.adjusted(-1.5, -1.5, 1.5, 1.5));
                drawEventMark(painter, square, span.ended, eventColor(span.ended, theme));
            }
        }
    }

    // The key to it, below the axis.
    painter.setFont(font());
    const int line = bottom + fontMetrics().height() * 2;
    int x = place.left;
    const auto key = [&](const QString& word, bool holds) {
        const QRect swatch(x, line + fontMetrics().height() / 2 - chip / 2, chip * 2, chip);
        painter.setPen(holds ? QPen(Qt::NoPen) : QPen(theme.mutedText, 1.5));
        painter.setBrush(holds ? QBrush(theme.mutedText) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(QRectF(swatch).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        painter.setPen(theme.mutedText);
        x = swatch.right() + chip / 2;
        const int width = fontMetrics().horizontalAdvance(word);
        painter.drawText(QRect(x, line, width + 2, fontMetrics().height()), Qt::AlignLeft | Qt::AlignVCenter, word);
        x += width + chip * 2;
    };
    key(tr("holds", "key of the timeline"), true);
    key(tr("waits", "key of the timeline"), false);
}

QString Timeline::describe(const TimelineSpan& span, SystemTime now) const
{
    const QString owner = ownerText(span.owner);
    const auto length = std::chrono::duration_cast<milliseconds>(span.to.value_or(now) - span.from);
    const QString duration = durationText(length);
    if (span.kind == TimelineSpan::Kind::wait) {
        return span.to ? tr("%1 waited for %2, from %3").arg(owner, duration, timeText(span.from))
                       : tr("%1 has waited for %2, since %3").arg(owner, duration, timeText(span.from));
    }
    QStringList sentences;
    sentences
        << (span.to
                ? tr("%1 held it for %2, from %3: %4").arg(owner, duration, timeText(span.from), eventText(span.ended))
                : tr("%1 has held it for %2, since %3").arg(owner, duration, timeText(span.from)));
    if (span.maxCount > 1) {
        sentences << tr("Entered %n time(s)", "timeline",
                        static_cast<int>(std::min<std::int64_t>(span.maxCount, 1 << 30)));
    }
    if (span.renewals > 0) {
        sentences << tr("Renewed %n time(s)", "timeline",
                        static_cast<int>(std::min<std::uint32_t>(span.renewals, 1U << 30U)));
    }
    return sentences.join(QLatin1Char('\n'));
}

bool Timeline::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const SystemTime moment = now();
    const Geometry place = geometry(moment);
    for (std::size_t i = 0; i < m_shown.size(); ++i) {
        const auto& spans = m_shown[i].spans;
        const auto hit = std::find_if(spans.rbegin(), spans.rend(), [&](const TimelineSpan& span) {
            return place.bar(span, i, moment).adjusted(-2, -3, 2, 3).contains(help->pos());
        });
        if (hit != spans.rend()) {
            QToolTip::showText(help->globalPos(), toolTipText(describe(*hit, moment)), this);
            return true;
        }
        const int top = place.top + place.laneHeight * static_cast<int>(i);
        if (QRect(0, top, place.left, place.laneHeight).contains(help->pos())) {
            QToolTip::showText(help->globalPos(), toolTipText(m_shown[i].client), this);
            return true;
        }
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
    } else if (event->type() == QEvent::FontChange) {
        updateGeometry();
    }
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
