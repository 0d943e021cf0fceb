// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "delegates/cell_delegate.hpp"

namespace lockscope::ui {

/// The display role, shortened in the middle, in line with the cells of the other delegates.
class TextDelegate : public CellDelegate
{
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

protected:
    void paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const override;
};

} // namespace lockscope::ui
