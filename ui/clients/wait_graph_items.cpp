// SPDX-License-Identifier: GPL-3.0-or-later
#include "clients/wait_graph_items.hpp"

#include "delegates/cell_delegate.hpp"
#include "text/server_text.hpp"
#include "theme/color_math.hpp"
#include "theme/theme.hpp"

#include <QFontMetricsF>
#include <QGuiApplication>
#include <QLocale>
#include <QPainter>
#include <QWidget>

#include <cmath>

namespace lockscope::ui {
namespace {

constexpr qreal kLockChars = 32;
constexpr qreal kPartyChars = 22;
constexpr qreal kThin = 1.2;
constexpr qreal kThick = 2.6;
constexpr qreal kStub = 2.4; ///< Length of an arrow from nowhere, in lines.

const Theme& themeOf(const QWidget* widget)
{
    return Theme::of(widget ? widget->palette() : QGuiApplication::palette());
}

bool isCertain(const std::optional<WaitCycle::Certainty>& deadlock)
{
    return deadlock == WaitCycle::Certainty::certain;
}

} // namespace

WaitGraphMetrics::WaitGraphMetrics(const QFont& font) : title(font), id(monospaceLike(font)), detail(font)
{
    title.setBold(true);
    const QFontMetricsF measure(font);
    unit = measure.height();
    lock = QSizeF(measure.averageCharWidth() * kLockChars + unit, unit * 2.8);
    party = QSizeF(QFontMetricsF(id).averageCharWidth() * kPartyChars, unit * 2.6);
}

QColor deadlockColor(WaitCycle::Certainty certainty, const Theme& theme)
{
    return certainty == WaitCycle::Certainty::certain ? theme.danger : theme.warning;
}

QPen waitEdgePen(WaitPicture::Edge::Kind kind, const std::optional<WaitCycle::Certainty>& deadlock, const Theme& theme,
                 qreal unit)
{
    const qreal scale = unit / 16;
    QPen pen(deadlock ? deadlockColor(*deadlock, theme) : theme.mutedText, (deadlock ? kThick : kThin) * scale);
    pen.setCapStyle(Qt::FlatCap);
    // In widths of the pen: the same lengths for thin and thick ones.
    const qreal dash = deadlock ? 2.5 : 5;
    switch (kind) {
    case WaitPicture::Edge::Kind::held_by: break;
    case WaitPicture::Edge::Kind::waits_for: pen.setDashPattern({dash, dash * 0.6}); break;
    case WaitPicture::Edge::Kind::may_wait_for:
    case WaitPicture::Edge::Kind::part_of: pen.setDashPattern({1, deadlock ? 1.5 : 3}); break;
    }
    return pen;
}

QPainterPath waitEdgePath(const QRectF& from, const QRectF& to, const std::optional<qreal>& under, qreal unit)
{
    QPainterPath path;
    const QPointF start(from.right(), from.center().y());
    const QPointF end(to.left(), to.center().y());
    path.moveTo(start);
    if (!under) {
        const qreal bend = std::max(unit, (end.x() - start.x()) / 2);
        path.cubicTo(start + QPointF(bend, 0), end - QPointF(bend, 0), end);
        return path;
    }
    // Around the corners, in the gaps between the layers.
    const qreal r = unit * 0.6;
    const qreal right = start.x() + unit * 1.1;
    const qreal left = end.x() - unit * 1.3;
    path.lineTo(right - r, start.y());
    path.quadTo(right, start.y(), right, start.y() + r);
    path.lineTo(right, *under - r);
    path.quadTo(right, *under, right - r, *under);
    path.lineTo(left + r, *under);
    path.quadTo(left, *under, left, *under - r);
    path.lineTo(left, end.y() + r);
    path.quadTo(left, end.y(), left + r, end.y());
    path.lineTo(end);
    return path;
}

void drawArrowHead(QPainter& painter, const QPointF& end, qreal angle, const QColor& color, qreal unit)
{
    const qreal length = unit * 0.5;
    const auto corner = [&](qreal turn) {
        return end - QPointF(std::cos(angle + turn) * length, std::sin(angle + turn) * length);
    };
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(QPolygonF{end, corner(0.42), corner(-0.42)});
}

WaitNodeItem::WaitNodeItem(const WaitPicture::Node& node, WaitNodeText text, const WaitGraphMetrics& metrics,
                           const QRectF& place, std::size_t index)
    : m_node(node)
    , m_text(std::move(text))
    , m_metrics(metrics)
    , m_place(place)
    , m_index(index)
{
    setAcceptedMouseButtons(Qt::NoButton);
    setZValue(1);
    setToolTip(toolTipText(m_text.spoken));
}

void WaitNodeItem::setMark(Mark mark)
{
    if (mark != m_mark) {
        m_mark = mark;
        QGraphicsItem::update();
    }
}

void WaitNodeItem::update(const WaitPicture::Node& node, WaitNodeText text)
{
    if (text == m_text && node.deadlock == m_node.deadlock && node.unknown_waiters == m_node.unknown_waiters) {
        return;
    }
    prepareGeometryChange();
    m_node = node;
    m_text = std::move(text);
    setToolTip(toolTipText(m_text.spoken));
    QGraphicsItem::update();
}

QRectF WaitNodeItem::boundingRect() const
{
    // The tag stands on the upper edge, the mark of the keyboard around.
    const qreal margin = m_metrics.unit * 0.8;
    return m_place.adjusted(m_node.unknown_waiters > 0 ? -kStub * m_metrics.unit : -margin, -margin, margin, margin);
}

QPainterPath WaitNodeItem::outline(qreal grow) const
{
    const QRectF rect = m_place.adjusted(-grow, -grow, grow, grow);
    const qreal radius = isLock() ? m_metrics.unit / 5 : rect.height() / 2;
    QPainterPath path;
    path.addRoundedRect(rect, radius, radius);
    return path;
}

void WaitNodeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget* widget)
{
    const Theme& theme = themeOf(widget);
    painter->setRenderHint(QPainter::Antialiasing);
    const qreal scale = m_metrics.unit / 16;
    if (m_mark != Mark::plain) {
        painter->setPen(QPen(theme.accent, kThick * scale, m_mark == Mark::focused ? Qt::SolidLine : Qt::DotLine));
        painter->setBrush(Qt::NoBrush);
        painter->drawPath(outline(4 * scale));
    }
    QPen rim(m_node.deadlock ? deadlockColor(*m_node.deadlock, theme) : theme.mutedText,
             (m_node.deadlock ? kThick : kThin) * scale);
    if (m_node.deadlock && !isCertain(m_node.deadlock)) {
        rim.setDashPattern({3, 2});
    }
    painter->setPen(rim);
    painter->setBrush(m_node.deadlock ? mixed(theme.raised, deadlockColor(*m_node.deadlock, theme),
                                              theme.kind == Theme::Kind::light ? 0.07 : 0.14)
                                      : theme.raised);
    painter->drawPath(outline(0));
    isLock() ? paintLock(*painter, theme) : paintParty(*painter, theme);
    if (m_node.deadlock && isLock()) {
        paintTag(*painter, theme);
    }
}

