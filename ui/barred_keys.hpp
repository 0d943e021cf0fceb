// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

class QAction;
class QWidget;

namespace lockscope::ui {

class AdminSwitch;
class Session;

/// What the keys of actions do while these are not possible: they say why, instead of nothing. Where it is only that
/// the session is read-only, they ask to unlock it, and then do what was meant.
class BarredKeys : public QObject
{
    Q_OBJECT

public:
    /// @param actions, session, unlocking not owned, outlive this
    /// @param window  in which the keys work; owns this
    BarredKeys(const QList<QAction*>& actions, const Session& session, AdminSwitch& unlocking, QWidget& window);

private:
    void add(QAction& action);
    void press(QAction& action);
    void explain(const QAction& action) const;

    const Session& m_session;
    AdminSwitch& m_unlocking;
    QWidget& m_window;
};

} // namespace lockscope::ui
