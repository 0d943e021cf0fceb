// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QString>

namespace lockscope::ui {

/// The symbol :/icons/@p name.svg in the theme's colour. Drawn anew for each size, screen and theme, so that it is
/// sharp at every zoom and follows a change of theme by itself. An unknown name gives an icon that paints nothing.
[[nodiscard]] QIcon icon(const QString& name);

} // namespace lockscope::ui
