// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "delegates/cell_delegate.hpp"

#include "lockscope/lock_state.hpp"

namespace lockscope::ui {

/// A bar as long as what is left of the lease, and the time beside it, both as of the moment of painting: whoever owns
/// the view repaints the visible cells as often as it likes. What is of the past is painted grey, as it was then. A
/// lease that never ends says so, as a warning.
/// Where there is nothing to count, the display role is shown.
class CountdownDelegate : public CellDelegate
{
    Q_OBJECT

public:
    /// @param countdownRole Countdown or LockStatePtr
    explicit CountdownDelegate(int countdownRole, QObject* parent = nullptr);

    /// From when on a lease counts as about to end.
    void setThresholds(const Thresholds& thresholds) { m_thresholds = thresholds; }
    [[nodiscard]] const Thresholds& thresholds() const { return m_thresholds; }

protected:
    void paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const override;
    [[nodiscard]] int extraWidth(const QStyleOptionViewItem& option) const override;

private:
    int m_countdownRole;
    Thresholds m_thresholds;
};

} // namespace lockscope::ui
