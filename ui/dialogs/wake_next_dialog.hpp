// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/destructive_dialog.hpp"

namespace lockscope::ui {

/// Tells waiters to look at a lock again, for when a message was lost.
class WakeNextDialog final : public DestructiveDialog
{
    Q_OBJECT

public:
    WakeNextDialog(Session& session, LockStatePtr lock, QWidget* parent = nullptr);

    enum class Audience { first, everybody, oneOfEachClient };
    /// Who hears of it: of a queue the first that lives; of a read-write lock everybody, because all readers may enter.
    [[nodiscard]] static Audience audienceOf(const LockState& lock);
    /// To tell who waits for @p lock; what is expected, the reason and the typed name are still to be filled in.
    [[nodiscard]] static WakeRequest requestFor(const LockState& lock);

protected:
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] Session::Ticket perform(const AdminRequest& request) override;
    [[nodiscard]] QString doneText(const AdminResult& result) const override;

private:
    [[nodiscard]] QString whoIsTold() const;
    [[nodiscard]] QString holderNow(const AdminResult& result) const;
};

} // namespace lockscope::ui
