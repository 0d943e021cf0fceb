// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme/theme.hpp"

#include <QFont>
#include <QObject>
#include <QString>

class QWidget;

namespace lockscope::ui {

class Language;
class MainActions;
class Settings;

/// Theme, language and size of the whole program, as the actions of the View menu ask for them; kept in the settings.
class Appearance : public QObject
{
    Q_OBJECT

public:
    /// @param actions, settings, language not owned, outlive this
    /// @param window  the one that has the menu
    Appearance(MainActions& actions, Settings& settings, Language& language, QWidget* window);
    ~Appearance() override;

    /// As it was at the last start; of a further window, as it is in the first.
    void restore();
    /// Marks in the menus what is in use, which another window may have changed.
    void showChoices();
    /// For this run only; the settings stay as they are.
    ///@{
    void useTheme(ThemeChoice choice);
    /// @p code as in Language::all(), or empty for the system's.
    void useLanguage(const QString& code);
    ///@}

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void connectActions();
    [[nodiscard]] bool isOfThisWindow(const QWidget& widget) const;
    void zoom(int percent);
    void applyFont();

    MainActions& m_actions;
    Settings& m_settings;
    Language& m_language;
    QFont m_systemFont;
};

} // namespace lockscope::ui
