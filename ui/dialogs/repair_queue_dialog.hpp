// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/destructive_dialog.hpp"

#include <QStringList>

#include <vector>

namespace lockscope::ui {

/// Makes the list and the deadlines of a fair lock's queue agree, and removes the dead from it.
class RepairQueueDialog final : public DestructiveDialog
{
    Q_OBJECT

public:
    RepairQueueDialog(Session& session, LockStatePtr lock, QWidget* parent = nullptr);

    /// Why the queue of @p lock cannot be repaired, or need not be, as a sentence; empty if it can.
    [[nodiscard]] static QString obstacleToRepair(const LockState& lock);
    /// That of a queue that is too long only the front is repaired.
    [[nodiscard]] static QString frontText(const LockState& lock);
    /// A text for each kind of thing that is mended, with the waiters that it is about.
    [[nodiscard]] static QStringList mendTexts(const std::vector<QueueMend>& mends, const ClientNamer& namer);

protected:
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] Session::Ticket perform(const AdminRequest& request) override;
    [[nodiscard]] bool isAsSeen(const LockState& now) const override;
    [[nodiscard]] QString changedText(const LockState* now) const override;
    [[nodiscard]] QString doneText(const AdminResult& result) const override;

private:
    QueueView m_seen;
    std::vector<QueueMend> m_plan;
};

} // namespace lockscope::ui
