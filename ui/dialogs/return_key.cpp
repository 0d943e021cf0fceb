// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/return_key.hpp"

#include "text/server_text.hpp"

#include <QAbstractSlider>
#include <QDialog>
#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMetaProperty>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolTip>

#include <algorithm>

namespace lockscope::ui {
namespace {

/// What stands in it, if it can be filled in.
QMetaProperty contentOf(const QWidget& widget)
{
    const bool isScrollBar = qobject_cast<const QAbstractSlider*>(&widget) != nullptr;
    return isScrollBar ? QMetaProperty() : widget.metaObject()->userProperty();
}

bool isEmptyField(const QWidget* widget)
{
    const auto* field = qobject_cast<const QLineEdit*>(widget);
    return field != nullptr && field->text().trimmed().isEmpty();
}

} // namespace

ReturnKey::ReturnKey(QDialog& dialog, QDialogButtonBox& buttons)
    : QObject(&dialog)
    , m_dialog(dialog)
    , m_buttons(buttons)
{
    dialog.installEventFilter(this);
}

bool ReturnKey::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show && watched == &m_dialog && !event->spontaneous()) {
        m_first = inputs();
        for (QAbstractButton* button : m_buttons.buttons()) {
            button->installEventFilter(this);
        }
    }
    if (event->type() != QEvent::KeyPress || !rejectsByDefault()) {
        return false;
    }
    const auto& key = static_cast<QKeyEvent&>(*event);
    return (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter) && press(*watched, key);
}

bool ReturnKey::press(QObject& watched, const QKeyEvent& key)
{
    if (key.isAutoRepeat()) {
        return true;
    }
    if (&watched != &m_dialog) {
        auto& button = static_cast<QPushButton&>(watched);
        if (button.isDefault()) {
            return false;
        }
        if (button.autoDefault()) { // of those that do no harm
            button.click();
            return true;
        }
        explain(button); // Who presses Return twice in a hurry must not confirm by that.
        return true;
    }
    if (!isFilledIn() && !isInField()) {
        return false;
    }
    leadOn();
    return true;
}

bool ReturnKey::rejectsByDefault() const
{
    const QList<QAbstractButton*> buttons = m_buttons.buttons();
    return std::any_of(buttons.begin(), buttons.end(), [this](QAbstractButton* button) {
        return static_cast<QPushButton*>(button)->isDefault()
            && m_buttons.buttonRole(button) == QDialogButtonBox::RejectRole;
    });
}

QHash<const QWidget*, QVariant> ReturnKey::inputs() const
{
    QHash<const QWidget*, QVariant> all;
    for (const QWidget* each : m_dialog.findChildren<QWidget*>()) {
        if (const QMetaProperty content = contentOf(*each); content.isValid()) {
            all.insert(each, content.read(each));
        }
    }
    return all;
}

bool ReturnKey::isFilledIn() const
{
    const QHash<const QWidget*, QVariant> now = inputs();
    return std::any_of(now.keyBegin(), now.keyEnd(), [&](const QWidget* each) {
        return each->isEnabled() && each->isVisibleTo(&m_dialog) && m_first.value(each) != now.value(each);
    });
}

bool ReturnKey::isInField() const
{
    const QWidget* at = m_dialog.focusWidget();
    return at != nullptr && at->isEnabled() && !m_buttons.isAncestorOf(at) && contentOf(*at).isValid();
}

void ReturnKey::explain(const QWidget& button)
{
    QToolTip::showText(button.mapToGlobal(QPoint(0, button.height())),
                       toolTipText(tr("The space bar presses this button.")), &m_dialog);
}

void ReturnKey::leadToButtons()
{
    for (QAbstractButton* button : m_buttons.buttons()) {
        if (button->isEnabled() && m_buttons.buttonRole(button) != QDialogButtonBox::RejectRole) {
            button->setFocus(Qt::TabFocusReason);
            explain(*button);
            return;
        }
    }
    emit missed();
}

void ReturnKey::leadOn()
{
    QWidget* const from = m_dialog.focusWidget();
    if (isEmptyField(from)) {
        emit missed();
        return;
    }
    QWidget* next = from;
    do {
        next = next != nullptr ? next->nextInFocusChain() : nullptr;
        if (next == nullptr || next == from || m_buttons.isAncestorOf(next)) {
            leadToButtons();
            return;
        }
    } while (!next->isEnabled() || !next->isVisibleTo(&m_dialog) || !(next->focusPolicy() & Qt::TabFocus)
             || next->focusProxy() != nullptr || next->window() != &m_dialog
             || qobject_cast<QPlainTextEdit*>(next) != nullptr); // to be read, not to be filled in
    next->setFocus(Qt::TabFocusReason);
}

} // namespace lockscope::ui
