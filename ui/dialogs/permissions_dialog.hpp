// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/dialog.hpp"
#include "lockscope/permissions.hpp"

namespace lockscope::ui {

/// What the server does not permit, what does not work because of it, and the lines to send to its administrator.
class PermissionsDialog : public Dialog
{
    Q_OBJECT

public:
    /// @param user ACL user; empty: the default user
    PermissionsDialog(const PermissionReport& report, const std::string& user, QWidget* parent = nullptr);
};

} // namespace lockscope::ui
