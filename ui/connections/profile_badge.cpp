// SPDX-License-Identifier: GPL-3.0-or-later
#include "connections/profile_badge.hpp"

#include <QPainter>
#include <QPixmap>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr double kRounding = 0.22;
constexpr double kLetter = 0.56;
constexpr int kCanvas = 96;

} // namespace

void drawProfileBadge(QPainter& painter, const QRect& square, const ConnectionProfile& profile, const Theme& theme)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor color = colorOf(profile.color, theme);
    const double side = square.width();
    QRectF inner = QRectF(square).adjusted(0.5, 0.5, -0.5, -0.5);
    if (profile.kind == Session::ServerKind::production) {
        const double edge = std::max(1.2, side * 0.06);
        painter.setPen(QPen(color, edge));
        painter.setBrush(Qt::NoBrush);
        const QRectF outer = inner.adjusted(edge / 2, edge / 2, -edge / 2, -edge / 2);
        painter.drawRoundedRect(outer, side * kRounding, side * kRounding);
        const double gap = edge * 2.2;
        inner.adjust(gap, gap, -gap, -gap);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(inner, inner.width() * kRounding, inner.width() * kRounding);
    QFont font = painter.font();
    font.setBold(true);
    font.setPixelSize(std::max(1, qRound(inner.height() * kLetter)));
    painter.setFont(font);
    painter.setPen(theme.base); // the colours are legible on it, so it is on them
    painter.drawText(inner, Qt::AlignCenter, initialOf(profile));
    painter.restore();
}

QIcon profileIcon(const ConnectionProfile& profile, const Theme& theme)
{
    QPixmap pixmap(kCanvas, kCanvas);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    drawProfileBadge(painter, pixmap.rect(), profile, theme);
    return QIcon(pixmap);
}

} // namespace lockscope::ui
