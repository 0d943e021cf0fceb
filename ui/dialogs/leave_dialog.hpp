// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/dialog.hpp"

#include <QStringList>

#include <string>
#include <vector>

namespace lockscope::ui {

/// What ends with the connection, or with the window.
struct LeaveLosses
{
    std::vector<std::string> held;     ///< Locks that this program holds or waits for.
    std::vector<std::string> undoable; ///< Locks that were released by force and can still be put back.
    std::vector<Text> unfinished;      ///< What is being done, or was typed and is not saved.

    [[nodiscard]] bool empty() const { return held.empty() && undoable.empty() && unfinished.empty(); }
};

/// Asks before a key or a click ends a connection or a window, and names what would be lost. Accepted: leave.
class LeaveDialog final : public Dialog
{
    Q_OBJECT

public:
    /// What is offered besides: another window, for who only wants to see another server too.
    enum class Instead { newWindow, nothing };
    /// @param server empty where there is no connection
    /// @param action what is about to be done, for the title and the button that does it
    LeaveDialog(const QString& server, const LeaveLosses& losses, const Text& action, Instead instead,
                QWidget* parent = nullptr);

signals:
    /// Nothing is left; the dialog closes.
    void newWindowRequested();
};

} // namespace lockscope::ui
