// SPDX-License-Identifier: GPL-3.0-or-later
#include "screenshot.hpp"

#include <QCoreApplication>
#include <QPixmap>
#include <QTimer>
#include <QWidget>

#include <cstdio>

namespace lockscope::app {

void takeScreenshot(QWidget& window, const QString& file, std::chrono::milliseconds after)
{
    QTimer::singleShot(after, &window, [&window, file] {
        const bool written = window.grab().save(file, "PNG");
        if (!written) {
            std::fprintf(stderr, "lockscope: cannot write %s\n", qUtf8Printable(file));
        }
        QCoreApplication::exit(written ? 0 : 1);
    });
}

} // namespace lockscope::app
