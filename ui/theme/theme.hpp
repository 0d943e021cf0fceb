// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lockscope/lock_state.hpp"

#include <QColor>
#include <QPalette>

#include <string>

class QApplication;

namespace lockscope::ui {

/// What the user asks for.
enum class ThemeChoice { system, light, dark, highContrast };

/// The colours of the window by what they mean. A value; there are three of them.
///
/// Widgets and delegates ask Theme::of(palette()) when they paint, and paint again on QEvent::PaletteChange: so a
/// change of theme reaches everything without anybody being told.
struct Theme
{
    enum class Kind { light, dark };
    /// High: text at 7 : 1 (WCAG AAA), borders that are seen, a thick frame around what has the focus.
    enum class Contrast { ordinary, high };
    Kind kind = Kind::light;
    Contrast contrast = Contrast::ordinary;

    // Neutral surfaces, and what is written on them.
    QColor window, base, alternateBase, raised, border;
    QColor text, mutedText;
    QColor accent, accentText; ///< Selection, focus, links.
    QColor icon;

    // One per LockCondition. Legible as text on base, and apart for colour-blind eyes.
    QColor free, held, contended, expiring, stuck, unknown;

    QColor warning, danger; ///< Something wants attention; something is wrong.
    QColor track;           ///< The empty part of a bar, lines of a grid.

    [[nodiscard]] const QColor& condition(LockCondition condition) const noexcept;
    /// What is drawn in this colour elsewhere, on a button that is pressed in: high contrast fills that with `accent`.
    [[nodiscard]] const QColor& onPressed(const QColor& color) const noexcept;
    /// A selection in a list that does not have the keys. High contrast frames where they are instead.
    [[nodiscard]] QColor quietAccent() const;
    [[nodiscard]] QPalette palette() const;

    [[nodiscard]] static const Theme& light();
    [[nodiscard]] static const Theme& dark();
    /// On black.
    [[nodiscard]] static const Theme& highContrast();
    /// The theme that a palette belongs to, also a palette of somebody else.
    [[nodiscard]] static const Theme& of(const QPalette& palette);
};

/// One colour per client UUID throughout the program, as long as that runs; others have others, while there are some
/// (ClientColors). For chips and lanes; not for text.
[[nodiscard]] QColor clientColor(const std::string& client, const Theme& theme);

/// Fusion, the palette and a small style sheet, for the whole program. May be called again at any time. As the system,
/// it follows the desktop from then on.
void applyTheme(QApplication& application, ThemeChoice choice);

} // namespace lockscope::ui
