// SPDX-License-Identifier: GPL-3.0-or-later
#include "panels/field_keys.hpp"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>

namespace lockscope::ui {

FieldKeys::FieldKeys(QWidget& window) : QObject(&window), m_window(window)
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool FieldKeys::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride) {
        return false;
    }
    const auto* field = qobject_cast<const QLineEdit*>(watched);
    const auto* key = static_cast<const QKeyEvent*>(event);
    const bool deletesWord =
        key->matches(QKeySequence::DeleteEndOfWord) || key->matches(QKeySequence::DeleteStartOfWord);
    if (field == nullptr || field->window() != &m_window || !deletesWord) {
        return false;
    }
    event->accept(); // so that it comes as a key
    return true;
}

} // namespace lockscope::ui
