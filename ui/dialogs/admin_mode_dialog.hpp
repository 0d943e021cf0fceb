// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/dialog.hpp"
#include "session/session.hpp"

#include <chrono>

class QCheckBox;
class QLabel;

namespace lockscope::ui {

/// Asks before a session may act on locks of others.
class AdminModeDialog : public Dialog
{
    Q_OBJECT

public:
    /// @param server as people know it; @param kind what it was called the last time
    /// @param limit how long the session may stay so without an action
    AdminModeDialog(const QString& server, Session::ServerKind kind, std::chrono::milliseconds limit,
                    QWidget* parent = nullptr);

    /// The profile says that it is a production server: it cannot be unticked here.
    void insistOnProduction();
    /// Says whether some of what this user needs is missing, or not known.
    void setRights(const PermissionReport& rights);
    [[nodiscard]] Session::ServerKind serverKind() const;

private:
    QLabel* m_rights; ///< Hidden where all of them are granted.
    QCheckBox* m_production;
};

} // namespace lockscope::ui
