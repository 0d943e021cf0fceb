// SPDX-License-Identifier: GPL-3.0-or-later
#include "barred_keys.hpp"

#include "admin_switch.hpp"
#include "session/session.hpp"

#include <QAbstractItemView>
#include <QAction>
#include <QShortcut>
#include <QToolTip>

namespace lockscope::ui {

BarredKeys::BarredKeys(const QList<QAction*>& actions, const Session& session, AdminSwitch& unlocking, QWidget& window)
    : QObject(&window)
    , m_session(session)
    , m_unlocking(unlocking)
    , m_window(window)
{
    for (QAction* action : actions) {
        if (!action->shortcut().isEmpty()) {
            add(*action);
        }
    }
}

void BarredKeys::add(QAction& action)
{
    auto* key = new QShortcut(action.shortcut(), &m_window);
    // Never both: keys with two meanings have none.
    const auto follow = [this, key, &action] {
        key->setEnabled(!action.isEnabled() && m_session.state() == Session::State::connected);
    };
    connect(&action, &QAction::changed, key, follow);
    connect(&m_session, &Session::stateChanged, key, follow);
    connect(key, &QShortcut::activated, this, [this, &action] { press(action); });
    follow();
}

void BarredKeys::press(QAction& action)
{
    if (m_session.adminMode() != Session::AdminMode::readOnly || m_session.barrier() != Barrier::none) {
        explain(action);
        return;
    }
    m_unlocking.unlocked([this, &action] { action.isEnabled() ? action.trigger() : explain(action); });
}

void BarredKeys::explain(const QAction& action) const
{
    const QWidget* place = m_window.focusWidget() != nullptr ? m_window.focusWidget() : &m_window;
    QPoint point = place->rect().bottomLeft();
    if (const auto* view = qobject_cast<const QAbstractItemView*>(place)) {
        place = view->viewport();
        const QRect row = view->visualRect(view->currentIndex());
        point = row.isValid() && place->rect().intersects(row) ? row.bottomLeft() : place->rect().center();
    }
    QToolTip::showText(place->mapToGlobal(point), action.toolTip(), &m_window); // plain-text: escaped already
}

} // namespace lockscope::ui
