// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/destructive_dialog.hpp"

namespace lockscope::ui {

class DurationField;

/// Makes what is left of a lock's lease longer.
class ExtendDialog final : public DestructiveDialog
{
    Q_OBJECT

public:
    ExtendDialog(Session& session, LockStatePtr lock, QWidget* parent = nullptr);

protected:
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] Session::Ticket perform(const AdminRequest& request) override;
    [[nodiscard]] QString problem() const override;
    [[nodiscard]] QString doneText(const AdminResult& result) const override;
    [[nodiscard]] QString notDoneText(const AdminResult& result) const override;

private:
    [[nodiscard]] milliseconds left() const;

    DurationField* m_duration;
    milliseconds m_asked{0}; ///< What was confirmed,
    SystemTime m_end{};      ///< and when it is over.
};

} // namespace lockscope::ui
