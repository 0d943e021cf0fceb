// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/destructive_dialog.hpp"

namespace lockscope::ui {

class DurationField;

/// Makes what is left of a lock's lease less.
class ForceExpireDialog final : public DestructiveDialog
{
    Q_OBJECT

public:
    ForceExpireDialog(Session& session, LockStatePtr lock, QWidget* parent = nullptr);

protected:
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] Session::Ticket perform(const AdminRequest& request) override;
    [[nodiscard]] QString problem() const override;
    [[nodiscard]] QString doneText(const AdminResult& result) const override;
    [[nodiscard]] QString notDoneText(const AdminResult& result) const override;

private:
    /// Has it no more left than that already, as far as is known?
    [[nodiscard]] bool endsSooner() const;
    [[nodiscard]] QString leftText() const;

    DurationField* m_duration;
};

} // namespace lockscope::ui
