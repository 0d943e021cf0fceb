// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "stage.hpp"

#include <QKeySequence>
#include <QString>
#include <QStringList>

#include <functional>
#include <string>
#include <vector>

namespace lockscope::shots {

/// One picture.
struct Shot
{
    enum class Server { there, none };

    QString name;
    /// Sets the scene, and says what the picture is of: the window, or a dialog over it.
    std::function<QWidget*(Stage&)> scene;
    /// Puts back what the scene has changed.
    std::function<void(Stage&)> clear = [](Stage&) {};
    Server server = Server::there; ///< What the window is connected to before.
};

/// Plays the scenes on the stage and writes a picture of each into @p folder, named after it.
/// @param only names of scenes; empty: all
/// @returns the files that were written
QStringList take(const std::vector<Shot>& shots, Stage& stage, const QString& folder, const QStringList& only);

/// Scenes of which there are several.
///@{
std::function<QWidget*(Stage&)> showLock(std::string name);
/// A panel at the bottom, by its class name.
std::function<QWidget*(Stage&)> showPanel(const char* className);
///@}

/// Triggers the action of the window that has this shortcut.
void trigger(Stage& stage, const QKeySequence& keys);

} // namespace lockscope::shots
