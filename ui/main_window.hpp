// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_filter.hpp"
#include "session/session.hpp"
#include "theme/theme.hpp"

#include <QFont>
#include <QMainWindow>

class QMenu;
class QStackedWidget;

namespace lockscope::ui {

class ConnectPage;
class Language;
class MainActions;
class Settings;
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
    /// Selects the lock as soon as it is there.
    void selectLock(const std::string& name);
    /// @p code as in Language::all(), or empty for the system's.
    void useLanguage(const QString& code);
    void useTheme(ThemeChoice choice);

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildMenus();
    void connectServerActions();
    void connectLockActions();
    void connectViewActions();
    void connectPages();
    void connectTo(const Endpoint& endpoint);
    void showState(Session::State state);
    void showTitle();
    void showServer();
    void updateActions();
    void applyFilter();
    void clearFilter();
    void toggleAdminMode();
    void openForceRelease();
    void openForceExpire();
    void openPermissions();
    void zoom(int percent);
    void applyFont();
    void restore();
    void retranslate();
    [[nodiscard]] QString serverName() const;
    [[nodiscard]] QuickFilter quickFilter() const;

    Session& m_session;
    Settings& m_settings;
    Language& m_language;
    MainActions* m_actions;
    QMenu* m_serverMenu;
    QMenu* m_lockMenu;
    QMenu* m_viewMenu;
    QMenu* m_themeMenu;
    QMenu* m_languageMenu;
    QMenu* m_helpMenu;
    ToolBar* m_toolBar;
    QStackedWidget* m_pages;
    ConnectPage* m_connectPage;
    Workspace* m_workspace;
    QFont m_systemFont;
};

} // namespace lockscope::ui
