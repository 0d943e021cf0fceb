// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "delegates/cell_delegate.hpp"

namespace lockscope::ui {

/// A chip in the client's colour, and the display role (short id, thread) in monospace. Where there is too little
/// room, it is cut before the count of the other holders.
class HolderDelegate : public CellDelegate
{
    Q_OBJECT

public:
    /// @param clientRole QByteArray with the client's UUID, or LockStatePtr (then its first holder). Empty: no chip.
    explicit HolderDelegate(int clientRole, QObject* parent = nullptr);

protected:
    void paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const override;
    [[nodiscard]] int extraWidth(const QStyleOptionViewItem& option) const override;

private:
    int m_clientRole;
};

} // namespace lockscope::ui
