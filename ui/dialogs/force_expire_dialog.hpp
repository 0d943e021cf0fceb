// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/destructive_dialog.hpp"

class QDoubleSpinBox;

namespace lockscope::ui {

/// Sets what is left of a lock's lease.
class ForceExpireDialog final : public DestructiveDialog
{
    Q_OBJECT

public:
    ForceExpireDialog(Session& session, LockStatePtr lock, QWidget* parent = nullptr);

protected:
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] Session::Ticket perform(const AdminRequest& request) override;

private:
    [[nodiscard]] milliseconds chosen() const;

    QDoubleSpinBox* m_seconds;
};

} // namespace lockscope::ui
