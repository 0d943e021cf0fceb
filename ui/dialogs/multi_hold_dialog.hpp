// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs/multi_lock_dialog.hpp"

namespace lockscope::ui {

class DurationField;

/// Force-releases, force-expires or extends several locks.
class MultiHoldDialog final : public MultiLockDialog
{
    Q_OBJECT

public:
    using What = BatchRequest::What;

    /// @param locks held ones
    MultiHoldDialog(Session& session, What what, const std::vector<LockStatePtr>& locks, const QString& server,
                    QWidget* parent = nullptr);

protected:
    [[nodiscard]] QString sentence(int count) const override;
    [[nodiscard]] QString verb(int count) const override;
    [[nodiscard]] QString effectOn(const LockState& lock) const override;
    [[nodiscard]] bool isNothingToDo(const LockState& lock) const override;
    [[nodiscard]] QString problem() const override;
    [[nodiscard]] std::vector<Session::Ticket> perform(const std::vector<Target>& targets) override;
    [[nodiscard]] Text doneText(const AdminResult& result) const override;
    [[nodiscard]] QString notDoneText(const AdminResult& result) const override;

private:
    [[nodiscard]] QString extensionOf(const LockState& lock, SteadyTime now) const;
    [[nodiscard]] QString releasedText(const AdminResult& result) const;
    [[nodiscard]] QString warning() const;
    [[nodiscard]] static QString titleOf(What what);

    What m_what;
    DurationField* m_duration = nullptr; ///< Not for releasing.
    milliseconds m_asked{0};             ///< The time left that was asked for last.
    milliseconds m_renewalWithin{0};     ///< Of the holder that renews most seldom.
};

} // namespace lockscope::ui
