// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/timeline_picture.hpp"

#include "charts/axis_steps.hpp"
#include "delegates/cell_delegate.hpp"
#include "delegates/marks.hpp"
#include "text/character_width.hpp"
#include "text/server_text.hpp"
#include "text/words.hpp"
#include "theme/color_math.hpp"
#include "theme/theme.hpp"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace lockscope::ui {
namespace {

struct Picture
{
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

double secondsBetween(SystemTime from, SystemTime to)
{
    return std::chrono::duration<double>(to - from).count();
}

bool endedBadly(const TimelineSpan& span)
{
    const bool looksReleased = span.ended == LockEvent::Kind::released || span.ended == LockEvent::Kind::gone;
    return span.kind == TimelineSpan::Kind::hold && span.to && !looksReleased;
}

constexpr int kWrapped = static_cast<int>(Qt::AlignLeft | Qt::AlignTop) | Qt::TextWordWrap;
/// What is said of a bar mostly fits into these.
constexpr int kCaptionLines = 4;
/// So many at least are seen above an axis that stays.
constexpr int kLanesInSight = 3;

/// @param scrolls the wheel does so
QString helpText(bool scrolls, bool areWaitersTold)
{
    const QString keys =
        scrolls
            ? Picture::tr("Ctrl+wheel, + and −: zoom. Drag, ← and →: move. ↑ and ↓: select a bar. Home: everything.")
            : Picture::tr("Wheel, + and −: zoom. Drag, ← and →: move. ↑ and ↓: select a bar. Home: everything.");
    return areWaitersTold
             ? keys
             : inARow({Picture::tr("Who waits is not shown: only the queue of a fair lock tells that."), keys});
}

/// From 0 down.
QRect helpPlace(int width, const QFontMetrics& metrics, const QString& help)
{
    constexpr int kMost = 10'000;
    const QRect room(metrics.height() / 2, 0, std::max(width - metrics.height(), 1), kMost);
    return {room.topLeft(), QSize(room.width(), metrics.boundingRect(room, kWrapped, help).height())};
}

/// One says how many more there are.
int rowsOf(const TimelineClients& clients)
{
    return static_cast<int>(clients.lanes.size()) + (clients.more > 0 ? 1 : 0);
}

} // namespace

TimelinePicture::TimelinePicture(const TimelineClients& clients, const TimelineRange& range, SystemTime now,
                                 const QRect& visible, QSize size, const QFont& font, const QPalette& palette)
    : m_lanes(clients.lanes)
    , m_more(clients.more)
    , m_areWaitersTold(clients.areWaitersTold)
    , m_now(now)
    , m_right(range.right(now))
    , m_window(range.seconds())
    , m_follows(range.followsNow())
    , m_size(size)
    , m_font(font)
    , m_palette(palette)
{
    const QFontMetrics metrics(font);
    const int margin = metrics.height() / 2;
    const int labels =
        QFontMetrics(monospaceLike(font)).horizontalAdvance(QStringLiteral("0000…00")) + metrics.height() * 2;
    m_laneHeight = metrics.height() * 3 / 2;
    m_barHeight = metrics.height() * 4 / 5;
    m_chip = metrics.ascent() * 4 / 5;
    m_from = std::min(margin + labels, size.width() / 2);
    m_to = std::max(m_from + 1, size.width() - metrics.horizontalAdvance(nowLabel()) / 2 - margin);
    m_top = margin;
    m_scrolls = visible.height() < size.height();
    m_bottom = m_top + m_laneHeight * rowsOf(clients);
    const int footer = footerFor(clients, size.width(), metrics);
    if (visible.height() >= footer + kLanesInSight * m_laneHeight) { // otherwise it would hide what it is about
        m_bottom = std::min(m_bottom, visible.bottom() + 1 - footer);
    }
}

int TimelinePicture::footerFor(const TimelineClients& clients, int width, const QFontMetrics& metrics)
{
    const int line = metrics.height();
    const auto heightOf = [&](bool scrolls) {
        return helpPlace(width, metrics, helpText(scrolls, clients.areWaitersTold)).height();
    };
    const int help = std::max(heightOf(false), heightOf(true));
    return line * 3 / 2 + std::max(line * 5 / 4 + help, line * kCaptionLines) + line / 4;
}

int TimelinePicture::heightFor(const TimelineClients& clients, int width, const QFontMetrics& metrics)
{
    const int line = metrics.height();
    return line / 2 + line * 3 / 2 * std::max(rowsOf(clients), 2) + footerFor(clients, width, metrics);
}

double TimelinePicture::x(SystemTime moment) const
{
    return m_to - (m_to - m_from) * secondsBetween(moment, m_right) / m_window;
}

double TimelinePicture::fractionAt(double at) const
{
    return std::clamp((at - m_from) / (m_to - m_from), 0.0, 1.0);
}

double TimelinePicture::secondsPerPixel() const
{
    return m_window / (m_to - m_from);
}

QRectF TimelinePicture::rectOf(const TimelineBar& bar) const
{
    const TimelineSpan& span = m_lanes[bar.lane].spans[bar.span];
    // Far outside of the picture, coordinates must not grow beyond what a painter can bear.
    const double begin = std::clamp<double>(x(span.from), m_from - 100, m_to + 100);
    const double end = std::clamp<double>(x(span.to.value_or(m_now)), begin + 2, m_to + 102);
    const double height = span.kind == TimelineSpan::Kind::hold ? m_barHeight : m_barHeight * 0.6;
    const double middle = m_top + m_laneHeight * (static_cast<double>(bar.lane) + 0.5);
    return {begin, middle - height / 2, end - begin, height};
}

std::optional<TimelineBar> TimelinePicture::barAt(const QPointF& point) const
{
    const int lane =
        point.y() < m_top || point.y() >= m_bottom ? -1 : static_cast<int>((point.y() - m_top) / m_laneHeight);
    if (lane < 0 || lane >= static_cast<int>(m_lanes.size()) || point.x() < m_from || point.x() > m_to + 3) {
        return std::nullopt;
    }
    const auto index = static_cast<std::size_t>(lane);
    for (std::size_t span = m_lanes[index].spans.size(); span-- > 0;) { // What is painted last lies on top.
        if (rectOf({index, span}).adjusted(-2, -3, 2, 3).contains(point)) {
            return TimelineBar{index, span};
        }
    }
    return std::nullopt;
}

std::optional<std::size_t> TimelinePicture::labelAt(const QPointF& point) const
{
    if (point.x() >= m_from || point.y() < m_top || point.y() >= m_bottom) {
        return std::nullopt;
    }
    const auto lane = static_cast<std::size_t>((point.y() - m_top) / m_laneHeight);
    return lane < m_lanes.size() ? std::optional(lane) : std::nullopt;
}

void TimelinePicture::paint(QPainter& painter, const std::optional<TimelineBar>& selected, const QString& caption) const
{
    paintAxis(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.save();
    painter.setClipRect(QRect(0, 0, m_size.width(), m_bottom));
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
        paintLane(painter, lane, selected);
    }
    painter.setFont(m_font);
    paintRest(painter);
    painter.restore();
    painter.setFont(m_font);
    if (caption.isEmpty()) {
        paintKey(painter);
    } else {
        paintCaption(painter, caption);
    }
}

void TimelinePicture::paintAxis(QPainter& painter) const
{
    const Theme& theme = Theme::of(m_palette);
    const QFontMetrics metrics(m_font);
    const int most = std::clamp((m_to - m_from) / (characterWidth(metrics) * 14), 1, 6);
    const double step = niceStep(m_window, most);
    painter.setFont(m_font);
    const auto mark = [&](double at, const QString& label) {
        const int pixel = qRound(at);
        painter.setPen(theme.track);
        painter.drawLine(pixel, m_top, pixel, m_bottom);
        painter.setPen(theme.mutedText);
        const int width = metrics.horizontalAdvance(label) + 2;
        const int left = std::min(pixel - width / 2, m_size.width() - width);
        painter.drawText(QRect(left, m_bottom, width, metrics.height() * 3 / 2), Qt::AlignCenter, label);
    };
    if (m_follows) {
        for (double ago = 0; ago <= m_window + 0.001; ago += step) {
            mark(m_to - (m_to - m_from) * ago / m_window, agoLabel(ago, step));
        }
        return;
    }
    const double last = std::chrono::duration<double>(m_right.time_since_epoch()).count();
    for (double at = std::floor(last / step) * step; at >= last - m_window; at -= step) {
        const SystemTime then(std::chrono::round<milliseconds>(std::chrono::duration<double>(at)));
        mark(m_to - (m_to - m_from) * (last - at) / m_window, clockLabel(then, step));
    }
}

void TimelinePicture::paintLane(QPainter& painter, std::size_t index, const std::optional<TimelineBar>& selected) const
{
    const Theme& theme = Theme::of(m_palette);
    const TimelineLane& lane = m_lanes[index];
    const QColor color = clientColor(lane.client, theme);
    const int margin = QFontMetrics(m_font).height() / 2;
    const int middle = m_top + m_laneHeight * static_cast<int>(index) + m_laneHeight / 2;
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(QRect(margin, middle - m_chip / 2, m_chip, m_chip), 3, 3);
    painter.setPen(theme.text);
    painter.setFont(monospaceLike(m_font));
    const int labelLeft = margin + m_chip * 3 / 2;
    const QRect label(labelLeft, middle - m_laneHeight / 2, m_from - labelLeft - margin / 2, m_laneHeight);
    painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     painter.fontMetrics().elidedText(shortClient(lane.client), Qt::ElideMiddle, label.width()));

