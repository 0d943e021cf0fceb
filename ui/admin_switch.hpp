// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/session.hpp"

#include <QObject>

#include <functional>

class QAction;
class QWidget;

namespace lockscope::ui {

class Connections;
class Settings;

/// Unlocks the session for actions, after a dialog that says what this means for this server, and locks it again.
class AdminSwitch : public QObject
{
    Q_OBJECT

public:
    /// @param action checked while the session is unlocked. @param window where the dialog opens. None is owned.
    AdminSwitch(Session& session, Settings& settings, Connections& connections, QAction& action, QWidget& window);

    /// Does @p go if the session is unlocked, or once the user has unlocked it for that.
    void unlocked(const std::function<void()>& go);

private:
    void toggle();
    void ask(const std::function<void()>& go);
    /// What the server is called is kept: in its profile, or without one in the settings.
    void unlock(Session::ServerKind kind);
    void update();
    /// What the server was called before; one that nobody has called anything counts as production.
    [[nodiscard]] Session::ServerKind presumedKind() const;

    Session& m_session;
    Settings& m_settings;
    Connections& m_connections;
    QAction& m_action;
    QWidget& m_window;
};

} // namespace lockscope::ui
