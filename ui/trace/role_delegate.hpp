// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "delegates/cell_delegate.hpp"

namespace lockscope::ui {

/// What a command does to a lock: the mark of the event that it makes, and the word. The word is the display role.
class RoleDelegate : public CellDelegate
{
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

    /// As high as a row of our tables; the tree takes it for all rows.
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const override;
    [[nodiscard]] int extraWidth(const QStyleOptionViewItem& option) const override;
};

/// The display role in the monospace font, its end left out where it does not fit.
class CodeDelegate : public CellDelegate
{
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

protected:
    void paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const override;
};

} // namespace lockscope::ui
