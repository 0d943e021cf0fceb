// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QStyle>

#include <optional>

class QPainter;
class QStyleOption;
class QStyleOptionButton;
class QStyleOptionSlider;
class QStyleOptionSpinBox;

namespace lockscope::ui {

// What FusionStyle draws itself, in the colours of the theme that an option's palette is of.

/// Of boxes and ticks: to be seen also in the dark.
[[nodiscard]] QColor edgeColor(const QStyleOption& option);
/// In high contrast it shows the focus, too.
void drawEdge(QPainter& painter, const QStyleOption& option);

[[nodiscard]] int arrowSize(const QStyleOption& option);
/// Fusion's own has the same size for all text.
void drawArrow(Qt::ArrowType direction, const QRect& room, const QStyleOption& control, const QColor& color,
               QPainter& painter);
/// On a button.
void drawArrow(Qt::ArrowType direction, const QRect& room, const QStyleOption& control, QPainter& painter);
/// Where @p element is an arrow, or has one in this state.
[[nodiscard]] std::optional<Qt::ArrowType> arrowOf(QStyle::PrimitiveElement element, const QStyleOption& option);

/// A handle on a flat ground, and nothing else.
void drawScrollBar(QPainter& painter, const QStyleOptionSlider& bar, const QStyle& style, const QWidget* widget);
/// Along the edge of @p room; in the colour of the text where the button is switched on, and has the accent's already.
void drawFocusRing(const QStyleOption& button, const QRect& room, QPainter& painter);
/// Over the panel of a push button: a ring if it has the focus, and a plain line if Return presses it all the same.
void drawButtonFrame(const QStyleOptionButton& button, QPainter& painter);
/// Of a button that can be switched on, and is: over its panel.
void drawPressed(const QStyleOption& button, QPainter& painter);
/// The two arrows of a spin box, each with the ground that tells where the mouse is.
void drawSteps(const QStyleOptionSpinBox& box, QPainter& painter, const QStyle& style, const QWidget* widget);

} // namespace lockscope::ui
