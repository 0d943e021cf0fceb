// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/profile.hpp"
#include "main_menus.hpp"
#include "models/lock_filter.hpp"
#include "session/session.hpp"
#include "text/live_text.hpp"
#include "theme/theme.hpp"

#include <QList>
#include <QMainWindow>
#include <QPointer>

#include <functional>

class QAction;
class QStackedWidget;

namespace lockscope::ui {

class Appearance;
class CommandPalette;
class ConnectPage;
class Connections;
class Language;
class LeaveDialog;
class LockActions;
class MainActions;
class Settings;
struct LeaveLosses;
struct WindowParts;
class SavedFilters;
class ServerMenus;
class ShortcutSheet;
class ToolBar;
class Workspace;

/// Puts the pages, the toolbar and the menus together and connects the actions. Owns none of what it is given.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(Session& session, Settings& settings, Language& language, QWidget* parent = nullptr);
    ~MainWindow() override;

    void setFilterText(const QString& text);
    /// To a server without a profile.
    void connectTo(const Endpoint& endpoint);
    void connectTo(const KnownServer& server);
    /// Selects the lock, as soon as it is there if it may still be found; otherwise says why that cannot be.
    void selectLock(const std::string& name);
    /// @p code as in Language::all(), or empty for the system's.
    void useLanguage(const QString& code);
    void useTheme(ThemeChoice choice);
    /// Shows the tour at the first connection of somebody who has not seen it.
    void offerTour();
    /// From now on it closes without a question: nobody is there to answer.
    void stopAsking() { m_asksBeforeClosing = false; }

signals:
    /// Another window, with a session of its own.
    void newWindowRequested();
    /// One that connects to @p server.
    void newWindowRequestedFor(const lockscope::ui::KnownServer& server);
    /// All windows are to close, this one too.
    void quitRequested();

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] MainMenus::Parts menuParts() const;
    void connectServerActions();
    void connectLockActions();
    void connectViewActions();
    void connectPages();
    void gatherServerActions();
    void allowServerActions();
    /// What would be lost with the connection.
    [[nodiscard]] LeaveLosses losses() const;
    /// Something would be lost with the connection, or the server is one of production.
    [[nodiscard]] bool isLeavingGrave() const;
    /// Ends the connection by @p go; asks before where that is grave.
    /// @param instead opens a new window, if that is wanted rather
    void leave(const Text& action, const std::function<void()>& go, const std::function<void()>& instead);
    void leave(const Text& action, const std::function<void()>& go);
    /// @param question owned by the window; @param go what is done if it is accepted
    void ask(LeaveDialog* question, const std::function<void()>& go);
    void askBeforeClosing();
    void showState(Session::State state);
    void showTitle();
    void showServer();
    void updateActions();
    void applyFilter();
    void clearFilter();
    void openPermissions();
    void startTour();
    void restore();
    void useParts(const WindowParts& parts);
    [[nodiscard]] WindowParts partsNow() const;
    void retranslate();
    [[nodiscard]] QuickFilter quickFilter() const;

    Session& m_session;
    Settings& m_settings;
    MainActions* m_actions;
    Appearance* m_appearance;
    QStackedWidget* m_pages;
    ConnectPage* m_connectPage;
    Connections* m_connections;
    ServerMenus* m_serverMenus;
    Workspace* m_workspace;
    LockActions* m_lockActions;
    ToolBar* m_toolBar;
    SavedFilters* m_savedFilters;
    MainMenus* m_menus;
    CommandPalette* m_palette;
    ShortcutSheet* m_shortcuts;
    QList<QAction*> m_serverActions; ///< Those that do nothing without a connection.
    QPointer<LeaveDialog> m_question;
    bool m_asksBeforeClosing = true;
};

} // namespace lockscope::ui
