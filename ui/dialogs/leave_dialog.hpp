// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/dialog.hpp"

#include "lockscope/own_holds.hpp"

#include <QStringList>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

class QLabel;

namespace lockscope::ui {

/// What ends with the connection, or with the window.
struct LeaveLosses
{
    std::vector<std::string> held;     ///< Locks that this program holds or waits for.
    std::vector<std::string> undoable; ///< Locks that were released by force and can still be put back.
    std::vector<Text> unfinished;      ///< What is being done, or was typed and is not saved.
    struct Stranded
    {
        std::string lock;
        std::optional<std::chrono::milliseconds> left; ///< Until it ends by itself; none: it never does.
    };
    std::vector<Stranded> stranded = {};   ///< What is held and cannot be given back: the server does not answer.
    std::vector<std::string> inDoubt = {}; ///< Semaphores of permits that are not given back: OwnHold::in_doubt.

    [[nodiscard]] bool empty() const
    {
        return held.empty() && undoable.empty() && unfinished.empty() && stranded.empty() && inDoubt.empty();
    }
};

/// What becomes of what this program holds, if it is not given back.
LeaveLosses::Stranded strandedIf(const OwnHold& hold, std::chrono::milliseconds watchdogLease);
/// "orders:42 ends in about 20 s, permits never ends by itself", of a few of them.
QString endsText(const std::vector<LeaveLosses::Stranded>& stranded);

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

    /// What would be lost by now.
    void setLosses(const LeaveLosses& losses);

signals:
    /// Nothing is left; the dialog closes.
    void newWindowRequested();

private:
    void showLosses();

    QString m_server;
    LeaveLosses m_losses;
    QLabel* m_what;
};

} // namespace lockscope::ui
