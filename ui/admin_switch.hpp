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
    /// @param action turns the session, and says into what. @param window where the dialog opens. None is owned.
    AdminSwitch(Session& session, Settings& settings, Connections& connections, QAction& action, QWidget& window);

    /// Does @p go if the session is unlocked, or once the user has unlocked it for that.
    void unlocked(const std::function<void()>& go);

    /// For menus that offer what can be done: the way to it, gone while the session is unlocked, so that nobody turns
    /// it back by pressing the same entry again. Lives as long as this.
    [[nodiscard]] QAction* wayToActions() const { return m_way; }

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
    QAction* m_way;
    QWidget& m_window;
};

} // namespace lockscope::ui
