// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/dialog.hpp"

#include <QStringList>

#include <string>
#include <vector>

namespace lockscope::ui {

/// What ends with the connection.
struct LeaveLosses
{
    std::vector<std::string> held;     ///< Locks that this program holds or waits for.
    std::vector<std::string> undoable; ///< Locks that were released by force and can still be put back.

    [[nodiscard]] bool empty() const { return held.empty() && undoable.empty(); }
};

/// Asks before a key or a click ends a connection, and names what would be lost. Accepted: leave.
class LeaveDialog final : public Dialog
{
    Q_OBJECT

public:
    /// What is offered besides: another window, for who only wants to see another server too.
    enum class Instead { newWindow, nothing };
    /// @param action what is about to be done, for the title and the button that does it
    LeaveDialog(const QString& server, const LeaveLosses& losses, const Text& action, Instead instead,
                QWidget* parent = nullptr);

signals:
    /// Nothing is left; the dialog closes.
    void newWindowRequested();
};

} // namespace lockscope::ui
