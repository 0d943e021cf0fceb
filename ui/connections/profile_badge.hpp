// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "connections/profile.hpp"

#include <QIcon>

class QPainter;

namespace lockscope::ui {

/// The mark of a profile: its initial on its colour; with a double edge for a production server, so that nobody
/// depends on telling colours apart.
void drawProfileBadge(QPainter& painter, const QRect& square, const ConnectionProfile& profile, const Theme& theme);

/// The same as an icon of the present theme, for buttons and combo boxes.
[[nodiscard]] QIcon profileIcon(const ConnectionProfile& profile, const Theme& theme);

} // namespace lockscope::ui
