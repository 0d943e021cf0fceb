// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "delegates/cell_delegate.hpp"

namespace lockscope::ui {

/// A small bar, as long as a share of the whole, and the display role's text beside it.
class BarDelegate : public CellDelegate
{
    Q_OBJECT

public:
    /// @param shareRole double, 0…1
    explicit BarDelegate(int shareRole, QObject* parent = nullptr);

protected:
    void paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const override;
    [[nodiscard]] int extraWidth(const QStyleOptionViewItem& option) const override;

private:
    int m_shareRole;
};

} // namespace lockscope::ui
