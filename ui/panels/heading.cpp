// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/heading.hpp"

#include <QApplication>
#include <QEvent>

namespace lockscope::ui {

Heading::Heading(double factor, QWidget* parent) : QLabel(parent), m_factor(factor)
{
    setTextFormat(Qt::PlainText);
    scale();
}

void Heading::scale()
{
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * m_factor);
    font.setBold(true);
    setFont(font);
}

void Heading::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::ApplicationFontChange) {
        scale();
    }
}

} // namespace lockscope::ui
