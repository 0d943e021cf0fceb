// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/destructive_dialog.hpp"

#include <string>

class QCheckBox;

namespace lockscope::ui {

/// Ends one hold of several, and leaves the others theirs: a reader's, or one permit of a semaphore. For one whose
/// client is connected, or not known to be gone, it asks once more: that one goes on believing that it has it.
class ReleaseOneDialog final : public DestructiveDialog
{
    Q_OBJECT

public:
    /// @param owner a holder of this lock, as in Holder::owner
    /// @param records tells whether its client is connected; asked from now on
    ReleaseOneDialog(Session& session, LockStatePtr lock, std::string owner, ClientRecords records,
                     QWidget* parent = nullptr);

protected:
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] Session::Ticket perform(const AdminRequest& request) override;
    [[nodiscard]] bool isAsSeen(const LockState& now) const override;
    [[nodiscard]] QString changedText(const LockState* now) const override;
    [[nodiscard]] QString problem() const override;
    [[nodiscard]] QString doneText(const AdminResult& result) const override;

private:
    /// What is known of its client; of a permit never anything.
    enum class Client { connected, gone, unknown };
    [[nodiscard]] Client client() const;
    void nameBox();
    [[nodiscard]] bool isPermit() const { return lock()->type == LockType::semaphore; }
    /// As latest() has it.
    [[nodiscard]] const Holder* holder() const;
    /// latest(), as if nobody else held it.
    [[nodiscard]] LockState alone() const;
    [[nodiscard]] QString whoText() const;
    [[nodiscard]] QString leaseText() const;
    [[nodiscard]] QString livenessText() const;
    [[nodiscard]] QString effectText() const;

    std::string m_owner;
    ClientRecords m_records;
    QCheckBox* m_alsoConnected = nullptr; ///< Where its client is not known to be gone.
    bool m_wasGone = false;               ///< Its client, when the dialog was opened.
};

} // namespace lockscope::ui
