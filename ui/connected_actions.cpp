// SPDX-License-Identifier: GPL-3.0-or-later
#include "connected_actions.hpp"

#include <QAction>
#include <QActionGroup>

namespace lockscope::ui {

/// The exclusive ones among them have a group of their own already. A group keeps an action disabled whatever its owner
/// thinks of it, and gives it back as its owner wants it.
ConnectedActions::ConnectedActions(const QList<QAction*>& actions, QObject* parent)
    : QObject(parent)
    , m_actions(actions)
{
    auto* group = new QActionGroup(this);
    group->setExclusionPolicy(QActionGroup::ExclusionPolicy::None);
    for (QAction* action : m_actions) {
        if (action->actionGroup() == nullptr) {
            group->addAction(action);
        }
    }
}

/// Tool tips first: an action that is enabled again may have one of its own.
void ConnectedActions::show(Connection connection)
{
    const bool isConnected = connection == Connection::present;
    for (QAction* action : m_actions) {
        if (!isConnected) {
            action->setToolTip(tr("There is no connection."));
        } else if (!action->actionGroup()->isEnabled()) {
            action->setToolTip(QString());
        }
    }
    for (QAction* action : m_actions) {
        action->actionGroup()->setEnabled(isConnected);
    }
}

} // namespace lockscope::ui
