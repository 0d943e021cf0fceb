// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>
#include <functional>

class QWidget;

namespace lockscope::app {

/// Writes a picture of @p window to @p file after a while and ends the program: with 0, or with 1 if the file cannot be
/// written, or the window is not connected where it should be.
void takeScreenshot(QWidget& window, const QString& file, std::chrono::milliseconds after,
                    std::function<bool()> isConnected);

} // namespace lockscope::app
