// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/multi_lock_dialog.hpp"

namespace lockscope::ui {

/// Repairs the queues of several fair locks. What the list says is mended is what the user agrees to: a queue in which
/// the living come and go meanwhile is compared with its newest reading.
class MultiRepairDialog final : public MultiLockDialog
{
    Q_OBJECT

public:
    /// @param locks for which RepairQueueDialog::obstacleToRepair() says nothing
    MultiRepairDialog(Session& session, const std::vector<LockStatePtr>& locks, const QString& server,
                      QWidget* parent = nullptr);

protected:
    [[nodiscard]] QString sentence(int count) const override;
    [[nodiscard]] QString verb(int count) const override;
    [[nodiscard]] QString effectOn(const LockState& lock) const override;
    [[nodiscard]] std::vector<Session::Ticket> perform(const std::vector<Target>& targets) override;
    [[nodiscard]] Text doneText(const AdminResult& result) const override;
    [[nodiscard]] bool isAsSeen(const LockState& seen, const LockState& now) const override;
    [[nodiscard]] QString changedText(const LockState* now) const override;
    [[nodiscard]] bool mayBeAskedAgain(const LockState& seen, const AdminResult& result) const override;
    [[nodiscard]] QString askedAgainText(int count) const override;
    [[nodiscard]] QString askedAgainText() const override;
};

} // namespace lockscope::ui
