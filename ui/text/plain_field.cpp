// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/plain_field.hpp"

#include <QPlainTextEdit>
#include <QTextDocument>
#include <QTextOption>

namespace lockscope::ui {

QPlainTextEdit* plainField(QWidget* parent)
{
    auto* field = new QPlainTextEdit(parent);
    field->setReadOnly(true);
    field->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    field->setTabChangesFocus(true);
    field->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    return field;
}

void setLineCount(QPlainTextEdit& field, int lines)
{
    const int frame = 2 * (field.frameWidth() + static_cast<int>(field.document()->documentMargin()));
    const int line = field.fontMetrics().lineSpacing();
    field.setFixedHeight(line * lines + line / 2 + frame);
}

} // namespace lockscope::ui
