// SPDX-License-Identifier: GPL-3.0-or-later
#include "delegates/marks.hpp"

#include "theme/theme.hpp"

#include <QPainter>
#include <QPainterPath>
#include <QPolygonF>

#include <cmath>
#include <numbers>

namespace lockscope::ui {
namespace {

/// Draws in a unit square, with lines of one weight, and leaves the painter as it was.
class UnitPainter
{
public:
    UnitPainter(QPainter& painter, const QRectF& square, const QColor& color) : m_painter(painter), m_color(color)
    {
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.translate(square.topLeft());
        m_painter.scale(square.width(), square.height());
        line(Qt::SolidLine);
    }
    ~UnitPainter() { m_painter.restore(); }
    UnitPainter(const UnitPainter&) = delete;
    UnitPainter& operator=(const UnitPainter&) = delete;

    void line(Qt::PenStyle style)
    {
        m_painter.setPen(QPen(m_color, 0.13, style, Qt::RoundCap, Qt::RoundJoin));
        m_painter.setBrush(Qt::NoBrush);
    }
    void fill()
    {
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_color);
    }
    void disc(double radius) { m_painter.drawEllipse(QPointF(0.5, 0.5), radius, radius); }
    void arc(double fromDegrees, double spanDegrees)
    {
        m_painter.drawArc(QRectF(0.13, 0.13, 0.74, 0.74), static_cast<int>(fromDegrees * 16),
                          static_cast<int>(spanDegrees * 16));
    }
    QPainter* operator->() { return &m_painter; }

private:
    QPainter& m_painter;
    QColor m_color;
};

QPolygonF octagon()
{
    QPolygonF corners;
    for (int i = 0; i < 8; ++i) {
        const double angle = (i + 0.5) * std::numbers::pi / 4;
        corners << QPointF(0.5 + 0.5 * std::cos(angle), 0.5 + 0.5 * std::sin(angle));
    }
    return corners;
}

QPolygonF hourglass()
{
    return QPolygonF({{0.16, 0.06}, {0.84, 0.06}, {0.54, 0.5}, {0.84, 0.94}, {0.16, 0.94}, {0.46, 0.5}});
}

void drawOctagonWithBar(QPainter& painter, const QRectF& square, const QColor& color)
{
    UnitPainter unit(painter, square, color);
    QPainterPath path;
    path.addPolygon(octagon());
    path.closeSubpath();
    path.addRect(QRectF(0.24, 0.42, 0.52, 0.16)); // Odd-even filling leaves a hole here, on any background.
    unit.fill();
    unit->drawPath(path);
}

void drawBrokenRing(UnitPainter& unit)
{
    for (int i = 0; i < 4; ++i) {
        unit.arc(i * 90 + 12, 52);
    }
}

} // namespace

void drawConditionMark(QPainter& painter, const QRectF& square, LockCondition condition, const QColor& color)
{
    if (condition == LockCondition::stuck) {
        drawOctagonWithBar(painter, square, color);
        return;
    }
    UnitPainter unit(painter, square, color);
    switch (condition) {
    case LockCondition::free: unit.disc(0.36); break;
    case LockCondition::held:
        unit.fill();
        unit.disc(0.42);
        break;
    case LockCondition::contended:
        unit->drawArc(QRectF(0.36, 0.12, 0.58, 0.76), -70 * 16, 140 * 16);
        unit.fill();
        unit->drawEllipse(QPointF(0.36, 0.5), 0.32, 0.32);
        break;
    case LockCondition::expiring:
        unit.fill();
        unit->drawPolygon(hourglass());
        break;
    case LockCondition::stuck:
    case LockCondition::unknown: drawBrokenRing(unit); break;
    }
}

QColor eventColor(LockEvent::Kind kind, const Theme& theme)
{
    switch (kind) {
    case LockEvent::Kind::acquired:
    case LockEvent::Kind::reentered:
    case LockEvent::Kind::extended:
    case LockEvent::Kind::restored: return theme.held;
    case LockEvent::Kind::released_once:
    case LockEvent::Kind::gone:
    case LockEvent::Kind::ended:
    case LockEvent::Kind::released: return theme.free;
    case LockEvent::Kind::shortened:
    case LockEvent::Kind::expired: return theme.expiring;
    case LockEvent::Kind::forced:
    case LockEvent::Kind::persisted:
    case LockEvent::Kind::lost_in_failover:
    case LockEvent::Kind::lost_in_restart:
    case LockEvent::Kind::failed_over:
    case LockEvent::Kind::vanished: return theme.stuck;
    case LockEvent::Kind::waiter_came:
    case LockEvent::Kind::waiter_left: return theme.contended;
    case LockEvent::Kind::waiter_removed: return theme.stuck;
    case LockEvent::Kind::renewed:
    case LockEvent::Kind::resynchronised: break;
    }
    return theme.unknown;
}

