// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

namespace lockscope::ui {

/// A tool button whose own text has a letter for Alt, with room for that in every language and theme: under a style
/// sheet, its size is not the style's to say.
class LetterButton : public QToolButton
{
    Q_OBJECT

public:
    using QToolButton::QToolButton;

    [[nodiscard]] QSize sizeHint() const override;
};

} // namespace lockscope::ui
