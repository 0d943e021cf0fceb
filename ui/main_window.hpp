// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/profile.hpp"
#include "main_menus.hpp"
#include "models/lock_filter.hpp"
#include "session/session.hpp"
#include "text/live_text.hpp"
#include "theme/theme.hpp"
#include "window_settings.hpp"

#include <QList>
#include <QMainWindow>
#include <QPointer>

#include <functional>

class QAction;
class QStackedWidget;

namespace lockscope::ui {

class AdminSwitch;
class Appearance;
class CommandPalette;
class ConnectPage;
class ConnectedActions;
class Connections;
class Language;
class LeaveGuard;
class LockActions;
class MainActions;
class PartFocus;
class Settings;
class SavedFilters;
class ServerMenus;
class ShortcutSheet;
class ToolBar;
class Tour;
class TourOffer;
class Workspace;

/// Puts the pages, the toolbar and the menus together and connects the actions. Owns none of what it is given.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(Session& session, Settings& settings, Language& language, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// A server of its own, with locks of its own: without the filter that was for others.
    void startSandbox();
    void setFilterText(const QString& text);
    /// To a server without a profile.
    void connectTo(const Endpoint& endpoint);
    void connectTo(const KnownServer& server);
    /// Selects the lock, as soon as it is there if it may still be found; otherwise says why that cannot be.
    void selectLock(const std::string& name);
    /// @p code as in Language::all(), or empty for the system's.
    void useLanguage(const QString& code);
    void useTheme(ThemeChoice choice);
    /// At the first connection of somebody who has not seen the tour: shows it in a sandbox, where they have come to
    /// look around; elsewhere offers it, for they may have come to free a lock.
    void offerTour();
    /// From now on it closes without a question: nobody is there to answer, or it was answered.
    void stopAsking() { m_asksBeforeClosing = false; }
    /// Closing it would lose something, and there is somebody to ask.
    [[nodiscard]] bool asksBeforeClosing() const;
    /// Asks whether it may close together with all others. @param go if so; it is left to that to close it
    void askBeforeQuitting(const std::function<void()>& go);
    /// Gives back what its session holds, when all have said that they may close. @param go as before
    void giveBackBeforeQuitting(const std::function<void()>& go);

signals:
    /// Another window, with a session of its own.
    void newWindowRequested();
    /// One that connects to @p server.
    void newWindowRequestedFor(const lockscope::ui::KnownServer& server);
    /// All windows are to close, this one too.
    void quitRequested();

protected:
    void showEvent(QShowEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] MainMenus::Parts menuParts() const;
    void connectServerActions();
    void connectLockActions();
    void connectViewActions();
    void connectPages();
    /// Those that do nothing without a connection.
    [[nodiscard]] QList<QAction*> serverActions() const;
    /// Ends the connection by @p go; asks before where something would be lost.
    void leave(const Text& action, const std::function<void()>& go);
    void askBeforeClosing();
    void showState(Session::State state);
    void showConnection();
    void showTitle();
    void showServer();
    void updateActions();
    void updateRefresh();
    void applyFilter();
    void readFilter();
    void clearFilter();
    void goToFiltered();
    /// All that @p filter finds, whichever of the quick filters is on.
    void showAll(const QString& filter);
    void openPermissions();
    void startTour();
    void restore();
    void useParts(const WindowParts& parts);
    [[nodiscard]] WindowParts partsNow() const;
    void retranslate();
    [[nodiscard]] QuickFilter quickFilter() const;

    Session& m_session;
    Settings& m_settings;
    WindowSettings m_kept;
    MainActions* m_actions;
    Appearance* m_appearance;
    QStackedWidget* m_pages;
    ConnectPage* m_connectPage;
    Connections* m_connections;
    ServerMenus* m_serverMenus;
    Workspace* m_workspace;
    LeaveGuard* m_leaveGuard;
    QPointer<Tour> m_tour;
    TourOffer* m_tourOffer;
    LockActions* m_lockActions;
    ToolBar* m_toolBar;
    SavedFilters* m_savedFilters;
    PartFocus* m_partFocus;
    MainMenus* m_menus;
    CommandPalette* m_palette;
    ShortcutSheet* m_shortcuts;
    AdminSwitch* m_adminSwitch = nullptr;
    ConnectedActions* m_connectedActions = nullptr;
    bool m_asksBeforeClosing = true;
};

} // namespace lockscope::ui
