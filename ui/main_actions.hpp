// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/lock_filter.hpp"
#include "theme/theme.hpp"

#include <QAction>
#include <QActionGroup>
#include <QObject>

#include <map>

namespace lockscope::ui {

/// Every action of the main window: its text, icon, shortcut and state in one place. Menus, the toolbar and context
/// menus show the same objects; the window connects them.
class MainActions : public QObject
{
    Q_OBJECT

public:
    explicit MainActions(QObject* parent);

    void retranslate();
    /// How large text is, of the normal size.
    void showZoom(int percent);

    // Server
    QAction* newWindow = make("window");
    QAction* connectToServer = make("connect");
    QAction* startSandbox = make("sandbox");
    QAction* reconnect = make("refresh");
    QAction* disconnectFromServer = make("disconnect");
    QAction* pause = make("pause");
    QAction* permissions = make("warning");
    QAction* diagnostics = make("diagnostics");
    QAction* quit = make(nullptr);
    // Lock
    QAction* adminMode = make("lock-open");
    QAction* copyName = make("copy");
    QAction* refresh = make("refresh");
    // View
    QAction* find = make("filter");
    QAction* clearFilter = make(nullptr);
    std::map<QuickFilter, QAction*> quickFilters;
    QAction* showDetail = make(nullptr);
    QAction* showBottom = make(nullptr);
    std::map<ThemeChoice, QAction*> themes;
    std::map<QString, QAction*> languages; ///< By code.
    QAction* zoomIn = make(nullptr);
    QAction* zoomOut = make(nullptr);
    QAction* zoomReset = make(nullptr);
    // Help
    QAction* tour = make(nullptr);
    QAction* about = make("info");

private:
    QAction* make(const char* iconName);
    template <typename Key>
    void makeChoices(std::map<Key, QAction*>& choices, std::initializer_list<Key> keys);
    void setShortcuts();

    int m_zoom = 100; ///< Per cent.
};

} // namespace lockscope::ui
