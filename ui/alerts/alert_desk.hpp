// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "alerts/alert_book.hpp"
#include "alerts/alert_command.hpp"
#include "alerts/alert_mutes.hpp"
#include "alerts/alert_runs.hpp"
#include "alerts/told_alerts.hpp"

namespace lockscope::ui {

/// What all windows of the program have in common about alerts: the rules, what is muted, who has been told, and
/// the one place that runs the user's command, with what it was run for. Outlives them.
struct AlertDesk
{
    explicit AlertDesk(const QString& file, AlertCommand::Limits limits = {}) : book(file), runs(file), command(limits)
    {
        mutes.keepIn(file);
        QObject::connect(&command, &AlertCommand::started, &command,
                         [this](const Alert& alert, const QString& server) { runs.note(server.toStdString(), alert); });
    }

    AlertBook book;
    AlertMutes mutes;
    ToldAlerts told;
    AlertRuns runs;
    AlertCommand command;
};

} // namespace lockscope::ui
