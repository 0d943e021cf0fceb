// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/destructive_dialog.hpp"

#include <string>

class QCheckBox;

namespace lockscope::ui {

/// Removes one waiter from the queue of a fair lock. For one whose client listens, or may listen, it asks
/// once more: a process that was stopped listens, too, as far as Redis can tell.
class EvictWaiterDialog final : public DestructiveDialog
{
    Q_OBJECT

public:
    /// @param owner a waiter of this lock
    EvictWaiterDialog(Session& session, LockStatePtr lock, std::string owner, QWidget* parent = nullptr);

protected:
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] Session::Ticket perform(const AdminRequest& request) override;
    [[nodiscard]] bool isAsSeen(const LockState& now) const override;
    [[nodiscard]] QString changedText(const LockState* now) const override;
    [[nodiscard]] QString problem() const override;
    [[nodiscard]] QString doneText(const AdminResult& result) const override;

private:
    void nameBox();
    /// As latest() has it.
    [[nodiscard]] const Waiter* waiter() const;
    [[nodiscard]] QString livenessText() const;
    [[nodiscard]] QString effectText() const;

    std::string m_owner;
    QCheckBox* m_alsoAlive = nullptr; ///< Where it is not known to be dead.
};

} // namespace lockscope::ui
