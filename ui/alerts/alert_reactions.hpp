// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

class QSettings;

namespace lockscope::ui {

/// What happens when an alert is raised, besides the row in the list. Kept in the user's settings only, never in a
/// profile: whoever imports a profile of somebody else must not run somebody else's command.
struct AlertReactions
{
    enum class Tray { on, off };
    Tray tray = Tray::on;
    enum class Command { on, off };
    Command command = Command::off;
    QString program;
    QStringList arguments; ///< Given as they are; there is no shell.
    bool operator==(const AlertReactions&) const = default;

    [[nodiscard]] static AlertReactions load(QSettings& settings);
    void save(QSettings& settings) const;
};

} // namespace lockscope::ui