    painter.save();
    painter.setClipRect(QRect(m_from - 3, m_top, m_size.width() - m_from + 3, m_bottom - m_top));
    for (std::size_t i = 0; i < lane.spans.size(); ++i) {
        const TimelineSpan& span = lane.spans[i];
        const QRectF bar = rectOf({index, i});
        if (bar.right() < m_from || bar.left() > m_to) {
            continue;
        }
        const bool holds = span.kind == TimelineSpan::Kind::hold;
        painter.setPen(holds ? QPen(Qt::NoPen) : QPen(color, 1.5));
        painter.setBrush(holds ? QBrush(color) : QBrush(mixed(theme.base, color, 0.12)));
        painter.drawRoundedRect(holds ? bar : bar.adjusted(0.75, 0.75, -0.75, -0.75), 2, 2);
        if (selected == TimelineBar{index, i}) {
            painter.setPen(QPen(theme.text, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(bar.adjusted(-2.5, -2.5, 2.5, 2.5), 3, 3);
        }
        if (endedBadly(span)) {
            const double side = m_barHeight * 0.9;
            const QRectF square(bar.right() + 2, bar.center().y() - side / 2, side, side);
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.base);
            painter.drawEllipse(square.adjusted(-1.5, -1.5, 1.5, 1.5));
            drawEventMark(painter, square, span.ended, eventColor(span.ended, theme));
        }
    }
    painter.restore();
}

void TimelinePicture::paintRest(QPainter& painter) const
{
    if (m_more > 0) {
        const int margin = QFontMetrics(m_font).height() / 2;
        const int top = m_top + m_laneHeight * static_cast<int>(m_lanes.size());
        painter.setPen(Theme::of(m_palette).mutedText);
        painter.drawText(QRect(margin, top, m_size.width() - 2 * margin, m_laneHeight),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         Picture::tr("and %Ln more client(s)", "timeline", pluralCount(m_more)));
    }
}

void TimelinePicture::paintCaption(QPainter& painter, const QString& caption) const
{
    const QFontMetrics metrics(m_font);
    painter.setPen(Theme::of(m_palette).text);
    const int top = m_bottom + metrics.height() * 3 / 2;
    const QRect place(metrics.height() / 2, top, m_size.width() - metrics.height(), m_size.height() - top);
    painter.drawText(place, kWrapped, caption);
}

/// What the bars mean and how one moves, in place of a caption.
void TimelinePicture::paintKey(QPainter& painter) const
{
    const Theme& theme = Theme::of(m_palette);
    const QFontMetrics metrics(m_font);
    const int line = m_bottom + metrics.height() * 3 / 2;
    int left = m_from;
    const auto key = [&](const QString& word, bool holds) {
        const QRect swatch(left, line + metrics.height() / 2 - m_chip / 2, m_chip * 2, m_chip);
        painter.setPen(holds ? QPen(Qt::NoPen) : QPen(theme.mutedText, 1.5));
        painter.setBrush(holds ? QBrush(theme.mutedText) : QBrush(Qt::NoBrush));
        painter.drawRoundedRect(QRectF(swatch).adjusted(0.5, 0.5, -0.5, -0.5), 2, 2);
        painter.setPen(theme.mutedText);
        left = swatch.right() + m_chip / 2;
        const int width = metrics.horizontalAdvance(word);
        painter.drawText(QRect(left, line, width + 2, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, word);
        left += width + m_chip * 2;
    };
    key(Picture::tr("holds", "key of the timeline"), true);
    if (m_areWaitersTold) {
        key(Picture::tr("waits", "key of the timeline"), false);
    }
    painter.setPen(theme.mutedText);
    const QString help = helpText(m_scrolls, m_areWaitersTold);
    const QRect place = helpPlace(m_size.width(), metrics, help).translated(0, line + metrics.height() * 5 / 4);
    painter.drawText(place, kWrapped, help);
}

} // namespace lockscope::ui
