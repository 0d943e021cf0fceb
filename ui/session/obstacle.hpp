// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QAction;

namespace lockscope::ui {

class Session;

/// What keeps every action from being taken in this session now, as a sentence for the user; empty if nothing does.
[[nodiscard]] QString obstacleTo(const Session& session);

/// Offers @p action if there is no @p obstacle. Its tool tip says what it is for, and what is in the way.
void allow(QAction& action, const QString& purpose, const QString& obstacle);

} // namespace lockscope::ui
