// SPDX-License-Identifier: GPL-3.0-or-later
#include "shot.hpp"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QEvent>
#include <QPixmap>

#include <cstdio>
#include <utility>

namespace lockscope::shots {
namespace {

bool write(QWidget* what, const QString& file)
{
    if (what == nullptr) {
        return false;
    }
    QApplication::setActiveWindow(what->window()); // no window manager does it here, and only then the focus shows
    QCoreApplication::processEvents(); // what was written last finds its place, as before anything is painted
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest); // so does what has changed meanwhile
    return what->grab().save(file, "PNG");
}

} // namespace

QStringList take(const std::vector<Shot>& shots, Stage& stage, const QString& folder, const QStringList& only)
{
    QStringList written;
    for (const Shot& shot : shots) {
        if (!only.isEmpty() && !only.contains(shot.name)) {
            continue;
        }
        if (shot.server == Shot::Server::there) {
            stage.connect();
        }
        const QString file = QDir(folder).filePath(shot.name + QStringLiteral(".png"));
        if (write(shot.scene(stage), file)) {
            written << file;
        } else {
            std::fprintf(stderr, "lockscope_shots: there was nothing to take for %s.\n", qPrintable(shot.name));
        }
        stage.closeDialogs();
        shot.clear(stage);
    }
    return written;
}

std::function<QWidget*(Stage&)> showLock(std::string name)
{
    return [name = std::move(name)](Stage& stage) -> QWidget* {
        stage.select(name);
        return &stage.window();
    };
}

std::function<QWidget*(Stage&)> showPanel(const char* className)
{
    return [className](Stage& stage) -> QWidget* {
        stage.openPanel(className);
        return &stage.window();
    };
}

void trigger(Stage& stage, const QKeySequence& keys)
{
    for (QAction* action : stage.window().findChildren<QAction*>()) {
        if (action->shortcut() == keys) {
            action->trigger();
        }
    }
}

} // namespace lockscope::shots
