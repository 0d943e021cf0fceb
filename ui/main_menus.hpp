// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>

class QAction;
class QMenu;
class QMenuBar;

namespace lockscope::ui {

class MainActions;

/// The menus of the main window: every action has its place in one of them, those of the panels too.
class MainMenus : public QObject
{
    Q_OBJECT

public:
    /// What the parts of the window bring along.
    struct Parts
    {
        QMenu* profiles;       ///< Servers to connect to.
        QMenu* recent;         ///< Those that were used without a profile.
        QList<QAction*> copy;  ///< Copying, and following a client.
        QList<QAction*> lock;  ///< What can be done to locks.
        QList<QAction*> queue; ///< What can be done to a fair lock's queue.
        QList<QAction*> keys;  ///< What can be done with a lock's raw keys.
        QList<QAction*> undo;  ///< Taking a release back.
        QMenu* savedFilters;
        QList<QAction*> filter;    ///< History and help of the filter.
        QList<QAction*> grouping;  ///< Of the table.
        QList<QAction*> sorting;   ///< Of the table.
        QList<QAction*> columns;   ///< Of the table.
        QList<QAction*> alone;     ///< One part of the window over all.
        QList<QAction*> round;     ///< From one part of the window to the next.
        QList<QAction*> panes;     ///< Sizing the parts of the window.
        QList<QAction*> openPanel; ///< Brings a panel at the bottom to the front.
        QList<QMenu*> panels;      ///< What each of the panels at the bottom offers.
    };

    /// @param actions not owned, outlives the menus
    MainMenus(const MainActions& actions, const Parts& parts, QMenuBar* bar);

    /// Also shown by the button with the server's name.
    [[nodiscard]] QMenu* server() const { return m_server; }
    [[nodiscard]] QMenu* lock() const { return m_lock; }
    /// In front of what the Help menu has.
    void addHelp(const QList<QAction*>& actions);
    void retranslate();

private:
    void fillServer(const MainActions& actions, const Parts& parts);
    void fillLock(const MainActions& actions, const Parts& parts);
    void fillView(const MainActions& actions, const Parts& parts);
    void fillPanels(const MainActions& actions, const Parts& parts);

    QMenuBar* m_bar;
    QMenu* m_server;
    QMenu* m_lock;
    QMenu* m_view;
    QMenu* m_panels;
    QMenu* m_help;
    QMenu* m_sorting;
    QMenu* m_columns;
    QMenu* m_panes;
    QMenu* m_keys;
    QMenu* m_commands; ///< Of the panels: a menu for each.
    QMenu* m_theme;
    QMenu* m_language;
};

} // namespace lockscope::ui
