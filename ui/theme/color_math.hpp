// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

namespace lockscope::ui {

/// WCAG 2 contrast ratio, 1…21. Both colours are taken as opaque.
[[nodiscard]] double contrastRatio(const QColor& a, const QColor& b);

/// A colour of perceived @p lightness and @p chroma (OKLCH, 0…1 and 0…0.4) at @p hue degrees, cut to what a screen
/// shows. Colours of one lightness have nearly one contrast against a background, whatever their hue.
[[nodiscard]] QColor oklch(double lightness, double chroma, double hue);

/// How far two colours are apart to the eye (distance in OKLab; 0.02 is just noticeable).
[[nodiscard]] double perceivedDistance(const QColor& a, const QColor& b);

/// @p amount (0…1) of @p over on top of @p base, as an opaque colour.
[[nodiscard]] QColor mixed(const QColor& base, const QColor& over, double amount);

} // namespace lockscope::ui