void WaitNodeItem::paintLock(QPainter& painter, const Theme& theme) const
{
    const qreal bar = m_metrics.unit / 4;
    painter.save();
    painter.setClipPath(outline(-1));
    const bool isInTheWay = m_node.lock->is_held() || is_contended(*m_node.lock);
    painter.fillRect(QRectF(m_place.topLeft(), QSizeF(bar + 1, m_place.height())),
                     isInTheWay ? theme.contended : theme.free);
    painter.restore();
    const qreal pad = m_metrics.unit / 2;
    paintLines(painter, theme, m_place.adjusted(bar + pad, 0, -pad, 0));
    if (m_node.unknown_waiters > 0) {
        paintUnknown(painter, theme);
    }
}

void WaitNodeItem::paintUnknown(QPainter& painter, const Theme& theme) const
{
    const qreal unit = m_metrics.unit;
    const QPointF end(m_place.left(), m_place.bottom() - unit / 2);
    const QPointF start(end.x() - unit * (kStub - 0.2), end.y());
    const QPen pen = waitEdgePen(WaitPicture::Edge::Kind::may_wait_for, {}, theme, unit);
    painter.setPen(pen);
    painter.drawLine(start, end);
    drawArrowHead(painter, end, 0, pen.color(), unit);
    painter.setFont(m_metrics.detail);
    painter.setPen(theme.mutedText);
    painter.drawText(QRectF(start.x(), start.y() - unit * 1.1, unit * (kStub - 0.5), unit),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine | Qt::TextDontClip,
                     QLocale().toString(static_cast<qlonglong>(m_node.unknown_waiters)) + QLatin1String(" ?"));
}

