// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/multi_lock_dialog.hpp"

namespace lockscope::ui {

/// Tells who waits for any of several locks to look again.
class MultiWakeDialog final : public MultiLockDialog
{
    Q_OBJECT

public:
    /// @param locks for which somebody may wait
    MultiWakeDialog(Session& session, const std::vector<LockStatePtr>& locks, const QString& server,
                    QWidget* parent = nullptr);

protected:
    [[nodiscard]] QString sentence(int count) const override;
    [[nodiscard]] QString verb(int count) const override;
    [[nodiscard]] QString effectOn(const LockState& lock) const override;
    [[nodiscard]] std::vector<Session::Ticket> perform(const std::vector<Target>& targets) override;
    [[nodiscard]] Text doneText(const AdminResult& result) const override;
};

} // namespace lockscope::ui
