// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "alerts/alert_book.hpp"
#include "alerts/alert_command.hpp"
#include "alerts/alert_mutes.hpp"
#include "alerts/told_alerts.hpp"

namespace lockscope::ui {

/// What all windows of the program have in common about alerts: the rules, what is muted, who has been told, and
/// the one place that runs the user's command. Outlives them.
struct AlertDesk
{
    explicit AlertDesk(const QString& file, AlertCommand::Limits limits = {}) : book(file), command(limits)
    {
        mutes.keepIn(file);
    }

    AlertBook book;
    AlertMutes mutes;
    ToldAlerts told;
    AlertCommand command;
};

} // namespace lockscope::ui