void WaitNodeItem::paintParty(QPainter& painter, const Theme& theme) const
{
    if (m_node.kind == WaitPicture::Node::Kind::client) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.mutedText, kThin * m_metrics.unit / 16));
        painter.drawPath(outline(-m_metrics.unit / 6));
    }
    const qreal chip = m_metrics.unit * 0.8;
    const qreal pad = m_metrics.unit * 0.6;
    painter.setPen(Qt::NoPen);
    painter.setBrush(clientColor(m_node.client, theme));
    painter.drawRoundedRect(QRectF(m_place.left() + pad, m_place.center().y() - chip / 2, chip, chip), 3, 3);
    paintLines(painter, theme, m_place.adjusted(pad * 1.6 + chip, 0, -pad, 0));
}

void WaitNodeItem::paintLines(QPainter& painter, const Theme& theme, const QRectF& rect) const
{
    const QFont& titleFont = isLock() ? m_metrics.title : m_metrics.id;
    const QFontMetricsF titleMetrics(titleFont);
    const QFontMetricsF detailMetrics(m_metrics.detail);
    const bool two = !m_text.detail.isEmpty();
    const qreal height = titleMetrics.height() + (two ? detailMetrics.height() : 0);
    const qreal top = rect.center().y() - height / 2;
    painter.setFont(titleFont);
    painter.setPen(theme.text);
    painter.drawText(QRectF(rect.left(), top, rect.width(), titleMetrics.height()),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     titleMetrics.elidedText(m_text.title, Qt::ElideMiddle, rect.width()));
    if (two) {
        painter.setFont(m_metrics.detail);
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(rect.left(), top + titleMetrics.height(), rect.width(), detailMetrics.height()),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         detailMetrics.elidedText(m_text.detail, Qt::ElideRight, rect.width()));
    }
}

void WaitNodeItem::paintTag(QPainter& painter, const Theme& theme) const
{
    const QString word = deadlockWord(*m_node.deadlock);
    QFont font = m_metrics.detail;
    font.setBold(true);
    const QFontMetricsF measure(font);
    const qreal pad = measure.height() / 3;
    const QSizeF size(std::min(measure.horizontalAdvance(word) + 2 * pad, m_place.width() - 2 * pad), measure.height());
    const QRectF tag(QPointF(m_place.right() - size.width() - pad, m_place.top() - size.height() * 0.62), size);
    painter.setPen(Qt::NoPen);
    painter.setBrush(deadlockColor(*m_node.deadlock, theme));
    painter.drawRoundedRect(tag, pad / 2, pad / 2);
    painter.setFont(font);
    painter.setPen(theme.base);
    painter.drawText(tag, Qt::AlignCenter | Qt::TextSingleLine,
                     measure.elidedText(word, Qt::ElideRight, size.width() - pad));
}

WaitEdgeItem::WaitEdgeItem(const WaitPicture::Edge& edge, const QPainterPath& path, const WaitGraphMetrics& metrics)
    : m_edge(edge)
    , m_path(path)
    , m_unit(metrics.unit)
{
    setAcceptedMouseButtons(Qt::NoButton);
    setZValue(edge.deadlock ? 0.5 : 0);
}

QRectF WaitEdgeItem::boundingRect() const
{
    return m_path.boundingRect().adjusted(-m_unit, -m_unit, m_unit, m_unit);
}

void WaitEdgeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget* widget)
{
    const Theme& theme = themeOf(widget);
    painter->setRenderHint(QPainter::Antialiasing);
    const QPen pen = waitEdgePen(m_edge.kind, m_edge.deadlock, theme, m_unit);
    painter->setPen(pen);
    painter->setBrush(Qt::NoBrush);
    painter->drawPath(m_path);
    // The head points where the path arrives.
    const QPointF end = m_path.pointAtPercent(1);
    const QPointF before = m_path.pointAtPercent(std::max(0.0, 1 - m_unit * 0.4 / std::max(m_path.length(), m_unit)));
    const qreal angle = std::atan2(end.y() - before.y(), end.x() - before.x());
    drawArrowHead(*painter, end, angle, pen.color(), m_unit);
}

} // namespace lockscope::ui
