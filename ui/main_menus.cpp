// SPDX-License-Identifier: GPL-3.0-or-later
#include "main_menus.hpp"

#include "main_actions.hpp"

#include <QMenu>
#include <QMenuBar>

#include <array>

namespace lockscope::ui {
namespace {

/// A part of a menu, with a line before it.
void addSection(QMenu& menu, const QList<QAction*>& actions)
{
    if (!actions.isEmpty()) {
        menu.addSeparator();
        menu.addActions(actions);
    }
}

template <typename Key>
QList<QAction*> valuesOf(const std::map<Key, QAction*>& actions)
{
    QList<QAction*> list;
    for (const auto& [key, action] : actions) {
        list << action;
    }
    return list;
}

} // namespace

MainMenus::MainMenus(const MainActions& actions, const Parts& parts, QMenuBar* bar)
    : QObject(bar)
    , m_bar(bar)
    , m_server(bar->addMenu(QString()))
    , m_lock(bar->addMenu(QString()))
    , m_view(bar->addMenu(QString()))
    , m_panels(bar->addMenu(QString()))
    , m_help(bar->addMenu(QString()))
    , m_sorting(new QMenu(bar))
    , m_columns(new QMenu(bar))
    , m_panes(new QMenu(bar))
    , m_keys(new QMenu(bar))
    , m_commands(new QMenu(bar))
    , m_theme(new QMenu(bar))
    , m_language(new QMenu(bar))
{
    for (QMenu* menu : {m_server, m_lock, m_view, m_panels, m_help, m_sorting, m_columns, m_panes, m_keys}) {
        menu->setToolTipsVisible(true); // they say why something cannot be done
    }
    fillServer(actions, parts);
    fillLock(actions, parts);
    fillView(actions, parts);
    fillPanels(actions, parts);
    addSection(*m_help, {actions.tour, actions.diagnostics, actions.about});
}

void MainMenus::fillServer(const MainActions& actions, const Parts& parts)
{
    m_server->addActions({actions.newWindow, actions.connectToServer});
    m_server->addMenu(parts.profiles);
    m_server->addMenu(parts.recent);
    m_server->addActions({actions.startSandbox, actions.reconnect, actions.disconnectFromServer});
    addSection(*m_server, {actions.pause, actions.permissions});
    addSection(*m_server, {actions.quit});
}

void MainMenus::fillLock(const MainActions& actions, const Parts& parts)
{
    m_lock->addActions({actions.copyName, actions.refresh});
    addSection(*m_lock, parts.copy);
    addSection(*m_lock, parts.lock);
    addSection(*m_lock, parts.queue);
    addSection(*m_lock, parts.undo);
    addSection(*m_lock, {actions.adminMode});
}

void MainMenus::fillView(const MainActions& actions, const Parts& parts)
{
    m_view->addActions({actions.find, actions.clearFilter});
    m_view->addActions(parts.filter);
    m_view->addMenu(parts.savedFilters);
    addSection(*m_view, valuesOf(actions.quickFilters));
    addSection(*m_view, parts.grouping);
    m_sorting->addActions(parts.sorting);
    m_view->addMenu(m_sorting);
    m_columns->addActions(parts.columns);
    m_view->addMenu(m_columns);
    m_view->addSeparator();
    m_theme->addActions(valuesOf(actions.themes));
    m_language->addActions(valuesOf(actions.languages));
    m_view->addMenu(m_theme);
    m_view->addMenu(m_language);
    addSection(*m_view, {actions.zoomIn, actions.zoomOut, actions.zoomReset});
}

void MainMenus::fillPanels(const MainActions& actions, const Parts& parts)
{
    m_panels->addActions({actions.showDetail, actions.showBottom});
    m_panels->addActions(parts.alone);
    m_panels->addActions(parts.round);
    m_panes->addActions(parts.panes);
    m_panels->addMenu(m_panes);
    addSection(*m_panels, parts.openPanel);
    m_panels->addSeparator();
    m_keys->addActions(parts.keys);
    m_panels->addMenu(m_keys);
    m_panels->addMenu(m_commands);
    for (QMenu* panel : parts.panels) {
        m_commands->addMenu(panel);
    }
}

void MainMenus::addHelp(const QList<QAction*>& actions)
{
    m_help->insertActions(m_help->actions().value(0), actions);
}

/// Told of a new title, a menu bar may find that it has no room, and adds those that are to be told of it, in the midst
/// of it, to a list that Qt is just going through (6.4: it reads freed memory). So the titles change outside of it.
void MainMenus::retranslate()
{
    const std::array inBar{m_server, m_lock, m_view, m_panels, m_help};
    for (QMenu* menu : inBar) {
        m_bar->removeAction(menu->menuAction());
    }
    m_server->setTitle(tr("&Server"));
    m_lock->setTitle(tr("&Lock"));
    m_view->setTitle(tr("&View"));
    m_panels->setTitle(tr("&Panels"));
    m_help->setTitle(tr("&Help"));
    m_sorting->setTitle(tr("Sort b&y"));
    m_columns->setTitle(tr("&Columns"));
    m_panes->setTitle(tr("&Size of the parts"));
    m_keys->setTitle(tr("&Keys of the lock"));
    m_commands->setTitle(tr("&Commands of the panels"));
    m_theme->setTitle(tr("&Theme"));
    m_language->setTitle(tr("Lan&guage"));
    for (QMenu* menu : inBar) {
        m_bar->addMenu(menu);
    }
}

} // namespace lockscope::ui
