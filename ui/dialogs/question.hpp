// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMessageBox>
#include <QString>

#include <functional>

namespace lockscope::ui {

/// What is asked before something that cannot be taken back.
struct Question
{
    QString title;
    QString text;
    QString details; ///< Beneath the text, in its own paragraph; may be empty.
    QString yes;     ///< On the button that does it.
    QString no;      ///< On the one that leaves everything as it is: what Return and Escape press.
    QMessageBox::Icon icon = QMessageBox::Question;
};

/// Opens it over the window of @p asker, and goes on; @p then is called for a yes, unless @p asker is gone by then.
/// @returns the box, which deletes itself
QMessageBox* askFirst(QWidget* asker, const Question& question, std::function<void()> then);

} // namespace lockscope::ui
