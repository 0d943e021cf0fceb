// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

class QTreeView;

namespace lockscope::ui {

/// Rows of a tree that are as high as their texts, which wrap: by itself a tree wraps them, but leaves one line for
/// them. GUI thread.
class WrappingDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    /// Sets itself up: words wrap, heights follow the widths of columns. Owned by @p tree.
    explicit WrappingDelegate(QTreeView& tree);

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    QTreeView& m_tree;
};

} // namespace lockscope::ui