void drawEventMark(QPainter& painter, const QRectF& square, LockEvent::Kind kind, const QColor& color)
{
    if (kind == LockEvent::Kind::forced) {
        drawOctagonWithBar(painter, square, color);
        return;
    }
    UnitPainter unit(painter, square, color);
    switch (kind) {
    case LockEvent::Kind::acquired:
        unit.fill();
        unit.disc(0.4);
        break;
    case LockEvent::Kind::reentered:
        unit.disc(0.4);
        unit->drawLine(QPointF(0.3, 0.5), QPointF(0.7, 0.5));
        unit->drawLine(QPointF(0.5, 0.3), QPointF(0.5, 0.7));
        break;
    case LockEvent::Kind::released_once:
        unit.disc(0.4);
        unit->drawLine(QPointF(0.3, 0.5), QPointF(0.7, 0.5));
        break;
    case LockEvent::Kind::gone: // a ring that is not quite one
        unit.arc(30, 120);
        unit.arc(210, 120);
        break;
    case LockEvent::Kind::ended: // a ring with a gap: how is not known
        unit.arc(40, 320);
        break;
    case LockEvent::Kind::released: unit.disc(0.36); break;
    case LockEvent::Kind::expired:
        unit.fill();
        unit->drawPolygon(hourglass());
        break;
    case LockEvent::Kind::renewed:
        unit.arc(110, 290);
        unit->drawPolyline(QPolygonF({{0.34, 0.02}, {0.42, 0.16}, {0.28, 0.3}}));
        break;
    case LockEvent::Kind::shortened: // comes to an end, which is nearer
        unit->drawLine(QPointF(0.88, 0.16), QPointF(0.88, 0.84));
        unit->drawLine(QPointF(0.1, 0.5), QPointF(0.7, 0.5));
        unit->drawPolyline(QPolygonF({{0.46, 0.26}, {0.7, 0.5}, {0.46, 0.74}}));
        break;
    case LockEvent::Kind::extended: // an end that is pushed away
        unit->drawLine(QPointF(0.12, 0.16), QPointF(0.12, 0.84));
        unit->drawLine(QPointF(0.12, 0.5), QPointF(0.88, 0.5));
        unit->drawPolyline(QPolygonF({{0.62, 0.24}, {0.88, 0.5}, {0.62, 0.76}}));
        break;
    case LockEvent::Kind::persisted: // on and on
        unit->drawLine(QPointF(0.12, 0.16), QPointF(0.12, 0.84));
        unit->drawLine(QPointF(0.12, 0.5), QPointF(0.9, 0.5));
        unit->drawPolyline(QPolygonF({{0.4, 0.26}, {0.62, 0.5}, {0.4, 0.74}}));
        unit->drawPolyline(QPolygonF({{0.68, 0.26}, {0.9, 0.5}, {0.68, 0.74}}));
        break;
    case LockEvent::Kind::restored: // a way back
        unit->drawLine(QPointF(0.14, 0.32), QPointF(0.62, 0.32));
        unit->drawPolyline(QPolygonF({{0.36, 0.08}, {0.12, 0.32}, {0.36, 0.56}}));
        unit->drawArc(QRectF(0.34, 0.32, 0.52, 0.52), 90 * 16, -180 * 16);
        unit->drawLine(QPointF(0.6, 0.84), QPointF(0.3, 0.84));
        break;
    case LockEvent::Kind::waiter_came:
        unit->drawLine(QPointF(0.1, 0.5), QPointF(0.86, 0.5));
        unit->drawPolyline(QPolygonF({{0.56, 0.2}, {0.88, 0.5}, {0.56, 0.8}}));
        break;
    case LockEvent::Kind::waiter_left:
        unit->drawLine(QPointF(0.14, 0.5), QPointF(0.9, 0.5));
        unit->drawPolyline(QPolygonF({{0.44, 0.2}, {0.12, 0.5}, {0.44, 0.8}}));
        break;
    case LockEvent::Kind::waiter_removed: // sent away: it goes, and the way back is barred
        unit->drawLine(QPointF(0.14, 0.5), QPointF(0.7, 0.5));
        unit->drawPolyline(QPolygonF({{0.44, 0.2}, {0.12, 0.5}, {0.44, 0.8}}));
        unit->drawLine(QPointF(0.88, 0.16), QPointF(0.88, 0.84));
        break;
    case LockEvent::Kind::lost_in_failover:
        unit->drawLine(QPointF(0.16, 0.16), QPointF(0.84, 0.84));
        unit->drawLine(QPointF(0.84, 0.16), QPointF(0.16, 0.84));
        break;
    case LockEvent::Kind::lost_in_restart: // the same, and what began anew around it
        unit.arc(110, 320);
        unit->drawLine(QPointF(0.36, 0.36), QPointF(0.64, 0.64));
        unit->drawLine(QPointF(0.64, 0.36), QPointF(0.36, 0.64));
        break;
    case LockEvent::Kind::failed_over: // one goes, another comes
        unit->drawLine(QPointF(0.1, 0.3), QPointF(0.88, 0.3));
        unit->drawPolyline(QPolygonF({{0.66, 0.08}, {0.9, 0.3}, {0.66, 0.52}}));
        unit->drawLine(QPointF(0.12, 0.74), QPointF(0.9, 0.74));
        unit->drawPolyline(QPolygonF({{0.34, 0.52}, {0.1, 0.74}, {0.34, 0.96}}));
        break;
    case LockEvent::Kind::resynchronised:
        unit->drawLine(QPointF(0.1, 0.34), QPointF(0.9, 0.34));
        unit->drawLine(QPointF(0.1, 0.66), QPointF(0.9, 0.66));
        break;
    case LockEvent::Kind::forced:
    case LockEvent::Kind::vanished: drawBrokenRing(unit); break;
    }
}

void drawWarningMark(QPainter& painter, const QRectF& square, const QColor& color, const QColor& hole)
{
    {
        UnitPainter unit(painter, square, color);
        unit->setPen(QPen(color, 0.12, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        unit->setBrush(color);
        unit->drawPolygon(QPolygonF({{0.5, 0.12}, {0.92, 0.86}, {0.08, 0.86}}));
    }
    UnitPainter unit(painter, square, hole);
    unit->drawLine(QPointF(0.5, 0.38), QPointF(0.5, 0.58));
    unit.fill();
    unit->drawEllipse(QPointF(0.5, 0.75), 0.065, 0.065);
}

} // namespace lockscope::ui
