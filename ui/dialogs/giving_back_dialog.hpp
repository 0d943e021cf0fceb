// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/dialog.hpp"

#include "lockscope/own_holds.hpp"

#include <QTimer>

#include <map>
#include <vector>

class QLabel;

namespace lockscope {
struct AdminResult;
} // namespace lockscope

namespace lockscope::ui {

class Session;

/// Gives back what this program holds, before it leaves the server. In sight only where that is not confirmed in a
/// moment, and says then what becomes of it. Accepted: all is given back, or somebody leaves all the same.
class GivingBackDialog final : public Dialog
{
    Q_OBJECT

public:
    /// @param session not owned, outlives the dialog
    /// @param action what is about to be done, for the title
    GivingBackDialog(Session& session, const Text& action, QWidget* parent = nullptr);

    /// @param holds what the session holds, at least one
    void start(const std::vector<OwnHold>& holds);
    void done(int result) override;

private:
    void finish(quint64 ticket, const AdminResult& result);
    void showOpen();

    Session& m_session;
    std::map<quint64, OwnHold> m_asked; ///< Not answered yet, by the ticket.
    std::vector<OwnHold> m_refused;     ///< Answered, and not known to be given back.
    QTimer m_patience;
    QLabel* m_what;
};

} // namespace lockscope::ui
