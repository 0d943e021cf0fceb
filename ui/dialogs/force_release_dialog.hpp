// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/destructive_dialog.hpp"

namespace lockscope::ui {

/// Takes a lock away from its holders and wakes who waits for it.
class ForceReleaseDialog final : public DestructiveDialog
{
    Q_OBJECT

public:
    ForceReleaseDialog(Session& session, LockStatePtr lock, QWidget* parent = nullptr);

protected:
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] Session::Ticket perform(const AdminRequest& request) override;
    [[nodiscard]] QString doneText(const AdminResult& result) const override;
};

} // namespace lockscope::ui
