// SPDX-License-Identifier: GPL-3.0-or-later
#include "delegates/wrapping_delegate.hpp"

#include <QHeaderView>
#include <QTreeView>

namespace lockscope::ui {

WrappingDelegate::WrappingDelegate(QTreeView& tree) : QStyledItemDelegate(&tree), m_tree(tree)
{
    tree.setWordWrap(true);
    tree.setUniformRowHeights(false);
    tree.setItemDelegate(this);
    connect(tree.header(), &QHeaderView::sectionResized, &tree, &QTreeView::doItemsLayout);
}

QSize WrappingDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QSize size = QStyledItemDelegate::sizeHint(option, index);
    if (m_tree.isFirstColumnSpanned(index.row(), index.parent())) {
        return size;
    }
    const bool isFirst = m_tree.header()->visualIndex(index.column()) == 0;
    int depth = isFirst && m_tree.rootIsDecorated() ? 1 : 0;
    for (QModelIndex above = index.parent(); isFirst && above.isValid(); above = above.parent()) {
        ++depth;
    }
    QStyleOptionViewItem narrow(option);
    narrow.rect = {0, 0, m_tree.columnWidth(index.column()) - depth * m_tree.indentation(), 1};
    // The width is what one line would take. Without a little more, one could not tell where a row ends.
    size.setHeight(QStyledItemDelegate::sizeHint(narrow, index).height() + option.fontMetrics.height() / 4);
    return size;
}

} // namespace lockscope::ui
