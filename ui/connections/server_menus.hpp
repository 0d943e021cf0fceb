// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/profile.hpp"

#include <QObject>

class QAction;
class QMenu;
class QWidget;

namespace lockscope::ui {

class Connections;
class Settings;

/// The servers that the user knows, to be connected to from wherever the window is: a menu of the profiles, with what
/// can be done to that of the present server, and one of the servers that were used without a profile.
class ServerMenus : public QObject
{
    Q_OBJECT

public:
    /// @param window whose theme the marks have. None is owned, all outlive this.
    ServerMenus(Session& session, Connections& connections, const Settings& settings, QWidget& window);

    [[nodiscard]] QMenu* profiles() const { return m_profiles; }
    [[nodiscard]] QMenu* recent() const { return m_recent; }

    /// As the settings say, which other windows change, too. Not while one of them is open.
    void rebuild();

private:
    void rebuildSoon();
    void add(QMenu& menu, const ConnectionProfile& profile);
    void add(QMenu& menu, const QString& uri);
    void addServer(QMenu& menu, QAction* action, const KnownServer& server);
    void updateActions();
    void retranslate();

    Session& m_session;
    Connections& m_connections;
    const Settings& m_settings;
    QWidget& m_window;
    QMenu* m_profiles;
    QMenu* m_recent;
    QAction* m_present; ///< Saves the present server as a profile, or edits its profile.
    QAction* m_make;
    QAction* m_redisson;
    QAction* m_import;
    QAction* m_export;
    bool m_isDue = false; ///< They are built anew when the event loop has its turn.
};

} // namespace lockscope::ui
