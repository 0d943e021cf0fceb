// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "delegates/cell_delegate.hpp"

namespace lockscope::ui {

/// Where the header of a group says whether it is open: as wide as it is high, at the left of the cell's content.
[[nodiscard]] int foldMarkSide(const QFontMetrics& metrics);

/// The header of a group of locks: bold on a band, with the mark that folds it in the column of names and the worst
/// state of its locks in the column of states.
class GroupDelegate : public CellDelegate
{
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
    void paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const override;
};

/// A lock's name, further in below the header of its group.
class NameDelegate : public CellDelegate
{
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

protected:
    void paintContent(QPainter& painter, const Cell& cell, const QModelIndex& index) const override;
};

/// Has headers of groups painted by one delegate and locks by another.
class FoldingDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    /// @param lock, group not owned
    FoldingDelegate(const QAbstractItemDelegate& lock, const GroupDelegate& group, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    [[nodiscard]] const QAbstractItemDelegate& delegateFor(const QModelIndex& index) const;

    const QAbstractItemDelegate& m_lock;
    const GroupDelegate& m_group;
};

} // namespace lockscope::ui
