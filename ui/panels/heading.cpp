// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/heading.hpp"

#include <QApplication>
#include <QEvent>
#include <QTimer>

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
    } else if (event->type() == QEvent::StyleChange) {
        QTimer::singleShot(0, this, &Heading::scale); // a new style sheet brings an old font back, after this
    }
}

} // namespace lockscope::ui
