// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "session/session.hpp"

#include <QString>

class QLabel;
class QWidget;

namespace lockscope::ui {

/// Where it is done that a dialog is about to do, on a server of that name; for serverText().
[[nodiscard]] QLabel* serverLabel(QWidget* parent);
[[nodiscard]] QString serverText(const QString& server, Session::ServerKind kind);

} // namespace lockscope::ui
