// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace lockscope::ui {

class Settings;

/// Says that what the user has asked for cannot be kept: otherwise it would be missed only after the next start. Every
/// window has one of these; one of them speaks, in the window that is in front.
class SettingsWarning : public QObject
{
    Q_OBJECT

public:
    /// @param window where it is said if none is in front; neither is owned
    SettingsWarning(const Settings& settings, QWidget& window);

private:
    void say(const QString& file);

    QWidget& m_window;
};

} // namespace lockscope::ui
