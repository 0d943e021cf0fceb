// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"
#include "lockscope/monitor.hpp"

#include <QColor>
#include <QRectF>

class QPainter;

namespace lockscope::ui {

struct Theme;

// Small drawings that tell states and events apart without colour. Each fills a square, at any size.

/// Free: a ring. Held: a disc. Contended: a disc with a queue behind it. Expiring: an hourglass. Stuck: an octagon with
/// a bar. Unknown: a broken ring.
void drawConditionMark(QPainter& painter, const QRectF& square, LockCondition condition, const QColor& color);

void drawEventMark(QPainter& painter, const QRectF& square, LockEvent::Kind kind, const QColor& color);
[[nodiscard]] QColor eventColor(LockEvent::Kind kind, const Theme& theme);

/// A triangle with an exclamation mark, cut out in @p hole.
void drawWarningMark(QPainter& painter, const QRectF& square, const QColor& color, const QColor& hole);

} // namespace lockscope::ui
