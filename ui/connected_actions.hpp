// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

class QAction;

namespace lockscope::ui {

/// Actions that do nothing without a connection: disabled then, and they say why.
class ConnectedActions : public QObject
{
    Q_OBJECT

public:
    enum class Connection { none, present };

    ConnectedActions(const QList<QAction*>& actions, QObject* parent);
    /// Again after the language has changed.
    void show(Connection connection);

private:
    QList<QAction*> m_actions;
};

} // namespace lockscope::ui
