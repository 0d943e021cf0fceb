// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/return_presses.hpp"

#include <QAbstractButton>
#include <QCoreApplication>
#include <QKeyEvent>

namespace lockscope::ui {

ReturnPresses::ReturnPresses(QWidget& window) : QObject(&window), m_window(window)
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool ReturnPresses::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress) {
        return false;
    }
    const auto& key = *static_cast<QKeyEvent*>(event);
    auto* button = qobject_cast<QAbstractButton*>(watched);
    const bool isReturn = key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter;
    const bool isPlain = (key.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
    if (button == nullptr || button->window() != &m_window || !isReturn || !isPlain) {
        return false;
    }
    if (!key.isAutoRepeat()) {
        button->click();
    }
    return true;
}

} // namespace lockscope::ui
