// SPDX-License-Identifier: GPL-3.0-or-later
#include "alerts/alert_reactions.hpp"

#include <QSettings>

namespace lockscope::ui {
namespace {

const QString kTray = QStringLiteral("alerts/tray");
const QString kCommand = QStringLiteral("alerts/run-command");
const QString kProgram = QStringLiteral("alerts/program");
const QString kArguments = QStringLiteral("alerts/arguments");

} // namespace

AlertReactions AlertReactions::load(QSettings& settings)
{
    AlertReactions reactions;
    reactions.tray = settings.value(kTray, true).toBool() ? Tray::on : Tray::off;
    reactions.command = settings.value(kCommand, false).toBool() ? Command::on : Command::off;
    reactions.program = settings.value(kProgram).toString();
    reactions.arguments = settings.value(kArguments).toStringList();
    return reactions;
}

void AlertReactions::save(QSettings& settings) const
{
    settings.setValue(kTray, tray == Tray::on);
    settings.setValue(kCommand, command == Command::on);
    settings.setValue(kProgram, program);
    settings.setValue(kArguments, arguments);
}

} // namespace lockscope::ui
