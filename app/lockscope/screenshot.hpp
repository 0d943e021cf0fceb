// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>

class QWidget;

namespace lockscope::app {

/// Writes a picture of @p window to @p file after a while and ends the program: with 0, or with 1 if the file cannot be
/// written.
void takeScreenshot(QWidget& window, const QString& file, std::chrono::milliseconds after);

} // namespace lockscope::app
