// SPDX-License-Identifier: GPL-3.0-or-later
#include "comfort/saved_filters.hpp"

#include "dialogs/filter_name_dialog.hpp"
#include "panels/filter_field.hpp"
#include "settings.hpp"
#include "text/live_text.hpp"
#include "text/server_text.hpp"
#include "theme/icons.hpp"

#include <QAction>
#include <QMenu>

#include <algorithm>

namespace lockscope::ui {
namespace {

constexpr int kShownChars = 60;

QAction* addFilter(QMenu& menu, const NamedFilter& filter)
{
    QAction* action = menu.addAction(menuText(filter.name.toStdString()));
    action->setToolTip(toolTipText(shortened(displayText(filter.filter.toStdString()), kShownChars)));
    return action;
}

} // namespace

SavedFilters::SavedFilters(FilterField& field, Settings& settings, QWidget& window)
    : QObject(&window)
    , m_field(field)
    , m_settings(settings)
    , m_window(window)
    , m_menu(new QMenu(&window))
    , m_removal(new QMenu(m_menu))
    , m_save(new QAction(this))
{
    m_save->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_S));
    m_save->setIcon(icon(QStringLiteral("plus")));
    m_menu->setToolTipsVisible(true);
    m_field.setMenu(m_menu);
    connect(m_save, &QAction::triggered, this, &SavedFilters::openSave);
    connect(&m_field, &QLineEdit::textChanged, this, &SavedFilters::updateActions);
    connect(m_menu, &QMenu::aboutToShow, this, &SavedFilters::rebuild); // another program may have saved one
    connect(&m_settings.news(), &SettingsNews::savedFiltersChanged, this, &SavedFilters::rebuild,
            Qt::QueuedConnection); // the action that removes one is still at work
    rebuild();
    updateActions();
    keepTranslated(*m_menu, [this] { retranslate(); });
}

void SavedFilters::rebuild()
{
    const QList<NamedFilter> filters = m_settings.savedFilters();
    m_menu->clear();
    m_removal->clear();
    for (const NamedFilter& each : filters) {
        connect(addFilter(*m_menu, each), &QAction::triggered, this,
                [this, filter = each.filter] { m_field.useFilter(filter); });
        connect(addFilter(*m_removal, each), &QAction::triggered, this, [this, name = each.name] { remove(name); });
    }
    m_menu->addSeparator();
    m_menu->addAction(m_save);
    m_menu->addMenu(m_removal);
    m_removal->setEnabled(!filters.isEmpty());
}

void SavedFilters::openSave()
{
    QStringList names;
    for (const NamedFilter& each : m_settings.savedFilters()) {
        names << each.name;
    }
    const QString filter = m_field.text().trimmed();
    auto* dialog = new FilterNameDialog(filter, names, Settings::mostSavedFilters, &m_window);
    connect(dialog, &QDialog::accepted, this, [this, dialog, filter] { save(dialog->name(), filter); });
    dialog->open();
}

void SavedFilters::save(const QString& name, const QString& filter)
{
    QList<NamedFilter> filters = m_settings.savedFilters();
    const auto same = std::find_if(filters.begin(), filters.end(), [&](const auto& each) { return each.name == name; });
    if (same != filters.end()) {
        same->filter = filter;
    } else if (filters.size() < Settings::mostSavedFilters) {
        filters.append({name, filter});
    } else {
        openSave(); // another window took the last place meanwhile: the dialog says that there is no room
        return;
    }
    m_settings.setSavedFilters(filters);
}

void SavedFilters::remove(const QString& name)
{
    QList<NamedFilter> filters = m_settings.savedFilters();
    erase_if(filters, [&](const NamedFilter& each) { return each.name == name; });
    m_settings.setSavedFilters(filters);
}

void SavedFilters::updateActions()
{
    m_save->setEnabled(!m_field.text().trimmed().isEmpty() && m_field.error().isEmpty());
}

void SavedFilters::retranslate()
{
    m_menu->setTitle(tr("Sa&ved filters"));
    m_removal->setTitle(tr("&Remove"));
    m_save->setText(tr("&Save the filter…"));
    m_save->setToolTip(toolTipText(tr("Keep what stands in the filter field under a name")));
}

} // namespace lockscope::ui
