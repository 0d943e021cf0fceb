// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QPlainTextEdit;
class QWidget;

namespace lockscope::ui {

/// Shows text of any length, plain, to be read, selected and copied. Breaks anywhere: a name of a thousand bytes has no
/// blanks.
[[nodiscard]] QPlainTextEdit* plainField(QWidget* parent);

/// Makes it so many lines high, and half a line, which shows where there are more.
void setLineCount(QPlainTextEdit& field, int lines);

} // namespace lockscope::ui
