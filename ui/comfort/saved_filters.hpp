// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

class QAction;
class QMenu;
class QWidget;

namespace lockscope::ui {

class FilterField;
class Settings;

/// Filters that the operator has given a name: a menu to choose one, save the present one, and remove some. The same
/// for all windows, and kept between starts.
class SavedFilters : public QObject
{
    Q_OBJECT

public:
    /// @param field, settings and window not owned, outlive this; dialogs open over the window
    SavedFilters(FilterField& field, Settings& settings, QWidget& window);

    /// For the menu bar; also what the field opens.
    [[nodiscard]] QMenu* menu() const { return m_menu; }

private:
    void rebuild();
    void openSave();
    void save(const QString& name, const QString& filter);
    void remove(const QString& name);
    void updateActions();
    void retranslate();

    FilterField& m_field;
    Settings& m_settings;
    QWidget& m_window;
    QMenu* m_menu;
    QMenu* m_removal;
    QAction* m_save;
};

} // namespace lockscope::ui
