// SPDX-License-Identifier: GPL-3.0-or-later
#include "screenshot.hpp"

#include <QCoreApplication>
#include <QPixmap>
#include <QTimer>
#include <QWidget>

#include <cstdio>
#include <utility>

namespace lockscope::app {

void takeScreenshot(QWidget& window, const QString& file, std::chrono::milliseconds after,
                    std::function<bool()> isConnected)
{
    QTimer::singleShot(after, &window, [&window, file, isConnected = std::move(isConnected)] {
        const bool connected = isConnected();
        const bool written = window.grab().save(file, "PNG");
        if (!written) {
            std::fprintf(stderr, "lockscope: cannot write %s\n", qUtf8Printable(file));
        } else if (!connected) {
            std::fprintf(stderr, "lockscope: there was no connection; %s shows the window without one\n",
                         qUtf8Printable(file));
        }
        QCoreApplication::exit(written && connected ? 0 : 1);
    });
}

} // namespace lockscope::app
